"""The examples that lie beside the rules are answered as they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conquest import judge
from conquest.rulesets import conquest

EXAMPLES = sorted(Path(conquest.__file__).parent.glob("examples/*.json"))


def test_it_has_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_answers_as_the_example_says(path: Path) -> None:
    example = json.loads(path.read_text("utf-8"))
    assert example["told"]
    assert judge.verdict(example["case"]) == example["verdict"]
