"""What happened in a game, step by step, as a viewer may know it.

True events are folded here and masked only when they are described: a position folded from masked
events would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Any

from conquest.core import Choice, FilmShot, Loss, Mark, Phrase, Seat, Viewer, fold
from conquest.kit import take_back
from conquest.kit.take_back import TakenBack
from conquest.registry import AnyRules
from games.models import Decision, Event, Game
from games.play import store
from games.play.knowledge import effective_viewer, is_past_view, mask_state

MAX_TURN_EVENTS = 80
STRETCH = 200  # events: a page reads as many on each side of what it shows
RECENT = 600  # events: far more than four players do between two turns of one of them


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Something that happened, as its viewer may know it; ``seq`` is the number of its last event.

    Several events in which one piece moves on are one step; ``first`` is the number of the first.
    Where a turn is taken back, ``back_to`` is the event that the game goes back to.
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
    back_to: int | None = None

    @property
    def is_capture(self) -> bool:
        """Whether something was lost to it."""
        return any(mark.kind == "ghost" for mark in self.marks)

    @property
    def is_move(self) -> bool:
        """Whether something went from one place to another."""
        return any(mark.kind == "arrow" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class HistoryStretch:
    """Successive steps of a game, at least one; ``last`` is the number of the last step of all.

    ``earlier`` and ``later`` are numbers by which to ask for what comes before and after these
    steps, None where nothing does.
    """

    steps: Sequence[HistoryStep]
    earlier: int | None
    later: int | None
    last: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A game right after an event, or after a few that are described as one ``step``.

    The step is None if there is nothing to describe. ``known`` returns the position as the viewer
    knows it, ``shots`` the pictures in between for what took a while. Both are functions, since
    few callers need either.
    """

    step: HistoryStep | None
    ends_turn: bool
    known: Callable[[], Any]
    shots: Callable[[], tuple[FilmShot[Any], ...]] = tuple


@dataclass(frozen=True, slots=True)
class _EventGroup:
    """Events that are described as one: their rows, and what the viewer may know of them."""

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
    """Return the steps of the events ``after < seq <= upto`` for a viewer; of a game that is over,
    as far as a seat knew it ``then``."""
    moments = iterate_moments(game, viewer, after=after, upto=upto, then=then)
    return [moment.step for moment in moments if moment.step is not None]


def has_only_offers(game: Game, *, after: int) -> bool:
    """Return whether nothing but offers, such as of a draw, has happened after an event."""
    offers = game.rules.judgement.offers
    return all(isinstance(event, offers) for _row, event in store.read_events(game, after=after))


def recent_steps(
    game: Game, viewer: Viewer, *, after: int, then: Seat | None = None
) -> list[HistoryStep]:
    """Return the steps after an event, but of the last ``RECENT`` events at most."""
    start = recent_start(game, after)
    steps = list_steps(game, viewer, after=start, then=then)
    # The first step after a cut may lack some of its events.
    return steps[1:] if start > after else steps


def recent_start(game: Game, after: int) -> int:
    """Return the event after which ``recent_steps`` begin: ``after``, or one near the end."""
    return max(after, game.version - RECENT)


def stretch_around(
    game: Game, viewer: Viewer, number: int, *, then: Seat | None = None
) -> HistoryStretch:
    """Return the steps around an event, of ``STRETCH`` events on each side of it."""
    number = min(number, game.version)
    after, upto = max(0, number - STRETCH), number + STRETCH
    steps = list_steps(game, viewer, after=after, upto=upto, then=then)
    # A step at a cut may lack some of its events.
    is_cut = upto < game.version
    steps = steps[1 if after else 0 : -1 if is_cut else None] or steps
    first, last = steps[0].first, steps[-1].seq
    return HistoryStretch(
        steps, first - 1 or None, last if is_cut else None, game.version if is_cut else last
    )


def steps_from_rows(
    game: Game, rows: Iterable[tuple[Event, Any]], viewer: Viewer
) -> list[HistoryStep]:
    """Return the steps of some rows for a viewer, described without a position before them."""
    groups = _group_events(game.rules, rows, effective_viewer(game, viewer))
    steps = (_build_step(game.rules, group, viewer, None) for group in groups)
    return [step for step in steps if step is not None]


def iterate_moments(
    game: Game,
    viewer: Viewer,
    *,
    after: int,
    upto: int | None = None,
    then: Seat | None = None,
) -> Iterator[Moment]:
    """Yield the moments of a game in ``after < seq <= upto``, one for each group of events; of a
    game that is over, as far as a seat knew it ``then``."""
    eyes = effective_viewer(game, viewer, then)
    is_past = is_past_view(game, then)
    # "You" is the viewer alone: with the knowledge of another seat, tell it as to the public.
    listener = None if is_past and then != viewer else viewer
    rows = store.read_events(game, after=after, upto=upto)
    state = store.load_state(game, after) if rows and after else None
    positions = partial(store.load_state, game)
    return replay_moments(
        game.rules, state, rows, eyes, listener, hides_end=is_past, positions=positions
    )


def iterate_live_moments(game: Game, viewer: Viewer, *, after: int) -> Iterator[Moment]:
    """Yield the moments of a game after an event, or one a little before, without those that were
    taken back."""
    eyes = effective_viewer(game, viewer)
    rows = store.read_events(game, after=after)
    # A turn that is taken back may have begun before.
    while (start := min((event.to for event in _take_backs(rows)), default=after)) < after:
        after, rows = start, store.read_events(game, after=start)
    live = take_back.live_events(rows, itemgetter(1), after=after)
    state = store.load_state(game, after) if after else None
    return replay_moments(game.rules, state, live, eyes, viewer)


