"""Turns that are taken back: an event says which event the game goes back to; nothing is erased.

No rule set knows of it: the events before it are there, and those that count are folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar

from conquest.core import Fault, Knowledge, Phrase, RuleSet, Seat, Telling, Viewer
from conquest.kit.commitments import hidden_order
from conquest.kit.events import Happened, event_kind

AnyRules: TypeAlias = RuleSet[Any, Any, Any]
Row = TypeVar("Row")
Obstacle: TypeAlias = Literal["", "over", "numbers", "secrets"]

TOLD = Phrase("%(seat)s takes a turn back: the game goes on as it was after step %(to)s.")
TOLD_TO_SEAT = Phrase("You take a turn back: the game goes on as it was after step %(to)s.")


class TakenBack(Happened, frozen=True, kw_only=True, tag="taken_back"):
    """``seat`` has taken a turn back: the position is again as it was after the event ``to``."""

    to: int


KIND = event_kind(TakenBack)


def live_events(
    rows: Iterable[Row], event_of: Callable[[Row], object] = lambda row: row, *, after: int = 0
) -> list[Row]:
    """Return what counts of the events of a game that follow the event ``after``: neither those
    that were taken back nor those that tell of it. ``event_of`` returns the event in a row.

    :raises Fault: if one goes back to no event before it, or to one before ``after``.
    """
    live = list[Row]()
    # What counted after each event, since a game can go back to an event that was taken back.
    counted = [(live, 0)]
    for seq, row in enumerate(rows, start=after + 1):
        event = event_of(row)
        if isinstance(event, TakenBack):
            kept, length = counted[_target(event, seq, least=after) - after]
            live = kept[:length]
        else:
            live.append(row)
        counted.append((live, len(live)))
    return live


def replay_states(rules: AnyRules, events: Sequence[Any]) -> Iterator[Any]:
    """Yield the position after each event of a game, from its first one on.

    :raises Fault: if one goes back to no event before it.
    """
    targets = {event.to for event in events if isinstance(event, TakenBack)}
    state, kept = None, dict[int, Any]()
    for seq, event in enumerate(events, start=1):
        if isinstance(event, TakenBack):
            state = kept[_target(event, seq)]
        else:
            state = rules.judgement.evolve(state, event)
        if seq in targets:
            kept[seq] = state
        yield state


def _target(event: TakenBack, seq: int, *, least: int = 0) -> int:
    """Return the event to which the event number ``seq`` goes back."""
    if not max(1, least) <= event.to < seq:
        raise Fault(f"event {seq} takes back to no event before it")
    return event.to


def find_obstacle(
    rules: AnyRules, then: Any, now: Any, between: Iterable[Any], asker: Viewer
) -> Obstacle:
    """Return why a game cannot go back from a position to an earlier one, "" if it can: it is over,
    or in the events ``between`` numbers were drawn, or a secret was handed in or uncovered to the
    ``asker``.

    What only others have learnt is no obstacle: they are asked, and the answer would tell of it.
    """
    if rules.judgement.outcome(now) is not None:
        return "over"
    drawn = rules.judgement.numbers_drawn
    if drawn(then) != drawn(now):
        return "numbers"
    knowledge = rules.knowledge
    is_secret = any(
        hidden_order(rules, event) or knowledge.has_uncovered(knowledge.witness(event, asker))
        for event in between
    )
    return "secrets" if is_secret else ""


def add_take_backs(rules: AnyRules) -> AnyRules:
    """Return a rule set that knows the event of a turn that is taken back, as every game does."""
    return replace(
        rules,
        judgement=replace(rules.judgement, events={**rules.judgement.events, KIND: TakenBack}),
        knowledge=_extend_knowledge(rules.knowledge),
        telling=_extend_telling(rules.telling, rules.seating.names),
    )


def _extend_knowledge(own: Knowledge[Any, Any]) -> Knowledge[Any, Any]:
    def witness(event: Any, viewer: Viewer) -> Any:
        return event if isinstance(event, TakenBack) else own.witness(event, viewer)

    return replace(own, witness=witness)


def _extend_telling(own: Telling[Any, Any], names: Mapping[Seat, Phrase]) -> Telling[Any, Any]:
    """Return how a rule set tells its events, and this one: it draws, costs and joins nothing."""

    def describe_event(event: Any, viewer: Viewer, before: Any) -> Phrase | None:
        if isinstance(event, TakenBack):
            return describe(event, viewer, names)
        return own.describe_event(event, viewer, before)

    def join_events(one: Any, other: Any) -> Any:
        is_own = not isinstance(one, TakenBack) and not isinstance(other, TakenBack)
        return own.join_events(one, other) if is_own else None

    return replace(
        own,
        describe_event=describe_event,
        join_events=join_events,
        losses=_unless_taken_back(own.losses, ()),
        points_spent=_unless_taken_back(own.points_spent, 0),
        event_marks=_unless_taken_back(own.event_marks, ()),
        dropped_orders=_unless_taken_back(own.dropped_orders, ()),
        film_shots=_unless_taken_back(own.film_shots, ()),
    )


def _unless_taken_back(own: Callable[..., Any], nothing: Any) -> Callable[..., Any]:
    """Return a function of events that returns ``nothing`` for a turn that is taken back."""

    def tell(event: Any, *more: Any) -> Any:
        return nothing if isinstance(event, TakenBack) else own(event, *more)

    return tell


def describe(event: TakenBack, viewer: Viewer, names: Mapping[Seat, Phrase]) -> Phrase:
    """Return the sentence of a turn that is taken back, to others or to the seat."""
    if event.seat == viewer:
        return Phrase(TOLD_TO_SEAT.template, to=event.to)
    return Phrase(TOLD.template, seat=names[event.seat], to=event.to)
