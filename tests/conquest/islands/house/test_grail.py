"""All of the grail in one turn: what is found wins, and what an answer would stop is not found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.core import blind
from conquest.islands.house.grail import conquest_of_grail
from conquest.islands.house.muster import muster
from conquest.rulesets.conquest import RULES

FAR = {"W21": "west S", "W22": "west S", "N21": "north S", "N22": "north S", "E21": "east S"}
NEARLY = {"G1": "south S", "G2": "south S", "G3": "south S"}


def found(pieces: dict[str, str], **rest: Any) -> list[str] | None:
    """Return where South's moves for the whole grail end, None if there are none."""
    position = {"turn": "south", "number": 9, "pieces": FAR | pieces} | rest
    case = {"board": "four-islands", "options": {}, "position": position}
    given = muster(RULES.judgement.open(case, blind))
    moves = conquest_of_grail(given, "south", ("south",))
    return None if moves is None else [given.chart.fields[move.end] for move in moves]


def test_it_finds_two_ways_at_once() -> None:
    """C38."""
    assert found({**NEARLY, "P1": "south K", "P6": "south S"}) in (["G4", "G5"], ["G5", "G4"])


def test_it_finds_nothing_beyond_its_points() -> None:
    """C5, C6."""
    assert found({**NEARLY, "P2": "south K", "P6": "south K"}, used=18) is None


def test_it_sends_no_elephant() -> None:
    """C35."""
    assert found({**NEARLY, "P7": "south E", "P6": "south S"}) is None


def test_it_captures_last_where_it_could_be_answered() -> None:
    """CR18: whom a capture immobilises may not recapture."""
    held = {**NEARLY, "P2": "south K", "P8": "south K"}
    assert found({**held, "G4": "west S", "P6": "west S"}) == ["G5", "G4"]


def test_it_needs_five_fields(small: Callable[..., Any]) -> None:
    """C36."""
    given = muster(small({"g1": "south K"}))
    assert conquest_of_grail(given, "south", ("south",)) is None
