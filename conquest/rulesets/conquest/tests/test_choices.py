"""The legal choices: one order a piece and target, by the shortest path (A44)."""

from __future__ import annotations

import re

import pytest

from tests.conquest.islands.table import choices, choices_by_text, play


def test_options_list_every_field_in_reach_and_the_end() -> None:
    """A44: sorted as plain text."""
    assert choices("s1-s2-s3-s4, s2-s10", dict(s1="south S")) == [
        "end",
        "s1-s2",
        "s1-s2-s10",
        "s1-s2-s3",
    ]


def test_options_go_the_shortest_way() -> None:
    """A44."""
    assert choices("s1-s2-s3-s4-s5, s1-s4", dict(s1="south S")) == [
        "end",
        "s1-s2",
        "s1-s2-s3",
        "s1-s4",
        "s1-s4-s5",
    ]


def test_options_prefer_the_path_first_in_plain_text() -> None:
    """A44: of equal ways; ``s10`` comes before ``s2``."""
    listed = choices("s1-s2-s4, s1-s10-s4, s1-s9-s4", dict(s1="south S"))
    assert [text for text in listed if text.endswith("s4")] == ["s1-s10-s4"]
    pieces = dict(s1="south S", s10="south K")
    listed = choices("s1-s2-s4, s1-s10-s4, s1-s9-s4", pieces)
    assert "s1-s2-s4" in listed


def test_options_mark_captures_with_an_x_and_hold_no_waiver() -> None:
    """A44, C22."""
    pieces = dict(s1="south K", s3="west S", s5="north E")
    board = "s1-s2-s3-s4, s2-s5"
    assert choices(board, pieces) == ["end", "s1-s2", "s1-s2xs3", "s1-s2xs5"]


def test_options_end_at_a_capture() -> None:
    """C28, A9."""
    pieces = dict(s1="south C", s2="west S")
    assert choices("s1-s2-s3", pieces) == ["end", "s1xs2"]


def test_options_stop_at_range_and_points() -> None:
    """C6: whichever is less."""
    board = "s1-s2-s3-s4-s5-s6-s7-s8"
    assert choices(board, dict(s1="south K"))[-1] == "s1-s2-s3-s4-s5-s6-s7"
    assert choices(board, dict(s1="south K"), used=18)[-1] == "s1-s2-s3"
    assert choices(board, dict(s1="south K"), steps={"s1": "5"}) == ["end", "s1-s2"]


def test_options_list_the_load_apart_from_the_carrier() -> None:
    """A44, A42: the rider is named by its letter."""
    listed = choices("s1-s2-s3-s4", dict(s1="south C(S)"), steps={"s1": "5(0)"})
    assert listed == ["S@s1-s2", "S@s1-s2-s3", "end", "s1-s2", "s1-s2-s3", "s1-s2-s3-s4"]


def test_options_list_mounting_and_boarding_as_steps() -> None:
    """A44, A10: with a hyphen, an own carrier is not captured."""
    pieces = dict(s1="south S", s2="south E", h1="south B")
    assert choices("s1-s2, s1-h1", pieces, steps={"s2": "6"}) == ["end", "s1-h1", "s1-s2"]


def test_options_list_the_conquest_of_a_vessel() -> None:
    """A44, C23, CR7."""
    pieces = dict(s1="south S", h1="west B", h2="west G(E)", h3="west G(C)")
    board = "s1-h1, s1-h2, s1-h3"
    assert choices(board, pieces) == ["end", "s1xh1", "s1xh3"]


def test_options_list_lanes_for_vessels_and_roads_for_loads() -> None:
    """A44, C7, C18."""
    pieces = dict(h1="south B(E(S))")
    listed = choices("s2-s1-h1~m1", pieces, steps={"h1": "5(5(1))"})
    assert listed == ["E@h1-s1", "S@h1-s1", "end", "h1-m1"]


def test_options_list_the_jumps_of_knights() -> None:
    """A44, C14, CR12: landing fields only."""
    pieces = dict(s1="south K", s2="south S", s4="south E(S,S)")
    listed = choices("s1-s2-s3-s4-s5", pieces, steps={"s1": "2", "s2": "2", "s4": "6(2,2)"})
    assert listed == ["end", "s1-s2-s3", "s1-s2-s3-s4-s5"]


def test_options_do_not_lead_back_to_the_start() -> None:
    """A44."""
    assert choices("s1-s2-s3-s1", dict(s1="south S")) == ["end", "s1-s2", "s1-s3"]


def test_options_list_the_recaptures_in_a_window() -> None:
    """A44, C26, C29, CR14: whole stacks, riders, those aboard; and the pass."""
    pieces = dict(
        s1="south S", s2="west S", w3="west E(S,S)", w4="west C(S)", w5="west K", h6="west B(K)"
    )
    board = "s1-s2-w3, s2-w7-w4, s2-w8-w9-w5, s2-h6"
    assert choices(board, pieces, "south: s1xs2; end") == [
        "K@h6xs2",
        "S@w3xs2",
        "S@w4-w7xs2",
        "pass",
        "w3xs2",
        "w4-w7xs2",
    ]


