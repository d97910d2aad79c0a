"""How a game ends: eight reasons, in their order (HB3, HB9, HB35, G28-G31, G39, G40)."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from conquest.rulesets.bollwerk import RULES

from .table import NO_STONES, Json, judge_case, on_board_a, play, set_up

GOAL = {"end_field": {"white": "a1", "black": "c1"}}
WON = ["white"]


def test_a_piece_that_enters_the_enemy_end_field_wins() -> None:
    """HB3, B14, G31: the text is a short version; its publisher names four ways to win."""
    v = play("Q . .", "white: a1-c1", board=GOAL)
    assert v.ended == (WON, "end_field")
    assert v.said["outcome"]["scores"] == {}
    assert (v.said["to_act"], v.said["points"]) == ({}, None)


def test_the_own_end_field_wins_nothing() -> None:
    """HB3."""
    assert play(". Q .", "white: b1-a1", board=GOAL).outcome is None


def test_the_end_fields_of_board_a_win() -> None:
    """HB1, HB3."""
    assert on_board_a({"f19": "white Q"}, "white: f19-f22").ended == (WON, "end_field")
    assert on_board_a({"e4": "black Q"}, "black: e4-e1").ended == (["black"], "end_field")


def test_a_piece_already_on_the_end_field_does_not_win() -> None:
    """O9, HB3: only a move onto it wins."""
    v = play(". . Q .", "white: c1 +A d1", board=GOAL)
    assert (v.refused, v.outcome) == (None, None)


def test_a_chain_wins_only_where_it_ends() -> None:
    """G4."""
    board = "S W . W ."
    assert play(board, "white: a1-c1-e1", board=GOAL).outcome is None
    assert play(board, "white: a1-c1", board=GOAL).ended == (WON, "end_field")


@pytest.mark.parametrize("order", ["a1 +X c1", "a1-a2 +X c2"])
def test_a_bomb_on_the_enemy_end_field_wins(order: str) -> None:
    """B99, HB3, G31: after a move and without one."""
    board = """
        . . .
        Q . .
    """
    goal = {"end_field": {"black": order[-2:]}}
    v = play(board, f"white: {order}", board=goal)
    assert (v.ended, v.stones) == ((WON, "bomb"), {order[-2:]: "X"})


@pytest.mark.parametrize("sign", ["A", "B", "a", "b"])
def test_a_bomb_that_blasts_on_the_end_field_wins(sign: str) -> None:
    """HB5, B99, G16: nothing is barred, for the game is over."""
    v = play(f"Q . {sign}", "white: a1 +X c1", board=GOAL)
    assert (v.ended, v.stones, v.barred) == ((WON, "bomb"), {}, [])


def test_a_defender_on_their_end_field_must_be_captured() -> None:
    """HB4: a bomb cannot go there; capturing enters it and wins."""
    assert play("Q . n", "white: a1 +X c1", board=GOAL).refused == ("illegal", "B81")
    assert play("Q . n", "white: a1xc1", board=GOAL).ended == (WON, "end_field")
    assert play(". . . n", "black: d1xc1", board=GOAL).refused is not None
    assert play("Q . . n .", "black: d1-b2", board=GOAL).refused is not None


def test_the_defender_may_stand_on_their_own_end_field() -> None:
    """HB4, HB34."""
    v = play("Q . . q", "black: d1-c1", board=GOAL)
    assert (v.refused, v.outcome) == (None, None)


def test_capturing_all_enemy_pieces_wins() -> None:
    """HB3, G31."""
    v = play("Q . n .", "white: a1xc1", bare=True)
    assert v.ended == (WON, "all_captured")
    chain = play("S n . n .", "white: a1xc1xe1", bare=True)
    assert chain.ended == (WON, "all_captured")


def test_the_last_piece_may_be_the_spy_under_an_arrow() -> None:
    """HB3, B74."""
    assert play("Q . s", "white: a1 +A c1", bare=True).ended == (WON, "all_captured")


def test_a_seat_without_a_legal_turn_is_immobilised_and_loses() -> None:
    """HB7, G31, G35."""
    v = play("w . Q .\nB B B B", "white: c2-d2", bare=True, stock=NO_STONES)
    assert v.outcome is None  # the guard steps sideways
    board = """
        w B . Q
        B B B B
    """
    v = play(board, "white: d2-c2", bare=True, stock=NO_STONES)
    assert v.ended == (WON, "immobilised")


def test_a_seat_that_can_still_place_is_not_immobilised() -> None:
    """HB7, G35: blasting counts."""
    board = """
        w B . Q
        B B B B
    """
    bombs = {"white": {}, "black": {"X": 1}}
    v = play(board, "white: d2-c2", bare=True, stock=bombs)
    assert (v.outcome, v.options()) == (None, ["a2 +X a1", "a2 +X b1", "a2 +X b2"])
    arrows = {"white": {}, "black": {"A": 1}}
    assert play(board, "white: d2-c2", bare=True, stock=arrows).ended == (WON, "immobilised")


def test_a_seat_that_can_still_remove_is_not_immobilised() -> None:
    """G35."""
    board = """
        . . B Q
        n _ _ .
    """
    v = play(board, "white: d2-d1", bare=True, stock=NO_STONES)
    assert (v.outcome, v.options()) == (None, ["a1 ~c2"])


def test_barred_squares_can_immobilise_a_seat() -> None:
    """G35, B101: the cannon could lay behind the block, were the square not freed just now."""
    stock = {"white": {"X": 1}, "black": {"A": 9}}
    v = play("_ _ Q\nc B A", "white: c2 +X c1", bare=True, stock=stock)
    assert v.ended == (WON, "immobilised")
    v = play("_ _ Q .\nc B . _", "white: c2-d2", bare=True, stock=stock)
    assert (v.outcome, v.options()) == (None, ["a1 +A c1"])


def test_the_movers_win_comes_first() -> None:
    """HB35, G30: before the opponent's lack of turns and before repetition."""
    board = """
        w B . Q .
        B B B B B
    """
    goal = {"end_field": {"black": "e2"}}
    v = play(board, "white: d2-e2", bare=True, stock=NO_STONES, board=goal, quiet=99)
    assert v.ended == (WON, "end_field")


