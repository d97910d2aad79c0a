"""The fields of the board that a visitor looks at first."""

from __future__ import annotations

from collections.abc import Iterable
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
    something has just ``happened``, the latest first."""

    own: tuple[str, ...]
    happened: tuple[str, ...]


def game_focus(visit: queries.Visit, known: KnownGame, news: Iterable[HistoryStep]) -> Focus:
    """Return the fields that a visitor of a game wants to see first."""
    marks = [mark for step in news for mark in step.marks]
    return seat_focus(visit.game.rules, known.state, visit.viewer, marks)


def seat_focus(rules: AnyRules, state: Any, seat: Seat | None, news: Iterable[Mark]) -> Focus:
    """Return the fields that somebody at a seat wants to see first, given the marks of the news."""
    happened = [field for mark in news for field in mark.fields]
    latest = tuple(dict.fromkeys(reversed(happened)))[:MAX_SIGHTS]
    return Focus(own_fields(rules, state, seat), latest)


def own_fields(rules: AnyRules, state: Any, seat: Seat | None) -> tuple[str, ...]:
    """Return the fields on which the pieces of a seat stand."""
    figures = rules.telling.figures_by_field(state)
    return tuple(field for field, figure in figures.items() if figure.seat and figure.seat == seat)
