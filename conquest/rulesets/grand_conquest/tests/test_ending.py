"""How a game ends: with four, three and two."""

from __future__ import annotations

from typing import Any

import pytest

from conquest import judge

from .table import play, set_up

LINE = "s1 - s2 - s3 - s4, s2 - s5"
TWO = ("south", "north")
OTHERS = {"ss1": "south E(S,S)", "ww1": "west E(S,S)", "nn1": "north E(S,S)", "ee1": "east E(S,S)"}
BOARD = f"{LINE}, h1 ~ m1 ~ m2, ss1 - ss2, ww1 - ww2, nn1 - nn2, ee1 - ee2, s4 - h1"


def bare(pieces: dict[str, str], *entries: str, without: str = "", **rest: Any) -> Any:
    """Play with three land pieces for everybody but some seats."""
    kept = {field: piece for field, piece in OTHERS.items() if field[0] not in without}
    return play(BOARD, {**kept, **pieces}, *entries, bare=True, **rest)


def test_capturing_an_opponents_last_land_pieces_wins() -> None:
    """G3, G39, A93, GR28: vessels do not count, catapults and engines do."""
    v = bare({"s1": "south K", "s2": "west E(S)", "m1": "west B"}, "south: s1xs2", without="w")
    assert (v.reason, v.winners) == ("last_two", ["south"])
    v = bare({"s1": "south K", "s2": "west K", "s4": "west T"}, "south: s1xs2", without="w")
    assert v.outcome is None


def test_riders_and_crews_count_singly() -> None:
    """GR27, A93."""
    v = bare({"s1": "south K", "s2": "west K", "m1": "west B(E(S,S))"}, "south: s1xs2", without="w")
    assert v.outcome is None
    v = bare({"m2": "south B", "m1": "west B(E(S))"}, "south: m2xm1", without="w")
    assert (v.reason, v.winners) == ("last_two", ["south"])


def test_the_last_land_piece_of_any_seat_wins() -> None:
    """A93: a camel that somebody rides counts for its owner."""
    v = bare({"s1": "west K", "s2": "east M(north S)"}, "west: s1xs2", without="ew")
    assert (v.reason, v.winners) == ("last_two", ["west"])


def test_one_land_piece_left_ends_by_the_high_count() -> None:
    """G40, A35."""
    v = bare({"s1": "west K"}, "south: end", without="w", captured={"north": 3})
    assert (v.reason, v.winners) == ("one_left", ["north"])
    assert v.outcome["scores"] == {"south": 3, "west": 1, "north": 6, "east": 3}


def test_the_high_count_counts_vessels_fields_and_towers() -> None:
    """G40."""
    pieces = {"s1": "west K", "m1": "south B", "wt9": "south K", "m2": "south B"}
    v = bare(pieces, "south: end", without="w")
    assert v.outcome["scores"]["south"] == 7


@pytest.mark.parametrize(("turns", "ended"), [(15, True), (14, False)])
def test_four_quiet_rounds_end_the_game(turns: int, ended: bool) -> None:
    """G40, A33."""
    v = bare({}, "south: end", since_capture=turns, captured={"west": 1})
    assert (v.reason == "quiet_rounds") == ended
    assert v.winners == (["west"] if ended else None)


def test_the_high_count_has_one_winner_only() -> None:
    """G3, GR25, A96: most captures, then most fields, else nobody."""
    quiet: dict[str, Any] = {"since_capture": 15}
    v = bare({"s1": "west K"}, "south: end", captured={"north": 1}, **quiet)
    assert v.winners == ["north"]
    v = bare({"wt9": "south K", "s1": "east K", "s3": "east K"}, "south: end", **quiet)
    assert v.winners == ["south"]
    v = bare({}, "south: end", **quiet)
    assert (v.reason, v.winners) == ("quiet_rounds", [])


def test_an_immobilised_player_cannot_win() -> None:
    """G40, A96."""
    board = "g1 - g2 - g3 - g4 - g5, ss1 - ss2, ww1 - ww2, nn1 - nn2, ee1 - ee2"
    held = {f"g{n}": "west S" for n in range(1, 5)} | {"g5": "north S"}
    quiet: dict[str, Any] = {"since_capture": 15, "captured": {"east": 9}}
    v = play(board, {**OTHERS, **held}, "west: end", bare=True, **quiet)
    assert (v.reason, v.winners) == ("quiet_rounds", ["west"])


def test_immobilising_all_opponents_wins() -> None:
    """G39, G37."""
    board = "g1 - g2 - g3 - g4 - g5 - c1, ss1 - ss2, ww1 - ww2, nn1 - nn2, ee1 - ee2"
    held = {f"g{n}": "west S" for n in range(1, 5)} | {"c1": "west S"}
    v = play(board, {**OTHERS, **held}, "west: c1-g5", bare=True)
    assert (v.reason, v.winners) == ("immobilised", ["west"])


