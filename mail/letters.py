"""A letter, written out from its layout in the active language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mail import layout
from mail.layout import Layout, Picture


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter ready to be put into an envelope, in one language.

    ``thread`` groups letters about the same thing; ``unsubscribe`` is the address of the
    one-click door, where the letter has one, ``reply_to`` where an answer goes, "" if nobody reads
    it, ``in_reply_to`` the Message-ID of a mail that it answers. ``url`` is where its button leads;
    ``layout`` is what it was written out from, for a letter that holds others.
    """

    subject: str
    text: str
    html: str
    language: str
    pictures: tuple[Picture, ...] = ()
    thread: str = ""
    unsubscribe: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    layout: Layout | None = None


def build_letter(
    subject: str, whole: Layout, *, thread: str = "", unsubscribe: str = "", reply_to: str = ""
) -> Letter:
    """Return the letter that says all that its layout holds, in the active language."""
    language = get_language() or settings.LANGUAGE_CODE
    return Letter(
        subject=subject,
        text=layout.render_text(whole),
        html=layout.render_html(whole, subject=subject, language=language),
        language=language,
        pictures=whole.pictures,
        thread=thread,
        unsubscribe=unsubscribe,
        reply_to=reply_to,
        url=whole.button.url if whole.button else "",
        layout=whole,
    )


def reply_sentence(reply_to: str = "") -> str:
    """Return the sentence that every foot ends with: whether the letter can be answered."""
    if reply_to:
        return _("You can answer this letter. Answer HELP to learn what you can say.")
    return _("Nobody reads replies to this letter.")
