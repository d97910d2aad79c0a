"""Every rule has its test: the numbers are looked for in the docstrings of the tests.

K47 has none and can have none: it invites players to play by rules of their own, which nobody
judges. What a table of this site can choose are its options (``test_envelope.py``). K3 is
tested with the set-up, HK33 with the campaign.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

RULES = [
    *(f"K{n}" for n in range(1, 47)),
    *(f"HK{n}" for n in range(1, 34)),
    *(f"I{n}" for n in range(1, 60)),
    *(f"O{n}" for n in range(1, 24)),  # O9, O12, O13 and O19 as far as they speak of Iron Armada
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
    single = set(re.findall(r"\b(?:HK|K|I|O)\d+\b", words))
    ranges = re.findall(r"\b(HK|K|I|O)(\d+)(?:-| to )\1(\d+)\b", words)
    return single | {f"{k}{n}" for k, a, b in ranges for n in range(int(a), int(b) + 1)}


CITED = cited_rules()


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in CITED
