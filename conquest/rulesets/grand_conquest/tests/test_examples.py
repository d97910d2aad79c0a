"""The examples of the rules: the judge's answers, fed-back positions, cited rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conquest import judge

FOLDER = Path(__file__).parents[1]
EXAMPLES = sorted((FOLDER / "examples").glob("*.json"))
CITED = re.compile(r"\b(?:GR|CR|CP|G|C|A)[1-9][0-9]*\b")


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


GOING_ON = [path for path in EXAMPLES if not read(path)["verdict"]["outcome"]]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_answered_as_written(path: Path) -> None:
    example = read(path)
    assert judge.verdict(example["case"]) == example["verdict"]


@pytest.mark.parametrize("path", GOING_ON, ids=lambda path: path.stem)
def test_the_position_of_an_example_can_be_fed_back(path: Path) -> None:
    """A69, A83, A86, A95: lent camels, what was built, raised bridges and a reckoning are in it."""
    example = read(path)
    verdict = example["verdict"]
    fed = judge.verdict({**example["case"], "position": verdict["position"], "orders": []})
    assert (fed["position"], fed["points"]) == (verdict["position"], verdict["points"])
    assert fed["to_act"] == verdict["to_act"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("manual", ["RULES.md", "RULES.de.md"])
def test_an_example_cites_rules_that_a_player_can_look_up(path: Path, manual: str) -> None:
    told = set(CITED.findall(read(path)["told"]))
    assert told
    assert told <= set(CITED.findall((FOLDER / manual).read_text(encoding="utf-8")))
