"""The examples of the notation, kept as cases with what must be answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conquest.islands.table import Json, options, verdict

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


def read(path: Path) -> Json:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def agrees(said: Any, expected: Any) -> bool:
    """Whether all that is expected was said; objects may say more."""
    if isinstance(expected, dict):
        return isinstance(said, dict) and all(
            key in said and agrees(said[key], value) for key, value in expected.items()
        )
    return bool(said == expected)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_example_is_answered_as_written(path: Path) -> None:
    example = read(path)
    said = verdict(example["case"])
    assert agrees(said, example["verdict"]), said


@pytest.mark.parametrize(
    "path", [path for path in CASES if "options" in read(path)], ids=lambda path: path.stem
)
def test_options_of_an_example_are_as_written(path: Path) -> None:
    example = read(path)
    assert options(example["case"]) == example["options"]
