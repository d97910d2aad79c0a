"""The recapture: who may, with what, from where, and when nobody may (C26-C33, CR13-CR21)."""

from __future__ import annotations

import pytest

from tests.conquest.islands.table import choices, judge_case, play, set_up

WINDOW = {"west": "recapture"}


def test_a_capture_stops_the_turn_for_the_victims_answer() -> None:
    """C26, CR17, A16, A17: the points shown stay the attacker's."""
    v = play("s1-s2-s3", dict(s1="south S", s2="west S", s3="west K"), "south: s1xs2")
    assert (v.to_act, v.points, v.position["turn"]) == (WINDOW, 19, "south")
    assert v.pieces == dict(s2="south S", s3="west K")


@pytest.mark.parametrize("text", ["s3xs2", "s3-s2", "K@s3xs2", " S3 X S2 "])
def test_a_recapture_costs_the_victim_nothing(text: str) -> None:
    """C26, C32, A10: no points, no steps; then the attacker goes on."""
    pieces = dict(s1="south S", s2="west S", s3="west K")
    v = play("s1-s2-s3", pieces, "south: s1xs2", f"west: {text}")
    assert (v.pieces, v.captured) == (dict(s2="west K"), {"south": 1, "west": 1})
    assert (v.to_act, v.points, v.steps) == ({"south": "turn"}, 19, {})


def test_the_victim_may_pass() -> None:
    """C26: the recapture is optional."""
    pieces = dict(s1="south S", s2="west S", s3="west K")
    v = play("s1-s2-s3", pieces, "south: s1xs2", "west: pass")
    assert (v.pieces, v.to_act) == (dict(s2="south S", s3="west K"), {"south": "turn"})


@pytest.mark.parametrize("piece", ["S", "E", "C", "K", "E(S,S)", "C(S)"])
@pytest.mark.parametrize(("distance", "near"), [(1, True), (2, True), (3, False)])
def test_a_recapture_reaches_two_fields_with_any_piece(
    piece: str, distance: int, near: bool
) -> None:
    """C26, CR13, CR17: without a possible recapture nobody is asked."""
    pieces = {"s1": "south S", "s2": "west S", f"s{2 + distance}": f"west {piece}"}
    v = play("s1-s2-s3-s4-s5", pieces, "south: s1xs2")
    assert v.to_act == (WINDOW if near else {"south": "turn"})
    if near:
        back = "-".join(f"s{n}" for n in range(2 + distance, 2, -1)) + "xs2"
        assert v.then(f"west: {back}").pieces == {"s2": f"west {piece}"}


def test_vessels_recapture_at_sea() -> None:
    """C26, C19: with two steps, and what is aboard goes down."""
    pieces = dict(m1="south B(S)", m2="west G", m4="west B(K)")
    v = play("m1~m2~m3~m4", pieces, "south: m1xm2", "west: m4-m3xm2")
    assert (v.pieces, v.captured) == (dict(m2="west B(K)"), {"south": 1, "west": 2})


def test_a_recapture_ignores_ranges_and_leaves_no_steps() -> None:
    """CR13, A27: a soldier who recaptured walks the whole range on the next own turn."""
    pieces = dict(s1="south S", s2="west S", s4="west S")
    v = play("s1-s2-s3-s4", pieces, "south: s1xs2; end", "west: s4-s3xs2", "south: end")
    assert (v.to_act, v.steps) == ({"west": "turn"}, {})
    assert v.then("west: s2-s3-s4").pieces == dict(s4="west S")


FLEET = dict(w1="west K", h2="west B(C)", m3="west B")


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("pass", {**FLEET, "h1": "south G(S)"}),
        ("w1xh1", dict(h1="west G(K)", h2="west B(C)", m3="west B")),
        ("C@h2xh1", dict(h1="west G(C)", h2="west B", m3="west B", w1="west K")),
        ("m3xh1", dict(h1="west B", h2="west B(C)", w1="west K")),
    ],
)
def test_the_conquest_of_an_empty_vessel_opens_a_window(answer: str, after: dict[str, str]) -> None:
    """C27, C31, A58: retaken by a land piece (ashore or aboard), or sunk by a vessel."""
    v = play("s1-h1-w1, h1-h2, h1~m3", {"s1": "south S", "h1": "west G", **FLEET}, "south: s1xh1")
    assert (v.to_act, v.captured) == (WINDOW, {})
    assert v.then("west: h2xh1").kind == "illegal"
    assert v.then(f"west: {answer}").pieces == after


