"""The hash chain of a game's events: each link is a hash of the one before and the event."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from conquest.kit import codec

START = "0" * 64  # in place of a hash before the first link
# sorted keys: one event has one encoding, so that anybody can compute its hash again
_canonical = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True)
class ChainLink:
    """An event on the chain: its number from 1, its kind and data as plain JSON, its hash."""

    seq: int
    kind: str
    data: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """How far a chain is intact: its ``length``, the last hash, and the number of the first link
    that does not fit, ``None`` where all do."""

    length: int
    head: str
    broken: int | None = None


def chain_links(events: Iterable[Any], *, head: str = "", after: int = 0) -> Iterator[ChainLink]:
    """Yield the links of events that follow link number ``after``, whose hash is ``head``."""
    head = head or START
    for seq, event in enumerate(events, start=after + 1):
        kind, data = codec.pack_event(event)
        head = hash_link(head, seq, kind, data)
        yield ChainLink(seq, kind, data, head)


def check_links(links: Iterable[ChainLink]) -> ChainCheck:
    """Return how far links follow from one another, without a gap."""
    head, length = START, 0
    for link in links:
        head = hash_link(head, link.seq, link.kind, link.data)
        if (link.seq, link.hash) != (length + 1, head):
            return ChainCheck(length, head, length + 1)
        length += 1
    return ChainCheck(length, head)


def hash_link(previous: str, seq: int, kind: str, data: dict[str, Any]) -> str:
    """Return the hash of one event and of the link before it.

    ``previous`` is the hash before (``START`` for the first), ``seq`` counts from 1,
    ``data`` is the event as plain JSON. Returns 64 hexadecimal digits (SHA-256).
    """
    body = _canonical.encode([previous, seq, kind, data])
    return hashlib.sha256(body).hexdigest()
