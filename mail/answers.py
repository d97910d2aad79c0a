"""Answers to letters as a mail program writes and sends them, on a site for trying out."""

from __future__ import annotations

import smtplib
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from django.conf import settings
from django.utils.translation import gettext as _

from mail.stored_letters import StoredLetter

HOST = "127.0.0.1"
SECONDS = 10


def build_answer(letter: StoredLetter, text: str, now: datetime) -> EmailMessage:
    """Return an answer of a letter's reader: what they write, above the letter quoted."""
    head, answer = letter.message, EmailMessage(policy=SMTP)
    answer["From"] = letter.recipient
    answer["To"] = str(head["Reply-To"])
    answer["Subject"] = _add_re(letter.subject)
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain="example.org")
    answer["In-Reply-To"] = str(head["Message-ID"])
    answer["References"] = " ".join(filter(None, (head["References"], head["Message-ID"])))
    answer.set_content(f"{text.rstrip()}\n\n{_quote_letter(letter)}")
    return answer


def send_answer(answer: EmailMessage) -> None:
    """Bring an answer to the postbox of this site.

    :raises OSError: if it does not take it.
    """
    with smtplib.SMTP(HOST, settings.POSTBOX_PORT, timeout=SECONDS) as postbox:
        postbox.send_message(answer)


def _add_re(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def _quote_letter(letter: StoredLetter) -> str:
    head = _("On %(date)s, %(sender)s wrote:")
    quoted = (f"> {line}".rstrip() for line in letter.text.splitlines())
    return "\n".join([head % {"date": letter.sent_at_words, "sender": letter.sender}, *quoted])
