"""A notice, as channels tell it: a title and a link, and never a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from mail.layout import Layout, LetterLink
from mail.letters import Letter, build_letter, reply_sentence
from mail.models import Delivery


@dataclass(frozen=True, slots=True)
class Notice:
    """What somebody must hear of, in their language, and where they see it. ``tag`` is the same
    for all that is told of one thing, so that the newest takes the place of the one before;
    ``about`` what it asks, "" if nothing, so that it is found again once that ``is_settled``."""

    title: str
    url: str
    language: str
    tag: str = ""
    about: str = ""
    is_settled: bool = False


NoticeWriter: TypeAlias = Callable[[Delivery, datetime], Notice | None]


def hide_subject(notice: Notice) -> Notice:
    """Return a notice that says no more than that there is something, in the active language."""
    title = settled_words() if notice.is_settled else _("Something waits for you.")
    return Notice(
        title,
        f"{settings.SITE_URL}/",
        notice.language,
        about=notice.about,
        is_settled=notice.is_settled,
    )


def settled_words() -> str:
    """Return what a device shows in the place of what is settled, in the active language."""
    return _("No longer waiting for you.")


def write_test(language: str) -> Notice:
    """Return the notice that shows whether a channel works, in the active language."""
    return Notice(_test_words(), f"{settings.SITE_URL}/", language)


def write_test_letter() -> Letter:
    """Return the letter that shows whether a second address works, in the active language."""
    channels = LetterLink(
        _("Where you hear of things"), f"{settings.SITE_URL}{reverse('channels')}"
    )
    foot = (_("You get this letter because you gave this address."), reply_sentence())
    layout = Layout(top=(settings.SITE_NAME,), headline=_test_words(), button=channels, foot=foot)
    return build_letter(_test_words(), layout)


def _test_words() -> str:
    return _("A test: notices of %(site)s come here.") % {"site": settings.SITE_NAME}
