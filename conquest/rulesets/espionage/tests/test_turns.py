"""What a turn is: two moves by two kinds of pieces, or one (E7, HE5 to HE8, HE20, EP4 to EP8)."""

from __future__ import annotations

import pytest

from .positions import fast, judge_case, play, set_up

TWO = """
    .. .. ..
    w5 wS w5
"""


def test_a_turn_is_two_moves_by_two_kinds() -> None:
    """E7: a general and a spy, in either order; then it is the other side's turn."""
    for text in ("a1-a2 b1-b2", "b1-b2 a1-a2"):
        v = play(TWO, f"white: {text}")
        assert (v.refused, v.said["to_act"]) == (None, {"black": "turn"})
        assert v.pieces == {"a2": "w5", "b2": "wS", "c1": "w5"}
        assert v.kinds == ["stepped", "stepped", "turn_ended"]


def test_two_pieces_of_one_kind_do_not_make_a_turn() -> None:
    """E7, HE5: unless any two pieces do."""
    assert play(TWO, "white: a1-a2 c1-c2").refused == ("illegal", "E7")
    assert play(TWO, "white: a1-a2 c1-c2", options={"pair": "kinds"}).refused == ("illegal", "E7")
    assert play(TWO, "white: a1-a2 c1-c2", options={"pair": "pieces"}).refused is None


@pytest.mark.parametrize("one", "12345SP")
@pytest.mark.parametrize("other", "12345SP")
def test_every_mobile_rank_is_a_kind(one: str, other: str) -> None:
    """EP8: soldiers of two strengths are two kinds."""
    v = play(f".. ..\nw{one} w{other}", "white: a1-a2 b1-b2")
    assert v.refused == (("illegal", "E7") if one == other else None)


@pytest.mark.parametrize("pair", ["kinds", "pieces"])
def test_no_piece_moves_twice(pair: str) -> None:
    """HE8."""
    board = ".. ..\n.. ..\nw5 wS"
    for text in ("a1-a2 a2-a3", "a1-a2 a2-a1"):
        v = play(board, f"white: {text}", options={"pair": pair})
        assert v.refused == ("illegal", "HE8")
    assert play("b1\nw5", "white: a1-a2 a2-a3", options={"pair": pair}).refused == (
        "illegal",
        "HE8",
    )


def test_no_second_move_starts_where_the_first_piece_has_left() -> None:
    """HE8, E5."""
    assert play(TWO, "white: a1-a2 a1-b1").refused == ("illegal", "E5")


def test_the_second_piece_may_follow_the_first() -> None:
    """E7: onto the square that it has left, which is free however it fared."""
    v = play("..\nw5 wS", "white: a1-a2 b1-a1")
    assert (v.refused, v.pieces) == (None, {"a1": "wS", "a2": "w5"})
    for foe in ("b1", "b5", "bM", "bQ"):
        assert play(f"{foe}\nw4 wS", "white: a1-a2 b1-a1").refused is None


def test_the_second_piece_does_not_enter_where_the_first_stands() -> None:
    """EP22, HE7: only onto a square that was attacked."""
    assert play(".. ..\n.. wS\nw5 ..", "white: a1-a2 b2-a2").refused == ("illegal", "EP22")


def test_both_moves_of_a_turn_are_compulsory_if_possible() -> None:
    """HE6, EP5: one move alone is illegal."""
    v = play(TWO, "white: a1-a2")
    assert (v.refused, v.accepted) == (("illegal", "HE6"), 0)


def test_the_moves_of_a_turn_do_not_come_in_two_submissions() -> None:
    """EP4: the first is refused, and nothing follows."""
    v = play(TWO, "white: a1-a2", "white: b1-b2")
    assert (v.refused, v.place) == (("illegal", "HE6"), (0, 0))


CORNERED = """
    ^^ .. ..
    w3 ^^ ..
    wQ .. ..
    .. .. ..
    w5 .. ..
"""
"""The captain has no move; the general is the only piece of another kind."""


def test_one_move_completes_the_turn_if_no_second_is_possible() -> None:
    """HE6, EP5."""
    v = play(CORNERED + "\n.. .. .. bQ b1", "white: a2-a3", bare=True)
    assert (v.refused, v.kinds) == (None, ["stepped", "turn_ended"])


def test_a_second_kind_that_cannot_move_makes_one_move_enough() -> None:
    """EP5: another piece of the same kind makes none under kinds, and does under pieces."""
    board = ".. ..\nw5 w5\nwQ .. .. .. bQ b1"
    assert play(board, "white: a2-a3", bare=True).refused is None
    v = play(board, "white: a2-a3", bare=True, options={"pair": "pieces"})
    assert v.refused == ("illegal", "HE6")


def test_a_second_move_that_the_first_makes_possible_is_compulsory() -> None:
    """HE6, EP5: judged after the first move, onto the square it left."""
    board = """
        .. .. ..
        w5 ^^ ..
        w3 ^^ ..
        wQ .. ..
        bQ b1 ..
    """
    v = play(board, "white: a4-a5", bare=True)
    assert v.refused == ("illegal", "HE6")
    v = play(board, "white: a4-a5 a3-a4", bare=True)
    assert v.refused is None


