"""The judge says of every old case what it said before, byte for byte."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from pathlib import Path

import pytest

from conquest import judge
from conquest.core import Fault

HERE = Path(__file__).parent
FOLDERS = {"conquest": HERE, "five games": HERE / "five_games"}
LINES = {
    site: lzma.decompress((folder / "verdicts.jsonl.xz").read_bytes()).splitlines()
    for site, folder in FOLDERS.items()
}
GAMES = ("armada", "bollwerk", "conquest", "espionage", "grand-conquest")
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("site", LINES)
def test_verdicts_and_options_are_the_same(site: str, part: int) -> None:
    for line in LINES[site][part::PARTS]:
        case, _verdict, _options = json.loads(line)
        said = [case, judge.verdict(case), _options_of(case)]
        assert json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() == line


def test_there_are_at_least_two_thousand_cases() -> None:
    assert len(LINES["conquest"]) >= 2000


def test_there_are_at_least_six_hundred_cases_of_each_game() -> None:
    counted = Counter(json.loads(line)[0].get("ruleset") for line in LINES["five games"])
    assert all(counted[slug] >= 600 for slug in GAMES)


def _options_of(case: object) -> list[str]:
    try:
        return judge.legal_orders(case)
    except Fault:
        return ["Fault"]
