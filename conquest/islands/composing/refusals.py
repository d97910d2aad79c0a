"""Why a figure cannot go to a field: the judge's refusal of the most plausible order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

from conquest.core import Refused, Seat
from conquest.islands.model import State
from conquest.islands.orders import March, read_order
from conquest.islands.pieces import LiftedFigure
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.reach import search_fields
from conquest.islands.rules.steps import neighbour_fields, step_tables
from conquest.islands.rules.walking import (
    check_road,
    lift_figure,
    possible_figures,
    range_refusal,
    stack_of,
    steps_left,
)

Path: TypeAlias = tuple[str, ...]
Joined: TypeAlias = Callable[[str], Iterable[str]]


def refusal_for(state: State, seat: Seat, piece: str, end: str) -> Refused | None:
    """Return why a figure, named as in choices, cannot go to a field.

    None if it can, if there is no such figure or field, or if the seat is not on turn.
    """
    if to_act(state).get(seat) != "turn":
        return None
    try:
        order = read_order(f"{piece}-{end}", state.board.spell_field)
        if isinstance(order, March) and order.path[0] in state.pieces:
            _judge_nearest_path(state, seat, order)
    except Refused as refused:
        # A copy without the number of the order, which nobody has typed.
        return type(refused)(refused.phrase, refused.rule) if refused.rule != "A8" else None
    return None


def _judge_nearest_path(state: State, seat: Seat, order: March) -> None:
    """Judge the path that comes nearest to being legal.

    :raises Refused: with the reason why it is not.
    """
    start, end = order.path
    walker = lift_figure(state, start, possible_figures(stack_of(state, seat, order), order)[0])
    path = _open_path(state, walker, start, end) or _any_path(state, walker, start, end)
    for step, (here, there) in enumerate(pairwise(path)):
        check_road(state, walker, here, there, "" if step else walker.off)
    # Before the judge: where the range is too short, more points would not help.
    if len(path) - 1 > steps_left(state, walker.unit):
        raise range_refusal(state, walker.unit, start)
    links = "-" * (len(path) - 1)
    decide(state, seat, (March(order.figure, order.rank, path, links),))


def _open_path(state: State, walker: LiftedFigure, start: str, end: str) -> Path:
    """Return the shortest path that is free except for its end, () if there is none."""
    targets = search_fields(state, walker, start, len(state.board.kinds))
    if end in targets:
        return targets[end].mounts or targets[end].path
    passed = {at: target.mounts or target.path for at, target in targets.items()}
    free = {start: (start,)} | {
        at: path for at, path in passed.items() if targets[at].mounts or not targets[at].captures
    }
    steps = step_tables(state.ground, state.laws).steps[walker.unit.letter]
    there = [(*path, end) for at, path in free.items() if end in steps.get(at, ())]
    return min(there, key=lambda path: (len(path), path), default=())


def _any_path(state: State, walker: LiftedFigure, start: str, end: str) -> Path:
    """Return a path, whatever stands on it: one for the figure, or else one for any figure.

    If no figure can ever enter the field, its last step is enough.
    """
    steps = step_tables(state.ground, state.laws).steps[walker.unit.letter]
    board = state.board
    if not any(end in ends for ends in steps.values()):
        return (next(iter(neighbour_fields(board, end))), end)
    path = _shortest_path(lambda field: steps.get(field, ()), start, end)
    return (
        path
        or _shortest_path(lambda field: neighbour_fields(board, field), start, end)
        or (start, end)
    )


def _shortest_path(joined: Joined, start: str, end: str) -> Path:
    ring: list[Path] = [(start,)]
    seen = {start}
    while ring:
        further: list[Path] = []
        for path in ring:
            for to in joined(path[-1]):
                if to == end:
                    return (*path, end)
                if to not in seen:
                    seen.add(to)
                    further.append((*path, to))
        ring = further
    return ()
