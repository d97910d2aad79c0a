"""The proof of a finished game: its record, checked in the same way as anybody can check it."""

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
    """A random number of the game: the first hexadecimal ``digits`` of the whole number, the bound
    that it is ``below`` (``None`` if the whole number counts), and the number ``drawn``.

    ``message`` names the draw; ``seq`` and ``order`` tell for what it was.
    """

    message: str
    digits: str
    below: int | None
    drawn: int | None
    seq: int
    order: str

    @property
    def is_lot(self) -> bool:
        """Whether it is a lot that gave a person their seat."""
        return not self.message.isdigit()


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The result of checking a record: the ``fault`` that was found, "" if none; how much was
    checked; and all secrets and numbers that it discloses."""

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
    """Check the record of a finished game."""
    # Once for each version: a long game takes a while, and anybody can ask again and again.
    key = f"proof-{game.pk}-{game.version}-{game.status}"
    result: ProofResult | None = caches["records"].get(key)
    if result is None:
        result = _run_check(game, seats)
        caches["records"].set(key, result)
    return result


def _run_check(game: Game, seats: Iterable[Seat]) -> ProofResult:
    # The file that the page offers for download is checked, not the rows of the database.
    parsed = record.read_record(export.write_record(game, seats))
    try:
        return _build_result(parsed, record.prove_record(game.rules, parsed))
    except Fault as fault:
        return _build_result(parsed, None, str(fault))


def _build_result(parsed: GameRecord, proven: record.Proof | None, fault: str = "") -> ProofResult:
    head = parsed.head
    return ProofResult(
        fault=fault,
        seed=head["Seed"],
        commitment=head["Commitment"],
        key_commitment=head.get("KeyCommitment", ""),
        words=proven.opened.words if proven else (),
        numbers=tuple(_drawn_number(draw) for draw in proven.draws) if proven else (),
        set_ups=proven.set_ups if proven else (),
        events=len(parsed.links),
        chain=head["Chain"],
    )


def _drawn_number(draw: NumberDraw) -> DrawnNumber:
    digits = f"{draw.whole:0{HEX_DIGITS}x}"[:SHOWN_DIGITS]
    drawn = None if draw.below is None else draw.drawn_number
    return DrawnNumber(draw.message, digits, draw.below, drawn, draw.seq, draw.order)
