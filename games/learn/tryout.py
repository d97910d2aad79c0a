"""A turn put together on a position that is not a game: tried out, and stored nowhere.

A ``Tryout`` comes from a game as somebody may see it, from an example of the rules or from a
lesson. The turns that were tried out before lead to it; they travel in the address, one a line
("south: S40-S29"), and what cannot be carried out of them is left out. What chance decides in them
is drawn from these texts: the same address shows the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

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
from games.learn.lessons import Lesson
from games.models import Game
from games.play.knowledge import KnownGame

MAX_PAST_CHARS = 1500  # the whole way to a scene has to fit into an address


@dataclass(frozen=True, slots=True)
class Tryout:
    """A position in which ``seat`` is asked for something, on a board that is no stored game.

    ``around`` are fields to look at more closely, ``marks`` what led to the position, ``thrown``
    tells what chance has brought in the turn before. What is ``pinned`` is drawn whatever is
    planned. The board is ``turned`` by so many quarters.
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
        """Whether one of a few answers is to be chosen."""
        asked = self.rules.judgement.to_act(self.state).get(self.seat, "")
        return asked in self.rules.judgement.decision_kinds and self.ask.how == "choose"

    @property
    def ask(self) -> DecisionKind:
        """What the seat is asked for."""
        return self.rules.judgement.decision_kinds[
            self.rules.judgement.to_act(self.state)[self.seat]
        ]


def from_known(
    known: KnownGame, seats: Iterable[models.Seat], past: str = "", seat: Seat = ""
) -> Tryout:
    """Return a scene set from what a viewer knows of a game, and nothing else.

    The ``past`` is played first. ``seat`` is to act, or else whoever is asked first.
    """
    rules, copy = known.rules, Game(ruleset=known.game.ruleset, board=known.game.board)
    state, thrown = replay_past(rules, known.state, past)
    return Tryout(copy, tuple(seats), *state_and_actor(rules, state, seat), thrown=thrown)


def from_example(rules: AnyRules, example: Example, past: str = "", seat: Seat = "") -> Tryout:
    """Set a scene from an example, before its orders."""
    game, seats = examples.unsaved_game(rules, example.board)
    state, thrown = replay_past(rules, example.state, past)
    around = () if past else (*example.around, *examples.play_example(rules, example).fields)
    return Tryout(game, seats, *state_and_actor(rules, state, seat), around, thrown=thrown)


def from_lesson(rules: AnyRules, lesson: Lesson) -> Tryout:
    """Set the scene of a lesson, after the orders of its example."""
    game, seats = examples.unsaved_game(rules, lesson.example.board)
    played = examples.play_example(rules, lesson.example)
    return Tryout(game, seats, played.state, lesson.seat, lesson.example.around, played.marks)


def state_and_actor(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, Seat]:
    """Return the position in which a seat that plays, or else the one that is asked, is to act."""
    seats, to_act = rules.judgement.seats(state), rules.judgement.to_act(state)
    chosen = seat if seat in seats else next(iter((*to_act, *seats)))
    return (state if chosen in to_act else rules.judgement.suppose_turn(state, chosen)), chosen


def replay_past(rules: AnyRules, state: Any, past: str) -> tuple[Any, tuple[Phrase, ...]]:
    """Return the position after turns that were tried out before, and what chance has brought
    in the last of them."""
    lines = past.splitlines()
    thrown: tuple[Phrase, ...] = ()
    for number, line in enumerate(lines, start=1):
        seat, _colon, text = line.partition(":")
        if seat in rules.judgement.seats(state):
            numbers = tryout_numbers(lines[:number])
            state, events = play_out_turn(
                rules, *state_and_actor(rules, state, seat), text, numbers
            )
            thrown = tuple(
                told
                for event in events
                if (told := rules.telling.describe_event(event, None, None))
            )
    return state, thrown


def tryout_numbers(lines: Iterable[str]) -> Numbers:
    """Return the numbers of the last of some turns that were tried out: anybody's."""
    return chance.keyed_numbers("\n".join(lines).encode())


