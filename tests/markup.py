"""The markup of pages, however its lines are wrapped in the templates."""

from __future__ import annotations

import re


def squeeze(markup: str) -> str:
    """Return markup with single blanks, and none beside a tag."""
    return re.sub(r"(?<=>) | (?=<|/?>)", "", re.sub(r"\s+", " ", markup))
