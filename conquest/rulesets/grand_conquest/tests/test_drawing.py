"""Pictures show what only Grand Conquest has."""

from __future__ import annotations

import re
from typing import Any

from conquest import judge
from conquest.core import BoardStyle
from conquest.rulesets.grand_conquest import RULES

PIECES = {"N03": "north E(S,S)", "W03": "west E(S,S)", "E03": "east E(S,S)", "S03": "south E(S,S)"}


def draw(pieces: dict[str, str], **position: Any) -> str:
    case = {
        "ruleset": "grand-conquest",
        "board": "great-islands",
        "position": {"turn": "south", "number": 9, "pieces": PIECES | pieces, **position},
        "orders": [],
    }
    state = judge.carry_out(judge.read_case(case)).state
    return RULES.telling.draw_board(state, BoardStyle(backdrop=""))


def raised_towers(picture: str) -> list[str]:
    return re.findall(r'class="m-shut"><g data-f="(\w+)"', picture)


def test_raised_drawbridges_are_drawn() -> None:
    """G38."""
    assert raised_towers(draw({}, raised=["ST2", "WT1"])) == ["ST2", "WT1"]
    assert raised_towers(draw({})) == []


def test_a_ridden_foreign_camel_shows_its_owner() -> None:
    """G15."""
    strange, own = draw({"S12": "east M(south S)"}), draw({"S12": "south M(S)"})
    assert strange.count('class="b-owner"') == 1
    assert "b-owner" not in own
