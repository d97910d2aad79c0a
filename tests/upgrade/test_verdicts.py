"""The judge says of every old case what it said before, byte for byte."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from conquest import judge
from conquest.core import Fault

LINES = lzma.decompress((Path(__file__).parent / "verdicts.jsonl.xz").read_bytes()).splitlines()
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_verdicts_and_options_are_the_same(part: int) -> None:
    for line in LINES[part::PARTS]:
        case, _verdict, _options = json.loads(line)
        said = [case, judge.verdict(case), _options_of(case)]
        assert json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() == line


def test_there_are_at_least_two_thousand_cases() -> None:
    assert len(LINES) >= 2000


def _options_of(case: object) -> list[str]:
    try:
        return judge.legal_orders(case)
    except Fault as fault:
        return [type(fault).__name__]
