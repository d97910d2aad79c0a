"""Mails that a mail provider brings by its webhook, as anymail reads them.

Providers call once for a mail or once for each of its recipients, and again when no answer came, at
times by another number: so a mail that has a Message-ID is named as at other doors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, EmailPolicy
from typing import Any

import structlog
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent
from django.conf import settings

from inbox import heads, store
from inbox.authors import domain_of, read_author
from inbox.dmarc import Alignment
from inbox.models import IncomingMail
from inbox.reading.message import MAX_HEADER_CHARS, TOLERANT
from inbox.store import MailEnvelope, TooLargeError
from inbox.waiting_rooms import TooManyError
from mail import clock

AS_WRITTEN = SMTP.clone(refold_source="none", cte_type="8bit")
# Amazon alone applies DMARC. What others say of SPF and DKIM may be of any domain, or stands in
# fields that the author can write as well: there the signature is checked when the mail is handled.
DMARC = {"PASS": "pass", "FAIL": "fail"}

log = structlog.get_logger()


class HeadOnlyMessage(AnymailInboundMessage):  # type: ignore[misc]  # anymail has no types
    """A mail of which the head alone is taken apart, and kept ``raw`` where its provider has it
    so."""

    raw = b""

    def __init__(self, policy: EmailPolicy = TOLERANT) -> None:
        super().__init__(policy)

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value if len(str(value)) <= MAX_HEADER_CHARS else "")

    @classmethod
    def parse_raw_mime(cls, text: str) -> HeadOnlyMessage:
        """Return the mail of a text."""
        return cls.parse_raw_mime_bytes(text.encode())

    @classmethod
    def parse_raw_mime_bytes(cls, raw: bytes) -> HeadOnlyMessage:
        """Return the mail of these bytes."""
        message = BytesParser(cls, policy=TOLERANT).parsebytes(raw, headersonly=True)
        assert isinstance(message, cls)
        message.raw = raw
        return message

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> HeadOnlyMessage:
        """Return the mail of these pieces, of which no more are fetched than may be stored."""
        raw = bytearray()
        for chunk in chunks:
            raw += chunk
            if len(raw) > store.MAX_BYTES:
                break
        return cls.parse_raw_mime_bytes(bytes(raw))


def take_heads_only(view: type) -> None:
    """Let a webhook of anymail take apart no more of a mail than its head.

    Its own class takes all apart, with the library's parser: that may take minutes for a mail that
    somebody has made for it, and a field alone does it.
    """
    for base in view.__mro__:
        module = vars(sys.modules[base.__module__])
        if "AnymailInboundMessage" in module:
            module["AnymailInboundMessage"] = HeadOnlyMessage


@dataclass(frozen=True, slots=True)
class ProviderMail:
    """A mail from a provider: as it came, how to each of our addresses, and what it is called
    where it has no Message-ID."""

    raw: bytes
    envelopes: tuple[MailEnvelope, ...]
    event_id: str


def handle_inbound_event(event: AnymailInboundEvent, **_sent: Any) -> None:
    """Store a mail for each of our addresses that it goes to, before the provider is answered.

    :raises TooManyError: if there is no room for it at one of them.
    """
    mail, now, full = read_event(event), clock.now(), None
    for envelope in mail.envelopes:
        event_id = mail.event_id and f"{mail.event_id} {envelope.recipient}"
        try:
            is_new = store.store_mail(
                mail.raw, envelope, IncomingMail.Door.WEBHOOK, now=now, event_id=event_id
            )
        except TooLargeError:  # which it will be the next time, too
            log.warning("mail too large", door="webhook", size=len(mail.raw))
        except TooManyError as error:  # at the next address there may be
            log.warning("mail not stored, too many wait", door="webhook")
            full = error
        else:
            log.info("mail stored", door="webhook", size=len(mail.raw), is_new=is_new)
    if not mail.envelopes:
        log.info("mail to none of our addresses", door="webhook", size=len(mail.raw))
    if full is not None:
        raise full


def read_event(event: AnymailInboundEvent) -> ProviderMail:
    """Return the mail of an event. Whatever it raises, the event makes no sense."""
    message = event.message
    sender = _envelope_sender(message)
    verdict = _read_verdict(event.esp_event, message, sender)
    found = heads.find_recipients(message, str(message.envelope_recipient or ""))
    return ProviderMail(
        raw=message.raw or message.as_bytes(policy=AS_WRITTEN),
        envelopes=tuple(MailEnvelope(recipient=to, sender=sender, verdict=verdict) for to in found),
        event_id="" if message["Message-ID"] else str(event.event_id or ""),
    )


def _envelope_sender(message: Any) -> str:
    told = message.envelope_sender
    return heads.find_sender(message) if told is None else heads.read_address(str(told))


def _read_verdict(esp_event: Any, message: EmailMessage, sender: str) -> str:
    """Return what the provider says of the author: "pass" only where their domain has sent it."""
    if settings.ANYMAIL_PROVIDER != "amazon_ses" or not isinstance(esp_event, Mapping):
        return ""
    receipt = esp_event.get("receipt", {})
    found = DMARC.get(_status(receipt, "dmarcVerdict"), "")
    is_sent = _status(receipt, "spfVerdict") == "PASS" and _is_own(sender, message)
    return "signed" if found == "pass" and not is_sent else found


def _status(receipt: Mapping[str, Any], name: str) -> str:
    return str(receipt.get(name, {}).get("status"))


def _is_own(sender: str, message: EmailMessage) -> bool:
    """Whether the domain that sent a mail speaks for its author."""
    alignment = Alignment(domain_of(read_author(message)))
    return bool(sender) and alignment.takes_sender(domain_of(sender))
