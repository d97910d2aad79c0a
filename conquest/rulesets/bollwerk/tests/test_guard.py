"""The Guard: steps, double steps, chains of jumps (B16-B24, HB17-HB21)."""

from __future__ import annotations

import pytest

from .table import lays, moves, new_game, play, stones, words

START_ROW = {"start_row": {"white": 2, "black": 5}}


def test_each_side_begins_with_ten_guards() -> None:
    """B16."""
    assert (new_game().cells.count("W"), new_game().cells.count("w")) == (10, 10)


def test_a_guard_steps_forward_and_sideways() -> None:
    """B17, B18: straight or diagonal ahead, sideways too, never back."""
    board = """
        . . . . .
        . . . . .
        . . W . .
        . . . . .
    """
    assert moves(board, "c2") == words("-b3 -c3 -d3 -b2 -d2")


def test_a_black_guard_goes_down() -> None:
    """B17, G38: Black's forward is down."""
    board = """
        . . .
        . w .
        . . .
    """
    assert moves(board, "b2", turn="black") == words("-a1 -b1 -c1 -a2 -c2")


def test_a_guard_captures_forward_only() -> None:
    """B17, B18: ahead straight and diagonal, not sideways."""
    board = """
        . . . . .
        . n n n .
        . n W n .
        . n n n .
    """
    assert moves(board, "c2") == words("xb3 xc3 xd3")


def test_a_guard_goes_two_squares_from_its_start_row() -> None:
    """B19: straight or diagonal."""
    board = """
        . . . . .
        . . . . .
        . . W . .
        . . . . .
    """
    assert words("-a4 -c4 -e4") <= moves(board, "c2", board=START_ROW)


def test_a_guard_captures_nothing_by_its_double_step() -> None:
    """B19."""
    board = """
        n . n . n
        . . . . .
        . . W . .
        . . . . .
    """
    assert not words("xa4 xc4 xe4") & moves(board, "c2", board=START_ROW)


@pytest.mark.parametrize("middle", ["n", "N", "w", "A", "B", "X", "a", "b"])
def test_a_double_step_needs_a_free_square_between(middle: str) -> None:
    """HB18, B22: otherwise it would be a jump; over an enemy guard it is one, with a capture."""
    board = f"""
        . . .
        . {middle} .
        . W .
        . . .
    """
    assert "-b4" not in moves(board, "b2", board=START_ROW)


def test_a_double_step_does_not_cross_a_missing_square() -> None:
    """G11: the middle must be a free square."""
    board = """
        . . .
        . _ .
        . W .
        . . .
    """
    assert "-b4" not in moves(board, "b2", board=START_ROW)


def test_any_guard_that_stands_on_the_start_row_goes_two_squares() -> None:
    """HB17, G8: by its place, each turn, also when it has come back sideways or by a jump."""
    board = """
        . . . .
        . . . .
        W . . .
        . . . .
    """
    v = play(board, "white: a2-b2", board=START_ROW).then("black: x90-x91", "white: b2-b4")
    assert (v.refused, v.pieces) == (None, {"b4": "white W"})


def test_no_board_without_start_rows_has_double_steps() -> None:
    """G34."""
    board = """
        . . .
        . . .
        . W .
    """
    assert moves(board, "b1") == words("-a2 -b2 -c2 -a1 -c1")


def test_a_guard_jumps_over_own_guards_in_every_direction() -> None:
    """B20: backwards too."""
    board = """
        . . . . .
        . W W W .
        . W W W .
        . W W W .
        . . . . .
    """
    assert words("-a1 -c1 -e1 -a3 -e3 -a5 -c5 -e5") <= moves(board, "c3")


def test_a_guard_jumps_on_and_on() -> None:
    """B20: any number of jumps."""
    board = """
        . . . . . . .
        . W . W . W .
        W . . . . . .
    """
    found = moves(board, "a1")
    assert words("-c3 -c3-e1 -c3-e1-g3") <= found


@pytest.mark.parametrize("between", ["n", "N", "A", "B", "X", "a", "b"])
def test_a_guard_jumps_over_guards_only(between: str) -> None:
    """HB20, B22: no other piece, no stone."""
    board = f"""
        . . .
        . {between} .
        . W .
    """
    assert "b3" not in {text[1:] for text in moves(board, "b1")}


def test_a_guard_captures_the_enemy_guard_it_jumps() -> None:
    """B21, G2: straight or diagonal ahead; the landing square is named after the x."""
    board = """
        . . . . .
        . w w w .
        . . W . .
    """
    v = play(board, "white: c1xe3")
    assert words("xa3 xc3 xe3") <= moves(board, "c1")
    assert (v.refused, v.pieces) == (None, {"b2": "black W", "c2": "black W", "e3": "white W"})


def test_a_guard_captures_by_a_jump_forward_only() -> None:
    """B21."""
    board = """
        . . . . .
        . . . . .
        . w W w .
        . w w w .
        . . . . .
    """
    assert moves(board, "c3") == words("-b4 -c4 -d4")


def test_a_jumped_enemy_guard_is_always_captured() -> None:
    """B21, G1: a dash over it captures all the same."""
    board = """
        . . .
        . w .
        . W .
    """
    v = play(board, "white: b1-b3")
    assert (v.pieces, v.said["events"][0]["order"]) == ({"b3": "white W"}, "b1xb3")


def test_a_guards_capture_may_be_any_link_of_a_chain() -> None:
    """HB19, B20, B21: before and after it the guard jumps over own guards."""
    board = """
        . . . W .
        . . . w .
        . . . . .
        . W . . .
        W . . . .
    """
    v = play(board, "white: a1-c3xe5-c5")
    assert v.refused is None
    assert v.pieces == {"b2": "white W", "d5": "white W", "c5": "white W"}
    assert words("-c3 -c3xe5 -c3xe5-c5") <= moves(board, "a1")