def test_options_go_the_shortest_way_to_a_recapture() -> None:
    """A44, A56: of two-step ways the first in plain text."""
    pieces = dict(s1="south S", s2="west S", w3="west K", w4="west C")
    board = "s1-s2-w3-w5-s2, s2-w7-w4-w6-s2"
    assert choices(board, pieces, "south: s1xs2") == ["pass", "w3xs2", "w4-w6xs2"]


def test_options_come_after_the_orders_of_the_case() -> None:
    """A44: and answers for the seat then to act."""
    pieces = dict(s1="south S", w1="west S")
    assert choices("s1-s2-s3, w1-w2", pieces, "south: s1-s2") == ["end", "s2-s1", "s2-s3"]
    assert choices("s1-s2-s3, w1-w2", pieces, "south: s1-s2; end") == ["end", "w1-w2"]


def test_a_figure_that_mounts_or_boards_is_named_aboard() -> None:
    """C9, C17: by the letter aboard, the carrier by the field."""
    pieces = dict(s1="south S", s2="south C", s4="south E(S)", h1="south B")
    found = choices_by_text("s1-s2, s4-s5-s2, s4-h1", pieces)
    assert (found["s1-s2"].piece, found["s1-s2"].then) == ("s1", "S@s2")
    assert (found["s4-h1"].piece, found["s4-h1"].then) == ("s4", "E@h1")
    assert (found["S@s4-s5"].piece, found["S@s4-s5"].then) == ("S@s4", "s5")


def test_the_conqueror_of_a_vessel_is_named_aboard() -> None:
    """C23: the conqueror stands aboard."""
    found = choices_by_text("s1-h1~m1, h2~m1", dict(s1="south K", h1="west B", h2="south G"))
    assert found["s1xh1"].then == "K@h1"
    assert found["h2-m1"].then == "m1"


def test_a_mounting_soldier_is_numbered_among_those_aboard() -> None:
    """A43: fewest steps first."""
    found = choices_by_text("s1-s2-s3", dict(s1="south E(S)", s2="south S"), steps={"s2": "1"})
    assert found["s2-s1"].then == "S2@s1"
    found = choices_by_text("s1-s2-s3", dict(s1="south E(S)", s2="south S"), steps={"s1": "0(1)"})
    assert found["s2-s1"].then == "S@s1"


def test_a_soldier_aboard_has_one_name_for_all_targets() -> None:
    """A43: the order has the soldier's number only where two could carry it out."""
    found = choices_by_text("s1-s2-s3", dict(s1="south E(S,S)"), steps={"s1": "0(0,1)"})
    assert {text: found[text].piece for text in ("S1@s1-s2", "S2@s1-s2", "S@s1-s2-s3")} == {
        "S1@s1-s2": "S1@s1",
        "S2@s1-s2": "S2@s1",
        "S@s1-s2-s3": "S1@s1",
    }
    assert str(found["S@s1-s2-s3"].name) == "soldier 1 s1"


CROWDED = [
    (
        "s1-s2-s3-h1~m1~h2-s4, s2-g1-c1>c2-s2",
        dict(s1="south E(S)", h1="south B", s3="south S", g1="west S", c2="south C(S)"),
    ),
    (
        "s1-s2=s3-s4, s2-h1-h2~m1, st1-s1",
        dict(s1="south K", s2="south E(S,S)", h1="south G(E)", h2="west B(S)", st1="west E"),
    ),
    (
        "h1-h2, h1~m1~m2~h2, h1-s1-s2-h2",
        dict(h1="south B(S,S)", h2="south G(C)", s1="south S", s2="west C(S)"),
    ),
]


@pytest.mark.parametrize(("board", "pieces"), CROWDED)
def test_options_are_all_accepted(board: str, pieces: dict[str, str]) -> None:
    """A44: every order listed can be given."""
    listed = choices(board, pieces)
    assert len(listed) == len(set(listed)) >= 8
    for text in listed:
        assert play(board, pieces, f"south: {text}").kind is None, text


@pytest.mark.parametrize(("board", "pieces"), CROWDED)
def test_options_hold_every_accepted_step(board: str, pieces: dict[str, str]) -> None:
    """A44: what is not listed for a figure and a field is refused, as a move and as a capture."""
    listed = {(text[: text.find("@") + 1], *ends(text)) for text in choices(board, pieces)}
    named = {
        (f"{letter}@", at)
        for at, piece in pieces.items()
        for letter in re.findall("[A-Z]", piece)[1:]
    }
    steps = {
        (who, at, to)
        for who, at in named | {("", at) for at in pieces}
        for to in re.findall(r"[a-z]+\d+", board)
    }
    for who, at, to in steps - listed:
        for link in "-x":
            assert play(board, pieces, f"south: {who}{at}{link}{to}").kind == "illegal"


def ends(text: str) -> tuple[str, str]:
    """Name the fields an order begins and ends on."""
    path = re.split("[-x]", text.rpartition("@")[2])
    return path[0], path[-1]