def _take_backs(rows: Iterable[tuple[Event, Any]]) -> Iterator[TakenBack]:
    return (event for _row, event in rows if isinstance(event, TakenBack))


def replay_moments(
    rules: AnyRules,
    state: Any,
    rows: Iterable[tuple[Event, Any]],
    eyes: Viewer,
    listener: Viewer,
    *,
    hides_end: bool = False,
    positions: Callable[[int], Any] | None = None,
) -> Iterator[Moment]:
    """Yield the moments of ``rows`` that follow a position, seen with somebody's ``eyes`` and told
    to a ``listener``; ``positions`` are those after each event, for turns that are taken back."""
    shown = state
    for group in _group_events(rules, rows, eyes):
        before, state = state, _follow(rules, state, group, positions)
        known = rules.knowledge.known_state(before, eyes) if before else None
        step = _build_step(rules, group, listener, known)
        # The end opens everything: seen as ``then``, the position before it stays on the board.
        if not (hides_end and rules.judgement.outcome(state)):
            shown = state
        shots = partial(rules.telling.film_shots, group.seen, known) if known else tuple
        yield Moment(
            step, _has_turn_ended(rules, before, state), _view_getter(rules, shown, eyes), shots
        )


def _follow(
    rules: AnyRules, state: Any, group: _EventGroup, positions: Callable[[int], Any] | None
) -> Any:
    """Return the position after the events of a group; a turn that is taken back is a group."""
    first = next(group.events)
    if isinstance(first, TakenBack) and positions:
        return positions(first.to)
    return fold(rules, state, group.events)


def _group_events(
    rules: AnyRules, rows: Iterable[tuple[Event, Any]], eyes: Viewer
) -> Iterator[_EventGroup]:
    """Yield events in groups that are described as one."""
    group: _EventGroup | None = None
    for row, event in rows:
        seen = rules.knowledge.witness(event, eyes)
        joined = rules.telling.join_events(group.seen, seen) if group else None
        if group and joined is not None:
            group = _EventGroup((*group.rows, (row, event)), joined)
            continue
        if group:
            yield group
        group = _EventGroup(((row, event),), seen)
    if group:
        yield group


def _has_turn_ended(rules: AnyRules, before: Any, after: Any) -> bool:
    """Whether a turn has ended between two positions."""
    return bool(before) and rules.judgement.turn_number(before) != rules.judgement.turn_number(
        after
    )


def _view_getter(rules: AnyRules, state: Any, viewer: Viewer) -> Callable[[], Any]:
    return lambda: mask_state(rules, state, viewer)


def _build_step(
    rules: AnyRules, group: _EventGroup, viewer: Viewer, before: Any
) -> HistoryStep | None:
    seen, last = group.seen, group.rows[-1][0]
    phrase = rules.telling.describe_event(seen, viewer, before)
    if phrase is None:
        return None
    return HistoryStep(
        seq=last.seq,
        first=group.rows[0][0].seq,
        at=last.at,
        seat=getattr(seen, "seat", None),
        phrase=phrase,
        notation=getattr(seen, "order", ""),
        cost=rules.telling.points_spent(seen),
        marks=rules.telling.event_marks(seen),
        losses=rules.telling.losses(seen),
        back_to=seen.to if isinstance(seen, TakenBack) else None,
    )


def last_dropped_orders(game: Game, viewer: Viewer, *, after: int) -> tuple[int, tuple[str, ...]]:
    """Return the number of the last event after ``after`` that ended a plan of the viewer, with
    the orders left of it; 0 and no orders if there was none lately."""
    rules, dropped = game.rules, [(0, tuple[str, ...]())]
    for row, event in store.read_events(game, after=recent_start(game, after)):
        if isinstance(event, TakenBack):
            dropped = [one for one in dropped if one[0] <= event.to] or dropped[:1]
        elif orders := rules.telling.dropped_orders(rules.knowledge.witness(event, viewer), viewer):
            dropped.append((row.seq, orders))
    return dropped[-1]


def last_move(steps: Sequence[HistoryStep]) -> HistoryStep | None:
    """Return the last step that moved something on the board, and was not taken back."""
    return next((step for step in reversed(drop_taken_back(steps)) if step.is_move), None)


def last_told_step(steps: Sequence[HistoryStep]) -> HistoryStep | None:
    """Return the last step that moved something or took a turn back, or else the last step."""
    steps = drop_taken_back(steps)
    told = (step for step in reversed(steps) if step.is_move or step.back_to is not None)
    return next(told, steps[-1] if steps else None)


def drop_taken_back(steps: Iterable[HistoryStep]) -> list[HistoryStep]:
    """Return steps without those that were taken back; that they were stays among them."""
    kept = list[HistoryStep]()
    for step in steps:
        while step.back_to is not None and kept and kept[-1].seq > step.back_to:
            kept.pop()
        kept.append(step)
    return kept


def question_cause(
    steps: Sequence[HistoryStep], decision: Decision, choices: Iterable[Choice]
) -> HistoryStep | None:
    """Return the step that led to a question: the last one that moved something, if an answer
    moves something, too; else the last one before the question, such as a proposal."""
    if any(choice.origin for choice in choices):
        return last_move(steps)
    return next((step for step in reversed(steps) if step.seq <= decision.version), None)


def turn_so_far(game: Game, viewer: Viewer, number: int) -> list[HistoryStep]:
    """Return the steps of the turn ``number``, which began when it was first asked for, without
    those that were taken back."""
    # The latest ones alone: each has come with an event.
    lately = Decision.objects.filter(game=game).order_by("-id")[:MAX_TURN_EVENTS]
    asked = [decision.version for decision in lately if decision.number == number]
    if not asked:
        return []
    after = max(min(asked), game.version - MAX_TURN_EVENTS)
    return drop_taken_back(list_steps(game, viewer, after=after))
