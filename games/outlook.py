"""What every seat could do in its next turn, as things stand: who is in whose reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from conquest.core import Choice, RuleSet, Seat


@dataclass(frozen=True, slots=True)
class Threat:
    """A ``seat`` could capture what stands on ``field``, by this ``choice``."""

    field: str
    seat: Seat
    choice: Choice


def chances(
    rules: RuleSet[Any, Any, Any], state: Any, viewer: Seat | None
) -> dict[Seat, tuple[Choice, ...]]:
    """Give for each seat what it could order if its turn began now; the one on turn goes on.

    It is worked out from what the viewer sees, and nothing else.
    """
    view = rules.view(state, viewer)
    known = rules.seen(view)
    seats = [line.seat for line in rules.report(view).seats]
    return {seat: rules.legal(rules.suppose(known, seat), seat) for seat in seats}


def threats(ahead: Mapping[Seat, Iterable[Choice]]) -> dict[str, tuple[Threat, ...]]:
    """Tell for each field on which something could be captured by whom, a piece only once."""
    found: dict[str, list[Threat]] = {}
    for seat, choices in ahead.items():
        for choice in choices:
            if choice.captures:
                found.setdefault(choice.target, []).append(Threat(choice.target, seat, choice))
    return {field: tuple(those) for field, those in sorted(found.items())}
