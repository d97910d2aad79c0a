"""What the script is sent has the shape that the script expects."""

from __future__ import annotations

import re

import msgspec
import pytest

from games.planner import payload, reach
from tests.servers import ROOT

SCRIPT = (ROOT / "static/js/game/types.d.ts").read_text()
TYPES = {
    str: "string",
    int: "number",
    bool: "boolean",
    int | None: "number | null",
    tuple[str, ...]: "string[]",
    list[payload.Target]: "Target[]",
    list[payload.TrayTool]: "TrayTool[]",
    dict[str, payload.Piece]: "Record<string, Piece>",
    dict[str, str]: "Record<string, string>",
    list[reach.Goal]: "Goal[]",
}


@pytest.mark.parametrize(
    "told",
    [
        payload.Target,
        payload.Piece,
        payload.TrayTool,
        payload.Plan,
        payload.Hindrance,
        reach.Goal,
        reach.Reach,
    ],
    ids=lambda one: one.__name__,
)
def test_payload_types_of_both_sides_agree(told: type[msgspec.Struct]) -> None:
    found = re.search(rf"export interface {told.__name__} {{\n(.*?)\n}}", SCRIPT, re.DOTALL)
    assert found, told.__name__
    declared = dict(re.findall(r"(\w+): (.+);", found[1]))
    fields = {field.name: TYPES[field.type] for field in msgspec.structs.fields(told)}
    assert declared == fields
