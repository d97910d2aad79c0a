"""Pieces and stacks as text."""

from __future__ import annotations

import pytest

from conquest.core import Fault
from conquest.islands import pieces
from conquest.islands.board import SEATS
from conquest.islands.pieces import Piece


@pytest.mark.parametrize(
    "text",
    [
        "south S",
        "south E(S,S)",
        "west G(E(S))",
        "west M(south S)",
        "north W(S,S,S)",
        "east T",
        "east G(K)",
    ],
)
def test_pieces_are_written_as_they_are_read(text: str) -> None:
    assert pieces.write_piece(pieces.read_piece(text, SEATS)) == text


def test_pieces_are_read_in_any_case_and_with_blanks() -> None:
    """A14."""
    loose = pieces.read_piece(" West g ( e(s , West S) ) ", SEATS)
    assert loose == pieces.read_piece("west G(E(S,S))", SEATS)


@pytest.mark.parametrize(
    "text",
    [
        *("", "S", "south", "south X", "south SS", "south E(", "south E()", "south E(S"),
        *("south E(S))", "south E(S,)", "south E S", "green S", "south É", "south E(S;S)"),
        *("south G(E(S(S(S(S)))))", 7, None, ["south S"], "south " + "E(" * 50_000),
    ],
)
def test_text_that_is_no_piece_is_a_fault(text: object) -> None:
    with pytest.raises(Fault):
        pieces.read_piece(text, SEATS)


def test_figures_are_taken_in_the_order_they_are_written() -> None:
    stack = pieces.read_piece("west G(E(S,S))", SEATS)
    units = [pieces.write_figures(pieces.take_figure(stack, n)[0]) for n in range(4)]
    assert units == ["G(E(S,S))", "E(S,S)", "S", "S"]
    left = pieces.take_figure(stack, 2)[1]
    assert left == pieces.read_piece("west G(E(S))", SEATS)
    assert pieces.stack_size(stack) == 4
    assert pieces.figure_letters(stack) == "G,E,S,S"


def test_equal_figures_are_ordered_by_their_steps() -> None:
    """A27."""
    stack, _fired = pieces.read_steps("2(1,0)", pieces.read_piece("south E(S,S)", SEATS))
    assert pieces.write_steps(stack) == "2(0,1)"
    assert pieces.write_steps(pieces.without_steps(stack)) == ""


@pytest.mark.parametrize(
    "steps", ["", "1", "1(0)", "1(0,0,0)", "1(0,0", "x(0,0)", "1(0,-1)", "²(0,0)"]
)
def test_steps_of_another_shape_are_a_fault(steps: str) -> None:
    with pytest.raises(Fault):
        pieces.read_steps(steps, Piece("south", "E", (Piece("south", "S"),) * 2))


def test_a_catapult_that_has_fired_is_marked() -> None:
    """A27."""
    galleon = pieces.read_piece("south G(T)", SEATS)
    stack, fired = pieces.read_steps("3(1*)", galleon)
    assert fired
    assert pieces.write_steps(stack, fired=True) == "3(1*)"
    assert pieces.write_steps(galleon, fired=True) == "0(0*)"


@pytest.mark.parametrize("steps", ["3*(1)", "3(1)*", "3(*)", "*"])
def test_steps_with_a_mark_on_no_catapult_are_a_fault(steps: str) -> None:
    """A27."""
    with pytest.raises(Fault):
        pieces.read_steps(steps, pieces.read_piece("south G(T)", SEATS))


@pytest.mark.parametrize(
    ("written", "owner"),
    [("west M(south S)", "west"), ("south B(west M(south S))", "west"), ("south M(S)", "")],
)
def test_a_camel_is_lent_to_its_rider_and_given_back(written: str, owner: str) -> None:
    """A69."""
    stack, found = pieces.lend_camel(pieces.read_piece(written, SEATS))
    assert (stack.seat, found) == ("south", owner)
    assert pieces.write_piece(pieces.give_back_camel(stack, found) if found else stack) == written
