"""Why a figure cannot go where somebody wants it: what the judge says of the order to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

from conquest.core import Refused, Seat
from conquest.islands.composing.choices import search_fields
from conquest.islands.model import State
from conquest.islands.orders import March, read_order
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.steps import LiftedFigure, neighbour_fields, step_tables
from conquest.islands.rules.walking import (
    check_range,
    check_road,
    lift_figure,
    possible_figures,
    stack_of,
)

Path: TypeAlias = tuple[str, ...]
Joined: TypeAlias = Callable[[str], Iterable[str]]


def refusal_for(state: State, seat: Seat, piece: str, end: str) -> Refused | None:
    """Return why a figure, named as in choices, cannot go to a field; ``None`` if it can, or
    where there is no such figure or field, or the seat is not on turn."""
    if to_act(state).get(seat) != "turn":
        return None
    try:
        order = read_order(f"{piece}-{end}", state.board.spell_field)
        if isinstance(order, March) and order.path[0] in state.pieces:
            _judge_nearest_path(state, seat, order)
    except Refused as refused:
        return type(refused)(refused.phrase, refused.rule) if refused.rule != "A8" else None
    return None


def _judge_nearest_path(state: State, seat: Seat, order: March) -> None:
    """Judge the way that comes nearest to being allowed.

    :raises Refused: saying what forbids it.
    """
    start, end = order.path
    walker = lift_figure(state, start, possible_figures(stack_of(state, seat, order), order)[0])
    path = _open_path(state, walker, start, end) or _any_path(state, walker, start, end)
    for step, (one, other) in enumerate(pairwise(path)):
        check_road(state, walker, one, other, "" if step else walker.off)
    check_range(state, walker.unit, start, len(path) - 1)
    links = "-" * (len(path) - 1)
    decide(state, seat, (March(order.figure, order.rank, path, links),))


def _open_path(state: State, walker: LiftedFigure, start: str, end: str) -> Path:
    """Return the shortest way on which nothing stands but for its end, () if there is none."""
    found = search_fields(state, walker, start, len(state.board.kinds))
    if end in found:
        return found[end].mounts or found[end].path
    passed = {at: one.mounts or one.path for at, one in found.items()}
    free = {start: (start,)} | {
        at: path for at, path in passed.items() if found[at].mounts or not found[at].captures
    }
    steps = step_tables(state.board, state.laws).steps[walker.unit.letter]
    there = [(*path, end) for at, path in free.items() if end in steps.get(at, ())]
    return min(there, key=lambda path: (len(path), path), default=())


def _any_path(state: State, walker: LiftedFigure, start: str, end: str) -> Path:
    """Return a way whatever stands on it: one for the figure, or else one for any figure, of
    which the last step is enough where the figure can never enter the field."""
    steps = step_tables(state.board, state.laws).steps[walker.unit.letter]
    board = state.board
    if not any(end in ends for ends in steps.values()):
        return (next(iter(neighbour_fields(board, end))), end)
    own = _shortest_path(lambda field: steps.get(field, ()), start, end)
    return (
        own
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
