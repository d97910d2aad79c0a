"""Verifying the record of a game offline."""

from __future__ import annotations

import json

from conquest import registry
from conquest.judge import plain_outcome
from conquest.kit import commitments, disclosure, record


def replay_record(text: str, chain: str | None = None) -> list[str]:
    """Verify a record, perhaps with the ``chain`` of commitments of its site, and tell the outcome
    as a line of JSON.

    :raises Fault: naming what does not fit.
    """
    found = record.read_record(text)
    rules = registry.get_ruleset(found.head.get("Ruleset", ""))
    proof = record.prove_record(rules, found)
    if chain is not None:
        disclosure.check_chain(found.head, proof.opened, commitments.read_chain(chain))
    told = {
        "ruleset": rules.slug,
        "events": len(found.links),
        "turns": len(found.turns),
        "draws": len(proof.draws),
        "set_ups": len(proof.set_ups),
        "chain": found.head["Chain"],
        "outcome": plain_outcome(rules.judgement.outcome(proof.state)),
    }
    return [json.dumps(told)]
