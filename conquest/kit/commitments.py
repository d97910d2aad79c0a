"""Commitments: hashes of secrets that are already fixed, in one chain that anybody can check."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

import msgspec

from conquest.core import Fault, RuleSet
from conquest.kit import codec
from conquest.kit.chain import START, ChainCheck

SEED, EARLIER, KEY, SET_UP = "seed", "earlier seed", "key", "set-up"
Kind: TypeAlias = Literal["seed", "earlier seed", "key", "set-up"]
NO_GAME = 0  # in place of the number of a game that is not told
_canonical = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitmentEntry:
    """An entry of the chain: its ``number`` from 1, the time ``at`` which it was made (ISO 8601,
    UTC), the number of the ``game``, the ``kind`` of secret, and the ``commitment`` to it.

    A set-up has a ``seat`` and the event ``seq``; all other kinds have "" and 0 there. A blind
    entry, to a set-up of a private game, tells neither these nor the game nor the time of day.
    """

    number: int
    at: str
    game: int
    kind: str
    commitment: str
    seat: str = ""
    seq: int = 0


def blind_entry(entry: CommitmentEntry) -> CommitmentEntry:
    """Return an entry that tells of its secret no more than the hash and the day."""
    midnight = f"{entry.at[:10]}T00:00:00.000000Z"
    return replace(entry, at=midnight, game=NO_GAME, seat="", seq=0)


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry with its link: the hash of the link before and of the entry."""

    entry: CommitmentEntry
    link: str

    @property
    def json_line(self) -> str:
        """The entry and its link as a line of JSON."""
        return _canonical.encode({**asdict(self.entry), "link": self.link}).decode()


def hash_entry(previous: str, entry: CommitmentEntry) -> str:
    """Return the link of an entry: SHA-256 over the link before (``START`` for the first), as
    text, and the entry as JSON with sorted keys and without blanks, in 64 hexadecimal digits."""
    return hashlib.sha256(previous.encode() + _canonical.encode(asdict(entry))).hexdigest()


def read_chain(text: str) -> tuple[ChainedEntry, ...]:
    """Read a chain from its lines, from its beginning on.

    :raises Fault: naming the first entry that is invalid or does not follow from those before.
    """
    entries = tuple(
        _read_entry(number, line) for number, line in enumerate(text.splitlines(), start=1)
    )
    if broken := check_entries(entries).broken:
        raise Fault(f"the chain of commitments is broken at its entry {broken}")
    return entries


def _read_entry(number: int, line: str) -> ChainedEntry:
    data = codec.read_json(line)
    link = data.pop("link", None) if isinstance(data, dict) else None
    try:
        return ChainedEntry(msgspec.convert(data, CommitmentEntry, strict=True), str(link))
    except msgspec.ValidationError as error:
        raise Fault(f"entry {number} of the chain cannot be read: {error}") from error


def check_entries(entries: Iterable[ChainedEntry]) -> ChainCheck:
    """Return how far entries follow from one another without a gap."""
    head, length = START, 0
    for chained in entries:
        head = hash_entry(head, chained.entry)
        if (chained.entry.number, chained.link) != (length + 1, head):
            return ChainCheck(length, head, length + 1)
        length += 1
    return ChainCheck(length, head)


def hash_secret(secret: bytes) -> str:
    """Return the commitment to a seed or a key: its SHA-256 in 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def hash_order(salt: bytes, order: str) -> str:
    """Return the commitment to a secret order: SHA-256 over the salt and the text of the order."""
    # few set-ups are possible: without a salt, trying them all would find the one committed to
    return hash_secret(salt + order.encode())


def hash_standing_orders(salt: bytes, seat: str, text: str) -> str:
    """Return the commitment to standing orders: SHA-256 over the salt, the seat and the text."""
    return hash_order(salt, f"{seat}\n{text}")


def hidden_order(rules: RuleSet[Any, Any, Any], event: Any) -> str:
    """Return the order that caused an event if the public may not know it, else ""."""
    order: str = getattr(event, "order", "")
    return order if order and not rules.knowledge.witness(event, None).order else ""
