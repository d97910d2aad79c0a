"""Where a visitor of a game looks first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games import queries
from games.play.history import ToldStep
from games.play.knowledge import Known

MAX_SIGHTS = 24


@dataclass(frozen=True, slots=True)
class Sights:
    """The fields a visitor wants to see first: where his ``own`` pieces stand, and where
    something has just ``happened``, the latest first."""

    own: tuple[str, ...]
    happened: tuple[str, ...]


def sights(found: queries.Visit, seen: Known, news: Iterable[ToldStep]) -> Sights:
    """Return the fields that a visitor wants to see first."""
    happened = [field for step in news for mark in step.marks for field in mark.fields]
    latest = tuple(dict.fromkeys(reversed(happened)))[:MAX_SIGHTS]
    return Sights(own_fields(found, seen.state), latest)


def own_fields(found: queries.Visit, state: Any) -> tuple[str, ...]:
    """Return the fields on which a visitor's pieces stand."""
    stands = found.game.rules.telling.stands(state)
    return tuple(
        field for field, figure in stands.items() if figure.seat and figure.seat == found.viewer
    )
