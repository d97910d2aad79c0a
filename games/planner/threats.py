"""Which pieces are in whose reach: what every seat could capture in its next turn, as things
stand."""

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
    """A piece left on a field where others could capture it, and by what."""

    field: str
    figure: Phrase
    threats: tuple[Threat, ...]


def threats_by_field(
    rules: RuleSet[Any, Any, Any], state: Any, to: Seat = ""
) -> Mapping[str, tuple[Threat, ...]]:
    """Return, by field, who could capture there with what, as far as is known; if it matters ``to``
    one seat alone, what the others could.

    Nothing once a game is over.
    """
    if rules.judgement.outcome(state):
        return {}
    threats: dict[str, list[Threat]] = {}
    for seat in rules.judgement.seats(state):
        if seat == to:
            continue
        for choice in rules.composing.possible_captures(state, seat):
            threats.setdefault(choice.target, []).append(Threat(choice.target, seat, choice))
    return {field: tuple(threats_there) for field, threats_there in sorted(threats.items())}


def exposed_pieces(
    rules: RuleSet[Any, Any, Any],
    state: Any,
    seat: Seat,
    in_reach: Mapping[str, tuple[Threat, ...]],
) -> tuple[ExposedPiece, ...]:
    """Return the pieces of a seat that stand in reach of others."""
    figures = rules.telling.figures_by_field(state)
    return tuple(
        ExposedPiece(field, figures[field].label, threats)
        for field, threats in in_reach.items()
        if field in figures and figures[field].seat == seat
    )
