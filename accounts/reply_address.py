"""The addresses at which people answer our letters: each acts for one person, about one thing.

A token stands in the local part: what it is about, until when it is good, and 128 bits of an HMAC
that only this site can make. The whole local part has at most 64 octets, in small letters, since
mail programs may change the case.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import Person

# Bytes of the purpose, the person, what it is about, the version of the game, hours since 1970.
WIDTHS = (1, 4, 6, 4, 3)
MAC_BYTES = 16
EPOCH, HOUR = datetime(1970, 1, 1, tzinfo=UTC), timedelta(hours=1)


class Purpose(IntEnum):
    """What an address is about: a decision, a seat, a preview, a table, or its person alone."""

    DECISION = 1
    SEAT = 2
    PREVIEW = 3
    TABLE = 4
    ACCOUNT = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyTopic:
    """What a reply is about: the number ``about`` of the row, as it was at ``version`` of its
    game."""

    purpose: Purpose
    person_id: int
    about: int = 0
    version: int = 0
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        return now >= self.expires_at


def write_reply_address(topic: ReplyTopic, person: Person) -> str:
    """Return the address at which a person can answer, "" if letters cannot be answered."""
    if not settings.REPLY_ADDRESS:
        return ""
    hours = (topic.expires_at - EPOCH) // HOUR
    numbers = (topic.purpose, topic.person_id, topic.about, topic.version, hours)
    body = b"".join(n.to_bytes(width) for n, width in zip(numbers, WIDTHS, strict=True))
    token = base64.b32encode(body + _sign(body, person, settings.SECRET_KEY))
    local, _at, domain = settings.REPLY_ADDRESS.rpartition("@")
    prefix = f"{local}+" if local else ""
    return f"{prefix}{token.decode().rstrip('=').lower()}@{domain}"


def find_reply_token(recipients: Iterable[str]) -> str | None:
    """Return the token of the first address that is shaped like one of ours."""
    prefix, _at, domain = settings.REPLY_ADDRESS.lower().rpartition("@")
    for address in recipients:
        local, _at, host = address.strip().lower().rpartition("@")
        token = local.removeprefix(f"{prefix}+") if prefix else local
        if domain and host == domain and token and (token != local or not prefix):
            return token
    return None


def read_reply_token(token: str) -> ReplyTopic | None:
    """Return what a token of ours is about, None for any other."""
    try:
        raw = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except (binascii.Error, ValueError):
        return None
    if len(raw) != sum(WIDTHS) + MAC_BYTES:
        return None
    purpose, person_id, about, version, hours = _read_numbers(raw)
    person = Person.objects.filter(pk=person_id).first()
    if person is None or not _is_signed(raw, person):
        return None
    expires_at = EPOCH + hours * HOUR
    return ReplyTopic(
        purpose=Purpose(purpose),
        person_id=person_id,
        about=about,
        version=version,
        expires_at=expires_at,
    )


def _read_numbers(raw: bytes) -> Iterator[int]:
    start = 0
    for width in WIDTHS:
        yield int.from_bytes(raw[start : start + width])
        start += width


def _is_signed(raw: bytes, person: Person) -> bool:
    body, mac = raw[:-MAC_BYTES], raw[-MAC_BYTES:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(mac, _sign(body, person, key)) for key in keys)


def _sign(body: bytes, person: Person, key: str) -> bytes:
    """Return the mark that only this site can make for a person."""
    salt = f"accounts.reply{person.pk}"
    return salted_hmac(salt, body, secret=key, algorithm="sha256").digest()[:MAC_BYTES]
