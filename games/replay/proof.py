"""The proof of a game that is over: its record, checked as anybody can check it at home."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import caches

from conquest.core import Fault
from conquest.kit import record
from conquest.kit.disclosure import SecretSetUp
from conquest.kit.record import GameRecord, NumberDraw
from games.models import Game, Seat
from games.replay import export

HEX_DIGITS = 64
SHOWN_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was drawn: the first hexadecimal ``digits`` of the whole one, ``below`` what
    it is (``None`` where the whole one counts), what was ``drawn``, and for what."""

    message: str
    digits: str
    below: int | None
    drawn: int | None
    seq: int
    order: str

    @property
    def is_lot(self) -> bool:
        """Whether it gave somebody his seat."""
        return not self.message.isdigit()


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking a record: the ``fault`` that was found, "" if none; how much of what
    was checked; and all that was opened and drawn."""

    fault: str
    seed: str
    commitment: str
    key_commitment: str
    words: tuple[str, ...]
    numbers: tuple[Number, ...]
    set_ups: tuple[SecretSetUp, ...]
    events: int
    chain: str


def proof(game: Game, seats: Iterable[Seat]) -> Checked:
    """Check the record of a game that is over, once for each version of it: a long one takes a
    while, and anybody can ask again and again."""
    key = f"proof-{game.pk}-{game.version}-{game.status}"
    found: Checked | None = caches["records"].get(key)
    if found is None:
        found = _checked(game, seats)
        caches["records"].set(key, found)
    return found


def _checked(game: Game, seats: Iterable[Seat]) -> Checked:
    read = record.read_record(export.write(game, seats))
    try:
        return _told(read, record.prove_record(game.rules, read))
    except Fault as fault:
        return _told(read, None, str(fault))


def _told(read: GameRecord, proven: record.Proof | None, fault: str = "") -> Checked:
    head = read.head
    return Checked(
        fault=fault,
        seed=head["Seed"],
        commitment=head["Commitment"],
        key_commitment=head.get("KeyCommitment", ""),
        words=proven.opened.words if proven else (),
        numbers=tuple(_number(draw) for draw in proven.draws) if proven else (),
        set_ups=proven.set_ups if proven else (),
        events=len(read.links),
        chain=head["Chain"],
    )


def _number(draw: NumberDraw) -> Number:
    digits = f"{draw.whole:0{HEX_DIGITS}x}"[:SHOWN_DIGITS]
    drawn = None if draw.below is None else draw.drawn_number
    return Number(draw.message, digits, draw.below, drawn, draw.seq, draw.order)
