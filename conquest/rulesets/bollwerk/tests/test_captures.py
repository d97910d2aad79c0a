"""What each side could capture, on turn or not."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.rulesets.bollwerk import RULES

from .table import NO_STONES, set_up


def strikes(drawing: str, seat: str = "white", **rest: Any) -> dict[tuple[str, str], str]:
    """Return the turns by the square of the piece and that of its victim."""
    state = RULES.judgement.open_case(set_up(drawing, **rest))
    found = RULES.composing.possible_captures(state, seat)
    assert all(choice.captures for choice in found)
    return {(choice.origin, choice.target): choice.text for choice in found}


def test_both_sides_have_possible_captures_on_turn_or_not() -> None:
    """B63, B66."""
    board = "Q . n s K ."
    assert strikes(board, stock=NO_STONES) == {("a1", "c1"): "a1xc1", ("e1", "d1"): "e1xd1"}
    assert strikes(board, "black", stock=NO_STONES) == {("d1", "e1"): "d1xf1"}


def test_a_jumped_piece_is_captured_on_its_own_square() -> None:
    """B21, B67: not where the jump ends."""
    assert strikes("S n . q .") == {("a1", "b1"): "a1xc1", ("a1", "d1"): "a1xc1xe1"}


def test_an_arrow_can_capture_the_spy() -> None:
    """B74, HB33: with a move before it or without, if there is one in stock."""
    assert strikes(". . s\nN . .", stock={"white": {"RA": 1}}) == {("a1", "c2"): "a1xc2"}
    assert strikes("G s", stock={"white": {"RA": 1}}) == {("a1", "b1"): "a1 +RA b1"}
    moved = strikes("G . s", stock={"white": {"A": 1}})
    assert moved == {("a1", "c1"): "a1-b1 +A c1"}
    assert strikes("G s", stock=NO_STONES) == {}


def test_the_spy_is_safe_from_the_other_spy_and_in_the_enemy_end_zone() -> None:
    """B75, B79."""
    assert strikes("S s", stock={"white": {"A": 1}}) == {}
    ends = {"end_zone": {"white": ["b1"]}}
    assert strikes("G s", board=ends) == {}


@pytest.mark.parametrize("barred", [[], ["b1"]])
def test_barred_squares_limit_captures_of_the_seat_on_turn_only(barred: list[str]) -> None:
    """G17."""
    found = strikes("G s", stock={"white": {"A": 1}}, barred=barred)
    assert bool(found) == (not barred)
    ahead = strikes("G s", stock={"white": {"A": 1}}, barred=barred, turn="black")
    assert ahead == {("a1", "b1"): "a1 +A b1"}
