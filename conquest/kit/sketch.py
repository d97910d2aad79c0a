"""A text played order by order: what it does, where it pauses, what can follow it.

It serves every game whose orders are independent of each other. Where another seat would be asked
before the turn goes on, the sketch notes a pause and plays that seat's silence, so that the rest
of the plan can be sketched as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any, Generic

from conquest.core import (
    Choice,
    Event,
    Judgement,
    Knowledge,
    Mark,
    Notation,
    Order,
    Pause,
    Phrase,
    PlannedStep,
    Refused,
    Seat,
    Sketch,
    State,
    Telling,
    Tool,
    Unforeseen,
    Unreadable,
)
from conquest.kit.events import event_kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketcher(Generic[State, Event, Order]):
    """Sketches texts order by order, with parts of a rule set: its ``legal_choices``, the refusal
    for a piece that cannot go to a target, and the tools in its tray."""

    judgement: Judgement[State, Event, Order]
    notation: Notation[State, Order]
    knowledge: Knowledge[State, Event]
    telling: Telling[State, Event]
    legal_choices: Callable[[State, Seat], tuple[Choice, ...]]
    refusal_for: Callable[[State, Seat, str, str], Refused | None] | None = None
    tray: Callable[[State, Seat], tuple[Tool, ...]] | None = None

    def sketch(self, state: State, seat: Seat, text: str) -> Sketch[State]:
        """Return what ``text`` would do if ``seat`` handed it in, as far as it can be read.

        It raises nothing: a refusal is part of the sketch.
        """
        draft, words = _SketchDraft(self, state, seat), self.notation.split_words(text)
        if not words:
            return draft.to_sketch()
        try:
            draft.play_orders(self.notation.read_orders(state, seat, text))
        except Unreadable as unreadable:
            # an order before the unreadable one may be refused first
            refused = _play_readable(draft, words[: unreadable.order or 0]) or unreadable
        except Refused as illegal:
            refused = illegal
        else:
            return draft.to_sketch()
        return draft.to_sketch(refused, words[refused.order or 0 :])


def _play_readable(draft: _SketchDraft[Any, Any, Any], words: Sequence[str]) -> Refused | None:
    """Play the orders before an unreadable one; return the refusal of the first refused one."""
    try:
        if words:
            read = draft.by.notation.read_orders
            draft.play_orders(read(draft.state, draft.seat, draft.by.notation.join_words(words)))
    except Refused as refused:
        return refused
    return None


def step_of_events(
    text: str,
    phrase: Phrase | None,
    events: Iterable[Any],
    event_marks: Callable[[Any], tuple[Mark, ...]],
) -> PlannedStep:
    """Return the step that some events make, with their marks and kinds."""
    return PlannedStep(
        text=text,
        phrase=phrase,
        marks=tuple(mark for event in events for mark in event_marks(event)),
        kinds=tuple(event_kind(type(event)) for event in events),
    )


@dataclass(frozen=True, slots=True)
class _StepParts(Generic[State, Event, Order]):
    """The parts of a step: its orders, the position before them, and the events as seen."""

    orders: tuple[Order, ...]
    before: State
    seen: Sequence[Event]


class _SketchDraft(Generic[State, Event, Order]):
    """A sketch in progress: the position so far, its steps and its pauses."""

    def __init__(self, by: Sketcher[State, Event, Order], state: State, seat: Seat) -> None:
        self.by, self.rules, self.seat = by, by.judgement, seat
        self.state = self.close = state
        self.number = self.rules.turn_number(state)
        self.steps: list[PlannedStep] = []
        self.way: _StepParts[State, Event, Order] | None = None
        self.pauses: list[Pause] = []

    def play_orders(self, orders: Sequence[Order]) -> None:
        """Play the orders, each stretch from one pause to the next."""
        done = 0
        while done < len(orders):
            if self._is_idle(orders[done:]):
                return
            try:
                done += self._play_stretch(orders[done:])
            except Refused as refused:
                raise refused.at_order(done + (refused.order or 0)) from None

    def to_sketch(
        self, refused: Refused | None = None, rest: tuple[str, ...] = ()
    ) -> Sketch[State]:
        goes_on = self.rules.turn_number(self.state) == self.number
        return Sketch(
            steps=tuple(self.steps),
            pauses=tuple(self.pauses),
            state=self.state,
            close=self.close,
            used=sum(step.cost for step in self.steps),
            left=self.rules.points_left(self.close),
            refused=refused,
            rest=rest,
            list_choices=partial(self.by.legal_choices, self.state, self.seat)
            if goes_on
            else tuple,
            refusal_for=self._refusal_for,
            tray=self.by.tray(self.state, self.seat) if self.by.tray and goes_on else (),
        )

    def _refusal_for(self, piece: str, target: str, _tool: str) -> Refused | None:
        asked = self.by.refusal_for
        return asked(self.state, self.seat, piece, target) if asked else None

    def _is_idle(self, orders: Sequence[Order]) -> bool:
        """Whether the turn is over and the orders only say so."""
        if self.seat in self.rules.to_act(self.state):
            return False
        return self.by.notation.write_orders(tuple(orders)) == self.rules.end_word(
            self.close, self.seat
        )

    def _play_stretch(self, orders: Sequence[Order]) -> int:
        """Play orders up to the first that makes the turn pause; return their number."""
        start, told, noted = self.state, 0, 0
        # decided as one submission that grows order by order: its last order can end the turn by
        # itself, and the word for the end is then no step
        fault = self._find_refusal(start, orders)
        upto = len(orders) if fault is None else fault.order or 0
        total = self._count_events(start, orders[:upto])
        for count in range(1, upto + 1):
            try:
                events, unforeseen = self._decide_orders(start, orders[:count])
            except Refused:  # such as "anyway": makes one step with the next order (A25)
                continue
            before = reduce(self.rules.evolve, events[:told], start)
            self._apply_events(start, events)
            if told < len(events) or unforeseen:
                self._note_step(orders[noted:count], before, events[told:], unforeseen)
            told, noted = len(events), count
            if unforeseen:
                return len(orders)
            if self._note_pauses():
                return count
            if told == total:  # nothing comes of the others, however many they are
                break
        if fault is not None:
            raise fault
        return len(orders)

    def _count_events(self, start: State, orders: Sequence[Order]) -> int | None:
        """Return the number of events of orders, None where they are refused by themselves."""
        try:
            return len(self._decide_orders(start, orders)[0]) if orders else None
        except Refused:
            return None

    def _find_refusal(self, start: State, orders: Sequence[Order]) -> Refused | None:
        try:
            self._decide_orders(start, orders)
        except Refused as refused:
            return refused
        return None

    def _decide_orders(
        self, start: State, orders: Sequence[Order]
    ) -> tuple[Sequence[Event], Phrase | None]:
        """Decide orders as far as can be foreseen; return the events and what decides the rest."""
        try:
            return self.rules.decide(start, self.seat, tuple(orders)), None
        except Unforeseen as unforeseen:
            return unforeseen.events, unforeseen.phrase

    def _apply_events(self, start: State, events: Sequence[Event]) -> None:
        self.state = start
        for event in events:
            self.state = self.rules.evolve(self.state, event)
            # points are counted before the turn ends: afterwards they are the next seat's
            if self.rules.turn_number(self.state) == self.number:
                self.close = self.state

    def _note_step(
        self,
        orders: Sequence[Order],
        before: State,
        events: Sequence[Event],
        unforeseen: Phrase | None,
    ) -> None:
        """Add the step that orders make; where a piece only goes on, extend the last step."""
        seen = [self.by.knowledge.witness(event, self.seat) for event in events]
        way = _StepParts(tuple(orders), before, seen)
        if self.way and not unforeseen and (grown := self._merge_steps(self.way, way)):
            way = grown
            self.steps.pop()
        phrases = list(self._describe_events(way.before, way.seen))
        self.steps.append(self._planned_step(way, phrases, unforeseen))
        self.way = None if unforeseen else way

    def _merge_steps(self, one: _StepParts[Any, Any, Any], other: _StepParts[Any, Any, Any]) -> Any:
        """Return two steps as one where the second only goes on from the first, else None."""
        if len(one.seen) != 1 or not other.seen:
            return None
        joined = self.by.telling.join_events(one.seen[0], other.seen[0])
        if joined is None:
            return None
        return _StepParts((*one.orders, *other.orders), one.before, [joined, *other.seen[1:]])

    def _planned_step(
        self,
        way: _StepParts[State, Event, Order],
        phrases: Sequence[Phrase],
        unforeseen: Phrase | None,
    ) -> PlannedStep:
        by, text = self.by, self.by.notation.write_orders(way.orders)
        phrase = phrases[0] if phrases else self._choice_words(text) if unforeseen else None
        step = step_of_events(text, phrase, way.seen, by.telling.event_marks)
        cost = sum(by.telling.points_spent(event) for event in way.seen)
        return replace(step, cost=cost, unforeseen=unforeseen)

    def _describe_events(self, before: State, seen: Sequence[Event]) -> Iterator[Phrase]:
        for event in seen:
            phrase = self.by.telling.describe_event(event, self.seat, before)
            if phrase is not None:
                yield phrase
            before = self.rules.evolve(before, event)

    def _choice_words(self, text: str) -> Phrase | None:
        """Return the words of the choice with this text, if there is one."""
        choices = self.by.legal_choices(self.state, self.seat)
        return next((choice.words for choice in choices if choice.text == text), None)

    def _note_pauses(self) -> bool:
        """Play the silence of every other seat asked in this turn; return whether there was one."""
        paused = False
        while (seat := self._next_answerer()) is not None:
            kind = self.rules.to_act(self.state)[seat]
            choices = self.by.legal_choices(self.state, seat)
            answers = tuple(choice for choice in choices if choice.origin)
            self.way = None  # steps on both sides of a pause must not become one
            self.pauses.append(Pause(len(self.steps), seat, kind, answers, self.state))
            orders = self.rules.default_orders(self.state, seat)
            self._apply_events(self.state, self.rules.decide(self.state, seat, orders))
            paused = True
        return paused

    def _next_answerer(self) -> Seat | None:
        """Return another seat that has to answer before this one goes on.

        Decisions owed at the same time, as when all set up at once, halt nothing.
        """
        asked, kinds = self.rules.to_act(self.state), self.rules.decision_kinds
        if self.seat in asked or self.rules.turn_number(self.state) != self.number:
            return None
        return next((seat for seat, kind in asked.items() if kinds[kind].pace == "answer"), None)