def test_the_end_field_is_named_before_other_reasons_to_win() -> None:
    """G40."""
    assert play("Q . n", "white: a1xc1", bare=True, board=GOAL).ended == (WON, "end_field")


@pytest.mark.parametrize("order", ["a1-c1 +A b1", "a1-c1 +X b1"])
def test_no_stone_follows_a_move_that_has_won(order: str) -> None:
    """G5, HB35."""
    assert play("Q . .", f"white: {order}", board=GOAL).refused == ("illegal", "G5")


def test_no_second_stone_follows_a_bomb_that_has_won() -> None:
    """G5."""
    board = """
        . . .
        H . .
    """
    v = play(board, "white: a1 +X c1 +A a2", board=GOAL)
    assert v.refused == ("illegal", "G5")
    assert play(board, "white: a1 +A a2 +X c1", board=GOAL).ended == (WON, "bomb")


def test_the_third_occurrence_of_a_position_draws() -> None:
    """HB9, G28, G31: the position the game started from counts once."""
    v = play("K . . . k", *_shuffle(2)[:7], bare=True)
    assert (v.outcome, v.accepted) == (None, 7)
    v = play("K . . . k", *_shuffle(2), bare=True)
    assert v.ended == ([], "repetition")
    assert v.said["outcome"]["scores"] == {}


def _shuffle(rounds: int) -> list[str]:
    return ["white: a1-b1", "black: e1-d1", "white: b1-a1", "black: d1-e1"] * rounds


def test_repetition_survives_feeding_back() -> None:
    """G28, 5.2: by the key seen."""
    v = play("K . . . k", *_shuffle(1), bare=True)
    for text in _shuffle(1):
        assert v.outcome is None
        v = v.then(text)
    assert v.ended == ([], "repetition")


