"""What only this game has is seen in its pictures."""

from __future__ import annotations

import re
from typing import Any

from conquest import judge
from conquest.core import BoardStyle
from conquest.rulesets.grand_conquest import RULES

PIECES = {"N03": "north E(S,S)", "W03": "west E(S,S)", "E03": "east E(S,S)", "S03": "south E(S,S)"}


def drawn(pieces: dict[str, str], **position: Any) -> str:
    case = {
        "ruleset": "grand-conquest",
        "board": "great-islands",
        "position": {"turn": "south", "number": 9, "pieces": PIECES | pieces, **position},
        "orders": [],
    }
    state = judge.carry_out(judge.read_case(case)).state
    return RULES.telling.draw_board(state, BoardStyle(backdrop=""))


def shut(picture: str) -> list[str]:
    return re.findall(r'class="m-shut"><g data-f="(\w+)"', picture)


def test_raised_drawbridges_are_drawn() -> None:
    """G38."""
    assert shut(drawn({}, raised=["ST2", "WT1"])) == ["ST2", "WT1"]
    assert shut(drawn({})) == []


def test_a_ridden_foreign_camel_shows_its_owner() -> None:
    """G15."""
    strange, own = drawn({"S12": "east M(south S)"}), drawn({"S12": "south M(S)"})
    assert strange.count('class="b-owner"') == 1
    assert "b-owner" not in own
