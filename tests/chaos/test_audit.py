"""What the audit says when something is lost, twice or stuck: each loss is planted here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.chaos import audit
from tests.chaos.audit import Found, Known

KNOWN = Known(
    turns={(1, "web-1"): "S12-S13", (1, "web-2"): "end"},
    events={1: [("started", {}), ("moved", {"to": "S13"})]},
    received=["delivery-1-a", "delivery-2-b", "delivery-2-b"],
    promised=["newcomer@example.org"],
)
FOUND = Found(
    turns=[(1, "web-1", "S12-S13"), (1, "web-2", "end")],
    events={1: [("started", {}), ("moved", {"to": "S13"})]},
    letters={"delivery-1-a": "sent", "delivery-2-b": "sent", "delivery-3-c": "withdrawn"},
    coded=["newcomer@example.org"],
    overdue=[],
    broken="",
)


def test_the_audit_is_content_with_what_is_there_once() -> None:
    assert audit.compare(KNOWN, FOUND) == []
    assert audit.repeated(KNOWN.received) == 1


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ({"turns": FOUND.turns[1:]}, "lost: 'S12-S13' in game 1 (web-1)"),
        (
            {"turns": [*FOUND.turns, FOUND.turns[0]]},
            "2 times in game 1, accepted or not: web-1",
        ),
        (
            {"turns": [*FOUND.turns, (1, "web-9", "end")]},
            "1 times in game 1, accepted or not: web-9",
        ),
        ({"events": {1: FOUND.events[1][:1]}}, "game 1 is another one than its turns make"),
        (
            {"letters": {**FOUND.letters, "delivery-9-z": "sent"}},
            "delivery-9-z is called sent and never came",
        ),
        ({"letters": {**FOUND.letters, "delivery-3-c": "dead"}}, "delivery-3-c is dead"),
        ({"letters": {"delivery-1-a": "sent"}}, "delivery-2-b came from nowhere"),
        ({"coded": []}, "no code came to newcomer@example.org"),
        ({"overdue": ["decision 7"]}, "stuck: decision 7"),
        ({"broken": "Game 1: event 2."}, "verify: Game 1: event 2."),
    ],
)
def test_the_audit_says_what_is_wrong(planted: dict[str, Any], said: str) -> None:
    assert audit.compare(KNOWN, replace(FOUND, **planted)) == [said]