def test_a_recapture_counts_like_a_capture() -> None:
    """A53, A58: the crew when boarded, vessel and crew when sunk."""
    pieces = dict(s1="south C(S)", h1="west G(K)", w1="west K", m3="west B")
    v = play("s1-h1-w1, h1~m3", pieces, "south: s1xh1")
    assert v.captured == {"south": 1}
    assert v.then("west: w1xh1").captured == {"south": 1, "west": 2}
    assert v.then("west: m3xh1").captured == {"south": 1, "west": 3}


def test_a_land_piece_boards_the_vessel_that_captured_in_harbour() -> None:
    """C31, A58: even before that had not been possible; nothing moves on."""
    pieces = dict(m1="south B(S)", h1="west B", w2="west S")
    v = play("m1~h1-w1-w2", pieces, "south: m1xh1", "west: w2-w1xh1")
    assert (v.pieces, v.captured) == (dict(h1="west B(S)"), {"south": 1, "west": 1})
    assert v.to_act == {"south": "turn"}


def test_no_land_piece_recaptures_at_sea() -> None:
    """C22, C31, A56: a load at sea cannot either."""
    pieces = dict(m1="south B", m2="west B", h1="west G(K)")
    v = play("m1~m2, m2~m3~m4~h1-s1", pieces, "south: m1xm2")
    assert v.to_act == {"south": "turn"}


@pytest.mark.parametrize(
    "answer",
    [
        "s5xs4",  # another piece than the one that captured (C28)
        "s5-s4xs2",  # another capture on the way
        "s3-s5",  # no capture at all
        "s3xs2; s5xs4",  # a second order (A12)
        "s3xs2; end",
        "pass; pass",
        "pass; s3xs2",
        "end",
        "s3xs2!",  # A11
        "s1-s2",
    ],
)
def test_a_window_accepts_nothing_but_a_recapture(answer: str) -> None:
    """C28, A11, A12."""
    pieces = dict(s1="south S", s2="west S", s3="west K", s4="south S", s5="west K")
    v = play("s1-s2-s3-s5-s4-s2", pieces, "south: s1xs2", f"west: {answer}")
    assert (v.accepted, v.kind, v.to_act) == (1, "illegal", WINDOW)


@pytest.mark.parametrize("answer", ["pass", "n3xs2", "end"])
def test_a_window_accepts_orders_of_the_victim_only(answer: str) -> None:
    """C30, A6: no third player, whatever stands next to it."""
    pieces = dict(s1="south S", s2="west S", n3="north K", w4="west K")
    v = play("s1-s2-n3, s2-w4", pieces, "south: s1xs2", f"north: {answer}")
    assert (v.accepted, v.kind, v.to_act) == (1, "illegal", WINDOW)
    assert v.then(f"south: {answer}").kind == "illegal"


def test_no_window_opens_for_a_third_player() -> None:
    """C30, CR17."""
    v = play("s1-s2-n3", dict(s1="south S", s2="west S", n3="north K"), "south: s1xs2")
    assert v.to_act == {"south": "turn"}


def test_a_recapture_of_three_steps_is_illegal() -> None:
    """C26, CR13."""
    pieces = dict(s1="south S", s2="west S", w3="west K", w6="west C")
    v = play("s1-s2-w3, s2-w4-w5-w6", pieces, "south: s1xs2", "west: w6-w5-w4xs2")
    assert v.kind == "illegal"


def test_a_recapture_may_take_two_steps_where_one_would_do() -> None:
    """A56."""
    pieces = dict(s1="south S", s2="west S", w3="west K")
    v = play("s1-s2-w3, w3-w4-s2", pieces, "south: s1xs2", "west: w3-w4xs2")
    assert v.pieces == dict(s2="west K")


