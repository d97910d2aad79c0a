"""Playing orders on a position."""

from __future__ import annotations

from typing import Any

from conquest.registry import AnyRules


def decide_text(rules: AnyRules, state: Any, seat: str, text: str) -> tuple[Any, ...]:
    """Return the events of a text."""
    return rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, text))
