"""Puts a letter into its envelope and hands it to the mail server: the only place that sends."""

from __future__ import annotations

import smtplib
from base64 import encodebytes
from collections.abc import Mapping
from contextlib import suppress
from email.mime.nonmultipart import MIMENonMultipart
from typing import Any
from uuid import uuid4

from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from mail import refusals
from mail.layout import Picture
from mail.letters import Letter
from mail.models import Delivery

PERMANENT = range(500, 600)
LETTERS_OF_A_LINE = 50  # servers hang up on a sender of many more
HANGING_UP = 421
OUT_OF_ORDER = {0, 401, 403, *range(500, 600)}  # a provider without an answer, or without our key
REFUSALS = {400, 413, 422}  # a provider's answers that no second try will change


class UndeliverableError(Exception):
    """The mail server did not take the letter; ``permanent`` says whether to try again."""

    def __init__(self, sentence: str, *, permanent: bool) -> None:
        super().__init__(sentence)
        self.permanent = permanent


class AddressRefusedError(UndeliverableError):
    """The address takes no letters, neither this one nor others."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, permanent=True)


class HostError(UndeliverableError):
    """The mail server is out of order, which says nothing about the letter; ``reached`` says
    whether the letter may have been taken all the same."""

    def __init__(self, sentence: str, *, reached: bool = True) -> None:
        super().__init__(sentence, permanent=False)
        self.reached = reached


class HangUpError(HostError):
    """The mail server has hung up in the middle of a letter, or instead of taking it."""


class Envelope(EmailMultiAlternatives):
    """Text and HTML side by side, and the pictures that belong to them (RFC 2387).

    ``metadata`` is what a provider repeats when it tells what has become of the letter.
    """

    mixed_subtype = "related"
    metadata: Mapping[str, str]

    def message(self, **policy: Any) -> Any:
        """Return it as it travels, its parts divided by what comes nowhere in them.

        The email package would look through all of them for that, pictures and all.
        """
        whole = super().message(**policy)
        for part in whole.walk():
            if part.is_multipart():
                part.set_boundary(f"={uuid4().hex}=")
        return whole


class SmtpConnection:
    """A connection to the mail server that is kept from letter to letter."""

    def __init__(self) -> None:
        self._kept: BaseEmailBackend | None = None
        self._letters = 0

    def ensure_open(self) -> BaseEmailBackend:
        """Return the connection, a new one where there is none or it has carried enough."""
        if self._letters == LETTERS_OF_A_LINE:
            self.close()
        if self._kept is None:
            self._kept = get_connection()
            self._kept.open()  # one that fails half-way, as without STARTTLS, is closed like others
        self._letters += 1
        return self._kept

    @property
    def is_reused(self) -> bool:
        """Whether the connection had carried another letter before its last one."""
        return self._letters > 1

    def close(self) -> None:
        """Hang up; the next letter takes a new connection."""
        kept, self._kept, self._letters = self._kept, None, 0
        if kept is not None:
            with suppress(OSError):
                kept.close()


def send_letter(letter: Letter, delivery: Delivery, line: SmtpConnection) -> None:
    """Send one letter over a line.

    :raises UndeliverableError: when it was not accepted.
    """
    try:
        _send_or_redial(build_envelope(letter, delivery), line)
    except UndeliverableError:
        line.close()  # whatever state it was left in
        raise


def _send_or_redial(envelope: Envelope, line: SmtpConnection) -> None:
    try:
        _send_envelope(envelope, line)
    except HangUpError:
        if not line.is_reused:
            raise
        # Many servers hang up after a letter, or after a while: that is no failure. If it had been
        # taken in that moment, it comes twice, under the same Message-ID.
        line.close()
        _send_envelope(envelope, line)


def _send_envelope(envelope: Envelope, line: SmtpConnection) -> None:
    try:
        envelope.connection = line.ensure_open()
    except OSError as error:  # all of smtplib's and of requests' are
        raise HostError(f"{type(error).__name__}: {error}", reached=False) from error
    try:
        envelope.send()
    except smtplib.SMTPRecipientsRefused as error:
        (answer,) = error.recipients.values()
        raise _recipient_refusal(*answer) from error
    except smtplib.SMTPResponseException as error:
        raise _server_refusal(error.smtp_code, "refused") from error
    except AnymailRecipientsRefused as error:
        raise AddressRefusedError(f"refused ({type(error).__name__})") from error
    except AnymailInvalidAddress as error:  # it may be that of the sender
        raise UndeliverableError(f"refused ({type(error).__name__})", permanent=True) from error
    except AnymailAPIError as error:
        raise _provider_refusal(error.status_code or 0) from error
    except smtplib.SMTPNotSupportedError as error:  # such as letters beyond ASCII in an address
        raise UndeliverableError(f"{type(error).__name__}: {error}", permanent=False) from error
    except OSError as error:
        raise _connection_failure(error) from error


def _connection_failure(error: OSError) -> HostError:
    """Tell a server that has hung up from one that is silent and may be at the letter still."""
    sentence = f"{type(error).__name__}: {error}"
    # smtplib closes the connection after a timeout and calls that disconnected, too.
    is_silent = isinstance(error.__context__, TimeoutError)
    has_hung_up = isinstance(error, smtplib.SMTPServerDisconnected | ConnectionError)
    return HangUpError(sentence) if has_hung_up and not is_silent else HostError(sentence)


def _recipient_refusal(code: int, reply: bytes) -> UndeliverableError:
    if refusals.is_address_refused(code, reply):
        return AddressRefusedError(f"address refused ({code})")
    return _server_refusal(code, "address refused")


def _server_refusal(code: int, how: str) -> UndeliverableError:
    """Say what a server has said of a letter, or, hanging up, of itself."""
    if code == HANGING_UP:
        return HangUpError(f"{how} ({code})", reached=False)
    return UndeliverableError(f"{how} ({code})", permanent=code in PERMANENT)


def _provider_refusal(code: int) -> UndeliverableError:
    if code in OUT_OF_ORDER:
        return HostError(f"refused ({code})", reached=not code or code in PERMANENT)
    return UndeliverableError(f"refused ({code})", permanent=code in REFUSALS)


def build_envelope(letter: Letter, delivery: Delivery) -> Envelope:
    """Build the message: text, HTML and inline pictures, with the headers of an automatic mail."""
    message = Envelope(
        subject=_to_one_line(letter.subject),
        body=letter.text,
        from_email=settings.MAIL_FROM,
        to=[delivery.address],
        headers=_letter_headers(letter, delivery),
    )
    message.metadata = {"delivery": delivery.message_name}
    message.attach_alternative(letter.html, "text/html")
    for picture in letter.pictures:
        message.attach(_inline_image(picture))
    return message


def _inline_image(picture: Picture) -> MIMENonMultipart:
    part = MIMENonMultipart("image", "png")
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(encodebytes(picture.png).decode("ascii"))
    part.add_header("Content-ID", f"<{picture.cid}>")
    part.add_header("Content-Disposition", "inline", filename=f"{picture.cid}.png")
    return part


def _to_one_line(words: str) -> str:
    """Keep what people have named from breaking out of a header."""
    visible = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(visible.split())


def _letter_headers(letter: Letter, delivery: Delivery) -> dict[str, str]:
    return {
        "Message-ID": f"<{delivery.message_name}@{settings.SITE_HOST}>",
        "Reply-To": letter.reply_to or f"no-reply@{settings.SITE_HOST}",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": letter.language,
        **letter.headers,
        **_thread_headers(letter.thread, letter.in_reply_to),
        **_unsubscribe_headers(letter.unsubscribe),
    }


def _thread_headers(thread: str, answered: str) -> dict[str, str]:
    """Return the headers by which mail programs find what a letter belongs to (RFC 5322)."""
    root = f"<{thread}@{settings.SITE_HOST}>" if thread else ""
    names = [name for name in (root, answered) if name]
    return {"In-Reply-To": names[-1], "References": " ".join(names)} if names else {}


def _unsubscribe_headers(url: str) -> dict[str, str]:
    if not url:
        return {}
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
