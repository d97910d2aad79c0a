"""Tryouts: turns that are tried out on a position and stored nowhere.

A ``Tryout`` starts from a game as somebody may see it or from an example of the rules. The turns
that were tried out before are in the URL, one a line ("south: S40-S29"); parts of them that cannot
be carried out are left out. Their random numbers are drawn from these texts, so that the same URL
shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import (
    DecisionKind,
    Mark,
    Numbers,
    Phrase,
    Refused,
    Seat,
    Sketch,
    Unforeseen,
    fold,
)
from conquest.kit import chance
from conquest.registry import AnyRules
from games import models
from games.learn import examples
from games.learn.examples import Example
from games.models import Game
from games.play.knowledge import KnownGame

MAX_PAST_CHARS = 1500  # all earlier turns have to fit into a URL


@dataclass(frozen=True, slots=True)
class Tryout:
    """A position in which ``seat`` owes something, in a game that is not stored.

    ``around`` are fields to show more closely, ``marks`` draw what led to the position, and
    ``thrown`` are sentences about what chance has decided in the turn before. Marks that are
    ``pinned`` are drawn whatever is planned. The board is ``turned`` by a number of quarters.
    """

    game: Game
    seats: tuple[models.Seat, ...]
    state: Any
    seat: Seat
    around: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    thrown: tuple[Phrase, ...] = ()
    pinned: tuple[Mark, ...] = ()
    turned: int = 0

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @property
    def is_question(self) -> bool:
        """Whether the seat is to choose one of a few answers."""
        kind = self.rules.judgement.to_act(self.state).get(self.seat, "")
        return kind in self.rules.judgement.decision_kinds and self.ask.how == "choose"

    @property
    def ask(self) -> DecisionKind:
        """The kind of decision that the seat owes."""
        return self.rules.judgement.decision_kinds[
            self.rules.judgement.to_act(self.state)[self.seat]
        ]


def from_known(
    known: KnownGame, seats: Iterable[models.Seat], past: str = "", seat: Seat = ""
) -> Tryout:
    """Return a tryout made of what a viewer knows of a game, and nothing else.

    The ``past`` is played first. Then ``seat`` is to act, or else the first seat that owes
    something.
    """
    rules, copy = known.rules, Game(ruleset=known.game.ruleset, board=known.game.board)
    state, thrown = replay_past(rules, known.state, past)
    return Tryout(copy, tuple(seats), *state_and_actor(rules, state, seat), thrown=thrown)


def from_example(rules: AnyRules, example: Example, past: str = "", seat: Seat = "") -> Tryout:
    """Return a tryout of an example, before its orders."""
    game, seats = examples.unsaved_game(rules, example.board)
    state, thrown = replay_past(rules, example.state, past)
    around = () if past else (*example.around, *examples.play_example(rules, example).fields)
    return Tryout(game, seats, *state_and_actor(rules, state, seat), around, thrown=thrown)


def state_and_actor(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, Seat]:
    """Return a position in which ``seat`` is to act, or the first seat that owes something if it
    does not play, and that seat.

    Where it is not the seat's turn, its turn is supposed.
    """
    seats, to_act = rules.judgement.seats(state), rules.judgement.to_act(state)
    chosen = seat if seat in seats else next(iter((*to_act, *seats)))
    return (state if chosen in to_act else rules.judgement.suppose_turn(state, chosen)), chosen


def replay_past(rules: AnyRules, state: Any, past: str) -> tuple[Any, tuple[Phrase, ...]]:
    """Return the position after turns that were tried out before, and sentences about what chance
    has decided in the last of them."""
    lines = past.splitlines()
    thrown: tuple[Phrase, ...] = ()
    for number, line in enumerate(lines, start=1):
        seat, _colon, text = line.partition(":")
        if seat in rules.judgement.seats(state):
            before, actor = state_and_actor(rules, state, seat)
            numbers = tryout_numbers(lines[:number])
            state, events = play_out_turn(rules, before, actor, text, numbers)
            phrases = (rules.telling.describe_event(event, None, None) for event in events)
            thrown = tuple(filter(None, phrases))
    return state, thrown


def tryout_numbers(lines: Iterable[str]) -> Numbers:
    """Return the random numbers for the last of these turns."""
    # From the texts alone: numbers of the game itself would tell what its dice will show.
    return chance.keyed_numbers("\n".join(lines).encode())


def play_out_turn(
    rules: AnyRules, state: Any, seat: Seat, text: str, numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    """Return the position after a seat has played what is possible of a text and has ended its
    turn; and the events in which chance decided.

    If the turn is not finished and no word ends it, the seat is still to act; so it is after a
    throw. A seat that owes nothing does nothing.
    """
    pending = _pending_of(rules, state, seat)
    if pending is None:
        return state, ()
    sketch = rules.composing.sketch(state, seat, text)
    if is_unforeseen(sketch):
        return _play_throw(rules, state, seat, sketch.step_texts, numbers)
    orders = (
        _ending_orders(rules, sketch.state, seat)
        if _pending_of(rules, sketch.state, seat) == pending
        else ()
    )
    if not orders:
        return sketch.state, ()
    end, events = _decide_orders(rules, sketch.state, seat, orders, numbers)
    has_drawn = rules.judgement.numbers_drawn(end) > rules.judgement.numbers_drawn(sketch.state)
    return end, events if has_drawn else ()


def is_unforeseen(sketch: Sketch[Any]) -> bool:
    """Whether the result of a plan depends on chance or on something unknown."""
    return any(step.unforeseen for step in sketch.steps)


def _play_throw(
    rules: AnyRules, state: Any, seat: Seat, texts: Sequence[str], numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    """Return the position after orders of which chance decides the last, and the events of that."""
    start = rules.composing.sketch(state, seat, rules.notation.join_words(texts[:-1])).state
    orders = rules.notation.read_orders(start, seat, texts[-1])
    # The last order may count on another result than the numbers give, and is refused then.
    try:
        return _decide_orders(rules, start, seat, orders, numbers)
    except Refused:
        return start, ()


def _ending_orders(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, ...]:
    """Return the orders that end the turn or the answer of a seat, none if there are none."""
    judgement = rules.judgement
    if judgement.decision_kinds[judgement.to_act(state)[seat]].pace != "turn":
        return judgement.default_orders(state, seat)
    word = judgement.end_word(state, seat)
    return rules.notation.read_orders(state, seat, word) if word else ()


def _decide_orders(
    rules: AnyRules, state: Any, seat: Seat, orders: tuple[Any, ...], numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    # A position known only in part may not decide everything: it goes on as far as it can.
    try:
        events = rules.judgement.decide(state, seat, orders, numbers)
    except Unforeseen as unforeseen:
        events = unforeseen.events
    return fold(rules, state, events), events


def _pending_of(rules: AnyRules, state: Any, seat: Seat) -> tuple[str, int] | None:
    """Return what a seat owes and in which turn; ``None`` if it owes nothing."""
    kind = rules.judgement.to_act(state).get(seat)
    return None if kind is None else (kind, rules.judgement.turn_number(state))


def next_seat(scene: Tryout, sketch: Sketch[Any], past: str) -> Seat | None:
    """Return the seat that would owe something next, with this turn the last of the ``past``.

    It is None if the game would be over, or nobody knows how it would go on.
    """
    rules, text = scene.rules, scene.rules.notation.join_words(sketch.step_texts)
    end, _ = play_out_turn(rules, scene.state, scene.seat, text, tryout_numbers(past.splitlines()))
    asked_next = next(iter(rules.judgement.to_act(end)), None)
    # A throw is always shown, also where nobody owes anything after it.
    if is_unforeseen(sketch):
        is_thrown = rules.judgement.numbers_drawn(end) > rules.judgement.numbers_drawn(scene.state)
        return (asked_next or scene.seat) if is_thrown else None
    is_stuck = not sketch.steps and asked_next == scene.seat
    return None if is_stuck else asked_next
