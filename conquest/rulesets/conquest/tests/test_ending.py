"""How a game ends, and who may risk a recapture (C37-C42, CR26-CR34)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conquest.islands.table import SEATS, judge_case, play

PAIR = ("south", "west")
WINDOW = {"west": "recapture"}


def test_capturing_an_opponents_last_two_pieces_wins() -> None:
    """C37, CR28: both within one turn; the others lose alike."""
    pieces = dict(s1="south K", s2="west S", s3="west S", s9="south S", n1="north K", n2="north K")
    seats = ("south", "west", "north")
    v = play(
        "s1-s2-s4-s5-s3, s9, n1, n2", pieces, "south: s1xs2; s2-s4-s5xs3", bare=True, seats=seats
    )
    assert (v.winners, v.reason, v.captured) == (["south"], "last_two", {"south": 2})
    assert (v.to_act, v.points) == ({}, 0)


@pytest.mark.parametrize(
    ("board", "mover", "prey"),
    [
        ("s1-s2", "K", "E(S)"),  # both in one stack
        ("s1-s2", "K", "C(S)"),
        ("m1~m2", "B", "B(S)"),
        ("s1-s2", "S", "K"),  # any capture that leaves an opponent with none
        ("s1-h2", "S", "G"),  # the very last piece an empty vessel, conquered (A54)
        ("s1-h2", "S", "B(S,S)"),
    ],
)
def test_leaving_an_opponent_without_pieces_wins(board: str, mover: str, prey: str) -> None:
    """C37, CR28, A54."""
    start, target = board[:2], board[3:]
    pieces = {start: f"south {mover}", target: f"west {prey}", "s8": "south E", "s9": "south K"}
    v = play(f"{board}, s8, s9", pieces, f"south: {start}x{target}", bare=True, seats=PAIR)
    assert (v.winners, v.reason) == (["south"], "last_two")


def test_orders_after_the_win_are_ignored() -> None:
    """A101, A34."""
    pieces = dict(s1="south K", s2="west K", s9="south S")
    v = play("s1-s2, s9", pieces, "south: s1xs2; s9-s1; end", bare=True, seats=PAIR)
    assert (v.accepted, v.kind, v.winners) == (1, None, ["south"])


def test_a_finished_game_refuses_all_orders() -> None:
    """A6, A17."""
    pieces = dict(s1="south K", s2="west K", s9="south S")
    v = play("s1-s2, s9", pieces, "south: s1xs2", "west: end", bare=True, seats=PAIR)
    assert (v.accepted, v.kind, v.to_act) == (1, "illegal", {})
    assert v.choices() == []


def test_every_figure_of_a_stack_counts_as_a_piece() -> None:
    """CR27: an elephant and its rider are two pieces, so nobody has one left."""
    pieces = dict(s1="south K", s2="west S", w3="west E(S)", s9="south S")
    v = play("s1-s2, w3, s9", pieces, "south: s1xs2; end", bare=True, seats=PAIR)
    assert (v.outcome, v.to_act) == (None, {"west": "turn"})


@pytest.mark.parametrize("turn", ["south", "north"])
def test_a_single_piece_left_ends_the_game_after_any_turn(turn: str) -> None:
    """C39, CR28: not only at the end of the player's own turn."""
    pieces = dict(s1="south K", s2="south S", n1="north K", n2="north K", w1="west K")
    seats = ("south", "west", "north")
    v = play(
        "s1, s2, n1, n2, w1",
        pieces,
        f"{turn}: end",
        bare=True,
        seats=seats,
        captured={"north": 2},
    )
    assert (v.winners, v.reason) == (["north"], "one_left")
    assert (v.outcome or {})["scores"] == {"south": 2, "west": 1, "north": 4}


def test_win_points_count_pieces_and_fields() -> None:
    """C39, CR32, A65: captured, own on the board, grail and enemy castle fields held."""
    pieces = dict(
        wt1="south E(S)",  # two figures and a tower
        g1="south K",  # a figure and a grail field
        st1="south S",  # the own castle is worth nothing
        h1="south G",
        w1="west K",
        g2="west S",
        st2="west C(S)",
        n1="north K",
    )
    v = play(
        "st1, st2, wt1, g1, g2, h1, w1, n1",
        pieces,
        "south: end",
        bare=True,
        seats=("south", "west", "north"),
        captured={"south": 2, "west": 3},
    )
    assert (v.outcome or {})["scores"] == {"south": 2 + 5 + 2, "west": 3 + 4 + 2, "north": 1}
    assert (v.winners, v.reason) == (["south", "west"], "one_left")