def play_out_turn(
    rules: AnyRules, state: Any, seat: Seat, text: str, numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    """Return the position once a seat has done what can be done of a text, and ends with it;
    and what happened where chance decided.

    Where a turn has no word to end it, and is not done, the seat is still to act; so it is
    after a throw. A seat that nothing is asked of does nothing.
    """
    owed = _pending_of(rules, state, seat)
    if owed is None:
        return state, ()
    sketch = rules.composing.sketch(state, seat, text)
    if is_unforeseen(sketch):
        return _play_throw(rules, state, seat, sketch.step_texts, numbers)
    orders = (
        _ending_orders(rules, sketch.state, seat)
        if _pending_of(rules, sketch.state, seat) == owed
        else ()
    )
    if not orders:
        return sketch.state, ()
    end, events = _decide_orders(rules, sketch.state, seat, orders, numbers)
    has_drawn = rules.judgement.numbers_drawn(end) > rules.judgement.numbers_drawn(sketch.state)
    return end, events if has_drawn else ()


def is_unforeseen(sketch: Sketch[Any]) -> bool:
    """Whether chance, or what is not known, decides what comes of a plan."""
    return any(step.unforeseen for step in sketch.steps)


def _play_throw(
    rules: AnyRules, state: Any, seat: Seat, texts: Sequence[str], numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    """Return the position after orders of which chance decides the last, and what came of it."""
    start = rules.composing.sketch(state, seat, rules.notation.join_words(texts[:-1])).state
    orders = rules.notation.read_orders(start, seat, texts[-1])
    try:
        return _decide_orders(rules, start, seat, orders, numbers)
    except Refused:  # after a throw that was not hoped for
        return start, ()


def _ending_orders(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, ...]:
    """Return with which orders a seat ends what it does, none where it cannot."""
    judgement = rules.judgement
    if judgement.decision_kinds[judgement.to_act(state)[seat]].pace != "turn":
        return judgement.default_orders(state, seat)
    word = judgement.end_word(state, seat)
    return rules.notation.read_orders(state, seat, word) if word else ()


def _decide_orders(
    rules: AnyRules, state: Any, seat: Seat, orders: tuple[Any, ...], numbers: Numbers
) -> tuple[Any, Sequence[Any]]:
    try:
        events = rules.judgement.decide(state, seat, orders, numbers)
    except Unforeseen as unforeseen:
        events = unforeseen.events
    return fold(rules, state, events), events


def _pending_of(rules: AnyRules, state: Any, seat: Seat) -> tuple[str, int] | None:
    """Return what a seat owes and in which turn; ``None`` if it owes nothing."""
    asked = rules.judgement.to_act(state).get(seat)
    return None if asked is None else (asked, rules.judgement.turn_number(state))


def next_seat(scene: Tryout, sketch: Sketch[Any], past: str) -> Seat | None:
    """Return the seat that would be asked next, with this turn the last of the ``past``; nobody
    if the game would be over, or nobody knows how it would go on. A throw is always shown."""
    rules, text = scene.rules, scene.rules.notation.join_words(sketch.step_texts)
    end, _ = play_out_turn(rules, scene.state, scene.seat, text, tryout_numbers(past.splitlines()))
    asked_next = next(iter(rules.judgement.to_act(end)), None)
    if is_unforeseen(sketch):
        is_thrown = rules.judgement.numbers_drawn(end) > rules.judgement.numbers_drawn(scene.state)
        return (asked_next or scene.seat) if is_thrown else None
    is_stuck = not sketch.steps and asked_next == scene.seat
    return None if is_stuck else asked_next


Check: TypeAlias = Callable[[AnyRules, Sketch[Any], Any], bool]


def reaches_goal(rules: AnyRules, goal: Mapping[str, Any], sketch: Sketch[Any]) -> bool:
    """Whether a plan that can be carried out brings about all that a goal names.

    ``position``: what the position after it holds, as the judge writes it (null: what it must
    not hold); ``events``: kinds that have happened; ``points``: the most that are used;
    ``steps``: the fewest there are; ``behind_pause``: the fewest behind the first pause.
    """
    if sketch.refused is not None or not sketch.steps:
        return False
    return all(CHECKS[name](rules, sketch, wanted) for name, wanted in goal.items())


def _holds_position(rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return _contains(rules.judgement.write_position(sketch.close), wanted)


def _contains(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(found == wanted)
    return isinstance(found, Mapping) and all(
        _contains(found.get(key), value) for key, value in wanted.items()
    )


def _has_events(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return set(wanted) <= {kind for step in sketch.steps for kind in step.kinds}


def _costs_at_most(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return bool(sketch.used <= wanted)


def _has_steps(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return bool(len(sketch.steps) >= wanted)


def _has_steps_after_pause(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    first = sketch.pauses[0].after if sketch.pauses else len(sketch.steps)
    return bool(len(sketch.steps) - first >= wanted)


CHECKS: Mapping[str, Check] = {
    "position": _holds_position,
    "events": _has_events,
    "points": _costs_at_most,
    "steps": _has_steps,
    "behind_pause": _has_steps_after_pause,
}