def test_a_vulnerable_attackers_turn_is_played_to_its_end() -> None:
    """G41, A95: then the High Count decides."""
    start = {"s1": "south K", "s2": "west K", "s3": "west K", "s5": "south S"}
    v = bare(start, "south: s1xs2", "west: s3xs2", without="s")
    assert (v.outcome, v.to_act, v.position["reckoning"]) == (None, {"south": "turn"}, True)
    v = v.then("south: end")
    assert (v.reason, v.winners) == ("exposed_recaptured", ["west"])


def test_a_reckoning_turn_can_still_be_won() -> None:
    """A95."""
    start = {"s3": "south S", "s1": "east K"}
    v = bare(start, "south: s3-s2xs1", without="es", reckoning=True)
    assert (v.reason, v.winners) == ("last_two", ["south"])


def test_no_reckoning_when_only_a_vessel_is_lost() -> None:
    """A95."""
    start = {"m1": "south B", "m2": "west B", "h1": "west B", "s5": "south S", "s1": "south S"}
    v = bare({**start}, "south: m1xm2", "west: h1-m1xm2", without="s")
    assert "reckoning" not in v.position


def test_a_reckoning_follows_a_shot_in_return() -> None:
    """A80, G41."""
    start = {"s1": "south K", "s2": "west K", "s3": "west T", "s4": "south S"}
    v = bare(start, "south: s1xs2", "west: s3*s2", without="s")
    assert v.position["reckoning"] is True


def test_a_vulnerable_player_may_risk_one_capture() -> None:
    """G41, A94: a leader, too."""
    start = {
        "s1": "south K", "s2": "west K", "s3": "west S", "s4": "west K", "s5": "south S",
    }  # fmt: skip
    orders = ("south: s1xs2", "west: pass", "south: s2xs3")
    assert bare(start, *orders, without="s").rule == "G41"
    v = bare(start, *orders, without="s", captured={"south": 9})
    assert v.rule == "G41"


def test_a_second_risk_is_allowed_if_one_further_shot_could_win() -> None:
    """G41, CR31: the catapult takes West's last land piece, if a point is left for it."""
    start = {"s1": "south K", "s2": "north K", "s3": "north S", "m1": "west B", "ww2": "west S"}
    rest: dict[str, Any] = {"without": "sw", "risked": True, "captured": {"north": 9}}
    assert bare({**start, "ww1": "south T"}, "south: s1xs2", **rest).kind is None
    assert bare({**start, "ww1": "south T"}, "south: s1xs2", used=19, **rest).rule == "G41"
    assert bare({**start, "ss1": "south T"}, "south: s1xs2", **rest).rule == "G41"


def test_a_player_with_two_land_pieces_is_called_vulnerable() -> None:
    """G41, A93: vessels are not among them."""
    start = {"ss1": "south E(S)", "m1": "south B", "ww1": "west E(S,S)"}
    told = judge.describe_case(set_up(BOARD, start, bare=True))
    assert "South: vulnerable, two land pieces left." in told
    assert "South: 3 win points, 2 land pieces, 0 captured." in told


SMALL = "s1 - s2 - s3, st1 - s1, st2 - s2, nt1 - s3, nt2 - s3, s4 - s5, h1 ~ m1, s5 - h1"


def duel(pieces: dict[str, str], *entries: str, **rest: Any) -> Any:
    return play(SMALL, pieces, *entries, bare=True, seats=TWO, **rest)


def test_a_duel_has_no_vulnerable_player_and_no_end_by_one_left() -> None:
    """G42, A97, GR26."""
    v = duel({"s1": "south K", "s3": "north K"}, "south: end")
    assert v.outcome is None
    case = judge.read_case(duel({"s1": "south K", "s4": "south S", "s3": "north K"}).case)
    lines = case.rules.telling.report(judge.carry_out(case).state).seats
    assert not any(line.facts for line in lines)
    start = {"s1": "south K", "s5": "south S", "s2": "north K", "s3": "north K"}
    v = duel(start, "south: s1xs2", "north: s3xs2")
    assert "reckoning" not in v.position


def test_a_duel_is_won_by_all_land_pieces() -> None:
    """G42, A97."""
    v = duel({"s1": "south K", "s2": "north K", "m1": "north B"}, "south: s1xs2")
    assert (v.reason, v.winners) == ("last_two", ["south"])


def test_a_duel_is_won_by_the_whole_castle() -> None:
    """G42, A97: all towers of the seat, however many."""
    start = {"nt1": "south S", "s3": "south S", "s4": "north K"}
    v = duel(start, "south: s3-nt2")
    assert (v.reason, v.winners) == ("immobilised", ["south"])


