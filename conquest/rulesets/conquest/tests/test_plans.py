"""Lists of orders, what a window leaves of them, and how turns end (CP1-CP3, CP5, CP6)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import Verdict, judge_case, play, set_up

BOARD = "s1-s2-w3, s5-s6-s7, s2-s8"
PIECES = dict(s1="south S", s2="west S", w3="west K", s5="south K")
WINDOW = {"west": "recapture"}


def play_plan(orders: str, *answers: str) -> Verdict:
    """Let South capture on s2 and plan further orders; let West answer."""
    return play(BOARD, PIECES, f"south: {orders}", *answers)


def test_orders_after_a_capture_are_kept_as_the_plan() -> None:
    """CP1, CP2, A22, A23: the entry counts as carried out whole."""
    v = play_plan("s5-s6; s1 X s2; S6-s7 ; END")
    assert (v.accepted, v.kind, v.to_act) == (1, None, WINDOW)
    assert v.position["plan"] == ["s6-s7", "end"]
    assert v.pieces["s6"] == "south K"


def test_the_plan_is_carried_out_after_a_pass() -> None:
    """CP3, A23: inside the victim's entry."""
    v = play_plan("s1xs2; s5-s6; end", "west: pass")
    assert (v.accepted, v.to_act) == (2, {"west": "turn"})
    assert v.pieces == dict(s2="south S", s6="south K", w3="west K")
    assert "plan" not in v.position
    assert "window" not in v.position


def test_a_plan_without_an_end_leaves_the_turn_open() -> None:
    """CP3, A28."""
    v = play_plan("s1xs2; s5-s6", "west: pass")
    assert (v.to_act, v.points) == ({"south": "turn"}, 18)


@pytest.mark.parametrize("rest", ["s5-s6; end", "end", "s5-s6"])
def test_the_plan_is_dropped_after_a_recapture(rest: str) -> None:
    """CP3, A24: even a lone end; its owner is asked again."""
    v = play_plan(f"s1xs2; {rest}", "west: w3xs2")
    assert (v.to_act, v.pieces["s5"], v.points) == ({"south": "turn"}, "south K", 19)
    assert "plan" not in v.position


@pytest.mark.parametrize(
    "rest",
    [
        "s5-s7; s5-s6; end",
        "s6-s7; s5-s6",
        "s2xw3!; s5-s6",
        "s2-s1; s1xs2; s5-s6",
    ],
)
def test_the_rest_of_a_plan_that_became_illegal_is_dropped(rest: str) -> None:
    """CP3, A23, A5: dropped with all after it, never refused."""
    v = play_plan(f"s1xs2; {rest}", "west: pass")
    assert (v.accepted, v.kind) == (2, None)
    assert v.pieces["s5"] == "south K"


def test_a_list_is_read_to_its_end_before_it_is_played() -> None:
    """A5: what cannot be read refuses the entry, also after a capture or an illegal order."""
    v = play_plan("s1xs2; s5-s99")
    assert (v.accepted, v.kind, v.said["refused"]["order"]) == (0, "unreadable", 1)
    assert v.pieces == PIECES
    assert play_plan("s1-s3; hello").kind == "unreadable"


def test_anyway_keeps_the_plan_after_a_recapture() -> None:
    """CP3, A25: after a recapture too."""
    v = play_plan("anyway; s1xs2; s5-s6; end")
    assert v.position["anyway"] is True
    assert v.position["plan"] == ["s5-s6", "end"]
    v = v.then("west: w3xs2")
    assert (v.to_act, v.pieces["s6"]) == ({"west": "turn"}, "south K")
    assert "anyway" not in v.position


def test_anyway_stops_at_an_order_that_became_illegal() -> None:
    """CP3, A25."""
    v = play_plan("ANYWAY; s1xs2; s5-s6; s2-s8; s6-s7; end", "west: w3xs2")
    assert (v.to_act, v.kind) == ({"south": "turn"}, None)
    assert v.pieces == dict(s2="west K", s6="south K")


def test_anyway_lasts_through_several_windows() -> None:
    """A25, C27."""
    pieces = {**PIECES, "s6": "west S", "w9": "west C"}
    v = play(f"{BOARD}, s6-w9", pieces, "south: anyway; s1xs2; s5xs6; s6-s7", "west: w3xs2")
    assert (v.to_act, v.position["plan"], v.position["anyway"]) == (WINDOW, ["s6-s7"], True)
    v = v.then("west: pass")
    assert (v.pieces["s7"], v.to_act) == ("south K", {"south": "turn"})


def test_the_plan_is_kept_when_it_opens_the_next_window() -> None:
    """CP1, CP3."""
    pieces = {**PIECES, "s8": "north S", "n4": "north K"}
    v = play(f"{BOARD}, s8-n4", pieces, "south: s1xs2; s2xs8; s5-s6; end", "west: pass")
    assert v.to_act == {"north": "recapture"}
    assert v.position["plan"] == ["s5-s6", "end"]
    v = v.then("north: pass")
    assert v.to_act == {"west": "turn"}


def test_the_attacker_gives_new_orders_after_a_recapture() -> None:
    """CP3."""
    v = play_plan("s1xs2; end", "west: w3xs2", "south: s5-s6; end")
    assert (v.accepted, v.to_act) == (3, {"west": "turn"})