def test_a_rider_recaptures_alone_or_with_its_elephant() -> None:
    """C29: as in the rulebook's picture; the knight cannot come through an enemy."""
    board = "s1-s2-w3, s2-s4-w5"
    pieces = dict(s1="south S", s2="west S", w3="west E(S)", s4="north S", w5="west K")
    assert choices(board, pieces, "south: s1xs2") == ["S@w3xs2", "pass", "w3xs2"]
    v = play(board, pieces, "south: s1xs2", "west: S@w3xs2")
    assert v.pieces == dict(s2="west S", w3="west E", s4="north S", w5="west K")
    v = play(board, pieces, "south: s1xs2", "west: w3xs2")
    assert v.pieces == dict(s2="west E(S)", s4="north S", w5="west K")


def test_no_soldier_gets_off_first_to_let_the_elephant_recapture() -> None:
    """C28."""
    pieces = dict(s1="south S", s2="west S", w3="west E(S)")
    v = play("s1-s2-w3-w4", pieces, "south: s1xs2", "west: S@w3-w4; w3xs2")
    assert (v.accepted, v.kind) == (1, "illegal")


@pytest.mark.parametrize(
    ("board", "pieces", "answers"),
    [
        # a soldier's dismount is the first of its two steps
        ("s1-s2-w3-w4", dict(w4="west C(S)"), ["S@w4-w3xs2", "w4-w3xs2"]),
        # ashore, then on
        ("s1-s2-w3-h4", dict(h4="west B(S,S)"), ["S@h4-w3xs2"]),
        ("s1-s2-w3-h4", dict(h4="west G(E(S))"), ["E@h4-w3xs2", "S@h4-w3xs2"]),
        ("s1-s2-h4", dict(h4="west G(C(S))"), ["C@h4xs2", "S@h4xs2"]),
        # at sea nobody gets off
        ("s1-s2-w3-h4~m5", dict(m5="west B(K)"), []),
    ],
)
def test_a_load_can_recapture(board: str, pieces: dict[str, str], answers: list[str]) -> None:
    """CR14."""
    pieces = {"s1": "south S", "s2": "west K", **pieces}
    listed = choices(board, pieces, "south: s1xs2")
    assert [text for text in listed if text.endswith("xs2")] == answers


def test_a_loaded_vessel_recaptures_with_its_load() -> None:
    """CR14."""
    pieces = dict(m1="south B", m2="west B", m4="west G(E(S))")
    v = play("m1~m2~m3~m4", pieces, "south: m1xm2", "west: m4-m3xm2")
    assert v.pieces == dict(m2="west G(E(S))")


@pytest.mark.parametrize("carrier", ["E", "C", "E(S)"])
def test_no_soldier_passes_over_a_mount_to_a_recapture(carrier: str) -> None:
    """CR15, C28, A56: that would be rearranging; the mount itself may come."""
    pieces = {"s1": "south S", "s2": "west S", "w3": f"west {carrier}", "w4": "west S"}
    v = play("s1-s2-w3-w4", pieces, "south: s1xs2", "west: w4-w3xs2")
    assert v.kind == "illegal"
    assert v.then(f"west: {carrier[0]}@w3xs2").pieces["s2"] == f"west {carrier}"


@pytest.mark.parametrize(("piece", "may"), [("S", False), ("E", False), ("C", False), ("K", True)])
def test_only_a_knight_recaptures_over_an_own_vessel(piece: str, may: bool) -> None:
    """CR12, CR13, A56."""
    pieces = {"s1": "south S", "s2": "west S", "h3": "west B", "w4": f"west {piece}"}
    v = play("s1-s2-h3-w4", pieces, "south: s1xs2")
    assert v.to_act == (WINDOW if may else {"south": "turn"})


