"""Snapshots of running games."""

from __future__ import annotations

from conquest import registry
from conquest.core import fold


def test_it_keeps_of_the_board_only_its_key() -> None:
    rules = registry.get("conquest")
    state = fold(rules, None, rules.start("four-islands", rules.seats, bytes(32), {}))
    frozen = rules.freeze(state)
    assert b'"four-islands"' in frozen
    assert len(frozen) < 40 * len(rules.position(state)["pieces"])
    assert rules.thaw(frozen) == state
