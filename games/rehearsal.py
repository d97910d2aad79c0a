"""What a submission would do: plays a text on a copy of the position and tells step by step.

Wherever another seat would be asked before the turn goes on, the rehearsal notes a pause and
plays what that seat's silence means, so that the rest of the plan can be seen as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from conquest.core import Choice, Mark, Phrase, Refused, RuleSet, Seat, Unreadable

State = TypeVar("State")
Event = TypeVar("Event")
Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Step:
    """One order of the plan: its canonical text, what it does and what it costs in points.

    ``kinds`` are those of the events it leads to.
    """

    text: str
    phrase: Phrase | None
    cost: int
    marks: tuple[Mark, ...]
    kinds: tuple[str, ...] = ()

    @property
    def captures(self) -> bool:
        return any(mark.kind == "ghost" for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Pause:
    """The turn halts after step ``after`` (from 1): ``seat`` is asked for a decision of this
    ``kind`` and may give one of these ``answers``, or be silent."""

    after: int
    seat: Seat
    kind: str
    answers: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal(Generic[State]):
    """A plan played through, as far as it goes.

    ``end`` is the position after it and ``close`` the last one of the same turn; ``used`` and
    ``left`` are points of this turn, ``left`` being ``None`` in games without points.
    ``refused`` tells why the plan stops; its orders from there on are the words of ``rest``.
    """

    steps: tuple[Step, ...]
    pauses: tuple[Pause, ...]
    end: State
    close: State
    used: int
    left: int | None
    refused: Refused | None = None
    rest: tuple[str, ...] = ()

    @property
    def blocked(self) -> bool:
        """Whether the plan as a whole would be refused: what follows a pause is only dropped."""
        if isinstance(self.refused, Unreadable):
            return True
        return self.refused is not None and not self.pauses

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(step.text for step in self.steps)

    @property
    def stretches(self) -> tuple[tuple[Step, tuple[Pause, ...]], ...]:
        """Every step with the pauses behind it."""
        return tuple(
            (step, tuple(pause for pause in self.pauses if pause.after == number))
            for number, step in enumerate(self.steps, start=1)
        )

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What to draw for the steps: each arrow in the plan's own colour, with its number."""
        return tuple(
            replace(mark, seat=None, label=str(number)) if mark.kind == "arrow" else mark
            for number, step in enumerate(self.steps, start=1)
            for mark in step.marks
        )


def rehearse(
    rules: RuleSet[State, Event, Order], state: State, seat: Seat, text: str
) -> Rehearsal[State]:
    """Play ``text`` as ``seat`` would hand it in, as far as it can be read.

    Nothing is raised: a refusal is an answer.
    """
    stage, words = _Stage(rules, state, seat), rules.split(text)
    if not words:
        return stage.curtain()
    try:
        stage.play(rules.read(state, seat, text))
    except Unreadable as unreadable:
        refused = _before(stage, words[: unreadable.order or 0]) or unreadable
    except Refused as illegal:
        refused = illegal
    else:
        return stage.curtain()
    return stage.curtain(refused, words[refused.order or 0 :])


def _before(stage: _Stage[State, Event, Order], words: Sequence[str]) -> Refused | None:
    """Play what stands before an order that cannot be read; give what is refused of it."""
    try:
        if words:
            stage.play(stage.rules.read(stage.state, stage.seat, "\n".join(words)))
    except Refused as refused:
        return refused
    return None


class _Stage(Generic[State, Event, Order]):
    """A rehearsal under way: the position so far, and what was noted."""

    def __init__(self, rules: RuleSet[State, Event, Order], state: State, seat: Seat) -> None:
        self.rules, self.seat = rules, seat
        self.state = self.close = state
        self.number = rules.number(state)
        self.steps: list[Step] = []
        self.pauses: list[Pause] = []

    def play(self, orders: Sequence[Order]) -> None:
        """Play the orders, each stretch from one pause to the next."""
        done = 0
        while done < len(orders):
            if self._is_idle(orders[done:]):
                return
            try:
                done += self._stretch(orders[done:])
            except Refused as refused:
                raise refused.at(done + (refused.order or 0)) from None

    def curtain(
        self, refused: Refused | None = None, rest: tuple[str, ...] = ()
    ) -> Rehearsal[State]:
        return Rehearsal(
            steps=tuple(self.steps),
            pauses=tuple(self.pauses),
            end=self.state,
            close=self.close,
            used=sum(step.cost for step in self.steps),
            left=self.rules.points(self.close),
            refused=refused,
            rest=rest,
        )

    def _is_idle(self, orders: Sequence[Order]) -> bool:
        """Whether the turn is over and the orders only say so."""
        is_asked = self.seat in self.rules.to_act(self.state)
        return not is_asked and self.rules.write(tuple(orders)) == self._silence(self.close)

    def _stretch(self, orders: Sequence[Order]) -> int:
        """Play orders up to the first that makes the turn pause; return how many they were.

        They are decided as one submission that grows order by order, because the last order
        of a submission can end the turn by itself; the word for it is then no step. What is
        refused alone but not together with the next order makes one step with it.
        """
        start, told, noted = self.state, 0, 0
        fault = self._fault(start, orders)
        for count in range(1, len(orders) + 1):
            if fault is not None and count > (fault.order or 0):
                raise fault
            try:
                events = self.rules.decide(start, self.seat, tuple(orders[:count]))
            except Refused:
                continue
            self._follow(start, events)
            if told < len(events):
                self._note(orders[noted:count], events[told:])
            told, noted = len(events), count
            if self._pause():
                return count
        return len(orders)

    def _fault(self, start: State, orders: Sequence[Order]) -> Refused | None:
        try:
            self.rules.decide(start, self.seat, tuple(orders))
        except Refused as refused:
            return refused
        return None

    def _follow(self, start: State, events: Sequence[Event]) -> None:
        self.state = start
        for event in events:
            self.state = self.rules.evolve(self.state, event)
            if self.rules.number(self.state) == self.number:
                self.close = self.state

    def _note(self, orders: Sequence[Order], events: Sequence[Event]) -> None:
        rules = self.rules
        seen = [rules.witness(event, self.seat) for event in events]
        told = [phrase for event in seen if (phrase := rules.tell(event)) is not None]
        marks = tuple(mark for event in seen for mark in rules.trace(event))
        cost = sum(rules.cost(event) for event in seen)
        kind = {made: kind for kind, made in rules.events.items()}
        kinds = tuple(kind[type(event)] for event in seen)
        text = rules.write(tuple(orders))
        self.steps.append(Step(text, told[0] if told else None, cost, marks, kinds))

    def _pause(self) -> bool:
        """Let every other seat that is asked in this turn be silent; say whether one was."""
        paused = False
        while (seat := self._asked()) is not None:
            kind, choices = self.rules.to_act(self.state)[seat], self.rules.legal(self.state, seat)
            answers = tuple(choice for choice in choices if choice.origin)
            self.pauses.append(Pause(len(self.steps), seat, kind, answers))
            orders = self.rules.default(self.state, seat)
            self._follow(self.state, self.rules.decide(self.state, seat, orders))
            paused = True
        return paused

    def _asked(self) -> Seat | None:
        """Give another seat that has to answer before this one goes on."""
        asked = self.rules.to_act(self.state)
        if self.seat in asked or self.rules.number(self.state) != self.number:
            return None
        return next(iter(asked), None)

    def _silence(self, state: State, seat: Seat | None = None) -> str:
        return self.rules.write(self.rules.default(state, seat or self.seat))