@pytest.mark.parametrize(
    "other",
    [
        {"stock": {"white": {"A": 1}}},
        {"barred": ["c1"]},
        {"stones": {"c1": "X"}},
        {"turn": "black"},
    ],
)
def test_the_position_digest_differs_by_stock_stones_barred_squares_and_turn(other: Json) -> None:
    """HB9, G28."""
    digest = set(play("K . . . k", bare=True).position["seen"])
    assert digest.isdisjoint(play("K . . . k", bare=True, **other).position["seen"])


def test_the_position_digest_is_that_of_the_specification() -> None:
    """5.2: worked out here from the position that the judge writes."""
    v = play("K A . . k", "white: a1-b1", bare=True)
    keys = ("barred", "pieces", "stock", "stones", "turn")
    text = json.dumps({key: v.position[key] for key in keys}, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] in v.position["seen"]
    assert sorted(v.position["seen"].values()) == [1, 1]


def test_a_given_position_counts_once_unless_it_is_counted_already() -> None:
    """G28, 5.2."""
    (digest,) = play("K . . . k", bare=True).position["seen"]
    v = play("K . . . k", *_shuffle(1), bare=True, seen={digest: 2})
    assert v.ended == ([], "repetition")


@pytest.mark.parametrize(
    ("board", "order", "quiet"),
    [
        ("Q . . .", "a1-b1", 8),
        ("Q n . .", "a1xb1", 0),
        ("S n . .", "a1xc1", 0),
        ("Q . s .", "a1 +A c1", 0),
        ("Q . . .", "a1 +B c1", 0),
        ("Q . . .", "a1-b1 +B c1", 0),
        ("Q . A .", "a1 +X c1", 0),
        (". . A\nN . .", "a1 ~c2", 0),
        ("K A . .", "a1-b1", 0),
        ("E . A .", "a1-c1", 0),
        ("Q . a .", "a1-c1", 0),
        ("Q . b .", "a1-c1", 0),
    ],
)
def test_a_turn_is_quiet_when_nothing_is_captured_placed_or_taken_away(
    board: str, order: str, quiet: int
) -> None:
    """G29."""
    assert play(board, f"white: {order}", quiet=7).position["quiet"] == quiet


def test_a_hundred_quiet_turns_draw() -> None:
    """HB9, G29, G31."""
    assert play("Q . .", "white: a1-b1", quiet=98).outcome is None
    v = play("Q . .", "white: a1-b1", quiet=99)
    assert (v.ended, v.position["quiet"]) == (([], "quiet_turns"), 100)
    assert play("Q . .", "white: a1 +A b1", quiet=99).outcome is None


def test_the_limit_of_quiet_turns_is_an_option() -> None:
    """HB9, G29."""
    v = play("Q . .", "white: a1-b1", quiet=4, options={"quiet": 5})
    assert v.ended == ([], "quiet_turns")
    assert play("Q . .", "white: a1-b1", quiet=99, options={"quiet": 101}).outcome is None


def test_repetition_is_named_before_quiet_turns() -> None:
    """G30."""
    v = play("K . . . k", *_shuffle(2), bare=True, quiet=92)
    assert (v.ended, v.position["quiet"]) == (([], "repetition"), 100)


def test_immobility_is_named_before_quiet_turns() -> None:
    """G30."""
    board = """
        w B . Q
        B B B B
    """
    v = play(board, "white: d2-c2", bare=True, stock=NO_STONES, quiet=99)
    assert v.ended == (WON, "immobilised")


def test_a_draw_is_agreed() -> None:
    """HB9, O12, G31."""
    v = play("Q . .", "white: draw?", "black: draw!")
    assert (v.ended, v.said["to_act"]) == (([], "agreed"), {})
    assert "draw" not in v.position


def test_a_draw_offer_stands_in_the_position() -> None:
    """O12."""
    v = play("Q . .", "white: draw?")
    assert (v.position["draw"], v.said["to_act"]) == ("white", {"white": "turn"})
    assert "draw" not in play("Q . .").position
    assert v.then("black: draw!").ended == ([], "agreed")


