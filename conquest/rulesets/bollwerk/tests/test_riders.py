"""Gold Runner, Queen, and the Chancellor's two stones (B52, B58-B65, HB27)."""

from __future__ import annotations

import pytest

from .table import lays, moves, new_game, play, words

BISHOP = words("a1 b2 d4 e5 a5 b4 d2 e1")
ROOK = words("c1 c2 c4 c5 a3 b3 d3 e3")
NEXT = words("c2 c4 b3 d3")


def alone(letter: str) -> str:
    return f"""
        . . . . .
        . . . . .
        . . {letter} . .
        . . . . .
        . . . . .
    """


def ends(board: str, at: str) -> set[str]:
    return {text[1:] for text in moves(board, at)}


def test_each_side_has_two_gold_runners_on_squares_of_both_colours() -> None:
    """B58."""
    board, cells = new_game().board, new_game().cells
    for letter in "Gg":
        homes = [board.squares[n] for n, there in enumerate(cells) if there == letter]
        colours = {(ord(home[0]) + int(home[1:])) % 2 for home in homes}
        assert (len(homes), colours) == (2, {0, 1})


def test_a_gold_runner_goes_as_a_bishop_or_changes_its_colour() -> None:
    """B59, B60, B61, HB11: it places where it goes."""
    assert ends(alone("G"), "c3") == BISHOP | NEXT
    assert lays(alone("G"), "c3") == BISHOP | NEXT


def test_a_gold_runner_captures_as_a_bishop_only() -> None:
    """B59, B60."""
    board = """
        n n n
        n G n
        n n n
    """
    assert moves(board, "b2") == words("xa1 xa3 xc1 xc3")


@pytest.mark.parametrize("stone", ["A", "B", "X"])
def test_every_stone_stops_gold_runner_and_queen(stone: str) -> None:
    """B62, B65."""
    board = f"""
        {stone} {stone} {stone}
        {stone} {{}} {stone}
        {stone} {stone} {stone}
    """
    assert moves(board.format("G"), "b2") == set()
    assert moves(board.format("Q"), "b2") == set()


def test_a_gold_runner_collects_by_its_step_and_its_slide() -> None:
    """G27, B62: the slide stops there (HB22)."""
    assert moves("G a .", "a1") == {"-b1"}
    diagonal = """
        . . .
        . b .
        G . .
    """
    assert moves(diagonal, "a1") == words("-a2 -b1 -b2")


def test_a_queen_goes_and_places_as_a_queen() -> None:
    """B63, B64."""
    assert ends(alone("Q"), "c3") == BISHOP | ROOK
    assert lays(alone("Q"), "c3") == BISHOP | ROOK


def test_a_queen_captures_the_first_enemy_on_a_line() -> None:
    """B63, B65."""
    assert moves("Q . n n", "a1") == words("-b1 xc1")


def test_a_chancellor_places_two_stones() -> None:
    """B52, HB27: of any kinds, with a move and without."""
    board = """
        . . . .
        . . . .
        H . . .
    """
    v = play(board, "white: a1 +A d1 +X c2")
    assert (v.refused, v.stones) == (None, {"d1": "A", "c2": "X"})
    v = play(board, "white: a1-a3 +RA b1 +B a1")
    assert (v.refused, v.stones) == (None, {"b1": "RA", "a1": "B"})


def test_a_chancellor_places_its_stones_one_after_the_other() -> None:
    """HB27: the first stone may shut the way of the second, or blast it open."""
    assert play("H . . .", "white: a1 +A b1 +A d1").refused == ("illegal", "B52")
    assert play("H . . .", "white: a1 +A d1 +A b1").refused is None
    v = play("H A . .", "white: a1 +X b1 +B d1")
    assert (v.refused, v.stones, v.barred) == (None, {"d1": "B"}, ["b1"])


def test_a_chancellor_may_put_a_stone_where_it_has_just_blasted() -> None:
    """HB26: the seat that blasted is not restricted itself."""
    v = play("H A . .", "white: a1 +X b1 +B b1")
    assert (v.refused, v.stones, v.barred) == (None, {"b1": "B"}, ["b1"])


def test_a_chancellor_may_blast_twice() -> None:
    """HB27, G16: both squares are barred."""
    board = """
        B . .
        H . A
    """
    v = play(board, "white: a1 +X c1 +X a2")
    assert (v.stones, v.barred, v.stock["white"]["X"]) == ({}, ["c1", "a2"], 1)


def test_a_chancellor_places_no_third_stone() -> None:
    """B52."""
    assert play("H . . .", "white: a1 +A d1 +A c1 +A b1").refused == ("illegal", "B52")


@pytest.mark.parametrize("letter", "WCKEMGQS")
def test_no_piece_but_a_chancellor_places_two_stones(letter: str) -> None:
    """B52, B5: a stone each turn."""
    board = f"""
        . . .
        . . .
        {letter} . .
    """
    first = "b2" if letter == "M" else "a2"
    assert play(board, f"white: a1 +A {first} +A b1").refused == ("illegal", "B52")


def test_the_stock_must_hold_both_stones_of_a_chancellor() -> None:
    """HB27: they are taken one after the other."""
    one = {"white": {"A": 1}}
    assert play("H . . .", "white: a1 +A d1 +A c1", stock=one).refused == ("illegal", "B3")
