"""Outcomes of games as plain JSON."""

from __future__ import annotations

from conquest.core import Json, Outcome


def write_outcome(outcome: Outcome | None) -> Json | None:
    """Return an outcome as plain JSON, ``None`` for a game that goes on."""
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
    }
