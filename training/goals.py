"""A lesson tried out: the position it begins with, and whether a plan reaches its goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from conquest.core import Sketch
from conquest.registry import AnyRules
from games.learn import examples
from games.learn.tryout import Tryout
from training.lessons import Lesson

Check: TypeAlias = Callable[[AnyRules, Sketch[Any], Any], bool]


def lesson_tryout(rules: AnyRules, lesson: Lesson) -> Tryout:
    """Return the tryout of a lesson, after the orders of its example."""
    game, seats = examples.unsaved_game(rules, lesson.example.board)
    played = examples.play_example(rules, lesson.example)
    return Tryout(game, seats, played.state, lesson.seat, lesson.example.around, played.marks)


def reaches_goal(rules: AnyRules, goal: Mapping[str, Any], sketch: Sketch[Any]) -> bool:
    """Whether a plan can be carried out and meets every condition of a goal.

    ``position``: what the position after it contains, as the judge writes it (null: what it must
    not contain); ``events``: kinds that have happened; ``points``: the most that may be used;
    ``steps``: the least number of steps; ``behind_pause``: the same after the first pause.
    """
    if sketch.refused is not None or not sketch.steps:
        return False
    return all(CHECKS[name](rules, sketch, wanted) for name, wanted in goal.items())


def _holds_position(rules: AnyRules, sketch: Sketch[Any], wanted: Any) -> bool:
    return _contains(rules.judgement.write_position(sketch.close), wanted)


def _contains(actual: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(actual == wanted)
    return isinstance(actual, Mapping) and all(
        _contains(actual.get(key), value) for key, value in wanted.items()
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
