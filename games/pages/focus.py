"""The fields of the board that a visitor looks at first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Mark, Seat
from conquest.registry import AnyRules
from games import queries
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame

MAX_SIGHTS = 24


@dataclass(frozen=True, slots=True)
class Focus:
    """The fields a visitor wants to see first: where their ``own`` pieces stand, and where
    something has just ``happened``, the latest first; ``last`` are those of the last move."""

    own: tuple[str, ...]
    happened: tuple[str, ...]
    last: tuple[str, ...]


def game_focus(visit: queries.Visit, known: KnownGame, news: Iterable[HistoryStep]) -> Focus:
    """Return the fields that a visitor of a game wants to see first."""
    return seat_focus(
        visit.game.rules, known.state, visit.viewer, [step.marks for step in news if step.marks]
    )


def seat_focus(
    rules: AnyRules, state: Any, seat: Seat | None, news: Sequence[Sequence[Mark]]
) -> Focus:
    """Return the fields that somebody at a seat wants to see first, given the marks of the news,
    move by move."""
    happened = [field for marks in news for mark in marks for field in mark.fields]
    latest = tuple(dict.fromkeys(reversed(happened)))[:MAX_SIGHTS]
    last = tuple(
        dict.fromkeys(field for marks in news[-1:] for mark in marks for field in mark.fields)
    )
    return Focus(own_fields(rules, state, seat), latest, last)


def own_fields(rules: AnyRules, state: Any, seat: Seat | None) -> tuple[str, ...]:
    """Return the fields on which the pieces of a seat stand."""
    figures = rules.telling.figures_by_field(state)
    return tuple(field for field, figure in figures.items() if figure.seat and figure.seat == seat)