@pytest.mark.parametrize(("piece", "may"), [("S", False), ("E", False), ("C", False), ("K", True)])
def test_only_a_knight_jumps_to_a_recapture(piece: str, may: bool) -> None:
    """C14, CR13."""
    pieces = {"s1": "south S", "s2": "west S", "w3": "west K", "w4": f"west {piece}"}
    listed = choices("s1-s2-w3-w4", pieces, "south: s1xs2")
    assert ("w4-w3xs2" in listed) == may


def test_a_carried_knight_lands_and_jumps_to_a_recapture() -> None:
    """CR13, CR14: one step ashore over an own piece, the next onto the capturer."""
    pieces = dict(s1="south S", s2="west S", w3="west S", h4="west B(K)")
    v = play("s1-s2-w3-h4", pieces, "south: s1xs2", "west: K@h4-w3xs2")
    assert v.pieces == dict(s2="west K", w3="west S", h4="west B")


@pytest.mark.parametrize(
    ("board", "attacker", "piece", "may"),
    [
        ("s1-s2=w3", "south S", "west E", False),  # the bridge is closed to elephants (C44)
        ("s1-s2=w3", "south S", "west C", True),
        ("c1-c2>w3", "south S", "west E", False),  # out over a v-mark (C43)
        ("c1-c2>w3", "south S", "west C(S)", True),  # but the soldier may (CR35)
        ("c1-c2>w3", "south S", "west K", True),
        ("s1-g2-w3", "south S", "west E", False),  # the grail (C35)
        ("s1-g2-w3", "south S", "west C", False),
        ("s1-g2-w3", "south S", "west E(S)", True),  # the soldier alone (CR36)
        ("s1-s2-w3", "south E", "west S", False),  # soldiers never capture elephants (C22)
        ("s1-s2-w3", "south E", "west C(S)", True),
        ("s1-s2-w3", "south K", "west S", True),
    ],
)
def test_every_obstacle_holds_for_recaptures(
    board: str, attacker: str, piece: str, may: bool
) -> None:
    """CR13, C22, C35, C43, C44, A57."""
    start, target = board[:2], board[3:5]
    prey = "west S" if target[0] == "g" or attacker != "south E" else "west K"
    v = play(board, {start: attacker, target: prey, "w3": piece}, f"south: {start}x{target}")
    assert v.to_act == (WINDOW if may else {"south": "turn"})


def test_a_piece_recaptures_out_of_its_tower() -> None:
    """A57: and over the central field of a v-mark only inwards."""
    pieces = dict(s1="south K", s2="west S", wt1="west C", c3="west E")
    v = play("s1-s2-wt1, c3>s2", pieces, "south: s1xs2")
    assert v.choices() == ["c3xs2", "pass", "wt1xs2"]


def test_a_piece_recaptures_out_of_the_tower_that_it_besieges() -> None:
    """A57, C34: which gives its owner four points back at once."""
    pieces = dict(s1="south K", s2="west S", st1="west C")
    v = play("s1-s2-st1", pieces, "south: s1xs2")
    assert (v.to_act, v.points) == (WINDOW, 15)
    v = v.then("west: st1xs2")
    assert (v.pieces, v.to_act, v.points) == ({"s2": "west C"}, {"south": "turn"}, 19)


def test_a_soldier_recaptures_no_vessel_with_an_elephant() -> None:
    """CR7, A52: also in a recapture."""
    pieces = dict(s1="south E", h1="west B", w1="west S")
    v = play("s1-h1-w1", pieces, "south: s1xh1")
    assert (v.pieces["h1"], v.to_act) == ("south B(E)", {"south": "turn"})


def test_a_recapture_takes_only_the_piece_that_captured() -> None:
    """C28, C12: the soldier who got off, not the elephant left behind."""
    board, pieces = "s1-s2-w3, w3-s1", dict(s1="south E(S)", s2="west S", w3="west K")
    v = play(board, pieces, "south: S@s1xs2", "west: w3xs1")
    assert v.kind == "illegal"
    v = v.then("west: w3xs2")
    assert (v.pieces, v.captured) == (dict(s1="south E", s2="west K"), {"south": 1, "west": 1})


