"""Snapshots of running games."""

from __future__ import annotations

from conquest import registry
from conquest.core import fold
from conquest.kit import chance


def test_snapshot_has_only_the_name_of_the_board() -> None:
    rules = registry.get_ruleset("conquest")
    state = fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    frozen = rules.judgement.freeze(state)
    assert b'"four-islands"' in frozen
    assert len(frozen) < 40 * len(rules.judgement.write_position(state)["pieces"])
    assert rules.judgement.thaw(frozen) == state
