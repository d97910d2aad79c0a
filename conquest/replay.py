"""Verifying the record of a game offline."""

from __future__ import annotations

import json

from conquest import registry
from conquest.core import Outcome
from conquest.kit import record


def verified(text: str) -> list[str]:
    """Verify a record and tell the outcome as a line of JSON.

    :raises Fault: naming what does not fit.
    """
    found = record.read(text)
    rules = registry.get(found.head.get("Ruleset", ""))
    state = record.verify(rules, found)
    told = {
        "ruleset": rules.slug,
        "events": len(found.links),
        "turns": len(found.turns),
        "chain": found.head["Chain"],
        "outcome": _plain(rules.outcome(state)),
    }
    return [json.dumps(told)]


def _plain(outcome: Outcome | None) -> dict[str, object] | None:
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
    }
