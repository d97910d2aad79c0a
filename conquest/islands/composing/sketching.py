"""Sketch plans with conditions.

The sketch follows the main line, the plan if nothing is taken back. Each branch is part of the
text of the step that it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from conquest.core import (
    Branching,
    Choice,
    Pause,
    Seat,
    Sketch,
    Unreadable,
)
from conquest.islands import branches, orders
from conquest.islands.branches import Fork, Plan, PlannedOrder, orders_of, plan_of
from conquest.islands.model import State
from conquest.islands.orders import OneWordOrder, Order
from conquest.islands.rules import submissions
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.judging import decide, to_act

Plain: TypeAlias = Callable[[State, Seat, str], Sketch[State]]

_NAME = re.compile(r"(?:(?<=[0-9])x)?([a-z]+[0-9]+)", re.IGNORECASE | re.ASCII)
_ELSE = orders.Condition("else")
# Stands for the orders after a branch; without any, ``else:`` would not be written.
_ANYTHING = (PlannedOrder(0, OneWordOrder("end")),)


@dataclass(frozen=True, slots=True)
class BranchedOrder:
    """An order of the main line, and the branch that follows if its piece is taken back."""

    order: Order
    fork: Fork | None = None

    @property
    def order_words(self) -> tuple[str, ...]:
        """The texts of the order and its branch; orders after them continue the main line."""
        return (orders.write_order(self.order), *(_branch_words(self.fork) if self.fork else ()))


def sketch(plain: Plain, state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return the sketch of a text; ``plain`` sketches texts without conditions."""
    words = submissions.split_words(text)
    refused, upto = _reading_error(state, seat, text), len(words)
    if refused:
        upto = refused.order or 0
    members = _main_line(state, words[:upto])
    if not any(member.fork for member in members):
        return plain(state, seat, text)
    main = orders.write_orders(tuple(member.order for member in members))
    sketched = _with_branches(plain, plain(state, seat, main), members)
    if refused and not sketched.refused:
        sketched = replace(sketched, refused=refused)
    sketched = replace(sketched, rest=(*sketched.rest, *words[upto:]))
    return replace(
        sketched, merged_text=orders.BETWEEN.join((*sketched.step_texts, *sketched.rest))
    )


def make_branching() -> Branching[State]:
    """Return the functions that read and write the branch of a step."""
    return Branching(branch_in=branch_in, with_branch=with_branch, state_after=state_after)


def branch_in(text: str) -> str:
    """Return the branch in the text of a step, "" if it has none."""
    steps = _parse_plan(text)
    fork = steps[-1] if steps else None
    return orders.write_orders(orders_of(fork.taken)) if isinstance(fork, Fork) else ""


def with_branch(text: str, branch: str) -> str:
    """Return the text of a step with another branch; "" removes its branch.

    :raises Unreadable: if the branch cannot be read.
    """
    own = [step.order for step in _parse_plan(text) if isinstance(step, PlannedOrder)]
    capture = own[-1]
    taken = _parse_plan(branch)
    if not taken or isinstance(capture, OneWordOrder | orders.BuildOrder | orders.BridgeOrder):
        return orders.write_orders(tuple(own))
    last = BranchedOrder(capture, Fork(capture.path[-1], taken, ()))
    return orders.BETWEEN.join([*map(orders.write_order, own[:-1]), *last.order_words])


def state_after(pause: Pause, answer: Choice) -> State | None:
    """Return the position after an answer to a pause, None if the turn does not go on."""
    state: State = pause.state
    turn = state.turn
    submission = submissions.read_orders(state, pause.seat, answer.text)
    for event in decide(state, pause.seat, submission):
        state = evolve(state, event)
    return state if to_act(state).get(turn) == "turn" else None


def _reading_error(state: State, seat: Seat, text: str) -> Unreadable | None:
    try:
        submissions.read_orders(state, seat, text)
    except Unreadable as unreadable:
        return unreadable
    return None


def _main_line(state: State, words: Sequence[str]) -> tuple[BranchedOrder, ...]:
    """Return the main line: the plan if nothing is taken back."""
    read = tuple(orders.read_order(text, state.board.spell_field) for text in words)
    steps, members = plan_of(read), list[BranchedOrder]()
    while steps:
        step = steps[0]
        if isinstance(step, PlannedOrder):
            members.append(BranchedOrder(step.order))
            steps = steps[1:]
        else:
            both = (*step.taken, *steps[1:])
            members[-1] = replace(members[-1], fork=Fork(step.field, both, ()))
            steps = branches.follow_branch(steps, taken=False)
    return tuple(members)


def _branch_words(fork: Fork) -> Iterator[str]:
    """Yield the texts of a branch, up to the ``else:`` after which the main line continues."""
    written = orders_of((replace(fork, otherwise=_ANYTHING),))
    yield from map(orders.write_order, (*written[:-1], _ELSE))


def _with_branches(
    plain: Plain, sketched: Sketch[State], members: Sequence[BranchedOrder]
) -> Sketch[State]:
    """Return the sketch with the branches written into the texts of its steps."""
    left = iter(members)
    parts = [
        tuple(islice(left, len(submissions.split_words(text)))) for text in sketched.step_texts
    ]
    steps = tuple(
        replace(
            step, text=orders.BETWEEN.join(word for member in part for word in member.order_words)
        )
        for step, part in zip(sketched.steps, parts, strict=True)
    )
    forks = {number: part[-1].fork for number, part in enumerate(parts, start=1)}
    rest = [
        word
        for member in members[len(members) - len(sketched.rest) :]
        for word in member.order_words
    ]
    pauses = tuple(_cover_pause(plain, pause, forks[pause.after]) for pause in sketched.pauses)
    return replace(sketched, steps=steps, pauses=pauses, rest=tuple(rest) if sketched.rest else ())


def _cover_pause(plain: Plain, pause: Pause, fork: Fork | None) -> Pause:
    if fork is None:
        return pause
    text = orders.write_orders(orders_of(fork.taken))

    def branch(answer: Choice) -> Sketch[State] | None:
        there = state_after(pause, answer)
        return None if there is None else sketch(plain, there, there.turn, text)

    return replace(pause, sketch_branch=branch)


def _parse_plan(text: str) -> Plan:
    """Read the canonical text of a step, or of a branch.

    Its fields are spelt as the board spells them, so that no board is needed.
    """
    names = {name.lower(): name for name in _NAME.findall(text)}
    words = submissions.split_words(text)
    return plan_of(tuple(orders.read_order(one, names.get) for one in words)) if words else ()