def test_a_conquered_vessel_counts_as_a_piece_not_a_capture() -> None:
    """CR32, CR6."""
    pieces = dict(s1="south S", h1="west G(S)", w1="west K", w2="west S", s9="south K")
    v = play("s1-h1, w1, w2, s9", pieces, "south: s1xh1; end", "west: end", bare=True, seats=PAIR)
    assert (v.captured, v.outcome) == ({"south": 1}, None)
    v = play(
        "s1-h1, w1, s9",
        {k: p for k, p in pieces.items() if k != "w2"},
        "south: s1xh1; end",
        bare=True,
        seats=PAIR,
    )
    assert (v.outcome or {})["scores"] == {"south": 4, "west": 1}


def test_all_leaders_share_the_win() -> None:
    """C39, CR33: but none who is immobilised."""
    pieces = dict(w1="west K", w2="west S", n1="north K", n2="north S", s1="south K")
    board, seats = "s1, w1, w2, n1, n2", ("south", "west", "north")
    v = play(board, pieces, "south: end", bare=True, seats=seats)
    assert v.winners == ["west", "north"]
    held = {f"wt{n}": "north S" for n in range(1, 6)}
    v = play(
        f"{board}, {', '.join(held)}",
        {**pieces, **held},
        "south: end",
        bare=True,
        seats=seats,
        captured={"west": 30},
    )
    assert v.winners == ["north"]
    assert (v.outcome or {})["scores"]["west"] == 32


def test_a_seat_without_pieces_stays_in_the_game() -> None:
    """A18, CR29: the tests of the end fire only by a capture; it may even take its turn."""
    pieces = dict(s1="south K", s2="south S")
    v = play("s1, s2", pieces, "south: end", "west: end", bare=True, seats=PAIR)
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})


@pytest.mark.parametrize(
    ("seats", "quiet"),
    [
        (("south", "west"), 8),
        (("south", "west", "north"), 12),
        (("south", "west", "north", "east"), 16),
    ],
)
def test_four_quiet_rounds_end_the_game(seats: tuple[str, ...], quiet: int) -> None:
    """C40, CR1, CR34, A33: four turns of every seat."""
    v = play("s1", {}, "south: end", seats=seats, since_capture=quiet - 2)
    assert (v.outcome, v.position["since_capture"]) == (None, quiet - 1)
    v = v.then("west: end")
    assert (v.reason, v.winners) == ("quiet_rounds", list(seats))


def test_the_last_capturer_moves_last_in_the_quiet_rounds() -> None:
    """C40, CR34: the sixteenth turn end after the capture is the capturer's own."""
    v = play("s1-s2", dict(s1="south S", s2="west S"), "south: s1xs2; end")
    assert v.position["since_capture"] == 0
    for _ in range(3):
        v = v.then("west: end", "north: end", "east: end", "south: end")
        assert v.outcome is None
    v = v.then("west: end", "north: end", "east: end")
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})
    assert v.then("south: end").reason == "quiet_rounds"


def test_quiet_rounds_start_over_if_the_last_capturer_captures_again() -> None:
    """C40, A32."""
    pieces = dict(s1="south S", s2="west S")
    v = play("s1-s2", pieces, "south: s1xs2", since_capture=15)
    assert v.position["since_capture"] == -1
    v = v.then("south: end")
    assert (v.outcome, v.position["since_capture"]) == (None, 0)


def test_quiet_rounds_start_over_with_the_conquest_of_a_vessel() -> None:
    """CR34."""
    pieces = dict(s1="south S", h1="west G")
    v = play("s1-h1", pieces, "south: s1xh1; end", since_capture=15)
    assert (v.outcome, v.position["since_capture"]) == (None, 0)


def test_quiet_rounds_from_souths_first_turn_end_the_game() -> None:
    """CR34, A32: counted from the set-up on, East ends them with the sixteenth turn."""
    start = {"ruleset": "conquest", "board": "four-islands"}
    rounds = [[seat, "end"] for _ in range(4) for seat in SEATS]
    v = judge_case({**start, "orders": rounds[:-1]})
    assert (v.accepted, v.outcome, v.to_act) == (15, None, {"east": "turn"})
    assert (v.position["number"], v.position["since_capture"]) == (16, 15)
    v = judge_case({**start, "orders": rounds})
    assert (v.accepted, v.reason) == (16, "quiet_rounds")


