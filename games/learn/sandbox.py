"""A turn put together on a position that is not a game: tried out, and stored nowhere.

A ``Scene`` comes from a game as somebody may see it, from an example of the rules or from a
lesson. The turns that were tried out before lead to it; they travel in the address, one a line
("south: S40-S29"), and what cannot be carried out of them is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquest.core import Ask, Mark, Seat, Sketch, Unforeseen, fold
from conquest.registry import AnyRules
from games import models
from games.learn import examples
from games.learn.examples import Example
from games.learn.lessons import Lesson
from games.models import Game
from games.play.knowledge import Known

MAX_PAST_CHARS = 1500  # the whole way to a scene has to fit into an address


@dataclass(frozen=True, slots=True)
class Scene:
    """A position in which ``seat`` is asked for something, on a board that is no stored game.

    ``around`` are fields to look at more closely, ``marks`` what led to the position. The
    board is ``turned`` for whoever sits at its far side.
    """

    game: Game
    seats: tuple[models.Seat, ...]
    state: Any
    seat: Seat
    around: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    turned: bool = False

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @property
    def is_question(self) -> bool:
        """Whether one of a few answers is to be chosen."""
        asked = self.rules.judgement.to_act(self.state).get(self.seat, "")
        return asked in self.rules.judgement.asks and self.ask.how == "choose"

    @property
    def ask(self) -> Ask:
        """What the seat is asked for."""
        return self.rules.judgement.asks[self.rules.judgement.to_act(self.state)[self.seat]]


def from_known(
    known: Known, seats: Iterable[models.Seat], past: str = "", seat: Seat = ""
) -> Scene:
    """Return a scene set from what a viewer knows of a game, and nothing else.

    The ``past`` is played first. ``seat`` is to act, or else whoever is asked first.
    """
    rules, copy = known.rules, Game(ruleset=known.game.ruleset, board=known.game.board)
    state = replayed(rules, known.state, past)
    return Scene(copy, tuple(seats), *asked(rules, state, seat))


def from_example(rules: AnyRules, example: Example, past: str = "", seat: Seat = "") -> Scene:
    """Set a scene from an example, before its orders."""
    game, seats = examples.cast(rules, example.board)
    state = replayed(rules, example.state, past)
    around = () if past else (*example.around, *examples.play(rules, example).fields)
    return Scene(game, seats, *asked(rules, state, seat), around)


def from_lesson(rules: AnyRules, lesson: Lesson) -> Scene:
    """Set the scene of a lesson, after the orders of its example."""
    game, seats = examples.cast(rules, lesson.example.board)
    played = examples.play(rules, lesson.example)
    return Scene(game, seats, played.state, lesson.seat, lesson.example.around, played.arrows)


def asked(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, Seat]:
    """Return the position in which a seat that plays, or else the one that is asked, is to act."""
    seats, to_act = rules.judgement.seats(state), rules.judgement.to_act(state)
    chosen = seat if seat in seats else next(iter((*to_act, *seats)))
    return (state if chosen in to_act else rules.judgement.suppose(state, chosen)), chosen


def replayed(rules: AnyRules, state: Any, past: str) -> Any:
    """Return the position after turns that were tried out before."""
    for line in past[:MAX_PAST_CHARS].splitlines():
        seat, _colon, text = line.partition(":")
        if seat in rules.judgement.seats(state):
            state = after(rules, *asked(rules, state, seat), text)
    return state


def after(rules: AnyRules, state: Any, seat: Seat, text: str) -> Any:
    """Return the position once a seat has done what can be done of a text, and ends with it.

    Where a turn has no word to end it, and is not done, the seat is still to act. A seat that
    nothing is asked of does nothing.
    """
    judgement = rules.judgement
    owed = _owed(rules, state, seat)
    end = rules.composing.sketch(state, seat, text).state if owed else state
    if owed is None or _owed(rules, end, seat) != owed:
        return end
    orders = judgement.default(end, seat)
    if judgement.asks[judgement.to_act(end)[seat]].pace == "turn":
        word = judgement.end(end, seat)
        if not word:
            return end
        orders = rules.notation.read(end, seat, word)
    try:
        return fold(rules, end, judgement.decide(end, seat, orders))
    except Unforeseen as unforeseen:
        return fold(rules, end, unforeseen.events)


def _owed(rules: AnyRules, state: Any, seat: Seat) -> tuple[str, int] | None:
    """Return what a seat owes and in which turn; ``None`` if it owes nothing."""
    asked = rules.judgement.to_act(state).get(seat)
    return None if asked is None else (asked, rules.judgement.number(state))


def onward(scene: Scene, sketch: Sketch[Any]) -> Seat | None:
    """Return the seat that would be asked next; nobody if the game would be over, or nobody
    knows how it would go on."""
    if any(step.unforeseen for step in sketch.steps):
        return None
    text = scene.rules.notation.join(sketch.texts)
    end = after(scene.rules, scene.state, scene.seat, text)
    asked_next = next(iter(scene.rules.judgement.to_act(end)), None)
    is_stuck = not sketch.steps and asked_next == scene.seat
    return None if is_stuck else asked_next


Check: TypeAlias = Callable[[AnyRules, Sketch[Any], Any], bool]


def reached(rules: AnyRules, goal: Mapping[str, Any], sketch: Sketch[Any]) -> bool:
    """Whether a plan that can be carried out brings about all that a goal names.

    ``position``: what the position after it holds, as the judge writes it (null: what it must
    not hold); ``events``: kinds that have happened; ``points``: the most that are used;
    ``steps``: the fewest there are; ``behind_pause``: the fewest behind the first pause.
    """
    if sketch.refused is not None or not sketch.steps:
        return False
    return all(CHECKS[name](rules, sketch, wanted) for name, wanted in goal.items())


def _holds(rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return _contains(rules.judgement.position(sketch.close), wanted)


def _contains(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(found == wanted)
    return isinstance(found, Mapping) and all(
        _contains(found.get(key), value) for key, value in wanted.items()
    )


def _happened(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return set(wanted) <= {kind for step in sketch.steps for kind in step.kinds}


def _costs(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return bool(sketch.used <= wanted)


def _long(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return bool(len(sketch.steps) >= wanted)


def _goes_on(_rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    first = sketch.pauses[0].after if sketch.pauses else len(sketch.steps)
    return bool(len(sketch.steps) - first >= wanted)


CHECKS: Mapping[str, Check] = {
    "position": _holds,
    "events": _happened,
    "points": _costs,
    "steps": _long,
    "behind_pause": _goes_on,
}
