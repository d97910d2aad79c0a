"""The pieces that leap: Knight, King's Knight, Chancellor and Marshal (B31-B41, B48-B57)."""

from __future__ import annotations

import pytest

from .table import lays, moves, play, stones, words

ALONE = """
    . . . . .
    . . . . .
    . . {} . .
    . . . . .
    . . . . .
"""
LEAPS = words("a2 a4 b1 b5 d1 d5 e2 e4")
STEPS = words("b2 b3 b4 c2 c4 d2 d3 d4")
ROOK = words("c1 c2 c4 c5 a3 b3 d3 e3")
BISHOP = words("a1 b2 d4 e5 a5 b4 d2 e1")
LEAPERS = "NKHM"


def alone(letter: str) -> str:
    return ALONE.format(letter)


def ends(board: str, at: str) -> set[str]:
    return {text[1:] for text in moves(board, at)}


@pytest.mark.parametrize(
    ("letter", "reach"),
    [("N", LEAPS), ("K", LEAPS | STEPS), ("H", LEAPS | ROOK), ("M", LEAPS | BISHOP)],
)
def test_each_leaper_has_its_moves(letter: str, reach: set[str]) -> None:
    """B31, B37, B48, B53, B56: the marshal's slides keep their colour."""
    assert ends(alone(letter), "c3") == reach


@pytest.mark.parametrize(
    ("letter", "reach"),
    [("N", LEAPS), ("K", LEAPS | STEPS), ("H", LEAPS | ROOK), ("M", LEAPS | BISHOP)],
)
def test_each_leaper_places_within_its_moves(letter: str, reach: set[str]) -> None:
    """B34, B41, B52, B57."""
    assert lays(alone(letter), "c3") == reach


@pytest.mark.parametrize("letter", LEAPERS)
@pytest.mark.parametrize("crowd", ["n", "W", "A", "X"])
def test_leaps_pass_pieces_arrows_and_bombs(letter: str, crowd: str) -> None:
    """B32, B38, B49, B54: all that stands around."""
    board = f"""
        . . . . .
        . {crowd} {crowd} {crowd} .
        . {crowd} {letter} {crowd} .
        . {crowd} {crowd} {crowd} .
        . . . . .
    """
    assert ends(board, "c3") >= LEAPS


@pytest.mark.parametrize("letter", LEAPERS)
@pytest.mark.parametrize("block", ["B", "b"])
@pytest.mark.parametrize(
    ("rows", "open_"),
    [
        ((". . .", ". . .", "{} # ."), True),  # the long way is shut, the short one open
        ((". . .", "# . .", "{} . ."), True),
        ((". . .", "# . .", "{} # ."), False),  # one block on either way
        ((". . .", ". # .", "{} . #"), False),
        ((". . .", "# # .", "{} . ."), True),  # both on the same way
        ((". . .", ". . .", "{} # #"), True),
        ((". . .", "_ _ .", "{} # _"), True),  # squares that are missing do not matter
    ],
)
def test_leaps_pass_blocks_on_one_of_two_paths(
    letter: str, block: str, rows: tuple[str, ...], open_: bool
) -> None:
    """B33, B39, B50, B55, HB14, HB15: c2 is two files and a row away from a1; red-edged blocks
    are blocks."""
    board = "\n".join(rows).format(letter).replace("#", block)
    assert ("c2" in ends(board, "a1")) == open_
    assert ("c2" in lays(board, "a1")) == open_


def test_the_target_of_a_leap_is_no_part_of_its_paths() -> None:
    """G13: a red-edged block on it can be collected."""
    board = """
        . . b
        N . .
    """
    v = play(board, "white: a1-c2")
    assert (v.stones, v.stock["white"]["RB"]) == ({}, 2)


@pytest.mark.parametrize("letter", LEAPERS)
def test_leapers_capture_where_they_land(letter: str) -> None:
    """B31, B37, B48, B53."""
    board = """
        . . q
        {} . .
    """
    v = play(board.format(letter), "white: a1xc2")
    assert v.pieces == {"c2": f"white {letter}"}