def test_skipped_turns_count_as_quiet() -> None:
    """A33, CR24."""
    held = {f"wt{n}": "south S" for n in range(1, 6)}
    v = play(", ".join(held), held, "south: end", since_capture=14)
    assert v.reason == "quiet_rounds"


def test_a_single_piece_left_comes_before_the_quiet_rounds() -> None:
    """A35."""
    pieces = dict(s1="south K", w1="west K", w2="west K")
    v = play("s1, w1, w2", pieces, "south: end", bare=True, seats=PAIR, since_capture=7)
    assert v.reason == "one_left"


def exposed_pieces(**rest: str) -> dict[str, str]:
    """South has two pieces, a knight on s1 among them; West can recapture on s2."""
    return {
        "s1": "south K",
        "s9": "south S",
        "s2": "west S",
        "w3": "west K",
        "w8": "west C",
        **rest,
    }


BOARD = "s1-s2-w3, s9, w8"


def test_the_recapture_of_an_exposed_player_ends_the_game() -> None:
    """C41, A22, A62, A64: at once, by the win points after the recapture if they did not lead."""
    behind = {"captured": {"west": 2}}
    v = play(BOARD, exposed_pieces(), "south: s1xs2; end", bare=True, seats=PAIR, **behind)
    assert v.position["window"]["exposed"] is True
    v = v.then("west: w3xs2")
    assert (v.reason, v.winners) == ("exposed_recaptured", ["west"])
    assert (v.outcome or {})["scores"] == {"south": 2, "west": 5}


def test_an_exposed_leader_who_is_recaptured_has_won_alone() -> None:
    """A64, C42: sole or joint, counted after the capture, whatever the recapture costs them."""
    for ahead, winners in ((0, ["south"]), (1, ["south"]), (2, ["west"])):
        v = play(
            "g1-s2-w3, s9, w8",
            {**{k: p for k, p in exposed_pieces().items() if k != "s1"}, "g1": "south K"},
            "south: g1xs2",
            "west: w3xs2",
            bare=True,
            seats=PAIR,
            captured={"west": ahead},
        )
        assert (v.reason, v.winners) == ("exposed_recaptured", winners)


def test_the_game_goes_on_when_an_exposed_players_victim_passes() -> None:
    """C41, CP3."""
    v = play(BOARD, exposed_pieces(), "south: s1xs2; end", "west: pass", bare=True, seats=PAIR)
    assert (v.outcome, v.to_act) == (None, {"west": "turn"})


def test_the_recapturer_of_both_last_pieces_wins() -> None:
    """CR30, A64."""
    pieces = dict(s1="south E(S)", s2="west S", w3="west K", w8="west C")
    v = play("s1-s2-w3, w8", pieces, "south: s1xs2", "west: w3xs2", bare=True, seats=PAIR)
    assert (v.reason, v.winners) == ("last_two", ["west"])


def test_a_player_with_three_pieces_is_not_exposed() -> None:
    """C41, A62: three just before the capture, two after the recapture: on goes the game."""
    v = play(
        f"{BOARD}, s7",
        exposed_pieces(s7="south S"),
        "south: s1xs2; end",
        "west: w3xs2",
        bare=True,
        seats=PAIR,
    )
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})


def test_a_third_piece_just_conquered_is_no_protection_from_exposure() -> None:
    """A62: two just before the capture; the vessel does not save its conqueror in that window."""
    pieces = dict(s1="south K", s9="south S", h2="west G", w3="west K", w8="west C")
    v = play("s1-h2-w3, s9, w8", pieces, "south: s1xh2", "west: w3xh2", bare=True, seats=PAIR)
    assert v.reason == "exposed_recaptured"


def test_an_exposed_player_may_risk_one_recapture_a_turn() -> None:
    """C42, CR31, A39."""
    pieces = exposed_pieces(w4="west S", w5="west S")
    board = f"{BOARD}, s2-w4-w5"
    v = play(board, pieces, "south: s1xs2", "west: pass", bare=True, seats=PAIR)
    assert v.position["risked"] is True
    assert v.then("south: s2xw4").kind == "illegal"
    assert "s2xw4" not in v.choices()
    v = v.then("south: end", "west: end")
    assert "risked" not in v.position
    assert v.then("south: s2xw4").kind is None


