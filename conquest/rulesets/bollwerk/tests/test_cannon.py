"""The Cannon: a rook that captures over a screen (B25-B30, HB12, HB13)."""

from __future__ import annotations

import pytest

from conquest.rulesets.bollwerk import RULES

from .table import lays, moves, new_game, play, stones, words


def test_a_cannon_moves_like_a_rook() -> None:
    """B26: without capturing."""
    board = """
        . . . .
        . C . .
        . . . .
    """
    assert moves(board, "b2") == words("-b1 -b3 -a2 -c2 -d2")


@pytest.mark.parametrize("there", ["n", "N", "A", "B", "X"])
def test_every_piece_and_stone_stops_a_cannon(there: str) -> None:
    """B26: it neither captures nor passes what stands next on its line."""
    assert moves(f"C . {there} . .", "a1") == {"-b1"}


@pytest.mark.parametrize("screen", ["n", "N", "A", "B", "X", "a", "b"])
def test_a_cannon_captures_over_one_piece_or_stone(screen: str) -> None:
    """B25, B27, B28: own or enemy, blocks included (B92)."""
    assert "xe1" in moves(f"C . {screen} . q", "a1")


@pytest.mark.parametrize("row", ["C . . . q", "C n n . q", "C A B . q", "C . N _ q", "C N . Q q"])
def test_a_cannon_needs_exactly_one_screen(row: str) -> None:
    """B28: none or two will not do, nor does it cross a gap in the board."""
    assert "xe1" not in moves(row, "a1")


@pytest.mark.parametrize("row", ["C N . . q", "C . N . q", "C . . N q"])
def test_the_screen_of_a_cannon_stands_anywhere_between(row: str) -> None:
    """HB13, B25."""
    assert "xe1" in moves(row, "a1")


def test_a_cannon_captures_no_stone() -> None:
    """B27: what it leaps for is a piece."""
    assert moves("C N A B a", "a1") == set()


def test_a_cannon_may_capture_in_the_first_turn() -> None:
    """B25, HB13: a4xa18 over a5, as Xiangqi allows."""
    captures = [
        c.text
        for c in RULES.composing.legal_choices(new_game(), "white")
        if c.captures and "+" not in c.text
    ]
    assert captures == ["a4xa18"]


def test_a_cannon_places_along_its_rook_lines() -> None:
    """B29."""
    board = """
        . . . .
        . C . .
        . . . .
    """
    assert lays(board, "b2") == words("b1 b3 a2 c2 d2")


def test_a_cannon_places_anywhere_behind_one_screen() -> None:
    """B30, HB12: up to the next piece or stone, whatever the screen."""
    for screen in "nNABX":
        assert lays(f"C . {screen} . . n .", "a1") == words("b1 d1 e1")


def test_a_cannon_may_be_narrowed_to_the_square_behind_the_screen() -> None:
    """G21, HB12: option "next"."""
    narrow = {"cannon": "next"}
    assert lays("C . n . . n .", "a1", options=narrow) == words("b1 d1")
    assert stones("C . n A . n .", "a1", "X", options=narrow) == words("b1 d1")
    assert stones("C . n . A n .", "a1", "X", options=narrow) == words("b1 d1")


def test_a_cannon_blasts_the_first_stone_and_the_one_behind_a_screen() -> None:
    """G20, HB12, HB25: but not the next but one."""
    assert stones("C . A . B A .", "a1", "X") == words("b1 c1 d1 e1")


@pytest.mark.parametrize(("row", "reached"), [("C . s", 1), ("C n . s", 1), ("C n A s", 0)])
def test_a_cannon_hits_the_spy_where_it_could_place(row: str, reached: bool) -> None:
    """G20, HB33: as its first obstacle or behind the screen."""
    spy = "c1" if row == "C . s" else "d1"
    assert (spy in stones(row, "a1", "A")) == bool(reached)


@pytest.mark.parametrize(("sign", "kind"), [("a", "RA"), ("b", "RB")])
def test_a_cannon_collects_by_its_rook_move_only(sign: str, kind: str) -> None:
    """G27, HB22: not over a screen."""
    v = play(f"C . {sign} . .", "white: a1-c1")
    assert (v.stones, v.stock["white"][kind]) == ({}, 2)
    assert moves(f"C N . {sign}", "a1") == set()
