"""What happened in a game, told step by step as a viewer may know it.

True events are folded here and masked where they are told: a position made of masked events
would be another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conquest.core import Mark, Phrase, Viewer
from conquest.registry import AnyRules
from games.models import Decision, Event, Game
from games.play import store
from games.play.knowledge import eyes_of, masked

MAX_TURN_EVENTS = 80


@dataclass(frozen=True, slots=True)
class ToldStep:
    """Something that happened, as its viewer may know it; ``seq`` is its number in the game."""

    seq: int
    at: datetime
    seat: str | None
    phrase: Phrase
    cost: int
    marks: tuple[Mark, ...]

    @property
    def is_capture(self) -> bool:
        """Whether something was lost to it."""
        return any(mark.kind == "ghost" for mark in self.marks)

    @property
    def is_move(self) -> bool:
        """Whether something went from one place to another."""
        return any(mark.kind == "arrow" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Moment:
    """A game right after an event: the ``step`` it is told as, if any, and whether a turn ended
    with it. ``known`` gives the position as the viewer knows it."""

    step: ToldStep | None
    ends_turn: bool
    known: Callable[[], Any]


def steps(game: Game, viewer: Viewer, *, after: int = 0, upto: int | None = None) -> list[ToldStep]:
    """Return what happened in ``after < seq <= upto`` as told to a viewer."""
    return told(game, store.events(game, after=after, upto=upto), viewer)


def told(game: Game, rows: Iterable[tuple[Event, Any]], viewer: Viewer) -> list[ToldStep]:
    """Return rows with their events as told to a viewer; some have nothing to tell."""
    eyes = eyes_of(game, viewer)
    found = (_step(game.rules, row, event, eyes) for row, event in rows)
    return [one for one in found if one is not None]


def moments(game: Game, viewer: Viewer, *, after: int, upto: int | None = None) -> Iterator[Moment]:
    """Yield a game after each event in ``after < seq <= upto``; ``after`` is at least 1."""
    rules, eyes = game.rules, eyes_of(game, viewer)
    state = store.load(game, after)
    for row, event in store.events(game, after=after, upto=upto):
        number, state = rules.judgement.number(state), rules.judgement.evolve(state, event)
        ends_turn = rules.judgement.number(state) != number
        yield Moment(_step(rules, row, event, eyes), ends_turn, _mask(rules, state, eyes))


def _mask(rules: AnyRules, state: Any, viewer: Viewer) -> Callable[[], Any]:
    return lambda: masked(rules, state, viewer)


def _step(rules: AnyRules, row: Event, event: Any, viewer: Viewer) -> ToldStep | None:
    seen = rules.knowledge.witness(event, viewer)
    phrase = rules.telling.tell(seen)
    if phrase is None:
        return None
    seat = getattr(seen, "seat", None)
    cost, marks = rules.telling.cost(seen), rules.telling.trace(seen)
    return ToldStep(row.seq, row.at, seat, phrase, cost, marks)


def last_move(steps: Sequence[ToldStep]) -> ToldStep | None:
    """Return the last step that moved something on the board."""
    return next((one for one in reversed(steps) if one.is_move), None)


def turn_so_far(game: Game, viewer: Viewer, number: int) -> list[ToldStep]:
    """Return what has happened in the turn ``number``, which began when it was first asked for."""
    began = Decision.objects.filter(game=game, number=number).order_by("id").first()
    if began is None:
        return []
    recent = steps(game, viewer, after=max(0, game.version - MAX_TURN_EVENTS))
    return [one for one in recent if one.at > began.opened_at]
