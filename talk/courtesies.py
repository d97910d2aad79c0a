"""Ready-made courtesies: kept by a key, and read by everybody in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

COURTESIES: Mapping[str, Any] = {
    "luck": _("Good luck"),
    "played": _("Well played"),
    "delay": _("Sorry for the delay"),
    "thanks": _("Thank you for the game"),
}


def translate_courtesy(key: str) -> str:
    """Return a courtesy in the reader's language."""
    return str(COURTESIES.get(key, key))
