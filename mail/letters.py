"""A letter, written out from its layout in the language of its reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mail import layout
from mail.layout import Layout, Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter ready to be put into an envelope, in one language.

    It is written out when it is read, since most of what a digest joins never is. ``thread`` groups
    letters about the same thing; ``unsubscribe`` is the address of the one-click door, where the
    letter has one, ``reply_to`` where an answer goes, "" if nobody reads it, ``in_reply_to`` the
    Message-ID of a mail that it answers.
    """

    subject: str
    layout: Layout
    language: str
    thread: str = ""
    unsubscribe: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text part."""
        with translation.override(self.language):
            return layout.render_text(self.layout)

    @property
    def html(self) -> str:
        """The HTML part."""
        with translation.override(self.language):
            return layout.render_html(self.layout, subject=self.subject, language=self.language)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that its HTML part shows."""
        return self.layout.pictures

    @property
    def url(self) -> str:
        """Where its button leads, "" without one."""
        return self.layout.button.url if self.layout.button else ""


def build_letter(
    subject: str, whole: Layout, *, thread: str = "", unsubscribe: str = "", reply_to: str = ""
) -> Letter:
    """Return the letter that says all that its layout holds, in the active language."""
    return Letter(
        subject=subject,
        layout=whole,
        language=get_language() or settings.LANGUAGE_CODE,
        thread=thread,
        unsubscribe=unsubscribe,
        reply_to=reply_to,
    )


def reply_sentence(reply_to: str = "") -> str:
    """Return the sentence that every foot ends with: whether the letter can be answered."""
    if reply_to:
        return _("You can answer this letter. Answer HELP to learn what you can say.")
    return _("Nobody reads replies to this letter.")
