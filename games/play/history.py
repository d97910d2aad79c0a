"""What happened in a game, told step by step as a viewer may know it.

True events are folded here and masked where they are told: a position made of masked events
would be another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from conquest.core import Choice, FilmShot, Loss, Mark, Phrase, Seat, Viewer, fold
from conquest.registry import AnyRules
from games.models import Decision, Event, Game
from games.play import store
from games.play.knowledge import effective_viewer, is_past_view, mask_state

MAX_TURN_EVENTS = 80


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Something that happened, as its viewer may know it; ``seq`` is its number in the game.

    Where a piece has only gone on it is one step, which began at the number ``first``.
    """

    seq: int
    first: int
    at: datetime
    seat: str | None
    phrase: Phrase
    notation: str
    cost: int
    marks: tuple[Mark, ...]
    losses: tuple[Loss, ...]

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
    """A game right after an event, or after a few that are told as one: the ``step`` they are
    told as, if any, and whether a turn ended with them. ``known`` gives the position as the
    viewer knows it, ``shots`` the moments in between, where it took a while."""

    step: HistoryStep | None
    ends_turn: bool
    known: Callable[[], Any]
    shots: Callable[[], tuple[FilmShot[Any], ...]] = tuple


@dataclass(frozen=True, slots=True)
class _EventGroup:
    """Events that are told as one: their rows, and what the viewer may know of them."""

    rows: tuple[tuple[Event, Any], ...]
    seen: Any

    @property
    def events(self) -> Iterator[Any]:
        return (event for _row, event in self.rows)


def list_steps(
    game: Game,
    viewer: Viewer,
    *,
    after: int = 0,
    upto: int | None = None,
    then: Seat | None = None,
) -> list[HistoryStep]:
    """Return what happened in ``after < seq <= upto`` as told to a viewer; of a game that is over,
    as far as a seat knew it ``then``."""
    told = (
        moment.step for moment in iterate_moments(game, viewer, after=after, upto=upto, then=then)
    )
    return [step for step in told if step is not None]


def steps_from_rows(
    game: Game, rows: Iterable[tuple[Event, Any]], viewer: Viewer
) -> list[HistoryStep]:
    """Return rows with their events as told to a viewer where no position is at hand."""
    runs = _group_events(game.rules, rows, effective_viewer(game, viewer))
    found = (_build_step(game.rules, run, viewer, None) for run in runs)
    return [one for one in found if one is not None]


def iterate_moments(
    game: Game,
    viewer: Viewer,
    *,
    after: int,
    upto: int | None = None,
    then: Seat | None = None,
) -> Iterator[Moment]:
    """Yield a game after each thing that happened in ``after < seq <= upto``; one that is over
    perhaps as a seat knew it ``then``."""
    rules, eyes = game.rules, effective_viewer(game, viewer, then)
    is_past = is_past_view(game, then)
    listener = None if is_past and then != viewer else viewer
    rows = store.read_events(game, after=after, upto=upto)
    shown = state = store.load_state(game, after) if rows and after else None
    for run in _group_events(rules, rows, eyes):
        before, state = state, fold(rules, state, run.events)
        known = rules.knowledge.known_state(before, eyes) if before else None
        step = _build_step(rules, run, listener, known)
        if not (is_past and rules.judgement.outcome(state)):
            shown = state
        shots = partial(rules.telling.film_shots, run.seen, known) if known else tuple
        yield Moment(
            step, _has_turn_ended(rules, before, state), _view_getter(rules, shown, eyes), shots
        )


def _group_events(
    rules: AnyRules, rows: Iterable[tuple[Event, Any]], eyes: Viewer
) -> Iterator[_EventGroup]:
    """Yield rows by what is told as one."""
    held: _EventGroup | None = None
    for row, event in rows:
        seen = rules.knowledge.witness(event, eyes)
        joined = rules.telling.join_events(held.seen, seen) if held else None
        if held and joined is not None:
            held = _EventGroup((*held.rows, (row, event)), joined)
            continue
        if held:
            yield held
        held = _EventGroup(((row, event),), seen)
    if held:
        yield held


def _has_turn_ended(rules: AnyRules, before: Any, after: Any) -> bool:
    """Whether a turn has ended between two positions."""
    return bool(before) and rules.judgement.turn_number(before) != rules.judgement.turn_number(
        after
    )


def _view_getter(rules: AnyRules, state: Any, viewer: Viewer) -> Callable[[], Any]:
    return lambda: mask_state(rules, state, viewer)


def _build_step(
    rules: AnyRules, run: _EventGroup, viewer: Viewer, before: Any
) -> HistoryStep | None:
    seen, last = run.seen, run.rows[-1][0]
    phrase = rules.telling.describe_event(seen, viewer, before)
    if phrase is None:
        return None
    return HistoryStep(
        seq=last.seq,
        first=run.rows[0][0].seq,
        at=last.at,
        seat=getattr(seen, "seat", None),
        phrase=phrase,
        notation=getattr(seen, "order", ""),
        cost=rules.telling.points_spent(seen),
        marks=rules.telling.event_marks(seen),
        losses=rules.telling.losses(seen),
    )


def last_dropped_orders(game: Game, viewer: Viewer, *, after: int) -> tuple[int, tuple[str, ...]]:
    """Return the number of the last event behind ``after`` that ended a plan of the viewer, with
    the orders left of it; no orders if there was none."""
    rules, found = game.rules, (0, tuple[str, ...]())
    for row, event in store.read_events(game, after=after):
        orders = rules.telling.dropped_orders(rules.knowledge.witness(event, viewer), viewer)
        found = (row.seq, orders) if orders else found
    return found


def last_move(steps: Sequence[HistoryStep]) -> HistoryStep | None:
    """Return the last step that moved something on the board."""
    return next((one for one in reversed(steps) if one.is_move), None)


def question_cause(
    steps: Sequence[HistoryStep], decision: Decision, choices: Iterable[Choice]
) -> HistoryStep | None:
    """Return what led to a question: the last step that moved something, where an answer moves
    something, too; else what was told as it was asked, such as a proposal."""
    if any(choice.origin for choice in choices):
        return last_move(steps)
    return next((one for one in reversed(steps) if one.seq <= decision.version), None)


def turn_so_far(game: Game, viewer: Viewer, number: int) -> list[HistoryStep]:
    """Return what has happened in the turn ``number``, which began when it was first asked for."""
    began = Decision.objects.filter(game=game, number=number).order_by("id").first()
    if began is None:
        return []
    recent = list_steps(game, viewer, after=max(0, game.version - MAX_TURN_EVENTS))
    return [one for one in recent if one.at > began.opened_at]
