"""Every rule has its test: the numbers are looked for in the docstrings of the tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

NOT_PLAYED = {"GR1", "G2"}  # which edition is played; what G13 says again
RULES = [
    *(f"G{n}" for n in range(1, 45)),
    *(f"GR{n}" for n in range(1, 31)),
    *(f"A{n}" for n in [66, *range(68, 101)]),
]


def cited_rules() -> set[str]:
    tests = [
        node
        for file in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    words = " ".join(ast.get_docstring(test) or "" for test in tests)
    return set(re.findall(r"\b(?:GR|G|A)\d+\b", words))


CITED = cited_rules()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in NOT_PLAYED])
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in CITED