def test_a_guard_captures_one_enemy_guard_a_turn() -> None:
    """HB19."""
    board = """
        . . .
        . w .
        . . .
        . w .
        . W .
    """
    assert play(board, "white: b1xb3xb5").refused == ("illegal", "HB19")
    assert moves(board, "b1") >= {"xb3"}
    assert "xb3xb5" not in moves(board, "b1")


@pytest.mark.parametrize("order", ["a1-b2", "a1-c1-c2", "a1-c1-d2", "a1-c1-c3"])
def test_a_guards_steps_and_jumps_do_not_mix(order: str) -> None:
    """HB19, G10: no step inside a chain, no double step either."""
    board = """
        . . . .
        . . . .
        W W . .
    """
    v = play(board, f"white: {order}", board={"start_row": {"white": 1}})
    assert (v.refused is None) == (order == "a1-b2")


def test_a_guards_jumps_land_on_free_squares() -> None:
    """HB19."""
    for there in "nNAX":
        board = f"""
            . {there} .
            . W .
            . W .
        """
        assert "b3" not in {text[1:] for text in moves(board, "b1")}


@pytest.mark.parametrize(("sign", "kind"), [("a", "RA"), ("b", "RB")])
def test_a_guards_last_jump_may_land_on_a_red_edged_stone(sign: str, kind: str) -> None:
    """HB19, G9: also the jump that captures; the chain ends there (HB22)."""
    board = f"""
        . . .
        . W .
        . {sign} .
        . w .
        . W .
    """
    v = play(board, "white: b1xb3")
    assert (v.stones, v.stock["white"][kind]) == ({}, 2)
    assert play(board, "white: b1xb3-b5").refused == ("illegal", "HB19")


def test_a_guard_stays_a_guard_on_the_far_edge() -> None:
    """HB21: no promotion; sideways it still goes."""
    board = """
        . . .
        . W .
    """
    v = play(board, "white: b1-b2")
    assert v.pieces == {"b2": "white W"}
    assert moves(
        """
        . W .
        . . .
    """,
        "b2",
    ) == words("-a2 -c2")


def test_a_guard_places_where_it_could_step() -> None:
    """B23, HB11: where it captures only, or moves only, all the same."""
    board = """
        . . . . .
        . . W . .
        . . . . .
    """
    assert lays(board, "c2") == words("b3 c3 d3 b2 d2")


def test_a_guard_places_two_squares_ahead_from_its_start_row() -> None:
    """G7: where the middle square is free."""
    board = """
        . . . . .
        . . n . .
        . . W . .
        . . . . .
    """
    assert lays(board, "c2", board=START_ROW) == words("b3 d3 b2 d2 a4 e4")


def test_a_guard_places_over_one_own_guard_in_any_direction() -> None:
    """B23: not over two."""
    board = """
        . . . . .
        . . . . .
        . . . . .
        . . W W .
        . W W . .
        . . . . .
    """
    assert lays(board, "c2") == words("b3 d2 c4 e4 a2")


def test_a_guard_places_over_an_enemy_guard_ahead_only() -> None:
    """B24."""
    board = """
        . . . . .
        . w w w .
        . w W w .
        . w w w .
        . . . . .
    """
    assert lays(board, "c3") == words("a5 c5 e5")


def test_a_guard_blasts_where_it_could_place() -> None:
    """HB25."""
    board = """
        . A .
        . W .
        B W a
        A . X
    """
    assert stones(board, "b2", "X") == words("a2 b4 c2 a3 c3")


def test_stones_stop_a_guard() -> None:
    """B22: it steps on none but the red-edged."""
    board = """
        A B X
        A W B
    """
    assert moves(board, "b1") == set()


RING = """
    . . .
    W W .
    W W .
"""


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        ("a1-c1-a3", None),
        ("a1-c1-a3-a1", ("illegal", "G3")),
        ("a1-c1-a1", ("illegal", "G3")),
        ("a1-c1-a3-a1-c1", None),
        ("a1-c1-a3-c1", None),
    ],
)
def test_a_guards_chain_may_come_back_but_not_end_where_it_began(
    order: str, refused: tuple[str, str] | None
) -> None:
    """G3, HB8: without a capture it would be no move; on the way it may land anywhere twice."""
    assert play(RING, f"white: {order}").refused == refused


def test_options_list_no_guard_chain_that_comes_back() -> None:
    """G3."""
    assert moves(RING, "a1") == words("-c1 -c1-a3 -a3 -a3-c1 -c3")


HOMEWARD = """
    . W W . .
    . w . W .
    . . . W .
"""


def test_a_chain_with_a_capture_may_end_where_it_began() -> None:
    """G3, G26: its start is free once it has left it, and it has captured."""
    v = play(HOMEWARD, "white: c3-e1-c1xa3-c3")
    assert (v.refused, v.pieces["c3"]) == (None, "white W")
    assert "b2" not in v.pieces
    assert "-e1-c1xa3-c3" in moves(HOMEWARD, "c3")


def test_after_its_capture_a_guard_lands_nowhere_twice_in_the_options() -> None:
    """G3: the landing square of the capture counts, what came before does not."""
    listed = moves(HOMEWARD, "c3")
    assert "-e1-c1xa3-c3-e1-c1" in listed
    assert not [text for text in listed if "xa3-c3-a3" in text or text.count("-c3") > 1]