def test_a_recapture_takes_the_whole_stack() -> None:
    """CR27."""
    pieces = dict(s1="south E(S,S)", s2="west S", w3="west K")
    v = play("s1-s2-w3", pieces, "south: s1xs2", "west: w3xs2")
    assert v.captured == {"south": 1, "west": 3}


def test_the_attacker_has_no_free_answer_to_a_recapture() -> None:
    """CR16: the attacker may capture the recapturer with points, which opens a new window."""
    pieces = dict(s0="south K", s1="south S", s2="west S", w3="west S", w4="west K")
    v = play("s0-s1-s2-w3-w4", pieces, "south: s1xs2", "west: w3xs2")
    assert (v.to_act, v.points) == ({"south": "turn"}, 19)
    v = v.then("south: s0-s1xs2")
    assert (v.to_act, v.points) == (WINDOW, 17)
    v = v.then("west: w4-w3xs2")
    assert v.captured == {"south": 2, "west": 2}


def test_a_window_opens_after_every_capture_of_a_turn() -> None:
    """C27, CR17."""
    pieces = dict(s1="south K", s2="west S", w3="west S", w4="north S", n5="north K", w6="west K")
    v = play("s1-s2-w3-w4-n5, w3-w6", pieces, "south: s1xs2", "west: pass", "south: s2xw3")
    assert v.to_act == WINDOW
    v = v.then("west: pass", "south: w3xw4")
    assert v.to_act == {"north": "recapture"}


@pytest.mark.parametrize("used", [19, 18])
def test_the_left_neighbour_has_no_window_for_the_last_point(used: int) -> None:
    """C33, A59: the neighbour's turn begins."""
    pieces = dict(s1="south S", s2="west S", w3="west K")
    v = play("s1-s2-w3", pieces, "south: s1xs2", used=used)
    expected = {"west": "turn"} if used == 19 else WINDOW
    assert (v.to_act, v.position["number"]) == (expected, 10 if used == 19 else 9)


def test_the_left_neighbour_has_no_window_when_points_are_waived() -> None:
    """C33, A59: the rulebook's seventeenth point."""
    pieces = dict(s1="south S", s2="west S", w3="west K")
    v = play("s1-s2-w3", pieces, "south: s1xs2!", used=16)
    assert (v.to_act, v.points) == ({"west": "turn"}, 20)
    assert v.pieces == dict(s2="south S", w3="west K")
    assert v.position["since_capture"] == 0


def test_the_left_neighbour_follows_from_the_order_of_play() -> None:
    """C33, C3: without West, North is South's left neighbour."""
    pieces = dict(s1="south S", s2="north S", n3="north K")
    seats = ("south", "north", "east")
    assert play("s1-s2-n3", pieces, "south: s1xs2!", seats=seats).to_act == {"north": "turn"}
    case = set_up("s1-s2-n3", pieces, "south: s1xs2!")
    case["board"]["neighbours"] = {
        "south": "north",
        "north": "west",
        "west": "east",
        "east": "south",
    }
    assert judge_case(case).to_act == {"north": "turn"}


@pytest.mark.parametrize("answer", ["pass", "n3xs2"])
def test_other_seats_keep_their_window_at_the_last_point(answer: str) -> None:
    """CR21: then the turn ends."""
    pieces = dict(s1="south S", s2="north S", n3="north K")
    v = play("s1-s2-n3", pieces, "south: s1xs2", used=19)
    assert (v.to_act, v.points) == ({"north": "recapture"}, 0)
    assert v.then(f"north: {answer}").to_act == {"west": "turn"}


@pytest.mark.parametrize("answer", ["pass", "n3xs2"])
def test_other_seats_keep_their_window_when_points_are_waived(answer: str) -> None:
    """A16, A60: the window knows it, the points are gone, the rest of the list is void."""
    pieces = dict(s1="south S", s2="north S", n3="north K", s5="south S")
    v = play("s1-s2-n3, s5-s6", pieces, "south: s1xs2!; s5-s6")
    assert (v.accepted, v.kind) == (1, None)
    assert (v.to_act, v.points) == ({"north": "recapture"}, 0)
    assert v.position["window"]["waived"] is True
    assert "plan" not in v.position
    v = v.then(f"north: {answer}")
    assert (v.to_act, v.pieces["s5"]) == ({"west": "turn"}, "south S")


