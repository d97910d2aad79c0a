"""The addresses at which letters are answered: each is good for one reader and one thing asked.

The local part holds a token of 55 letters, which are 34 bytes: what the letter is about, and 128
bits of an HMAC over it. Its key is made of SECRET_KEY, the person, and a round that they can renew,
so that the database alone forges nothing.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Person
from mail.redaction import REPLY_TOKEN

FORMAT = 1
SIZES = (1, 4, 6, 4, 3)  # bytes of format and purpose, person, about, version, hours
TAG_BYTES = 16
HOUR = 3600
FIND = "SELECT * FROM accounts_person WHERE id = %s"
NOBODY = -1  # no person has this round


class Purpose(IntEnum):
    """What kind of letter is answered, and so what its number ``about`` is the key of."""

    DECISION = 1
    SEAT = 2
    PREVIEW = 3
    TABLE = 4
    ACCOUNT = 5
    OFFER = 6  # to the seat ``about``
    REQUEST = 7  # for a seat, to the host
    WORDS = 8  # at the table ``about``, read up to the remark ``version``
    MEASURE = 9  # the intervention ``about``: an answer is an appeal


KINDS = {FORMAT << 4 | purpose: purpose for purpose in Purpose}  # the first byte


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyTopic:
    """What an address stands for. ``version`` is that of the game when the letter was written, and
    0 where there is no game; ``expires_at`` counts in whole hours."""

    purpose: Purpose
    person_id: int
    about: int = 0
    version: int = 0
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        """Whether an answer comes too late to count."""
        return now >= self.expires_at


def write_reply_address(topic: ReplyTopic, person: Person) -> str:
    """Return the address for answers of ``person``, "" where letters cannot be answered.

    :raises OverflowError: if a number of ``topic`` is too large for an address.
    """
    if not settings.REPLY_ADDRESS:
        return ""
    local, _at, domain = settings.REPLY_ADDRESS.rpartition("@")
    token = _write_token(topic, person.reply_round)
    return f"{local}+{token}@{domain}" if local else f"{token}@{domain}"


def read_reply_token(token: str) -> ReplyTopic | None:
    """Return what a token stands for, expired or not; ``None`` if it is none of ours, or of an
    account that is closed and does not appeal."""
    reader = find_token_reader(token)
    return reader[0] if reader else None


def find_token_reader(token: str) -> tuple[ReplyTopic, Person] | None:
    """Return what a token stands for, expired or not, and the person who may use it; ``None`` if it
    is none of ours, or of an account that is closed and does not appeal."""
    raw = _decode(token.lower())
    if raw is None:
        return None
    payload, tag = raw[:-TAG_BYTES], raw[-TAG_BYTES:]
    person_id = int.from_bytes(payload[1:5])
    # Each mail asks twice, and Django takes longer to write this query than PostgreSQL to answer.
    person = next(iter(Person.objects.raw(FIND, [person_id])), None)
    # Nothing of the payload is believed before its tag is checked, and the check takes as long for
    # somebody who does not exist.
    is_ours = _has_tag(payload, tag, person_id, _reply_round(person))
    topic = _unpack(payload) if is_ours else None
    if topic is None or person is None:
        return None
    may_answer = person.is_active or topic.purpose == Purpose.MEASURE
    return (topic, person) if may_answer else None


def find_token_person(token: str) -> int | None:
    """Return the number of the person who may use a token; ``None`` if it is none of ours, or of
    an account that is closed."""
    topic = read_reply_token(token)
    return topic.person_id if topic else None


def _write_token(topic: ReplyTopic, reply_round: int) -> str:
    payload = _pack(topic)
    raw = payload + _tag(payload, topic.person_id, reply_round, settings.SECRET_KEY)
    return base64.b32encode(raw).decode().rstrip("=").lower()


def _decode(token: str) -> bytes | None:
    if not REPLY_TOKEN.fullmatch(token):
        return None
    try:
        raw = base64.b32decode(token.upper() + "=")
    except binascii.Error:
        return None
    # The last letter has bits to spare, and only one way of writing a token is ours.
    return raw if base64.b32encode(raw).decode().rstrip("=").lower() == token else None


def _pack(topic: ReplyTopic) -> bytes:
    kind = FORMAT << 4 | topic.purpose
    hours = math.ceil(topic.expires_at.timestamp() / HOUR)
    numbers = (kind, topic.person_id, topic.about, topic.version, hours)
    return b"".join(number.to_bytes(size) for number, size in zip(numbers, SIZES, strict=True))


def _unpack(payload: bytes) -> ReplyTopic | None:
    kind, person_id, about, version, hours = _numbers(payload)
    if kind not in KINDS:
        return None
    expires_at = datetime.fromtimestamp(hours * HOUR, UTC)
    return ReplyTopic(
        purpose=KINDS[kind],
        person_id=person_id,
        about=about,
        version=version,
        expires_at=expires_at,
    )


def _numbers(payload: bytes) -> Iterable[int]:
    for size in SIZES:
        yield int.from_bytes(payload[:size])
        payload = payload[size:]


def _reply_round(person: Person | None) -> int:
    return NOBODY if person is None else person.reply_round


def _has_tag(payload: bytes, tag: bytes, person_id: int, reply_round: int) -> bool:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    tags = [_tag(payload, person_id, reply_round, secret) for secret in secrets]
    return any([constant_time_compare(tag, one) for one in tags])


def _tag(payload: bytes, person_id: int, reply_round: int, secret: str) -> bytes:
    salt = f"accounts.reply_address.{person_id}.{reply_round}."
    return salted_hmac(salt, payload, secret=secret, algorithm="sha256").digest()[:TAG_BYTES]