def test_a_chancellor_is_stopped_as_a_rook() -> None:
    """B51: it captures what stops it, and lands on no stone but the red-edged."""
    assert moves("n . H A .", "c1") == words("-b1 xa1")
    assert moves(". B H . a .", "c1") == words("-d1 -e1")


def test_a_marshal_is_stopped_as_a_bishop() -> None:
    """B56."""
    board = """
        n . . . A
        . . . . .
        . . M . .
        . B . . .
        . . . . N
    """
    assert ends(board, "c3") == (LEAPS | words("b4 a5 d4 d2"))


def test_a_kings_knight_destroys_an_arrow() -> None:
    """B40, B82: by leap or by step; it leaves the game."""
    for order in ("a1-c2", "a1-a2"):
        v = play("A . A\nK . .", f"white: {order}")
        assert (v.refused, len(v.stones), v.stock["white"]["A"]) == (None, 1, 10)


@pytest.mark.parametrize("letter", "NHM")
def test_other_leapers_land_on_no_arrow(letter: str) -> None:
    """B82."""
    v = play(f". . A\n{letter} . .", "white: a1-c2")
    assert v.refused == ("illegal", "B82")


@pytest.mark.parametrize("letter", LEAPERS)
@pytest.mark.parametrize(("there", "rule"), [("X", "HB24"), ("B", "B92"), ("N", "B5")])
def test_leapers_land_on_no_bomb_block_or_own_piece(letter: str, there: str, rule: str) -> None:
    """HB24, B92, B103."""
    assert play(f". . {there}\n{letter} . .", "white: a1-c2").refused == ("illegal", rule)


@pytest.mark.parametrize(("sign", "kind"), [("A", "A"), ("B", "B"), ("a", "RA"), ("b", "RB")])
def test_a_knight_removes_arrows_and_blocks(sign: str, kind: str) -> None:
    """B35, HB28: also the red-edged; they leave the game, into nobody's stock."""
    v = play(f". . {sign}\nN . .", "white: a1 ~c2")
    full = {"A": 10, "B": 10, "RA": 1, "RB": 1, "X": 3}
    assert (v.refused, v.stones, v.kinds) == (None, {}, ["removed", "turn_ended"])
    assert v.stock == {"white": full, "black": full}


def test_a_knight_removes_no_bomb() -> None:
    """B36, B103."""
    v = play(". . X\nN . .", "white: a1 ~c2")
    assert v.refused == ("illegal", "B36")


def test_a_knight_removes_after_a_move_too() -> None:
    """HB28: from its new square."""
    board = """
        . . . . B
        . . . . .
        . . . . .
        . . . . .
        . N . . .
    """
    assert play(board, "white: b1-c3 ~e5").refused == ("illegal", "B34")
    assert play(board, "white: b1-d2", "black: x90-x91", "white: d2-c4 ~e5").stones == {}


def test_a_knight_removes_past_blocks_as_it_leaps() -> None:
    """B35, HB14: one way open will do, none will not."""
    assert stones("B . A\nN . .", "a1", "~") == {"c2"}
    assert stones("B . A\nN B .", "a1", "~") == set()


@pytest.mark.parametrize("orders", ["a1 ~c2 +A b3", "a1 +A b3 ~c2", "a1 ~c2 ~b3", "a1 +A b3 +A c2"])
def test_a_knight_places_or_removes_one_stone_a_turn(orders: str) -> None:
    """HB28: it places one or removes one."""
    board = """
        . A .
        . . A
        N . .
    """
    free = board.replace(". A .", ". . .")
    on = free if "+A b3" in orders else board
    assert play(on, f"white: {orders}").refused == ("illegal", "HB28")


@pytest.mark.parametrize("letter", "WCKEHMGQS")
def test_no_other_piece_removes_stones(letter: str) -> None:
    """B35, G18."""
    board = f"""
        . B .
        {letter} . .
    """
    v = play(board, "white: a1 ~b2")
    assert v.refused == ("illegal", "B35")


@pytest.mark.parametrize("square", ["b1", "a2", "b2"])
def test_a_knight_removes_only_stones_within_its_leaps(square: str) -> None:
    """B35."""
    assert play("A . .\nN . .", f"white: a1 ~{square}").refused is not None
