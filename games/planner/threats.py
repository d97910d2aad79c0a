"""Who is in whose reach: what every seat could capture in its next turn, as things stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conquest.core import Choice, Phrase, RuleSet, Seat


@dataclass(frozen=True, slots=True)
class Threat:
    """A ``seat`` could capture what stands on ``field``, by this ``choice``."""

    field: str
    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class ExposedPiece:
    """What somebody leaves standing on a field, and by what others could capture it there."""

    field: str
    figure: Phrase
    threats: tuple[Threat, ...]


def threats_by_field(rules: RuleSet[Any, Any, Any], state: Any) -> Mapping[str, tuple[Threat, ...]]:
    """Return for each field on which something could be captured by whom, as far as is known.

    When a game is over, nobody captures any more.
    """
    if rules.judgement.outcome(state):
        return {}
    threats: dict[str, list[Threat]] = {}
    for seat in rules.judgement.seats(state):
        for choice in rules.composing.possible_captures(state, seat):
            threats.setdefault(choice.target, []).append(Threat(choice.target, seat, choice))
    return {field: tuple(those) for field, those in sorted(threats.items())}


def exposed_pieces(
    rules: RuleSet[Any, Any, Any],
    state: Any,
    seat: Seat,
    in_reach: Mapping[str, tuple[Threat, ...]],
) -> tuple[ExposedPiece, ...]:
    """Return what a seat has standing in reach of others."""
    stands = rules.telling.figures_by_field(state)
    return tuple(
        ExposedPiece(field, stands[field].label, those)
        for field, those in in_reach.items()
        if field in stands and stands[field].seat == seat
    )
