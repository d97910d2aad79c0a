"""Writes letters to files instead of sending them, for trying the site out."""

from __future__ import annotations

from collections.abc import Sequence
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
            (folder / f"{name}.eml").write_bytes(message.message().as_bytes())
        return len(email_messages)
