"""The odds of a throw (HK24): the tables of the rules, and thousands of throws beside them."""

from __future__ import annotations

import random
import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from conquest.rulesets.armada.model import State, Threw
from conquest.rulesets.armada.odds import ALL, ThrowOdds, odds_marks, throw_odds
from conquest.rulesets.armada.throws import throw_die

from .positions import block, known_state, set_up, state_of

SMALL = {3: 33, 4: 0, 5: 0, 6: 2, 7: 19, 8: 50, 9: 81}
LARGE = {3: 33, 4: 0, 5: 0, 6: 0, 7: 0, 8: 2, 9: 19, 10: 50, 11: 81}
CROWD = {
    "f5": "north 1",
    "f6": "south 2",
    "g6": "north 2",
    "a11": "north 3",
    "a10": "south 1",
    "k4": "south K",
    "k11": "north K",
}


def empty_board(players: int) -> State:
    """Return an empty board, on which a die meets nobody."""
    return replace(state_of(set_up("", players=players)), pieces={})


@pytest.mark.parametrize(
    ("players", "row", "void"),
    [(2, row, void) for row, void in SMALL.items()]
    + [(4, row, void) for row, void in LARGE.items()],
)
def test_throw_odds_match_the_tables_of_the_rules(players: int, row: int, void: int) -> None:
    """HK24: aimed at the middle file of an empty board from the south."""
    found = throw_odds(empty_board(players), "south", f"{'f' if players == 2 else 'g'}{row}")
    assert round(100 * Fraction(found.void, ALL)) == void
    assert (found.out, found.void + found.rest_count) == (0, ALL)


def test_throw_odds_are_symmetric() -> None:
    """HK24: as far before the enemy zone as beyond it, and from every side."""
    row7, row9 = (throw_odds(empty_board(2), "south", f"f{row}") for row in (7, 9))
    assert (Fraction(row7.void, ALL), Fraction(row9.void, ALL)) == (
        Fraction(10, 54),
        Fraction(44, 54),
    )
    voids = {
        throw_odds(empty_board(2), seat, aim).void
        for seat, aim in (("south", "f7"), ("north", "f5"))
    }
    assert voids == {row7.void}


def test_a_resting_die_touches_one_two_or_four_squares() -> None:
    """HK24, K31: with 28, 50 and 22 percent."""
    found = throw_odds(empty_board(2), "south", "f5")
    sizes = Counter[int]()
    for squares, times in found.rests.items():
        sizes[len(squares)] += times
    assert {size: round(100 * times / ALL) for size, times in sizes.items()} == {
        1: 28,
        2: 50,
        4: 22,
    }


def count_odds(state: State, aim: str) -> ThrowOdds:
    """Count every throw there is, one by one, as the judge makes it."""
    results, rests = Counter[str](), Counter[tuple[str, ...]]()
    pushed, fallen, lost = Counter[str](), Counter[str](), Counter[str]()
    for draws in product(range(3), range(3), range(3), range(3), range(6), range(6)):
        numbers = iter((*draws, *[0] * 9))
        event = throw_die(state, "south", aim, "", lambda below, it=numbers: next(it))[0]  # type: ignore[misc]
        assert isinstance(event, Threw)
        results[event.result] += 1
        if event.result == "rests":
            rests[event.squares] += 1
        gone = [fall.square for fall in event.falls]
        pushed.update([*event.shifts, *gone])
        fallen.update(gone)
        lost.update(fall.square for fall in event.falls if not fall.to)
    return ThrowOdds(results["void"], results["out"], rests, pushed, fallen, lost)


@pytest.mark.parametrize("aim", ["f4", "g6", "f8", "a9", "a11", "d3"])
def test_throw_odds_count_what_the_judge_throws(aim: str) -> None:
    """HK24, K37 to K39: among units, blockers and zones."""
    blockers = {"g8": block(2, "g8", "h8")}
    state = state_of(set_up("", pieces=CROWD, blockers=blockers))
    assert throw_odds(state, "south", aim) == count_odds(state, aim)


def test_throw_odds_are_drawn_on_the_board() -> None:
    """HK24: how likely each square is closed, and each unit pushed, in hundredths."""
    state = state_of(set_up("", pieces={"f6": "north 1"}))
    found = throw_odds(state, "south", "f4")
    drawn = {mark.fields[0]: int(mark.label) for mark in odds_marks(found)}
    assert drawn.pop("f6") == round(100 * found.pushed["f6"] / ALL)
    for square, hundredths in drawn.items():
        times = sum(many for squares, many in found.rests.items() if square in squares)
        assert hundredths == round(100 * times / ALL) > 0
    assert {"f4", "f5", "e5", "g5"} <= drawn.keys()


def test_throw_odds_need_no_ranks() -> None:
    """HK6, HK24: who sees no more than the public can tell them."""
    state, public = state_of(set_up("", pieces=CROWD)), known_state("", None, pieces=CROWD)
    assert throw_odds(public, "south", "f4") == throw_odds(state, "south", "f4")


def test_throw_odds_are_quick() -> None:
    """A page asks for it while somebody aims."""
    state, dice = state_of(set_up("", pieces=CROWD)), random.Random(1)
    aims = [f"{dice.choice('abcdefghijk')}{dice.randrange(1, 12)}" for _ in range(20)]
    began = time.process_time()
    for aim in aims:
        throw_odds(state, "south", aim)
    assert (time.process_time() - began) / len(aims) < 0.05
