"""Offline verification of the record of a game."""

from __future__ import annotations

import json

from conquest import registry
from conquest.judge import plain_outcome
from conquest.kit import commitments, disclosure, record


def replay_record(text: str, chain: str | None = None) -> list[str]:
    """Verify a record, if given also against the ``chain`` of commitments of its site; return a
    summary with the outcome as a line of JSON.

    :raises Fault: naming what does not fit.
    """
    game = record.read_record(text)
    rules = registry.get_ruleset(game.head.get("Ruleset", ""))
    proof = record.prove_record(rules, game)
    if chain is not None:
        disclosure.check_chain(game.head, proof.opened, commitments.read_chain(chain))
    summary = {
        "ruleset": rules.slug,
        "events": len(game.links),
        "turns": len(game.turns),
        "draws": len(proof.draws),
        "set_ups": len(proof.set_ups),
        "chain": game.head["Chain"],
        "outcome": plain_outcome(rules.judgement.outcome(proof.state)),
    }
    return [json.dumps(summary)]
