"""Why something is not said."""

from __future__ import annotations


class RemarkRefused(Exception):
    """Something is not said, edited or withdrawn; its text is the one sentence that says why."""
