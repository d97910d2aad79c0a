"""The set-up: armies, boards, options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from conquest import judge
from conquest.kit import chance
from conquest.rulesets.grand_conquest import RULES

START: dict[str, Any] = {
    "ruleset": "grand-conquest",
    "options": {},
    "board": "four-islands",
    "orders": [],
}


def test_camels_start_where_the_board_marks_chariots() -> None:
    """A68, GR2, G1, G20."""
    pieces = judge.verdict(START)["position"]["pieces"]
    south = Counter(piece.split()[1] for piece in pieces.values() if piece.startswith("south"))
    assert south == {"S": 10, "E": 4, "K": 4, "M": 2, "B": 4, "G": 2}
    assert pieces["S37"] == "south M"


def test_the_first_turns_have_fewer_points() -> None:
    """G1, A66."""
    v = judge.verdict({**START, "orders": [["south", "end"], ["west", "end"], ["north", "end"]]})
    assert judge.verdict(START)["points"] == 5
    assert (v["points"], v["to_act"]) == (20, {"east": "turn"})


@pytest.mark.parametrize(
    "options",
    [
        {"last_two": "land"},
        {"building": "yes"},
        {"limits": {"S": 1}},
        {"limits": {"C": -1}},
        {"limits": [2]},
        {"players": 2},
        {"seats": ["south"]},
    ],
)
def test_impossible_options_are_a_fault(options: dict[str, Any]) -> None:
    """A2."""
    assert "fault" in judge.verdict({**START, "options": options})


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 3), (4, 4)])
def test_a_table_seats_two_three_or_four(players: int, seats: int) -> None:
    """A66, A97, A98."""
    table = RULES.seating.table_layout({"players": players})
    (started,) = RULES.judgement.start_game({"players": players}, chance.keyed_numbers(bytes(32)))
    state = RULES.judgement.evolve(None, started)
    assert len(table.seats) == len(RULES.judgement.seats(state)) == seats
    assert RULES.knowledge.write_view(state, None)["board"] == table.board


def test_the_options_of_a_table_are_kept() -> None:
    """A2, GR3, GR29."""
    options = {"building": False, "limits": {"C": 3}}
    (started,) = RULES.judgement.start_game(options, chance.keyed_numbers(bytes(32)))
    view = RULES.knowledge.write_view(RULES.judgement.evolve(None, started), None)
    assert view["options"] == options
    assert RULES.knowledge.read_view(view) == RULES.judgement.evolve(None, started)


def test_a_catapult_shoots_from_tower_to_tower_on_the_real_board() -> None:
    """A75, G29."""
    pieces = {"ST1": "south T", "ST2": "west S", "S01": "south E", "W01": "west E(S,S)"}
    far = {"N01": "north E(S,S)", "E01": "east E(S,S)", "S02": "south S"}
    position = {"turn": "south", "number": 9, "pieces": pieces | far}
    v = judge.verdict({**START, "position": position, "orders": [["south", "ST1*ST2"]]})
    assert v["position"]["captured"] == {"south": 1}


def test_two_players_sit_opposite_each_other() -> None:
    """A66, A97."""
    assert RULES.seating.table_layout({"players": 2}).seats == ("south", "north")