def test_nobody_adds_to_a_plan_while_a_window_is_open() -> None:
    """CP2, A6."""
    v = play_plan("s1xs2; end", "south: s5-s6")
    assert (v.accepted, v.kind, v.to_act) == (1, "illegal", WINDOW)
    assert v.position["plan"] == ["end"]


def test_the_plan_is_hidden_from_the_other_seats() -> None:
    """A21."""
    views = {}
    for seat in ("south", "west", "public"):
        case = {**set_up(BOARD, PIECES, "south: s1xs2; s5-s6-s7; end"), "view": seat}
        views[seat] = str(judge_case(case).said["view"])
    assert "s5-s6-s7" in views["south"]
    assert "s5-s6-s7" not in views["west"]
    assert "s5-s6-s7" not in views["public"]


def test_the_view_is_the_same_whatever_is_planned() -> None:
    """A21: nor does the view tell whether there is a plan at all."""
    shown = [
        judge_case({**set_up(BOARD, PIECES, f"south: {orders}"), "view": "west"}).said["view"]
        for orders in ("s1xs2", "s1xs2; end", "s1xs2; s5-s6; s6-s7", "anyway; s1xs2; end")
    ]
    assert shown[1:] == shown[:1] * 3


def test_a_plan_is_played_at_once_where_nobody_can_answer() -> None:
    """CP1, CR17."""
    v = play("s1-s2, s5-s6", dict(s1="south S", s2="west S", s5="south S"), "south: s1xs2; s5-s6")
    assert (v.to_act, v.pieces) == ({"south": "turn"}, dict(s2="south S", s6="south S"))


@pytest.mark.parametrize("orders", ["s1-s2", "s1-s2; end"])
def test_a_turn_without_points_ends_by_itself(orders: str) -> None:
    """A28: an end after the last step is as good."""
    v = play("s1-s2", dict(s1="south S"), f"south: {orders}", used=19)
    assert (v.accepted, v.to_act, v.position["number"]) == (1, {"west": "turn"}, 10)


def test_a_plan_that_uses_the_last_point_ends_the_turn() -> None:
    """A28: also at the end of a plan."""
    v = play(BOARD, PIECES, "south: s1xs2; s5-s6", "west: pass", used=18)
    assert v.to_act == {"west": "turn"}


@pytest.mark.parametrize("orders", ["s1xs2; end", "s1xs2!; end"])
def test_an_end_after_the_turn_has_ended_is_accepted(orders: str) -> None:
    """A28: without effect; West's turn is not ended."""
    used = 16 if "!" in orders else 19
    v = play(BOARD, PIECES, f"south: {orders}", used=used)
    assert (v.accepted, v.to_act, v.position["number"]) == (1, {"west": "turn"}, 10)


@pytest.mark.parametrize("orders", ["s1xs2!; s5-s6", "end; s5-s6", "s1xs2!; end; s5-s6"])
def test_other_orders_after_the_turn_has_ended_are_illegal(orders: str) -> None:
    """A28, C33."""
    v = play(BOARD, PIECES, f"south: {orders}")
    assert (v.accepted, v.kind, v.to_act) == (0, "illegal", {"south": "turn"})
    assert v.pieces == PIECES


def test_a_step_after_a_capture_for_the_last_point_is_illegal() -> None:
    """A28, C33."""
    v = play(BOARD, PIECES, "south: s1xs2; s5-s6", used=19)
    assert (v.accepted, v.kind) == (0, "illegal")


@pytest.mark.parametrize("orders", ["s5-s6; s1-s3", "s5-s6; end; s6-s7", "s1-s2; s9-s1"])
def test_an_entry_is_refused_as_a_whole(orders: str) -> None:
    """A5: nothing of it has an effect."""
    v = play("s1-s2-s3, s5-s6-s7, s9", dict(s1="south S", s5="south K"), f"south: {orders}")
    assert (v.accepted, v.kind) == (0, "illegal")
    assert (v.pieces, v.points) == (dict(s1="south S", s5="south K"), 20)


@pytest.mark.parametrize("seat", ["south", "west"])
def test_nobody_can_resign(seat: str) -> None:
    """CP6, A13: readable, never legal, with however few seats."""
    v = play_plan("s1xs2", f"{seat}: resign")
    assert (v.accepted, v.kind) == (1, "illegal")
    pair = ("south", "west")
    assert play(BOARD, PIECES, "south: resign", seats=pair).kind == "illegal"


def test_moves_stand_when_a_turn_is_ended() -> None:
    """CP5, CR37: silence is an end, or a pass."""
    v = play(BOARD, PIECES, "south: s5-s6", "south: end", "west: end")
    assert (v.pieces["s6"], v.to_act) == ("south K", {"north": "turn"})
    v = play_plan("s1xs2", "west: pass", "south: end")
    assert (v.pieces["s2"], v.to_act) == ("south S", {"west": "turn"})


def test_several_entries_make_up_a_turn() -> None:
    """C6, A28: a list without an end leaves the turn open."""
    v = play(BOARD, PIECES, "south: s5-s6", "south: s6-s7", "south: s1xs2", "west: pass")
    assert (v.accepted, v.points, v.to_act) == (4, 17, {"south": "turn"})