ONLY_THERE = """
    .. .. ..
    w3 b{} w5
    ^^ ^^ ^^
    wQ .. ..
    .. bQ b1
"""
"""Beside the attacked square the general can only go up."""
SHUT_IN = ["a5", "c5", "d4"]


@pytest.mark.parametrize("rank", "12345SPM")
def test_a_second_move_onto_the_attacked_square_is_possible_but_never_compulsory(
    rank: str,
) -> None:
    """EP5, HE7: whatever stands there, so that no refusal tells of it."""
    board = ONLY_THERE.format(rank)
    volcanoes = ["a3", "b3", "c3", *SHUT_IN]
    rest = {"bare": True, "volcanoes": volcanoes}
    assert play(board, "white: a4-b4", **rest).refused is None
    assert play(board, "white: a4-b4 c4-b4", **rest).refused is None
    listed = [text for text in play(board, **rest).options() if text.startswith("a4-")]
    assert listed == ["a4-b4", "a4-b4 c4-b4"]


def test_a_second_move_onto_the_attacked_square_is_not_enough_to_waive_a_certain_one() -> None:
    """EP5: a general that can also go elsewhere has to move."""
    rest = {"bare": True, "volcanoes": ["a3", "b3", "c3", "a5", "c5"]}
    assert play(ONLY_THERE.format(1), "white: a4-b4", **rest).refused == ("illegal", "HE6")
    assert play(ONLY_THERE.format(1), "white: a4-b4 c4-b4", **rest).refused is None


def test_a_second_move_lapses_if_the_first_attack_won() -> None:
    """HE7, EP6: the turn is complete with one move."""
    v = play("w5 b2 ..\n.. w3 ..", "white: b1-b2 a2-b2")
    assert (v.refused, v.kinds) == (None, ["fought", "lapsed", "turn_ended"])
    assert v.pieces == {"a2": "w5", "b2": "w3"}


def test_a_second_move_attacks_if_the_first_attack_lost() -> None:
    """HE7, EP6."""
    v = play("w5 b4 ..\n.. w3 ..", "white: b1-b2 a2-b2")
    assert (v.kinds, v.lost) == (["fought", "fought", "turn_ended"], ("3", "4"))
    assert v.pieces == {"b2": "w5"}


def test_a_second_move_walks_if_both_pieces_were_removed() -> None:
    """HE7, EP6: onto the empty square of a mine."""
    v = play("w5 bM ..\n.. w3 ..", "white: b1-b2 a2-b2")
    assert (v.kinds, v.lost) == (["fought", "stepped", "turn_ended"], ("3", "M"))
    assert v.pieces == {"b2": "w5"}


def test_a_lapsed_move_is_still_one_of_another_kind() -> None:
    """E7, HE7: what cannot be a second move is refused, however the attack would go."""
    for rank in "14M":
        v = play(f"w3 b{rank} ..\n.. w3 ..", "white: b1-b2 a2-b2")
        assert v.refused == ("illegal", "E7")


def test_the_second_move_is_not_carried_out_once_the_game_is_over() -> None:
    """EP7, E31: the entry counts as accepted."""
    v = play("bQ ..\nw3 w5", "white: a1-a2 b1-b2", bare=True)
    assert (v.refused, v.accepted, v.ended) == (None, 1, (["white"], "headquarters"))
    assert (v.pieces["b1"], v.kinds) == ("w5", ["fought", "game_ended"])


def test_a_second_move_has_to_be_named_though_the_first_may_win() -> None:
    """EP5, EP7: or the refusal would tell of a headquarters."""
    for foe in "Q1M":
        v = play(f"b{foe} ..\nw3 w5", "white: a1-a2")
        assert v.refused == ("illegal", "HE6")
        assert play(f"b{foe} ..\nw3 w5", "white: a1-a2 b1-b3").refused == ("illegal", "E5")


def test_in_the_fast_variants_a_turn_is_one_move() -> None:
    """HE20: two are refused."""
    assert fast(TWO, "white: a1-a2").refused is None
    assert fast(TWO, "white: a1-a2 b1-b2").refused == ("illegal", "HE20")
    assert fast(TWO, "white: a1-a2 c1-c2", options={"pair": "pieces"}).refused == (
        "illegal",
        "HE20",
    )


def test_two_turns_in_one_entry_are_refused_whole() -> None:
    """O8: counted from 0, the second order is at fault."""
    v = play(TWO, "white: a1-a2 b1-b2; c1-c2 j4-j5")
    assert (v.refused, v.place) == (("illegal", "O8"), (0, 1))
    assert (v.accepted, v.pieces["a1"]) == (0, "w5")
    assert play(TWO, "white: a1-a2 b1-b2 c1-c2").refused == ("illegal", "O8")


def test_the_turn_number_counts_completed_turns() -> None:
    """O17: of both sides; offers do not count."""
    v = play(TWO, "white: draw?", "white: a1-a2 b1-b2", number=41)
    assert v.position["number"] == 42
    assert judge_case(set_up(TWO)).position["number"] == 9