def test_a_duel_only_freezes_by_other_mixes() -> None:
    """A97."""
    board = f"{SMALL}, g1 - g2 - g3 - g4 - g5"
    held = {f"g{n}": "south S" for n in range(1, 5)}
    v = play(
        board, {**held, "s3": "south S", "s4": "north K"}, "south: s3-nt1; end",
        bare=True, seats=TWO,
    )  # fmt: skip
    assert (v.outcome, v.to_act) == (None, {"south": "turn"})


def test_a_duel_ends_after_ten_quiet_rounds() -> None:
    """G43, A33, A97: towers, then captures and conquests, else a draw."""
    start = {"s1": "south K", "s4": "north K"}
    assert duel(start, "south: end", since_capture=18).outcome is None
    v = duel({**start, "nt1": "south S"}, "south: end", since_capture=19, captured={"north": 9})
    assert (v.reason, v.winners) == ("quiet_rounds", ["south"])
    v = duel(start, "south: end", since_capture=19, captured={"north": 1}, conquered={"south": 2})
    assert v.winners == ["south"]
    v = duel(start, "south: end", since_capture=19)
    assert v.winners == []


def test_a_duel_counts_boarded_vessels() -> None:
    """A97: in return, too."""
    start = {"s5": "south K", "h1": "north B", "s4": "north K", "s3": "north S"}
    v = duel(start, "south: s5xh1")
    assert v.position["conquered"] == {"south": 1}
    v = duel({**start, "s5": "north E", "h1": "south B", "s4": "south K"}, "north: s5xh1")
    assert v.position["conquered"] == {"north": 1}


def test_a_duel_begins_with_ten_points() -> None:
    """A66, GR26."""
    v = duel({"s1": "south K", "s4": "north K"}, "south: end", number=1)
    assert v.points == 20
    assert duel({"s1": "south K", "s4": "north K"}, number=1).points == 10


def test_three_players_end_as_four() -> None:
    """A98, A66."""
    seats = ("south", "west", "north")
    pieces = {"s1": "south K", "s4": "west K", "s5": "north K"}
    v = play(LINE, pieces, "south: end", bare=False, seats=seats, number=2, since_capture=11)
    assert (v.reason, v.winners) == ("quiet_rounds", [])
    assert play(LINE, pieces, bare=False, seats=seats, number=2).points == 10


@pytest.mark.parametrize("seats", [TWO, ("south", "west", "north", "east")])
def test_nobody_can_resign(seats: tuple[str, ...]) -> None:
    """G44, GR30, A13."""
    v = play("s1 - s2", {"s1": "south K"}, "south: resign", seats=seats)
    assert (v.kind, v.rule) == ("illegal", "CP6")


def test_orders_after_the_winning_one_are_ignored() -> None:
    """A101."""
    v = bare({"s1": "south K", "s2": "west K"}, "south: s1xs2; s9", without="w")
    assert v.kind == "unreadable"
    v = bare({"s1": "south K", "s2": "west K"}, "south: s1xs2; s4-s1", without="w")
    assert (v.kind, v.reason) == (None, "last_two")


def test_the_high_count_of_partners_is_added_up() -> None:
    """A67, A96."""
    v = bare({}, "south: end", since_capture=15, captured={"west": 1}, choices={"partners": True})
    assert v.winners == ["west", "east"]


def test_a_boarded_vessel_is_no_third_land_piece() -> None:
    """A62, A93, A95: the pieces before the capture decide who is vulnerable."""
    board = f"{BOARD}, s4 - s6, s6 - h1"
    start = {"s4": "south K", "h1": "west B", "s6": "west K", "ss1": "south S"}
    orders = ("south: s4xh1", "west: s6xh1", "south: end")
    v = play(
        board,
        {**{f: p for f, p in OTHERS.items() if f != "ss1"}, **start},
        *orders,
        bare=True,
    )
    assert v.reason == "exposed_recaptured"


def test_a_reckoning_comes_at_once_where_the_turn_was_waived() -> None:
    """A60, A95, G41."""
    start = {"s1": "south K", "s2": "north K", "s3": "north K", "s4": "south S"}
    v = bare(start, "south: s1xs2!", "north: s3xs2", without="s")
    assert v.reason == "exposed_recaptured"


def test_a_win_comes_before_a_reckoning() -> None:
    """A95, G34: a siege engine still wins that turn."""
    start = {"s1": "south K", "s2": "west K", "s3": "west K", "s5": "south W"}
    orders = ("south: s1xs2", "west: s3xs2", "south: s5-wt1")
    kept = {field: piece for field, piece in OTHERS.items() if field != "ss1"}
    v = play(f"{BOARD}, s5 - wt1", {**kept, **start}, *orders, bare=True)
    assert (v.reason, v.winners) == ("siege_engine", ["south"])