def second_risk_refusal(
    pieces: dict[str, str], *entries: str, board: str = BOARD, **rest: Any
) -> str | None:
    """Return why South, which has risked a recapture already, cannot capture once more."""
    rest = {"bare": True, "seats": PAIR, "risked": True, **rest}
    return play(board, pieces, *entries, **rest).kind


def test_a_second_risk_of_an_exposed_player_is_illegal() -> None:
    """C42, CR31."""
    assert second_risk_refusal(exposed_pieces(), "south: s1xs2") == "illegal"
    assert (
        second_risk_refusal(exposed_pieces(s7="south S"), "south: s1xs2", board=f"{BOARD}, s7")
        is None
    )


def test_an_exposed_leader_may_risk_every_capture() -> None:
    """C42, CR31, A63: sole or joint top before the capture."""
    pieces = exposed_pieces()
    assert second_risk_refusal(pieces, "south: s1xs2", captured={"south": 0}) == "illegal"
    assert second_risk_refusal(pieces, "south: s1xs2", captured={"south": 1}) is None
    assert second_risk_refusal(pieces, "south: s1xs2", captured={"south": 5}) is None
    assert (
        second_risk_refusal(pieces, "south: s1xs2", captured={"south": 5, "west": 5}) == "illegal"
    )


def test_an_exposed_player_captures_where_nobody_can_recapture() -> None:
    """C42, A63."""
    far = "s1-s2-s3-s4-w3, s9, w8"
    assert second_risk_refusal(exposed_pieces(), "south: s1xs2", board=far) is None


def test_a_capture_without_a_window_is_no_risk() -> None:
    """A63, C33: the last point or the waiver against the left neighbour."""
    assert second_risk_refusal(exposed_pieces(), "south: s1xs2!") is None
    assert second_risk_refusal(exposed_pieces(), "south: s1xs2", used=19) is None
    assert second_risk_refusal(exposed_pieces(), "south: s1xs2", used=18) == "illegal"


def test_a_capture_from_an_immobilised_player_is_no_risk() -> None:
    """A63, CR17."""
    seats = ("south", "west", "north")
    held = {f"wt{n}": "north S" for n in range(1, 6)}
    board = f"{BOARD}, {', '.join(held)}"
    assert (
        second_risk_refusal({**exposed_pieces(), **held}, "south: s1xs2", board=board, seats=seats)
        is None
    )


def test_an_exposed_player_may_win_by_a_second_capture() -> None:
    """C42, CR31, A63: a capture that wins at once is no risk."""
    pieces = dict(s1="south K", s9="south S", s2="west C(S)")
    assert (
        second_risk_refusal(pieces, "south: s1xs2", board="s1-s2, s9", captured={"west": 9}) is None
    )


THREE = ("south", "west", "north")
WINNABLE = {
    "s1": "south K", "s9": "south S", "w1": "west C(S)", "s2": "north S", "n3": "north K",
    "n8": "north C", "n7": "north C",
}  # fmt: skip


@pytest.mark.parametrize(
    ("order", "used", "kind"),
    [("s1xs2", 0, None), ("s1xs2", 17, None), ("s1xs2", 18, "illegal"), ("s1xs2!", 0, "illegal")],
)
def test_a_second_risk_is_allowed_if_one_further_capture_could_win(
    order: str, used: int, kind: str | None
) -> None:
    """C42, CR31: with the points then left; a waived turn has none."""
    rest: dict[str, Any] = {"board": "s1-s2-n3, s2-s4-w1, s9, n7, n8", "seats": THREE}
    rest["captured"] = {"north": 9}
    assert second_risk_refusal(WINNABLE, f"south: {order}", used=used, **rest) == kind


def test_options_list_a_second_risk_that_leads_to_a_win() -> None:
    """C42, CR31, A44."""
    rest: dict[str, Any] = {"bare": True, "seats": THREE, "risked": True, "captured": {"north": 9}}
    v = play("s1-s2-n3, s2-s4-w1, s9, n7, n8", WINNABLE, **rest)
    assert "s1xs2" in v.choices()
    v = v.then("south: s1xs2", "north: pass", "south: s2-s4xw1")
    assert (v.reason, v.winners) == ("last_two", ["south"])
    for far in (
        "s1-s2-n3, s2-s4, w1, s9, n7, n8",
        "s1-s2-n3, s2-s4-s5-s6-s7-s8-s10-w1, s9, n7, n8",
    ):
        assert "s1xs2" not in play(far, WINNABLE, **rest).choices()


