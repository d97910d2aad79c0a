"""What a turn is, and where stones may be placed (B4-B15, HB8, HB10, HB11)."""

from __future__ import annotations

import pytest

from conquest.rulesets.bollwerk.sides import LETTERS
from conquest.rulesets.bollwerk.stages import turn_stage

from .table import lays, moves, on_board_a, play, set_up, state_of, stones, words


@pytest.mark.parametrize("order", ["a1-c1", "a1-c1 +A b1", "a1 +A c1"])
def test_a_turn_moves_or_moves_and_places_or_places(order: str) -> None:
    """B5: one of three; then it is the other side's turn."""
    v = play("Q . . .", f"white: {order}")
    assert (v.refused, v.said["to_act"]) == (None, {"black": "turn"})


def test_a_stone_is_placed_by_the_piece_that_moved() -> None:
    """B5, B8: from its new square."""
    board = """
        . . .
        . . .
        Q . .
    """
    assert play(board, "white: a1-a3 +A c1").refused is None
    assert play(board, "white: a1-b1 +A c3").refused == ("illegal", "B64")


def test_without_a_move_a_stone_goes_where_the_piece_could_go() -> None:
    """B9, B10."""
    board = """
        . . .
        . . .
        Q . .
    """
    assert lays(board, "a1") == words("a2 a3 b1 c1 b2 c3")


def test_no_turn_places_first_and_moves_afterwards() -> None:
    """B7: there is no text for it."""
    assert play("Q . .", "white: +A c1 a1-b1").refused == ("unreadable", "5.2")


def test_passing_is_no_turn() -> None:
    """HB8, B5: a piece that stays places something."""
    assert play("Q . .", "white: a1").refused == ("unreadable", "G10")
    assert play("Q . .", "white: a1-a1").refused == ("illegal", "HB8")


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("kind", ["A", "B", "RA", "RB", "X"])
def test_every_piece_places_every_stone(letter: str, kind: str) -> None:
    """B6, B98: where it could place any other."""
    board = f"""
        . . .
        . . .
        {letter} . .
    """
    assert stones(board, "a1", kind) == lays(board, "a1") != set()


def test_a_stone_laid_changes_the_board() -> None:
    """B4: it shuts the way that was open before."""
    v = play("Q . . .", "white: a1 +B c1", "black: x90-x91")
    ways = {text for text in v.options() if text.startswith("a1-") and "+" not in text}
    assert ways == {"a1-b1"}


def test_a_stone_may_follow_a_capture() -> None:
    """HB10, B5."""
    v = play("Q n . .", "white: a1xb1 +A d1")
    assert (v.refused, v.stones) == (None, {"d1": "A"})


def test_squares_where_a_piece_only_captures_or_only_moves_can_take_stones() -> None:
    """HB11, B15: the purple dots are drawn for both."""
    capture_only = """
        . . .
        . W .
        . n .
    """
    assert lays(capture_only, "b2") == words("a3 b3 c3 a2 c2")
    assert lays("C n . .", "a1") == words("c1 d1")
    assert moves("C n . .", "a1") == set()


@pytest.mark.parametrize("kind", ["A", "B", "RA", "RB", "X"])
def test_no_stone_is_laid_in_the_own_end_zone(kind: str) -> None:
    """B11."""
    assert on_board_a({"e4": "white Q"}, f"white: e4 +{kind} e2").refused == ("illegal", "B11")
    assert on_board_a({"f19": "black Q"}, f"black: f19 +{kind} f21").refused == ("illegal", "B11")


def test_the_attacker_lays_stones_in_the_enemy_end_zone() -> None:
    """B12, HB6: on the end field too."""
    for square in ("f20", "f21", "f22"):
        v = on_board_a({"f19": "white Q"}, f"white: f19 +B {square}")
        assert (v.refused, v.stones) == (None, {square: "B"})


def test_the_defender_blasts_or_removes_stones_in_the_own_end_zone() -> None:
    """B13, B104, HB28, HB29, G14: in the own end zone bombs only blast."""
    pieces = {"f19": "black Q", "e19": "black N"}
    v = on_board_a(pieces, "black: f19 +X f20", stones={"f20": "B"})
    assert (v.refused, v.stones) == (None, {})
    v = on_board_a(pieces, "black: e19 ~f21", stones={"f21": "A"})
    assert (v.refused, v.stones) == (None, {})
    v = on_board_a(pieces, "black: f19 +X f20")
    assert v.refused == ("illegal", "B11")


def test_pieces_enter_both_end_zones_freely() -> None:
    """HB34."""
    assert on_board_a({"e4": "white Q"}, "white: e4-e2").refused is None
    assert on_board_a({"f19": "white Q"}, "white: f19-f21").refused is None


def test_a_stage_tells_apart_what_a_diagram_marks() -> None:
    """B15: moves and captures, and stones that are laid, blast, catch the spy or remove."""
    board = """
        A . n .
        . . . .
        . N . .
        . . . s
    """
    found = turn_stage(state_of(set_up(board)), "white", "b2")
    marks = {(link.end, link.caught) for link in found.links}
    assert marks == {("c4", ("c4",)), ("d1", ("d1",)), ("d3", ())}
    deeds = {(stone.square, stone.does) for stone in found.stones}
    assert deeds == {("a4", "blast"), ("a4", "remove"), ("d1", "catch"), ("d3", "lay")}


def test_a_turn_begins_with_an_own_piece() -> None:
    """B5."""
    assert play("Q . n", "white: c1-b1").refused == ("illegal", "B5")
    assert play("Q . n", "white: b1-c1").refused == ("illegal", "B5")
    assert play("Q . n", "white: b1 +A c1").refused == ("illegal", "B5")
