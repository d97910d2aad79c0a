"""Arrows, blocks, bombs and the red-edged stones (B80-B105, HB22-HB26, HB29)."""

from __future__ import annotations

import pytest

from conquest.rulesets.bollwerk.sides import LETTERS

from .table import lays, moves, on_board_a, play, stones, words

KINDS = ["A", "B", "RA", "RB", "X"]
RED = [("a", "RA"), ("b", "RB")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_stone_is_laid_on_a_reachable_free_square(kind: str) -> None:
    """B81, B91, B98: out of the stock; the square is then taken."""
    v = play("Q . . .", f"white: a1 +{kind} c1")
    before = {"A": 10, "B": 10, "RA": 1, "RB": 1, "X": 3}
    assert (v.stones, v.stock["white"][kind]) == ({"c1": kind}, before[kind] - 1)
    assert v.stock["black"] == before


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_stone_in_stock_is_laid(kind: str) -> None:
    """B80, B84, B90, B94, B98: the stock is what there is."""
    v = play("Q . . .", f"white: a1 +{kind} c1", stock={"white": {}})
    assert v.refused == ("illegal", "B3")


@pytest.mark.parametrize("there", ["n", "N", "A", "B", "a", "b", "X"])
def test_no_stone_goes_on_a_square_that_is_taken(there: str) -> None:
    """B81, HB23: elephants and king's knights too, though they may land on an arrow."""
    for letter in "EK":
        assert play(f"{letter} {there} .", "white: a1 +B b1").refused is not None


def test_some_pieces_jump_an_arrow_and_others_are_stopped() -> None:
    """B83, B102: by a laid bomb alike."""
    for stone in "AX":
        board = f"""
            . . . .
            . {stone} . .
            {{}} . . .
        """
        assert "-c3" in moves(board.format("E"), "a1")
        assert "-c3" in moves(board.format("S"), "a1")
        assert "-c3" not in moves(board.format("Q"), "a1")
        assert "-c3" not in moves(board.format("G"), "a1")


@pytest.mark.parametrize("letter", LETTERS.replace("C", ""))
@pytest.mark.parametrize("block", ["B", "b"])
def test_no_piece_moves_over_a_block(letter: str, block: str) -> None:
    """B92, B94, HB15: but the cannon, which captures over it (B27)."""
    assert not {text for text in moves(f"{letter} {block} .", "a1") if "c1" in text}
    assert "xc1" in moves(f"C {block} n", "a1")


@pytest.mark.parametrize(("sign", "kind"), RED)
@pytest.mark.parametrize(
    ("letter", "end"),
    [(letter, "c2") for letter in "NKHM"]
    + [(letter, "b1") for letter in "WCEGQSHK"]
    + [("E", "c1"), ("Q", "c3"), ("M", "c3"), ("G", "c3"), ("H", "a3")],
)
def test_a_red_edged_stone_is_collected(sign: str, kind: str, letter: str, end: str) -> None:
    """B85, B88, B95, G27, HB22: by any move that ends on it."""
    squares = {"b1": (1, 0), "c1": (2, 0), "c2": (2, 1), "c3": (2, 2), "a3": (0, 2)}
    rows = [["."] * 3 for _ in range(3)]
    file, row = squares[end]
    rows[2][0], rows[2 - row][file] = letter, sign
    v = play("\n".join(map(" ".join, rows)), f"white: a1-{end}")
    assert (v.refused, v.stones, v.stock["white"][kind]) == (None, {}, 2)
    assert v.said["events"][0]["collected"] == kind


@pytest.mark.parametrize(("sign", "kind"), RED)
def test_either_side_collects_red_edged_stones(sign: str, kind: str) -> None:
    """B86, B96: no matter who laid it (HB29)."""
    v = play(f"Q . . . {sign} q", f"white: a1 +{kind} c1", "black: f1-e1")
    assert (v.stock["white"][kind], v.stock["black"][kind]) == (0, 2)


@pytest.mark.parametrize(("sign", "kind"), RED)
def test_a_collected_stone_can_be_laid_in_the_same_turn(sign: str, kind: str) -> None:
    """HB22: it is in the stock at once."""
    v = play(f"Q . {sign} .", f"white: a1-c1 +{kind} a1", stock={"white": {}})
    assert (v.refused, v.stones, v.stock["white"][kind]) == (None, {"a1": kind}, 0)


@pytest.mark.parametrize("sign", ["a", "b"])
def test_a_red_edged_stone_stops_a_slide(sign: str) -> None:
    """HB22."""
    assert moves(f"Q . {sign} .", "a1") == words("-b1 -c1")


@pytest.mark.parametrize("sign", ["A", "B", "a", "b"])
def test_a_bomb_blasts_an_arrow_or_a_block(sign: str) -> None:
    """B87, B97, B100: both leave the game."""
    v = play(f"Q . {sign} .", "white: a1 +X c1")
    full = {"A": 10, "B": 10, "RA": 1, "RB": 1, "X": 3}
    assert (v.stones, v.stock["black"]) == ({}, full)
    assert v.stock["white"] == full | {"X": 2}
    assert (v.kinds, v.barred) == (["blasted", "turn_ended"], ["c1"])


@pytest.mark.parametrize("kind", ["A", "B", "RA", "RB"])
def test_only_a_bomb_blasts(kind: str) -> None:
    """B100."""
    assert play("Q . B .", f"white: a1 +{kind} c1").refused == ("illegal", "B81")


def test_a_laid_bomb_stays_for_ever() -> None:
    """B103, B36: neither blasted nor removed nor landed on (HB24)."""
    assert play("Q . X", "white: a1 +X c1").refused == ("illegal", "B103")
    for letter in "EK":
        board = f"{letter} X ."
        assert play(board, "white: a1-b1").refused == ("illegal", "HB24")


def test_a_stone_just_laid_may_be_blasted_at_once() -> None:
    """B105."""
    v = play("Q . . . q", "white: a1 +B c1", "black: e1 +X c1")
    assert (v.refused, v.stones) == (None, {})


def test_a_piece_blasts_where_it_could_place() -> None:
    """HB25: the first obstacle of a line, the targets of leaps; nothing beyond."""
    assert stones("Q . A B", "a1", "X") == words("b1 c1")
    assert stones(". . B\nN . .", "a1", "X") == {"c2"}
    assert stones("E A B", "a1", "X") == words("b1 c1")


BARRED = "Q . B . q"


@pytest.mark.parametrize("kind", KINDS)
def test_no_stone_goes_on_the_freed_square_in_the_next_turn(kind: str) -> None:
    """B101, HB26: of any kind."""
    v = play(BARRED, "white: a1 +X c1", f"black: e1 +{kind} c1")
    assert v.refused == ("illegal", "B101")


def test_a_piece_may_enter_the_freed_square() -> None:
    """B101."""
    v = play(BARRED, "white: a1 +X c1", "black: e1-c1")
    assert (v.refused, v.pieces["c1"]) == (None, "black Q")


def test_the_freed_square_is_barred_for_one_turn_only() -> None:
    """HB26, G17: for the opponent's next one."""
    v = play(BARRED, "white: a1 +X c1", "black: x90-x91", "white: a1 +B c1")
    assert (v.refused, v.barred) == (None, [])
    v = play(BARRED, "white: a1 +X c1", "black: x90-x91", "white: v90-v91", "black: e1 +B c1")
    assert v.refused is None


def test_barred_squares_of_a_position_bind_the_seat_on_turn() -> None:
    """G17."""
    v = play("Q . . .", "white: a1 +A c1", barred=["c1"])
    assert v.refused == ("illegal", "B101")
    assert "c1" not in lays("Q . . .", "a1", barred=["c1"])
    assert play("Q . . .", "white: a1 +A b1", barred=["c1"]).barred == []


def test_on_a_barred_square_nothing_is_blasted_but_a_knight_removes() -> None:
    """G15: the stone was put there by a Chancellor who had blasted."""
    laid = play(
        "H A . . q\n. . . . .\n. n . . .".replace(". n .", ". . ."), "white: a3 +X b3 +B b3"
    )
    assert (laid.barred, laid.stones) == (["b3"], {"b3": "B"})
    board = """
        q . B
        . . .
        . n .
    """
    assert play(board, "black: a3 +X c3", barred=["c3"]).refused == ("illegal", "B101")
    assert play(board, "black: b1 ~c3", barred=["c3"]).refused is None


def test_the_spy_is_not_hit_on_a_barred_square() -> None:
    """HB26: the arrow would be put there."""
    assert play("Q . s", "white: a1 +A c1", barred=["c1"]).refused == ("illegal", "B101")


def test_blasting_in_the_own_end_zone_is_allowed_and_laying_is_not() -> None:
    """G14, B104, B11."""
    pieces = {"e5": "white Q"}
    v = on_board_a(pieces, "white: e5 +X e3", stones={"e3": "B"})
    assert (v.refused, v.stones, v.barred) == (None, {}, ["e3"])
    assert on_board_a(pieces, "white: e5 +X e3").refused == ("illegal", "B11")


@pytest.mark.parametrize("kind", ["A", "B", "RA", "RB"])
def test_the_end_field_itself_takes_stones(kind: str) -> None:
    """HB6: of the attacker; that wins nothing."""
    v = on_board_a({"f20": "white Q"}, f"white: f20 +{kind} f22")
    assert (v.refused, v.outcome) == (None, None)
