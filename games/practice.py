"""A turn put together on a position that is not a game: tried out, and stored nowhere.

A ``Scene`` comes from a game as somebody may see it, from an example of the rules or from a
lesson. The turns that were tried out before lead to it; they travel in the address, one a line
("south: S40-S29"), and what cannot be carried out of them is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquest.core import Mark, Seat, fold
from conquest.registry import AnyRules
from games import examples, models
from games.examples import Example
from games.lessons import Lesson
from games.models import Game
from games.rehearsal import Rehearsal, rehearse

TURN = "turn"
MOST_PAST = 1500  # characters: the whole way to a scene has to fit into an address


@dataclass(frozen=True, slots=True)
class Scene:
    """A position in which ``seat`` is asked for something, on a board that is no stored game.

    ``around`` are fields to look at more closely, ``marks`` what led to the position.
    """

    game: Game
    seats: tuple[models.Seat, ...]
    state: Any
    seat: Seat
    around: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @property
    def is_question(self) -> bool:
        """Whether an answer is asked for that interrupts somebody else's turn."""
        return self.rules.to_act(self.state).get(self.seat, TURN) != TURN


def from_view(
    game: Game,
    seats: Iterable[models.Seat],
    view: Mapping[str, Any],
    past: str = "",
    seat: Seat = "",
) -> Scene:
    """Set a scene from what a viewer sees of a game, and nothing else.

    The ``past`` is played first. ``seat`` is to act, or else whoever is asked first.
    """
    rules, copy = game.rules, Game(ruleset=game.ruleset, board=game.board)
    state = replayed(rules, rules.seen(dict(view)), past)
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


def playing(rules: AnyRules, state: Any) -> tuple[Seat, ...]:
    """Name the seats that play, in their order."""
    return tuple(line.seat for line in rules.report(rules.view(state, None)).seats)


def asked(rules: AnyRules, state: Any, seat: Seat) -> tuple[Any, Seat]:
    """Give the position in which a seat that plays, or else the one that is asked, is to act."""
    seats, to_act = playing(rules, state), rules.to_act(state)
    chosen = seat if seat in seats else next(iter((*to_act, *seats)))
    return (state if chosen in to_act else rules.suppose(state, chosen)), chosen


def replayed(rules: AnyRules, state: Any, past: str) -> Any:
    """Give the position after turns that were tried out before."""
    for line in past[:MOST_PAST].splitlines():
        seat, _colon, text = line.partition(":")
        if seat in playing(rules, state):
            state = after(rules, *asked(rules, state, seat), text)
    return state


def after(rules: AnyRules, state: Any, seat: Seat, text: str) -> Any:
    """Give the position once a seat has done what can be done of a text, and ends with it."""
    is_turn = rules.to_act(state).get(seat) == TURN
    played = rehearse(rules, state, seat, text)
    end = played.end if is_turn else played.close
    if seat not in rules.to_act(end):
        return end
    return fold(rules, end, rules.decide(end, seat, rules.default(end, seat)))


def onward(scene: Scene, played: Rehearsal[Any]) -> Seat | None:
    """Name the seat that would be asked next; nobody if the game would be over."""
    end = after(scene.rules, scene.state, scene.seat, "; ".join(played.texts))
    return next(iter(scene.rules.to_act(end)), None)


Check: TypeAlias = Callable[[AnyRules, Rehearsal[Any], Any], bool]


def reached(rules: AnyRules, goal: Mapping[str, Any], played: Rehearsal[Any]) -> bool:
    """Whether a plan that can be carried out brings about all that a goal names.

    ``position``: what the position after it holds, as the judge writes it (null: what it must
    not hold); ``events``: kinds that have happened; ``points``: the most that are used;
    ``steps``: the fewest there are; ``behind_pause``: the fewest behind the first pause.
    """
    if played.refused is not None or not played.steps:
        return False
    return all(CHECKS[name](rules, played, wanted) for name, wanted in goal.items())


def _holds(rules: AnyRules, played: Rehearsal[Any], wanted: Any) -> bool:
    return _contains(rules.position(played.close), wanted)


def _contains(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(found == wanted)
    return isinstance(found, Mapping) and all(
        _contains(found.get(key), value) for key, value in wanted.items()
    )


def _happened(_rules: AnyRules, played: Rehearsal[Any], wanted: Any) -> bool:
    return set(wanted) <= {kind for step in played.steps for kind in step.kinds}


def _costs(_rules: AnyRules, played: Rehearsal[Any], wanted: Any) -> bool:
    return bool(played.used <= wanted)


def _long(_rules: AnyRules, played: Rehearsal[Any], wanted: Any) -> bool:
    return bool(len(played.steps) >= wanted)


def _goes_on(_rules: AnyRules, played: Rehearsal[Any], wanted: Any) -> bool:
    first = played.pauses[0].after if played.pauses else len(played.steps)
    return bool(len(played.steps) - first >= wanted)


CHECKS: Mapping[str, Check] = {
    "position": _holds,
    "events": _happened,
    "points": _costs,
    "steps": _long,
    "behind_pause": _goes_on,
}
