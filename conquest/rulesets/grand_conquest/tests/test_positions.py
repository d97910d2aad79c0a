"""Reading and writing positions: the additional keys, and impossible positions."""

from __future__ import annotations

from typing import Any

import pytest

from .table import judge_case, play, set_up

BOARD = "s1 - s2 - st1, s1 : wi1, s2 - h1 ~ m1, s1 - g1"
WHOLE: dict[str, Any] = {
    "raised": ["st1"],
    "sunk": {"west": "B,G"},
    "conquered": {"south": 2},
    "reckoning": True,
}


def test_a_position_is_written_as_it_was_read() -> None:
    """A27, A40, A69, A79, A83, A84, A86, A95, A97."""
    pieces = {"s1": "west M(south S)", "h1": "south G(T)", "s2": "south W(S,S)", "wi1": "west K"}
    steps = {"s1": "3(1)", "h1": "2(1*)", "s2": "0(0,2)"}
    v = judge_case(set_up(BOARD, pieces, steps=steps, **WHOLE))
    assert v.pieces == pieces
    assert v.steps == steps
    assert {key: v.position[key] for key in WHOLE} == WHOLE
    assert judge_case(v.next_case).position == v.position


def test_a_position_leaves_out_empty_keys() -> None:
    """A40."""
    v = play(BOARD, {"s1": "south K"})
    assert not {*WHOLE} & {*v.position}


@pytest.mark.parametrize(
    "pieces",
    [
        {"s1": "west E(south S)"},
        {"s1": "south M(west K)"},
        {"h1": "south B(south M(west S))"},
        {"h1": "south B(west E)"},
        {"s1": "south T(S)"},
        {"s1": "south W(S,S,S,S)"},
        {"h1": "south B(T)"},
        {"h1": "south G(W)"},
        {"wi1": "south S"},
        {"wi1": "south E"},
        {"g1": "south T"},
        {"g1": "south W"},
        {"g1": "south E"},
        {"h1": "south M"},
    ],
)
def test_impossible_pieces_are_a_fault(pieces: dict[str, str]) -> None:
    """A20."""
    assert "fault" in judge_case(set_up(BOARD, pieces)).said


@pytest.mark.parametrize(
    "position",
    [
        {"raised": ["s1"]},
        {"raised": "st1"},
        {"raised": ["zz9"]},
        {"sunk": {"west": "S"}},
        {"sunk": ["B"]},
        {"conquered": {"south": -1}},
        {"reckoning": 1},
        {"steps": {"s1": "1*"}},
        {"bridges": []},
    ],
)
def test_impossible_extra_keys_are_a_fault(position: dict[str, Any]) -> None:
    """A20, A84, A86."""
    assert "fault" in judge_case(set_up(BOARD, {"s1": "south K"}, **position)).said


@pytest.mark.parametrize("piece", ["south K", "south M", "south M(S)", "west M(south S)"])
def test_a_knight_or_a_camel_can_stand_in_the_wilderness(piece: str) -> None:
    """A20, A74."""
    assert judge_case(set_up(BOARD, {"wi1": piece})).pieces == {"wi1": piece}


def test_a_shot_is_marked_after_the_steps() -> None:
    """A27, A79."""
    v = play(BOARD, {"s1": "south T", "s2": "west K"}, "south: s1*s2")
    assert v.then("south: s1*s2").rule == "G26"
