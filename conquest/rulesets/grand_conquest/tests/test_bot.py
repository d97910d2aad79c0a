"""Bots use the special actions of Grand Conquest."""

from __future__ import annotations

from typing import Any

import pytest

from conquest import judge
from conquest.core import BotLevel
from conquest.kit import chance
from conquest.rulesets.grand_conquest import RULES

NUMBERS = b"whims"
FAR = {"N01": "north S", "N02": "north S", "N03": "north S", "E01": "east S", "E02": "east S"}
HOME = {"S01": "south S", "S02": "south S", "E03": "east S", "W41": "west S", "W42": "west S"}


def proposal(level: BotLevel[Any], pieces: dict[str, str], **position: Any) -> str:
    """Return South's submission in the middle of a game on the real board."""
    case = {
        "ruleset": "grand-conquest",
        "board": "four-islands",
        "position": {"turn": "south", "number": 20, "pieces": FAR | HOME | pieces, **position},
        "orders": [],
    }
    state = judge.carry_out(judge.read_case(case)).state
    text = level.propose_orders(state, "south", chance.keyed_numbers(NUMBERS))
    RULES.judgement.decide(state, "south", RULES.notation.read_orders(state, "south", text))
    return text


@pytest.fixture(params=RULES.composing.levels[1:], ids=lambda level: level.name)
def level(request: pytest.FixtureRequest) -> BotLevel[Any]:
    found: BotLevel[Any] = request.param
    return found


def test_a_bot_storms_a_castle_that_can_be_taken(level: BotLevel[Any]) -> None:
    """G34: over a raised bridge, too."""
    storm = {"W01": "south W(S)", "W40": "west K"}
    assert proposal(level, storm, raised=["WT1"]) == "S@W01-WT1; lower WT1; W01-WT1"


def test_a_bot_shoots_what_it_can_hit(level: BotLevel[Any]) -> None:
    """G26, G28: nobody answers."""
    shot = {"S12": "south T", "S13": "west E(S,S)", "S16": "west K"}
    assert proposal(level, shot).startswith("S12*S13")


def test_a_bot_builds_where_it_has_nothing_better_to_do(level: BotLevel[Any]) -> None:
    """G20."""
    assert "build " in proposal(level, {"S12": "south S", "S14": "south S"})


def test_a_bot_raises_bridges_of_towers_with_enemies_near(level: BotLevel[Any]) -> None:
    """G38."""
    near = {"S03": "west E", "S40": "south S"}  # which no soldier can capture
    assert "raise ST2" in proposal(level, near)


def test_a_bot_wins_by_a_shot(level: BotLevel[Any]) -> None:
    """A93: the last land pieces of West; nothing follows."""
    last = {"S12": "south T", "S13": "west E(S,S)", "W41": "south S", "W42": "south S"}
    assert proposal(level, last) == "S12*S13"
