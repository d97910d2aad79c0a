"""Why a figure cannot go to a field: the judge's refusal of the nearest path."""

from __future__ import annotations

from typing import Any

import pytest

from conquest import judge
from conquest.core import Sketch, fold, no_numbers
from conquest.rulesets.conquest import RULES
from tests.conquest.islands.table import set_up


def sketch(board: str, pieces: dict[str, str], text: str = "", **rest: Any) -> Sketch[Any]:
    """Set up a board and sketch a text of South's."""
    state = judge.carry_out(judge.read_case(set_up(board, pieces, **rest))).state
    return RULES.composing.sketch(state, "south", text)


def why(found: Sketch[Any], piece: str, end: str) -> tuple[str, str] | None:
    """Return the rule and the sentence, None where there is no hindrance."""
    refused = found.refusal_for(piece, end, "")
    return (refused.rule, str(refused.phrase)) if refused else None


@pytest.mark.parametrize(
    ("board", "pieces", "end", "rule", "sentence"),
    [
        (
            "s1-s2-s3-s4",
            {"s1": "S"},
            "s4",
            "C9",
            "The soldier on s1 goes 2 steps in a turn, no more.",
        ),
        ("s1-s2-s3", {"s1": "K", "s2": "E"}, "s2", "C14", "Your own elephant stands on s2."),
        ("s1-s2-s3", {"s1": "E", "s2": "E"}, "s3", "C8", "Your own elephant stands on s2."),
        (
            "s1-s2",
            {"s1": "S", "s2": "west E"},
            "s2",
            "C22",
            "A soldier cannot capture the elephant on s2.",
        ),
        (
            "s1-s2-s3",
            {"s1": "K", "s2": "west S"},
            "s3",
            "C14",
            "An enemy stands in the way on s2; a capture ends the order.",
        ),
        (
            "s1-h1~m1",
            {"s1": "S"},
            "h1",
            "CR11",
            "No land piece can step into the empty harbour h1.",
        ),
        ("s1-h1~m1", {"s1": "S"}, "m1", "C7", "Land pieces cannot cross the sea to m1."),
        ("s1-h1~m1", {"h1": "B"}, "s1", "C7", "Vessels cannot go ashore to s1."),
        ("s1-g1", {"s1": "E"}, "g1", "C35", "Only soldiers and knights can enter the grail."),
        (
            "s1=s2-s3-s2",
            {"s1": "E"},
            "s3",
            "C44",
            "No elephant can cross the suspension bridge to s2.",
        ),
        (
            "c1>c2, g1-c1",
            {"c2": "C"},
            "c1",
            "C43",
            "The chariot cannot leave the grail from c2 to c1.",
        ),
        ("s1-s2, s3-s4", {"s1": "K"}, "s4", "C6", "No way leads from s1 to s4."),
    ],
)
def test_a_refusal_says_what_forbids_the_move(
    board: str, pieces: dict[str, str], end: str, rule: str, sentence: str
) -> None:
    pieces = {at: one if " " in one else f"south {one}" for at, one in pieces.items()}
    assert why(sketch(board, pieces), next(iter(pieces)), end) == (rule, sentence)


def test_a_refusal_names_the_range_before_the_points() -> None:
    """C6, C14: too far for the knight, and also too dear."""
    board = "s1-s2-s3-s4-s5-s6-s7-s8"
    found = sketch(board, {"s1": "south K"}, used=18)
    assert why(found, "s1", "s8") == ("C14", "The knight on s1 goes 6 steps in a turn, no more.")
    assert why(found, "s1", "s5") == ("C6", "This order costs 4 points; 2 are left.")
    assert why(found, "s1", "s3") is None


@pytest.mark.parametrize(
    ("used", "end", "sentence"),
    [
        (19, "s3", "This order costs 2 points; 1 is left."),
        (20, "s2", "This order costs 1 point; 0 are left."),
    ],
)
def test_a_refusal_counts_points_by_the_grammar(used: int, end: str, sentence: str) -> None:
    found = sketch("s1-s2-s3", {"s1": "south K"}, used=used)
    assert why(found, "s1", end) == ("C6", sentence)


def test_a_refusal_is_of_the_way_round_an_obstacle() -> None:
    """C13: not stopped by its own knight, the way round is only too long."""
    board = "s1-s2-s9, s1-s3-s4-s5-s6-s7-s8-s9"
    found = sketch(board, {"s1": "south E", "s2": "south K"})
    assert why(found, "s1", "s9") == ("C13", "The elephant on s1 goes 6 steps in a turn, no more.")


def test_a_refusal_is_of_the_figure_after_the_plan() -> None:
    """C9, C10: the soldier has mounted with one step, and cannot change mounts."""
    pieces = {"s1": "south S", "s2": "south E", "s3": "south C"}
    found = sketch("s1-s2-s3-s4", pieces, "s1-s2")
    assert why(found, "S@s2", "s4") == (
        "C9",
        "The soldier on s2 has only 1 of its 2 steps left this turn.",
    )
    rule, _ = why(found, "S@s2", "s3") or ("", "")
    assert rule == "C10"


def test_there_is_no_refusal_of_what_is_legal_or_unknown() -> None:
    """A8: no such figure, no such field, no order at all; nobody is on turn."""
    found = sketch("s1-s2-s3", {"s1": "south S", "s3": "west S"})
    for piece, end in (("s2", "s1"), ("s9", "s1"), ("s1", "s99"), ("K@s1", "s2"), ("s3", "s2")):
        assert why(found, piece, end) is None
    ended = sketch("s1-s2-s3", {"s1": "south S"}, "s1-s2; end")
    assert why(ended, "s2", "s3") is None


def test_all_moves_that_are_not_offered_have_a_refusal() -> None:
    """A44: at the start, for every figure and every field."""
    state = fold(RULES, None, RULES.judgement.start_game({}, no_numbers))
    found = RULES.composing.sketch(state, "south", "S10-S39")
    offered = {(choice.piece, choice.target) for choice in found.choices if choice.origin}
    pieces = {piece for piece, _ in offered}
    assert "S@S39" in pieces
    for piece in pieces:
        at = piece.rpartition("@")[2]
        for end in state.board.kinds.keys() - {at}:
            told = why(found, piece, end)
            assert (told is None) == ((piece, end) in offered), (piece, end, told)
