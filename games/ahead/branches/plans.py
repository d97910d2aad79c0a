"""The branches of a plan: what it does after each answer, and where a branch is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from conquest.core import Branching, Choice, Pause, PlannedStep, Refused, Seat, Sketch
from conquest.registry import AnyRules
from games.planner.plan_reader import sketch_plan

PLACE = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}\.[0-9]{1,3}){0,7}", re.ASCII)
# Every answer is played to its end, so the work multiplies with each level.
MOST_ANSWERS = (12, 3, 1)
"""How many answers a page plays at a pause, at a pause within a branch, and at one within that."""


@dataclass(frozen=True, slots=True)
class BranchedStep:
    """A step with the pauses after it; ``text`` is its order without its branch."""

    step: PlannedStep
    text: str
    halts: tuple[PlacedPause, ...]


@dataclass(frozen=True, slots=True)
class BranchCase:
    """What a plan does after any of some ``answers``, up to what is ``refused``. If it ``is_over``,
    nothing can follow."""

    answers: tuple[Choice, ...]
    stretches: tuple[BranchedStep, ...]
    refused: Refused | None
    rest: tuple[str, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class PlacedPause:
    """A pause with its place in the plan, and what the plan does after each answer, if it says so.

    The place "1.3.2" is the second pause of the branch that follows the third answer to the first
    pause.
    """

    pause: Pause
    at: str
    cases: tuple[BranchCase, ...]


@dataclass(frozen=True, slots=True)
class BranchSpot:
    """A place where a branch can be written: after a ``pause``. ``text`` is the branch as it is;
    ``with_branch`` returns the whole plan with another."""

    pause: Pause
    text: str
    with_branch: Callable[[str], str]


def branched_steps(
    rules: AnyRules, sketch: Sketch[Any], around: str = ""
) -> tuple[BranchedStep, ...]:
    """Return the steps of a plan, each with its pauses and what is planned after the answers."""
    pauses = [
        _place_pause(rules, pause, f"{around}{n}") for n, pause in enumerate(sketch.pauses, start=1)
    ]
    return tuple(
        BranchedStep(
            step,
            _text_without_branch(rules, step.text),
            tuple(placed for placed in pauses if placed.pause.after == number),
        )
        for number, step in enumerate(sketch.steps, start=1)
    )


def _text_without_branch(rules: AnyRules, text: str) -> str:
    """Return the text of a step without its branch."""
    branching = rules.composing.branching
    return branching.with_branch(text, "") if branching and branching.branch_in(text) else text


def _place_pause(rules: AnyRules, pause: Pause, at: str) -> PlacedPause:
    depth = at.count(".") // 2
    most = MOST_ANSWERS[depth] if depth < len(MOST_ANSWERS) else 0
    return PlacedPause(pause, at, tuple(_branch_cases(rules, pause, most, f"{at}.")))


def _branch_cases(rules: AnyRules, pause: Pause, most: int, around: str) -> Iterator[BranchCase]:
    """Yield what is done after each answer; answers with the same outcome share a case."""
    # Many answers change nothing for the plan; one case for all of them keeps the page short.
    groups = dict[Any, list[tuple[int, Choice, Sketch[Any] | None]]]()
    for number, answer in enumerate(pause.answers[:most] if pause.sketch_branch else (), start=1):
        assert pause.sketch_branch
        sketch = pause.sketch_branch(answer)
        groups.setdefault(_branch_outcome(sketch), []).append((number, answer, sketch))
    for group in groups.values():
        number, _answer, sketch = group[0]
        answers = tuple(answer for _number, answer, _sketch in group)
        yield _branch_case(rules, answers, sketch, f"{around}{number}.")


def _branch_case(
    rules: AnyRules, answers: tuple[Choice, ...], sketch: Sketch[Any] | None, around: str
) -> BranchCase:
    if sketch is None:
        return BranchCase(answers, (), None, (), True)
    steps = branched_steps(rules, sketch, around)
    return BranchCase(answers, steps, sketch.refused, sketch.rest, False)


def _branch_outcome(sketch: Sketch[Any] | None) -> Any:
    """Return what a branch does as far as it is shown: its steps in words, and who can give which
    answers."""
    if sketch is None:
        return None
    steps = tuple((str(step.phrase), step.text) for step in sketch.steps)
    questions = tuple(
        (pause.after, pause.seat, tuple(answer.text for answer in pause.answers))
        for pause in sketch.pauses
    )
    return steps, questions, sketch.rest


def find_spot(rules: AnyRules, state: Any, seat: Seat, text: str, at: str) -> BranchSpot | None:
    """Return where the branch after a pause of a plan is written, None if there is no such
    pause."""
    branching = rules.composing.branching
    if branching is None or not PLACE.fullmatch(at):
        return None
    numbers = [int(part) for part in at.split(".")]
    return _walk_to_spot(rules, branching, (state, seat, text), numbers)


def _walk_to_spot(
    rules: AnyRules, branching: Branching[Any], plan: tuple[Any, Seat, str], at: Sequence[int]
) -> BranchSpot | None:
    sketch = sketch_plan(rules, *plan)
    if not 0 < at[0] <= len(sketch.pauses):
        return None
    pause = sketch.pauses[at[0] - 1]
    spot = BranchSpot(
        pause,
        branching.branch_in(sketch.step_texts[pause.after - 1]),
        _branch_writer(rules, sketch, pause),
    )
    if len(at) == 1:
        return spot
    state = (
        branching.state_after(pause, pause.answers[at[1] - 1])
        if _is_answer_number(at[1], pause)
        else None
    )
    if state is None:
        return None
    inner = _walk_to_spot(rules, branching, (state, plan[1], spot.text), at[2:])
    return inner and BranchSpot(
        inner.pause, inner.text, lambda text: spot.with_branch(inner.with_branch(text))
    )


def _is_answer_number(number: int, pause: Pause) -> bool:
    return 0 < number <= len(pause.answers)


def _branch_writer(rules: AnyRules, sketch: Sketch[Any], pause: Pause) -> Callable[[str], str]:
    branching, place = rules.composing.branching, pause.after - 1
    assert branching

    def with_branch(text: str) -> str:
        changed = branching.with_branch(sketch.step_texts[place], text)
        texts = (*sketch.step_texts[:place], changed, *sketch.step_texts[place + 1 :])
        return rules.notation.join_words((*texts, *sketch.rest))

    return with_branch
