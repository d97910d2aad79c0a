"""What answers a letter with words at a table: it is said there, by the app that knows of words."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from games.replies.answers import Answer
from games.replies.correspondence import Correspondence


def answer_words(case: Correspondence) -> Answer:
    """Say at the table what a mail says, and return what came of it."""
    reply: Callable[[Correspondence], Answer] = import_string(settings.WORDS_REPLY)
    return reply(case)
