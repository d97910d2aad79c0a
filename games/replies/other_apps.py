"""What answers letters about words at a table, and about measures: apps above the games do it,
which are named by settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.reply_address import Purpose
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence

Reply: TypeAlias = Callable[[Correspondence], Answer]
SETTINGS: Mapping[Purpose, str] = {
    Purpose.WORDS: "WORDS_REPLY",
    Purpose.MEASURE: "MEASURE_REPLY",
}


def find_reply(purpose: Purpose) -> Reply | None:
    """Return what takes all that answers a letter of this kind, None if no other app does."""
    name = SETTINGS.get(purpose)
    if name is None:
        return None
    reply: Reply = import_string(getattr(settings, name))
    return reply
