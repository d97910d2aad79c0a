"""How pieces move, and where they must not go (E5, E6, E9, E27, E29, HE9, EP3, EP9, EP10, EP22)."""

from __future__ import annotations

import pytest

from .positions import fast, moves, play, words

FREE = """
    .. .. ..
    .. {} ..
    .. .. ..
"""


@pytest.mark.parametrize("rank", "12345SP")
def test_every_mobile_piece_goes_one_square_straight(rank: str) -> None:
    """E5."""
    assert moves(FREE.format(f"w{rank}"), "b2") == words("b3 c2 b1 a2")
    assert moves(FREE.format(f"w{rank}"), "b2", options={"size": 8}, bare=True) == words(
        "b3 c2 b1 a2"
    )


@pytest.mark.parametrize("rank", "MQ")
def test_mines_and_headquarters_stay(rank: str) -> None:
    """E27, E29."""
    assert moves(FREE.format(f"w{rank}"), "b2") == set()
    rule = {"M": "E27", "Q": "E29"}[rank]
    assert fast(FREE.format(f"w{rank}"), "white: b2-b3").refused == ("illegal", rule)


@pytest.mark.parametrize("square", sorted(words("a1 a3 c1 c3 b4 d2 b2 h8")))
def test_no_piece_moves_diagonally_or_further_or_stays(square: str) -> None:
    """E5, EP22."""
    assert fast(FREE.format("w5"), f"white: b2-{square}").refused == ("illegal", "E5")


def test_no_piece_attacks_diagonally_or_further_away() -> None:
    """E5, EP22."""
    board = "b1 .. b1\n.. .. ..\nw5 .. .."
    for square in ("c3", "a3"):
        assert fast(board, f"white: a1-{square}").refused == ("illegal", "E5")


def test_no_piece_enters_a_volcano() -> None:
    """E9, E30, EP22: whatever it is; the volcano stays."""
    for rank in "12345SP":
        v = fast(f"^^ ..\nw{rank} ..", "white: a1-a2")
        assert (v.refused, v.position["volcanoes"]) == (("illegal", "E9"), ["a2"])
    assert moves("^^ ..\nw5 ^^", "a1") == set()


def test_no_piece_attacks_its_own_side() -> None:
    """EP22: nor its own headquarters."""
    for own in ("w1", "wM", "wQ"):
        assert fast(f"{own}\nw5", "white: a1-a2").refused == ("illegal", "EP22")
    assert moves("w1 ..\nw5 ..", "a1") == {"b1"}


@pytest.mark.parametrize("text", ["a1-a2", "b1-b2", "c1-c2"])
def test_a_move_begins_with_an_own_piece(text: str) -> None:
    """E5: not with nothing, the other side's, or a volcano."""
    assert fast(".. .. ..\n.. b1 ^^", f"white: {text}").refused == ("illegal", "E5")


def test_a_square_off_the_board_is_unreadable() -> None:
    """EP22, O6."""
    assert fast("w5", "white: a1-a0").refused == ("unreadable", "O6")
    assert fast("w5", "white: a1-a11").refused == ("unreadable", "O6")
    assert play("w5", "white: i8-i9", options={"size": 8}, bare=True).refused == (
        "unreadable",
        "O6",
    )


def test_a_piece_does_not_go_back_at_once() -> None:
    """E6, HE9: one turn later it may."""
    board = "..\nw5"
    back = fast(board, "white: a1-a2", "black: j7-j8", "white: a2-a1")
    assert (back.accepted, back.refused) == (2, ("illegal", "HE9"))
    later = fast(
        board,
        "white: a1-a2",
        "black: j7-j8",
        "white: j4-j5",
        "black: j8-i8",
        "white: a2-a1",
    )
    assert (later.refused, later.pieces) == (None, {"a1": "w5"})


def test_a_piece_does_not_go_back_to_capture_either() -> None:
    """HE9, E6: though an enemy has followed it."""
    board = "..\nw5\nb1"
    v = fast(board, "white: a2-a3", "black: a1-a2", "white: a3-a2")
    assert (v.accepted, v.refused) == (2, ("illegal", "HE9"))


def test_a_piece_that_may_not_go_back_may_go_on_or_aside() -> None:
    """E6."""
    v = fast(".. ..\n.. ..\nw5 ..", "white: a1-a2", "black: j7-j8")
    assert {text[3:] for text in v.options() if text.startswith("a2-")} == {"a3", "b2"}


def test_last_moves_are_those_whose_piece_stands_on_the_target() -> None:
    """EP9: steps and won fights; a lost attack, a mine and a lapsed move are not in it."""
    assert fast("..\nw5", "white: a1-a2").position["last"] == {"white": ["a1-a2"], "black": []}
    assert fast("b1\nw5", "white: a1-a2").position["last"]["white"] == ["a1-a2"]
    assert fast("b5\nw1", "white: a1-a2").position["last"]["white"] == []
    assert fast("bM\nw1", "white: a1-a2").position["last"]["white"] == []
    lapsed = play("w4 b1\nw5 ..", "white: a2-b2 a1-a2")
    assert sorted(lapsed.position["last"]["white"]) == ["a1-a2", "a2-b2"]
    lapsed = play("b1 w4\nw5 ..", "white: a1-a2 b2-a2")
    assert (lapsed.kinds[1], lapsed.position["last"]["white"]) == ("lapsed", ["a1-a2"])


def test_last_moves_are_those_of_the_previous_turn_only() -> None:
    """EP9: and each side has its own."""
    v = fast("..\nw5", "white: a1-a2", "black: j7-j8", "white: j4-j5")
    assert v.position["last"] == {"white": ["j4-j5"], "black": ["j7-j8"]}


def test_last_moves_bind_any_own_piece_on_the_target() -> None:
    """EP9: a piece on B with A-B in its owner's list may not go to A; others may."""
    board = ".. .. w2\n.. .. ..\nb1 .. .."
    last = {"white": ["b3-c3"], "black": ["c3-b3"]}
    assert fast(board, "white: c3-b3", last=last).refused == ("illegal", "HE9")
    assert fast(board, "white: c3-c2", last=last).refused is None
    assert fast(board, "black: a1-b1", last=last).refused is None


def test_of_the_two_moves_of_a_turn_neither_goes_back() -> None:
    """E6, EP10: nor does the second one count as certain when it only goes back."""
    board = ".. ..\nw5 w3"
    last = {"white": ["a2-a1", "b2-b1"]}
    assert play(board, "white: a1-a2 b1-c1", last=last).refused == ("illegal", "HE9")
    assert play(board, "white: b1-c1 a1-a2", last=last).refused == ("illegal", "HE9")
    assert play(board, "white: b1-c1 a1-a2", last={}).refused is None
    alone = "..\nw5 .. w3\nwQ .. .. .. bQ b1"
    hemmed = {"bare": True, "volcanoes": ["b2"], "last": {"white": ["a3-a2"]}}
    assert play(alone, "white: c2-c3", **hemmed).refused is None
    assert play(alone, "white: c2-c3", bare=True, volcanoes=["b2"]).refused == ("illegal", "HE6")


def test_a_dash_and_an_x_mean_the_same() -> None:
    """EP3: written it is always a stroke, fight or not."""
    for sign in "-x":
        v = play("b1 ..\nw5 w3", f"white: a1{sign}a2 b1{sign}b2")
        assert (v.refused, v.said["events"][0]["order"]) == (None, "a1-a2 b1-b2")
