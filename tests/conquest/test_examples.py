"""The judge gives the verdicts of the examples beside the rules of each game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conquest import judge, registry, rulesets

EXAMPLES = [
    path for folder in registry.find_folders("examples") for path in sorted(folder.glob("*.json"))
]


GAMES = [slug for slug in registry.find_rulesets() if Path(rulesets.__path__[0], slug).is_dir()]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_examples(slug: str) -> None:
    assert sum(path.parent.parent.name == slug for path in EXAMPLES) >= 5


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gets_its_verdict(path: Path) -> None:
    example = json.loads(path.read_text("utf-8"))
    assert example["told"]
    assert judge.verdict(example["case"]) == example["verdict"]