@pytest.mark.parametrize("orders", ["draw?; a1-b1", "a1-b1; draw?", "a1-b1\ndraw?"])
def test_a_draw_is_offered_together_with_a_turn(orders: str) -> None:
    """O12: before or after it; it stays open until the other seat answers."""
    v = play("Q . .", f"white: {orders}")
    assert (v.refused, v.position["draw"]) == (None, "white")
    assert v.then("black: draw!").ended == ([], "agreed")


def test_a_draw_is_offered_out_of_turn() -> None:
    """O12: by either seat; the other one's turn declines it."""
    v = play("Q . .", "black: draw?", turn="white")
    assert v.position["draw"] == "black"
    assert "draw" not in v.then("white: a1-b1").position


def test_an_own_turn_does_not_decline_the_own_draw_offer() -> None:
    """O12: only the other seat's completed turn does."""
    v = play("Q . .", "white: draw?", "white: a1-b1")
    assert v.position["draw"] == "white"
    assert "draw" not in v.then("black: x90-x91").position


@pytest.mark.parametrize(
    ("entries", "offered"),
    [
        (["white: draw?"], "white"),
        (["black: draw?"], "white"),
        (["white: draw!"], "white"),
        (["white: draw!"], None),
        (["black: draw!"], None),
    ],
)
def test_draw_offers_are_not_doubled_nor_accepted_by_their_author(
    entries: list[str], offered: str | None
) -> None:
    """O12."""
    rest: dict[str, Any] = {"draw": offered} if offered else {}
    assert play("Q . .", *entries, turn="white", **rest).refused == ("illegal", "O12")


@pytest.mark.parametrize(("seat", "winner"), [("white", "black"), ("black", "white")])
def test_either_seat_resigns_at_any_time(seat: str, winner: str) -> None:
    """O13, G31: also out of turn."""
    v = play("Q . .", f"{seat}: resign", turn="white")
    assert v.ended == ([winner], "resigned")


def test_the_default_order_is_to_resign() -> None:
    """HB8: nobody can pass."""
    state = RULES.judgement.open_case(set_up("Q . ."))
    assert RULES.notation.write_orders(RULES.judgement.default_orders(state, "white")) == "resign"


def test_a_finished_game_refuses_everything() -> None:
    """O4, O9, O10: also when it is fed back; unreadable text is that first."""
    v = play("Q . .", "white: a1-c1", board=GOAL)
    assert v.position["outcome"] == v.said["outcome"]
    for text in ("black: x90-x91", "black: resign", "black: draw?", "black: draw!"):
        assert v.then(text).refused == ("illegal", "O4")
    assert v.then("black: hello").refused == ("unreadable", "5.2")
    assert v.then().said["outcome"] == v.said["outcome"]


def test_only_a_carried_out_order_ends_a_game() -> None:
    """O9: a position is taken as it stands."""
    board = """
        w B . .
        B B B B
    """
    v = play(board, bare=True, turn="black", stock=NO_STONES, quiet=400)
    assert (v.outcome, v.said["to_act"], v.options()) == (None, {"black": "turn"}, [])
    assert play("Q . .", board=GOAL, bare=True).outcome is None


def test_the_last_turn_changes_the_whole_position() -> None:
    """G39: turn, number, barred, quiet and seen; an offer falls."""
    v = play("Q . .", "white: a1-c1", board=GOAL, barred=["b1"], quiet=3, draw="white")
    position = v.position
    assert (position["turn"], position["number"]) == ("black", 10)
    assert (position["barred"], position["quiet"]) == ([], 4)
    assert len(position["seen"]) == 2
    assert "draw" not in position


def test_a_given_outcome_is_returned_as_given() -> None:
    """O10."""
    outcome = {"winners": [], "reason": "agreed", "scores": {"white": 0, "black": 0}}
    v = judge_case(set_up("Q . .", outcome=outcome))
    assert (v.said["outcome"], v.said["to_act"]) == (outcome, {})
