"""Every rule has its test: the numbers are looked for in the docstrings of the tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

NOT_PLAYED = {"CP7"}  # nobody can choose to play with partners
RULES = [
    *(f"C{n}" for n in range(1, 45)),
    *(f"CR{n}" for n in range(1, 38)),
    *(f"CP{n}" for n in range(1, 8)),
    *(f"A{n}" for n in range(1, 67)),
]


def cited_rules() -> set[str]:
    tests = [
        node
        for file in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    words = " ".join(ast.get_docstring(test) or "" for test in tests)
    single = set(re.findall(r"\b(?:CR|CP|C|A)\d+\b", words))
    ranges = re.findall(r"\b(CR|CP|C|A)(\d+)-\1(\d+)\b", words)
    return single | {f"{k}{n}" for k, a, b in ranges for n in range(int(a), int(b) + 1)}


CITED = cited_rules()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in NOT_PLAYED])
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in CITED