def test_a_second_risk_may_lead_to_immobility() -> None:
    """C42, CR31, C38: the further capture leaves nobody else able to move."""
    held = {f"wt{n}": "north S" for n in range(1, 6)} | {f"nt{n}": "west S" for n in range(1, 5)}
    pieces = {**WINNABLE, "w1": "west C(S)", **held}
    rest: dict[str, Any] = {"seats": THREE, "captured": {"north": 9}}
    board = f"s1-s2-n3, s9, n7, n8, w1, {', '.join(held)}"
    pieces["nt5"] = "north S"
    assert second_risk_refusal(pieces, "south: s1xs2", board=f"{board}, s2-nt5", **rest) is None
    assert second_risk_refusal(pieces, "south: s1xs2", board=f"{board}, nt5", **rest) == "illegal"


def test_a_safe_capture_leaves_the_risk_unused() -> None:
    """A63: only a risky capture marks the turn."""
    pieces = exposed_pieces(w3="west S")
    v = play("s1-s2, s9, w8, w3", pieces, "south: s1xs2", bare=True, seats=PAIR)
    assert "risked" not in v.position


def test_no_risk_is_marked_of_a_player_who_is_not_exposed() -> None:
    """A63."""
    v = play(f"{BOARD}, s7", exposed_pieces(s7="south S"), "south: s1xs2", bare=True, seats=PAIR)
    assert (v.to_act, "risked" in v.position) == (WINDOW, False)


LAND_ONLY = {"last_two": "land"}


def test_the_land_option_counts_land_pieces_only() -> None:
    """CR26, A55: a table's choice; the vessels left do not help."""
    pieces = dict(s1="south K", s2="west K", h8="west G", h9="west B", s9="south S", s8="south E")
    board = "s1-s2, h8, h9, s8, s9"
    v = play(board, pieces, "south: s1xs2", bare=True, seats=PAIR, choices=LAND_ONLY)
    assert (v.winners, v.reason) == (["south"], "last_two")
    v = play(board, pieces, "south: s1xs2", bare=True, seats=PAIR)
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})


def test_the_land_option_counts_land_pieces_aboard() -> None:
    """A55: C39 counts land pieces also aboard; win points still count everything."""
    pieces = dict(s1="south K", s2="south S", h8="west G(S)", h9="west B")
    v = play("s1, s2, h8, h9", pieces, "south: end", bare=True, seats=PAIR, choices=LAND_ONLY)
    assert (v.reason, v.winners) == ("one_left", ["west"])
    assert (v.outcome or {})["scores"] == {"south": 2, "west": 3}
    pieces["h8"] = "west G(E(S))"
    v = play("s1, s2, h8, h9", pieces, "south: end", bare=True, seats=PAIR, choices=LAND_ONLY)
    assert v.outcome is None


def test_the_land_option_finds_exposure_by_land_pieces() -> None:
    """A55: C41 and C42."""
    pieces = exposed_pieces(h7="south G")
    board = f"{BOARD}, h7"
    v = play(board, pieces, "south: s1xs2", "west: w3xs2", bare=True, seats=PAIR, choices=LAND_ONLY)
    assert v.reason == "exposed_recaptured"
    v = play(board, pieces, "south: s1xs2", "west: w3xs2", bare=True, seats=PAIR)
    assert v.outcome is None


def test_the_land_option_ends_for_one_land_piece_left() -> None:
    """C41, A55: a vessel lost in the recapture is none of them, its load is."""
    pieces = dict(
        s8="south K", s9="south S", m1="south B", m2="west G", m3="west B", w1="west E(S)"
    )
    board = "s8, s9, w1, m1~m2~m3"
    entries = ("south: m1xm2", "west: m3xm2")
    v = play(board, pieces, *entries, bare=True, seats=PAIR, choices=LAND_ONLY)
    assert (v.outcome, v.captured) == (None, {"south": 1, "west": 1})
    pieces["m1"] = "south B(K)"
    del pieces["s8"]
    v = play(board, pieces, *entries, bare=True, seats=PAIR, choices=LAND_ONLY)
    assert v.reason == "exposed_recaptured"


def test_a_win_by_the_last_two_comes_before_immobility() -> None:
    """A34."""
    held = {f"wt{n}": "south S" for n in range(1, 5)}
    pieces = {"s1": "south K", "wt5": "west K", "s9": "south S", **held}
    v = play(f"s1-wt5, s9, {', '.join(held)}", pieces, "south: s1xwt5", bare=True, seats=PAIR)
    assert v.reason == "last_two"
