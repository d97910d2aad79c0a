"""The four islands at the start: armies, harbours, first points (C1-C4, C7, A2, A66)."""

from __future__ import annotations

from collections import Counter

import pytest

from conquest.rulesets.conquest import RULES
from tests.conquest.islands.table import SEATS, Json, Verdict, judge_case, options, verdict

ARMY = {"S": 10, "E": 4, "C": 2, "K": 4, "B": 4, "G": 2}


def start(*orders: tuple[str, str], **rest: object) -> Verdict:
    case: Json = {"ruleset": "conquest", "board": "four-islands", **rest}
    return judge_case({**case, "orders": [list(order) for order in orders]})


def test_every_seat_starts_with_the_same_army() -> None:
    """C1, C2."""
    pieces = start().pieces.values()
    assert Counter(pieces) == {
        f"{seat} {letter}": number for seat in SEATS for letter, number in ARMY.items()
    }


def test_vessels_start_in_harbours_and_land_pieces_on_their_island() -> None:
    """C2: every army on its own side."""
    for field, piece in start().pieces.items():
        owner, letter = piece.split()
        assert field[0] == owner[0].upper()
        assert (field[1] == "H") == (letter in "BG")


def test_south_starts_with_five_points() -> None:
    """C3, C4, A32."""
    v = start()
    assert (v.to_act, v.points) == ({"south": "turn"}, 5)
    assert (v.position["number"], v.position["since_capture"]) == (1, 0)
    assert v.outcome is None


def test_the_first_turns_have_five_ten_fifteen_and_twenty_points() -> None:
    """C4."""
    v, points = start(), []
    for seat in (*SEATS, "south"):
        points.append(v.points)
        v = v.then(f"{seat}: end")
    assert points == [5, 10, 15, 20, 20]


def test_south_can_spend_its_five_points() -> None:
    """C4, C6: and not a sixth."""
    v = start(("south", "S33-S13-S12-S11-BS1-BS2"))
    assert (v.pieces["BS2"], v.to_act) == ("south K", {"west": "turn"})
    assert start(("south", "S33-S13-S12-S11-BS1-BS2-C01")).kind == "illegal"
    listed = options({"ruleset": "conquest", "board": "four-islands"})
    assert max(text.count("-") for text in listed) == 5


def test_a_table_can_play_with_fewer_seats() -> None:
    """A2, A66, C3."""
    v = start(options={"seats": ["south", "north"]})
    assert ({piece.split()[0] for piece in v.pieces.values()}, v.points) == ({"south", "north"}, 10)
    v = v.then("south: end")
    assert (v.to_act, v.points) == ({"north": "turn"}, 20)
    three = start(options={"seats": ["south", "west", "east"]})
    for seat, points in (("south", 5), ("west", 10), ("east", 15), ("south", 20)):
        assert (three.to_act, three.points) == ({seat: "turn"}, points)
        three = three.then(f"{seat}: end")


def test_three_players_have_a_board_of_their_own() -> None:
    """A66, C3: South, West and East with 5, 10 and 15 points, and nobody goes cross-country."""
    table = RULES.seating.table_layout({"players": 3})
    assert (table.board, table.seats) == ("three-islands", ("south", "west", "east"))
    case: Json = {"ruleset": "conquest", "board": "three-islands"}
    listed = options(case)
    assert any("S33-S13" in text for text in listed)
    assert not any("-SW" in text for text in listed)
    v = judge_case(case | {"orders": [["south", "s33-s13-s12-s11-bs1"]]})
    assert v.pieces["BS1"] == "south K"


@pytest.mark.parametrize("seats", [["south"], ["south", "green"], ["south", "south"], "south"])
def test_impossible_seats_are_a_fault(seats: object) -> None:
    """A2, A20."""
    case = {"ruleset": "conquest", "board": "four-islands", "options": {"seats": seats}}
    assert "fault" in verdict(case)


def test_a_vessel_passes_beneath_a_bridge() -> None:
    """C7: while a knight stands upon it."""
    pieces = {"M103": "south B", "BS1": "west K", "BS2": "west K"}
    position = {"turn": "south", "number": 9, "pieces": pieces}
    v = start(("south", "m103-m104"), position=position)
    assert (v.kind, v.pieces["M104"]) == (None, "south B")
