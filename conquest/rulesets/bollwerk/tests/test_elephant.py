"""The Elephant: two squares in any direction, and past blocks (B42-B47, HB16)."""

from __future__ import annotations

import pytest

from .table import lays, moves, play, words

ALL = words(
    "a1 c1 e1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 a5 c5 e5",
)


def ends(board: str, at: str) -> set[str]:
    return {text[1:] for text in moves(board, at)}


def test_an_elephant_goes_one_or_two_squares() -> None:
    """B42, B47: it places there as well."""
    board = """
        . . . . .
        . . . . .
        . . E . .
        . . . . .
        . . . . .
    """
    assert ends(board, "c3") == ALL
    assert lays(board, "c3") == ALL


def test_an_elephant_captures_at_one_square_and_at_two() -> None:
    """B42."""
    assert moves("E n q", "a1") == words("xb1 xc1")


@pytest.mark.parametrize("middle", ["n", "W", "A", "X", "a"])
def test_an_elephant_jumps_pieces_arrows_and_bombs(middle: str) -> None:
    """B43."""
    assert "-c1" in moves(f"E {middle} .", "a1")


@pytest.mark.parametrize("block", ["B", "b"])
def test_a_block_hinders_an_elephant(block: str) -> None:
    """B44: straight ahead with nothing free beside it, and on a diagonal always (HB16)."""
    board = f"""
        . . .
        . {block} .
        E . .
    """
    assert "-c1" not in moves(f"E {block} .", "a1")
    assert "-c3" not in moves(board, "a1")


@pytest.mark.parametrize(
    ("side", "passes"),
    [(".", True), ("n", False), ("W", False), ("A", False), ("a", False), ("_", False)],
)
def test_an_elephant_steps_around_a_block(side: str, passes: bool) -> None:
    """B45, B93, HB16, G12: a square beside the block must be on the board and quite free."""
    board = f"""
        . {side} .
        E B .
    """
    assert ("-c1" in moves(board, "a1")) == passes
    assert ("c1" in lays(board, "a1")) == passes


def test_only_the_squares_beside_the_block_serve_for_the_sidestep() -> None:
    """G12."""
    board = """
        . B .
        E B .
    """
    assert "-c1" not in moves(board, "a1")


def test_an_elephant_captures_around_a_block() -> None:
    """HB16, B42."""
    board = """
        . . .
        E B q
    """
    assert "xc1" in moves(board, "a1")


def test_an_elephant_crosses_a_missing_square() -> None:
    """G11."""
    assert moves("E _ .", "a1") == {"-c1"}


def test_an_elephant_destroys_an_arrow() -> None:
    """B46, B82."""
    v = play("E . A", "white: a1-c1")
    assert (v.stones, v.stock["white"]["A"], v.pieces) == ({}, 10, {"c1": "white E"})
    assert v.said["events"][0]["destroyed"] == "A"


@pytest.mark.parametrize(("sign", "kind"), [("a", "RA"), ("b", "RB")])
def test_an_elephant_collects_like_everybody(sign: str, kind: str) -> None:
    """B88, G27."""
    v = play(f"E . {sign}", "white: a1-c1")
    assert (v.stones, v.stock["white"][kind]) == ({}, 2)