def test_a_waived_turn_ends_at_once_when_nobody_can_recapture() -> None:
    """A59, A60, CR17."""
    v = play("s1-s2", dict(s1="south S", s2="north S"), "south: s1xs2!")
    assert v.to_act == {"west": "turn"}


@pytest.mark.parametrize(
    ("order", "to_act", "points"),
    [("s1xst1", WINDOW, 4), ("s1xst1!", {"west": "turn"}, 20)],
)
def test_a_freed_tower_gives_points_back_before_the_last_one(
    order: str, to_act: dict[str, str], points: int
) -> None:
    """CR19, A59: the freed tower returns four; only an express waiver ends the turn."""
    pieces = dict(s1="south S", st1="west S", w3="west K")
    # the road from w3 leads through a free field to the tower
    v = play("s1-st1, st1-w4-w3", pieces, f"south: {order}", used=15)
    assert (v.to_act, v.points) == (to_act, points)


def test_a_freed_grail_field_gives_points_back_before_the_last_one() -> None:
    """CR19."""
    pieces = dict(s1="south S", g1="west S", w3="west K")
    v = play("s1-g1-w3", pieces, "south: s1xg1", used=15)
    assert (v.to_act, v.points) == (WINDOW, 4)


def test_a_player_after_an_immobilised_neighbour_keeps_the_window() -> None:
    """CR20: the left neighbour is the literal seat."""
    west = {f"wt{n}": "east S" for n in range(1, 6)}
    towers = ", ".join(west)
    pieces = {"s1": "south S", "s2": "north S", "n3": "north K", **west}
    v = play(f"s1-s2-n3, {towers}", pieces, "south: s1xs2", used=19)
    assert v.to_act == {"north": "recapture"}
    v = v.then("north: pass")
    assert (v.to_act, v.position["number"]) == ({"north": "turn"}, 11)


@pytest.mark.parametrize(("held", "to_act"), [(4, WINDOW), (5, {"south": "turn"})])
def test_an_immobilised_victim_has_no_window(held: int, to_act: dict[str, str]) -> None:
    """C36, CR17, CR22, A61: a victim with four fields lost may still recapture."""
    west = {f"wt{n}": "east S" for n in range(1, held + 1)}
    pieces = {"s1": "south S", "s2": "west S", "w3": "west K", **west}
    v = play(f"s1-s2-w3, {', '.join(west)}, wt6", pieces, "south: s1xs2")
    assert v.to_act == to_act


@pytest.mark.parametrize(("held", "to_act"), [(3, WINDOW), (4, {"south": "turn"})])
def test_a_window_depends_on_the_position_after_the_capture(
    held: int, to_act: dict[str, str]
) -> None:
    """CR18: whom the capture itself immobilises may not recapture."""
    west = {f"wt{n}": "east S" for n in range(1, held + 1)}
    pieces = {"s1": "south S", "wt7": "west S", "w3": "west K", **west}
    v = play(f"s1-wt7-w3, {', '.join(west)}", pieces, "south: s1xwt7")
    assert v.to_act == to_act


def test_the_position_tells_what_the_window_is_about() -> None:
    """A22, A40."""
    pieces = dict(s1="south K", s2="west E(S)", w3="west C")
    v = play("s1-s2-w3", pieces, "south: s1xs2; s2-s1; end")
    assert v.position["window"] == {
        "seat": "west",
        "at": "s2",
        "lost": "E,S",
        "waived": False,
        "exposed": False,
    }
    assert v.position["plan"] == ["s2-s1", "end"]


def test_a_window_names_a_vessel_conquered_empty_as_lost() -> None:
    """A22."""
    pieces = dict(s1="south S", h1="west G", w1="west K")
    v = play("s1-h1-w1", pieces, "south: s1xh1")
    assert (v.position["window"]["lost"], v.position["window"]["at"]) == ("G", "h1")
