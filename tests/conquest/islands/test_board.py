"""Boards as the rules see them."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import Fault
from conquest.islands import board
from conquest.islands.board import Road

SMALL: dict[str, Any] = {
    "fields": {
        "s1": "land start",
        "S2": "land central",
        "st1": "castle south",
        "nt1": "castle north",
        "h1": "harbour",
        "m1": "sea",
        "g1": "grail central",
        "w1": "wild",
    },
    "roads": ["s1-S2", "S2=st1", "s1>g1", "s1-h1"],
    "lanes": ["h1-m1"],
    "wild": ["s1~w1"],
    "fire": ["s1*st1"],
}


def test_the_four_islands_are_loaded() -> None:
    islands = board.load_board("four-islands")
    assert islands is board.load_board("four-islands")
    assert (len(islands.kinds), len(islands.setup)) == (358, 104)
    assert islands.order == board.SEATS
    assert islands.grail == ("G1", "G2", "G3", "G4", "G5")
    assert islands.castles["west"] == ("WT1", "WT2", "WT3", "WT4", "WT5")
    assert Road("P2", ">") in islands.roads["C04"]
    assert Road("C04", "<") in islands.roads["P2"]
    assert Road("BSW1", "=") in islands.roads["S27"]
    assert len(islands.central) == 25 + 8 + 5
    assert islands.spell_field("s12") == "S12"


def test_a_board_is_built_from_a_case() -> None:
    drawn = board.load_board(SMALL)
    assert drawn.order == ("south", "north")
    assert drawn.roads["s1"] == (Road("S2", "-"), Road("g1", ">"), Road("h1", "-"))
    assert drawn.roads["g1"] == (Road("s1", "<"),)
    assert (drawn.lanes["m1"], drawn.wild["w1"], drawn.fire["st1"]) == (("h1",), ("s1",), ("s1",))
    assert drawn.central == {"S2", "g1"}
    assert drawn.starts == {"s1"}
    assert drawn.spell_field("s2") == "S2"
    assert board.load_board(drawn.source) == drawn


def test_fields_in_edges_are_named_in_any_case() -> None:
    """A14."""
    assert board.load_board({**SMALL, "roads": ["S1 - s2"]}).roads["s1"] == (Road("S2", "-"),)


def test_the_order_of_play_follows_the_neighbours() -> None:
    chosen = {"south": "north", "north": "west", "west": "south"}
    assert board.load_board({**SMALL, "neighbours": chosen}).order == ("south", "north", "west")


@pytest.mark.parametrize(
    "change",
    [
        {"fields": None},
        {"fields": []},
        {"fields": {}},
        {"colour": "red"},
        {"roads": "s1-S2"},
        {"roads": [7]},
        {"roads": ["s1-s9"]},
        {"roads": ["s1-s1"]},
        {"roads": ["s1~S2"]},
        {"roads": ["s1-S2-st1"]},
        {"roads": ["s1-m1"]},
        {"roads": ["s1-w1"]},
        {"lanes": ["s1-h1"]},
        {"lanes": ["h1=m1"]},
        {"wild": ["h1~w1"]},
        {"wild": ["s1-w1"]},
        {"fire": ["s1-st1"]},
        {"neighbours": {}},
        {"neighbours": []},
        {"neighbours": {"south": "south"}},
        {"neighbours": {"south": "west", "west": "north", "north": "west"}},
        {"neighbours": {"south": "west", "west": "green"}},
        {"neighbours": {"south": "west", "west": "south", "east": "north", "north": "east"}},
    ],
)
def test_an_impossible_board_is_a_fault(change: dict[str, Any]) -> None:
    with pytest.raises(Fault):
        board.load_board({**SMALL, **change})


@pytest.mark.parametrize(
    "edge", [" " * 65_536, f"s1{' ' * 65_536}S2", "-" * 65_536, "s1- " * 16_384]
)
def test_a_flood_in_place_of_an_edge_is_refused(edge: str) -> None:
    with pytest.raises(Fault):
        board.load_board({**SMALL, "roads": [edge]})


def test_an_edge_with_blanks_is_read() -> None:
    spaced = board.load_board({**SMALL, "roads": [f"s1 {' ' * 65_536}-\tS2 ", *SMALL["roads"][1:]]})
    assert spaced == board.load_board(SMALL)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("S1", "land"),
        ("axb", "land"),
        ("s1x2", "land"),
        ("7", "land"),
        ("ä1", "land"),
        ("", "land"),
        ("s5", ""),
        ("s5", "lake"),
        ("s5", "land sea"),
        ("s5", "castle"),
        ("s5", "land south"),
        ("s5", "castle green"),
        ("s5", "land start start2"),
        ("s5", 5),
    ],
)
def test_an_impossible_field_is_a_fault(name: str, words: object) -> None:
    """A14, A15."""
    with pytest.raises(Fault):
        board.load_board({**SMALL, "fields": {**SMALL["fields"], name: words}})


@pytest.mark.parametrize(
    "source", [None, 7, [], "", "five-islands", "../boards/four-islands", "\x00"]
)
def test_an_unknown_board_is_a_fault(source: object) -> None:
    with pytest.raises(Fault):
        board.load_board(source)


def test_a_board_needs_two_seats() -> None:
    """A20."""
    fields = {name: kind for name, kind in SMALL["fields"].items() if name != "nt1"}
    with pytest.raises(Fault):
        board.load_board({**SMALL, "fields": fields})
