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
class DrawnNumber:
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
class ProofResult:
    """What came of checking a record: the ``fault`` that was found, "" if none; how much of what
    was checked; and all that was opened and drawn."""

    fault: str
    seed: str
    commitment: str
    key_commitment: str
    words: tuple[str, ...]
    numbers: tuple[DrawnNumber, ...]
    set_ups: tuple[SecretSetUp, ...]
    events: int
    chain: str


def check_record(game: Game, seats: Iterable[Seat]) -> ProofResult:
    """Check the record of a game that is over, once for each version of it: a long one takes a
    while, and anybody can ask again and again."""
    key = f"proof-{game.pk}-{game.version}-{game.status}"
    found: ProofResult | None = caches["records"].get(key)
    if found is None:
        found = _run_check(game, seats)
        caches["records"].set(key, found)
    return found


def _run_check(game: Game, seats: Iterable[Seat]) -> ProofResult:
    read = record.read_record(export.write_record(game, seats))
    try:
        return _build_result(read, record.prove_record(game.rules, read))
    except Fault as fault:
        return _build_result(read, None, str(fault))


def _build_result(read: GameRecord, proven: record.Proof | None, fault: str = "") -> ProofResult:
    head = read.head
    return ProofResult(
        fault=fault,
        seed=head["Seed"],
        commitment=head["Commitment"],
        key_commitment=head.get("KeyCommitment", ""),
        words=proven.opened.words if proven else (),
        numbers=tuple(_drawn_number(draw) for draw in proven.draws) if proven else (),
        set_ups=proven.set_ups if proven else (),
        events=len(read.links),
        chain=head["Chain"],
    )


def _drawn_number(draw: NumberDraw) -> DrawnNumber:
    digits = f"{draw.whole:0{HEX_DIGITS}x}"[:SHOWN_DIGITS]
    drawn = None if draw.below is None else draw.drawn_number
    return DrawnNumber(draw.message, digits, draw.below, drawn, draw.seq, draw.order)
