"""Puts a letter into its envelope and hands it to the mail server: the only place that sends."""

from __future__ import annotations

import smtplib
from email.mime.image import MIMEImage

from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from mail.letters import Letter
from mail.models import Delivery

PERMANENT = range(500, 600)
REFUSALS = {400, 413, 422}  # a provider's answers that no second try will change


class UndeliverableError(Exception):
    """The mail server did not take the letter; ``permanent`` says whether to try again."""

    def __init__(self, sentence: str, *, permanent: bool) -> None:
        super().__init__(sentence)
        self.permanent = permanent


class Envelope(EmailMultiAlternatives):
    """Text and HTML side by side, and the pictures that belong to them (RFC 2387)."""

    mixed_subtype = "related"


def send(letter: Letter, delivery: Delivery) -> None:
    """Send one letter.

    :raises UndeliverableError: when it was not accepted.
    """
    envelope = enclose(letter, delivery)
    try:
        envelope.send()
    except smtplib.SMTPRecipientsRefused as error:
        code = max((status for status, _ in error.recipients.values()), default=0)
        raise UndeliverableError(
            f"address refused ({code})", permanent=code in PERMANENT
        ) from error
    except smtplib.SMTPResponseException as error:
        permanent = error.smtp_code in PERMANENT and not isinstance(
            error, smtplib.SMTPAuthenticationError
        )
        raise UndeliverableError(f"refused ({error.smtp_code})", permanent=permanent) from error
    except (AnymailRecipientsRefused, AnymailInvalidAddress) as error:
        raise UndeliverableError(f"refused ({type(error).__name__})", permanent=True) from error
    except AnymailAPIError as error:
        code = error.status_code or 0
        raise UndeliverableError(f"refused ({code})", permanent=code in REFUSALS) from error
    except (OSError, smtplib.SMTPException) as error:
        raise UndeliverableError(f"{type(error).__name__}: {error}", permanent=False) from error


def enclose(letter: Letter, delivery: Delivery) -> Envelope:
    """Build the message: text, HTML and inline pictures, with the headers of an automatic mail."""
    message = Envelope(
        subject=_one_line(letter.subject),
        body=letter.text,
        from_email=settings.MAIL_FROM,
        to=[delivery.address],
        headers=_headers(letter, delivery),
    )
    message.attach_alternative(letter.html, "text/html")
    for picture in letter.pictures:
        part = MIMEImage(picture.png, "png")
        part.add_header("Content-ID", f"<{picture.cid}>")
        part.add_header("Content-Disposition", "inline", filename=f"{picture.cid}.png")
        message.attach(part)
    return message


def _one_line(words: str) -> str:
    """Keep what people have named from breaking out of a header."""
    visible = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(visible.split())


def _headers(letter: Letter, delivery: Delivery) -> dict[str, str]:
    headers = {
        "Message-ID": f"<delivery-{delivery.pk}@{settings.SITE_HOST}>",
        "Reply-To": f"no-reply@{settings.SITE_HOST}",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": letter.language,
        **letter.headers,
    }
    if letter.thread:
        root = f"<{letter.thread}@{settings.SITE_HOST}>"
        headers |= {"In-Reply-To": root, "References": root}
    if letter.unsubscribe:
        headers |= {
            "List-Unsubscribe": f"<{letter.unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers
