"""The search for enough of the grail in one turn: moves it finds win and cannot be answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquest.core import no_numbers
from conquest.islands.bot.bit_position import bit_position
from conquest.islands.bot.grail import conquest_of_grail
from conquest.rulesets.conquest import RULES

FAR = {"W21": "west S", "W22": "west S", "N21": "north S", "N22": "north S", "E21": "east S"}
NEARLY = {"G1": "south S", "G2": "south S", "G3": "south S"}


def grail_ends(pieces: dict[str, str], **rest: Any) -> list[str] | None:
    """Return where South's moves for the whole grail end, None if there are none."""
    position = {"turn": "south", "number": 9, "pieces": FAR | pieces} | rest
    case = {"board": "four-islands", "options": {}, "position": position}
    return ends(case)


def ends(case: dict[str, Any]) -> list[str] | None:
    given = bit_position(RULES.judgement.open_case(case, no_numbers))
    moves = conquest_of_grail(given, "south", ("south",))
    return None if moves is None else [given.chart.fields[move.end] for move in moves]


def test_the_grail_is_taken_by_two_ways_at_once() -> None:
    """C38."""
    assert grail_ends({**NEARLY, "P1": "south K", "P6": "south S"}) in (["G4", "G5"], ["G5", "G4"])


def test_the_grail_is_not_taken_beyond_the_points() -> None:
    """C5, C6."""
    assert grail_ends({**NEARLY, "P2": "south K", "P6": "south K"}, used=18) is None


def test_no_elephant_is_sent_to_the_grail() -> None:
    """C35."""
    assert grail_ends({**NEARLY, "P7": "south E", "P6": "south S"}) is None


def test_the_grail_search_captures_last_where_it_could_be_answered() -> None:
    """CR18: whom a capture immobilises may not recapture."""
    held = {**NEARLY, "P2": "south K", "P8": "south K"}
    assert grail_ends({**held, "G4": "west S", "P6": "west S"}) == ["G5", "G4"]


def test_the_grail_search_needs_five_fields(small: Callable[..., Any]) -> None:
    """C36."""
    given = bit_position(small({"g1": "south K"}))
    assert conquest_of_grail(given, "south", ("south",)) is None


def test_the_grail_search_takes_five_of_six_fields() -> None:
    """C36: the cheapest two, and the sixth may be anybody's."""
    far = {"W21": "west S", "W22": "west S", "E21": "east S", "E22": "east S"}
    south = {**NEARLY, "P4": "south K", "P7": "south K"}
    case = {"board": "three-islands", "options": {}}
    for held in ({}, {"G4": "west S"}, {"G4": "west S", "G5": "east S"}):
        position = {"turn": "south", "number": 9, "pieces": far | south | held}
        found_ = ends(case | {"position": position})
        assert found_
        assert len(found_) == 2
    lonely = {field: piece for field, piece in south.items() if field[0] == "G"}
    alone = {"turn": "south", "number": 9, "pieces": far | lonely}
    assert ends(case | {"position": alone}) is None
