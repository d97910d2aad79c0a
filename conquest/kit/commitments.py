"""Commitments: hashes of what is fixed and still secret, in one chain that anybody can check."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from conquest.core import Fault, RuleSet
from conquest.kit import codec
from conquest.kit.chain import START, Walk

SEED, EARLIER, KEY, SET_UP = "seed", "earlier seed", "key", "set-up"
Kind: TypeAlias = Literal["seed", "earlier seed", "key", "set-up"]
_canonical = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of the chain: its ``number`` from 1, ``at`` which instant (ISO 8601, UTC), the
    number of the ``game``, the ``kind`` of what is committed, and the ``commitment``.

    A set-up is that of a ``seat`` and of the event ``seq``; all else has "" and 0 there.
    """

    number: int
    at: str
    game: int
    kind: str
    commitment: str
    seat: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Linked:
    """An entry with its link: the hash of the link before and of the entry."""

    entry: Entry
    link: str

    @property
    def line(self) -> str:
        """The entry and its link as a line of JSON."""
        return _canonical.encode({**asdict(self.entry), "link": self.link}).decode()


def link(previous: str, entry: Entry) -> str:
    """Hash an entry onto the chain: SHA-256 over the link before (``START`` for the first), as
    text, and the entry as JSON with sorted keys and without blanks. 64 hexadecimal digits."""
    return hashlib.sha256(previous.encode() + _canonical.encode(asdict(entry))).hexdigest()


def read(text: str) -> tuple[Linked, ...]:
    """Read a chain from its lines, from its beginning on.

    :raises Fault: naming the first entry that is none or does not follow from those before.
    """
    found = tuple(_read(number, line) for number, line in enumerate(text.splitlines(), start=1))
    if broken := walk(found).broken:
        raise Fault(f"the chain of commitments is broken at its entry {broken}")
    return found


def _read(number: int, line: str) -> Linked:
    told = codec.read_json(line)
    link = told.pop("link", None) if isinstance(told, dict) else None
    try:
        return Linked(msgspec.convert(told, Entry, strict=True), str(link))
    except msgspec.ValidationError as error:
        raise Fault(f"entry {number} of the chain cannot be read: {error}") from error


def walk(found: Iterable[Linked]) -> Walk:
    """Return how far entries follow from one another without a gap."""
    head, length = START, 0
    for one in found:
        head = link(head, one.entry)
        if (one.entry.number, one.link) != (length + 1, head):
            return Walk(length, head, length + 1)
        length += 1
    return Walk(length, head)


def of_bytes(secret: bytes) -> str:
    """Return the commitment to a seed or a key: its SHA-256 in 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def of_order(salt: bytes, order: str) -> str:
    """Return the commitment to an order that is secret: SHA-256 over the salt and its text."""
    return of_bytes(salt + order.encode())


def of_standing(salt: bytes, seat: str, text: str) -> str:
    """Return the commitment to standing orders: SHA-256 over the salt, whose they are, and they."""
    return of_order(salt, f"{seat}\n{text}")


def hidden_order(rules: RuleSet[Any, Any, Any], event: Any) -> str:
    """Return the order behind an event if the public may not know it, else ""."""
    order: str = getattr(event, "order", "")
    return order if order and not rules.knowledge.witness(event, None).order else ""
