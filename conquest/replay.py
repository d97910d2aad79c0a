"""Offline verification of the record of a game."""

from __future__ import annotations

import json
from typing import Any

from conquest import registry, signatures
from conquest.core import Fault
from conquest.judge import plain_outcome
from conquest.kit import commitments, disclosure, record
from conquest.signatures import RecordSignature


def replay_record(text: str, chain: str | None = None, keys: str | None = None) -> list[str]:
    """Verify a record, if given also against the ``chain`` of commitments of its site, and its
    signature by the ``keys`` of the site; return a summary with the outcome as a line of JSON.

    :raises Fault: naming what does not fit.
    """
    text, signed = signatures.split_record(text)
    if keys is not None:
        _check_signed(signed, keys)
    game = record.read_record(text)
    rules = registry.get_ruleset(game.head.get("Ruleset", ""))
    proof = record.prove_record(rules, game)
    if chain is not None:
        disclosure.check_chain(game.head, proof.opened, commitments.read_chain(chain))
    summary: dict[str, Any] = {
        "ruleset": rules.slug,
        "events": len(game.links),
        "turns": len(game.turns),
        "draws": len(proof.draws),
        "set_ups": len(proof.set_ups),
        "chain": game.head["Chain"],
        "outcome": plain_outcome(rules.judgement.outcome(proof.state)),
    }
    if signed:
        summary["signature"] = _signature_summary(signed, is_checked=keys is not None)
    return [json.dumps(summary)]


def _check_signed(signed: RecordSignature | None, keys: str) -> None:
    if signed is None:
        raise Fault("the record has no signature")
    signatures.check_signature(signed, signatures.read_keys(keys))


def _signature_summary(signed: RecordSignature, *, is_checked: bool) -> dict[str, Any]:
    return {"key": signed.key, "at": signed.at, "status": signed.status, "checked": is_checked}
