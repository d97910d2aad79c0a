"""Writes letters to files instead of sending them, for trying the site out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage


class EmailBackend(BaseEmailBackend):
    """Keeps each letter as one file under ``LETTERS_DIR``, named after its Message-ID."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.LETTERS_DIR)
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = message.extra_headers["Message-ID"].strip("<>").partition("@")[0]
            # Renamed when it is whole: a page that lists letters may be read at any moment.
            part = folder / f"{name}.part"
            part.write_bytes(message.message().as_bytes())
            part.rename(folder / f"{name}.eml")
        return len(email_messages)


def delete_letter_files(addresses: Iterable[str]) -> None:
    """Delete the letters to some addresses that lie here."""
    theirs = {address.casefold() for address in addresses}
    for path in Path(settings.LETTERS_DIR).glob("*.eml"):
        with path.open("rb") as file:
            head = BytesParser(policy=default).parse(file, headersonly=True)
        if str(head["To"]).casefold() in theirs:
            path.unlink(missing_ok=True)
