"""Every rule has a test: the docstrings of the tests cite the numbers of all rules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

RULES = [
    *(f"E{n}" for n in range(1, 33)),  # the tip after E32 is decoration of the page, no rule
    *(f"HE{n}" for n in range(1, 25)),
    *(f"EP{n}" for n in range(1, 27)),
    *(f"O{n}" for n in range(1, 24)),  # O9, O13 and O19 as far as they speak of Espionage
]


def cited_rules() -> set[str]:
    tests = [
        node
        for file in Path(__file__).parent.glob("test_*.py")
        if file.name != "test_oracle.py"  # a comparison as a whole tests no rule by itself
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    words = " ".join(ast.get_docstring(test) or "" for test in tests)
    single = set(re.findall(r"\b(?:HE|EP|E|O)\d+\b", words))
    ranges = re.findall(r"\b(HE|EP|E|O)(\d+)(?:-| to )\1(\d+)\b", words)
    return single | {f"{k}{n}" for k, a, b in ranges for n in range(int(a), int(b) + 1)}


CITED = cited_rules()


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in CITED
