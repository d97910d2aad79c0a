"""The branches of a plan: what it does if others answer, and where that is put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Branching, Choice, Pause, PlannedStep, Refused, Seat, Sketch
from conquest.registry import AnyRules
from games.planner.reading import sketched

PLACE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}\.[0-9]{1,3}){0,7}", re.ASCII)
MOST_ANSWERS = (12, 3, 1)
"""How many answers a page plays at a pause, at one within a branch, and at one within that."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A step with the halts behind it; ``text`` is its order without what is done if that is
    answered."""

    step: PlannedStep
    text: str
    halts: tuple[Halt, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """What a plan does after any of some ``answers``, up to what is ``refused``. Where it
    ``is_over``, nothing can follow."""

    answers: tuple[Choice, ...]
    stretches: tuple[Stretch, ...]
    refused: Refused | None
    rest: tuple[str, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Halt:
    """A pause with its place in the plan, such as "1.3.2": the second within what is done if the
    first is given the third of its answers; and what the plan does then, nothing where it does
    not say."""

    pause: Pause
    at: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a branch is put in: behind a ``pause``. Its text is that of the branch as it
    is; ``put`` gives the whole plan with another."""

    pause: Pause
    text: str
    put: Callable[[str], str]


def stretches(rules: AnyRules, sketch: Sketch[Any], around: str = "") -> tuple[Stretch, ...]:
    """Return the steps of a plan, each with its pauses and what is planned if they are answered."""
    halts = [_halt(rules, pause, f"{around}{n}") for n, pause in enumerate(sketch.pauses, start=1)]
    return tuple(
        Stretch(
            step,
            _alone(rules, step.text),
            tuple(halt for halt in halts if halt.pause.after == number),
        )
        for number, step in enumerate(sketch.steps, start=1)
    )


def _alone(rules: AnyRules, text: str) -> str:
    """Return the text of a step without its branch."""
    branching = rules.composing.branching
    return branching.with_branch(text, "") if branching and branching.branch_in(text) else text


def _halt(rules: AnyRules, pause: Pause, at: str) -> Halt:
    depth = at.count(".") // 2
    most = MOST_ANSWERS[depth] if depth < len(MOST_ANSWERS) else 0
    return Halt(pause, at, tuple(_cases(rules, pause, most, f"{at}.")))


def _cases(rules: AnyRules, pause: Pause, most: int, around: str) -> Iterator[Case]:
    """Yield what is done after each answer, those together that lead to the same."""
    found = dict[Any, list[tuple[int, Choice, Sketch[Any] | None]]]()
    for number, answer in enumerate(pause.answers[:most] if pause.sketch_branch else (), start=1):
        assert pause.sketch_branch
        sketch = pause.sketch_branch(answer)
        found.setdefault(_course(sketch), []).append((number, answer, sketch))
    for alike in found.values():
        number, _answer, sketch = alike[0]
        yield Case(
            tuple(answer for _number, answer, _sketch in alike),
            stretches(rules, sketch, f"{around}{number}.") if sketch else (),
            sketch.refused if sketch else None,
            sketch.rest if sketch else (),
            sketch is None,
        )


def _course(sketch: Sketch[Any] | None) -> Any:
    """Return what a branch does as it is told: its steps in words, and who can answer which."""
    if sketch is None:
        return None
    told = tuple((str(step.phrase), step.text) for step in sketch.steps)
    asked = tuple(
        (pause.after, pause.seat, tuple(answer.text for answer in pause.answers))
        for pause in sketch.pauses
    )
    return told, asked, sketch.rest


def spot(rules: AnyRules, state: Any, seat: Seat, text: str, at: str) -> Spot | None:
    """Return where the branch behind a pause of a plan is put in, None if there is none such."""
    branching = rules.composing.branching
    if branching is None or not PLACE.fullmatch(at):
        return None
    numbers = [int(part) for part in at.split(".")]
    return _spot(rules, branching, (state, seat, text), numbers)


def _spot(
    rules: AnyRules, branching: Branching[Any], plan: tuple[Any, Seat, str], at: Sequence[int]
) -> Spot | None:
    sketch = sketched(rules, *plan)
    if not 0 < at[0] <= len(sketch.pauses):
        return None
    pause = sketch.pauses[at[0] - 1]
    here = Spot(
        pause,
        branching.branch_in(sketch.step_texts[pause.after - 1]),
        _putting(rules, sketch, pause),
    )
    if len(at) == 1:
        return here
    there = (
        branching.state_after(pause, pause.answers[at[1] - 1]) if _is_one(at[1], pause) else None
    )
    if there is None:
        return None
    inner = _spot(rules, branching, (there, plan[1], here.text), at[2:])
    return inner and Spot(inner.pause, inner.text, lambda text: here.put(inner.put(text)))


def _is_one(number: int, pause: Pause) -> bool:
    return 0 < number <= len(pause.answers)


def _putting(rules: AnyRules, sketch: Sketch[Any], pause: Pause) -> Callable[[str], str]:
    branching, place = rules.composing.branching, pause.after - 1
    assert branching

    def put(text: str) -> str:
        changed = branching.with_branch(sketch.step_texts[place], text)
        texts = (*sketch.step_texts[:place], changed, *sketch.step_texts[place + 1 :])
        return rules.notation.join_words((*texts, *sketch.rest))

    return put
