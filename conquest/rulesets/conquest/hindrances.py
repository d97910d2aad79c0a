"""Why a figure cannot go where somebody wants it: what the judge says of the order to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from conquest.core import Refused, Seat
from conquest.islands.board import Board
from conquest.islands.orders import March, read_order
from conquest.rulesets.conquest.choices import spread
from conquest.rulesets.conquest.model import State
from conquest.rulesets.conquest.rules import decide, to_act
from conquest.rulesets.conquest.walking import check_range, check_road, lifted, meant, stack_of
from conquest.rulesets.conquest.ways import Walker, ways

Path: TypeAlias = tuple[str, ...]
Joined: TypeAlias = Callable[[str], Iterable[str]]


def hindered(state: State, seat: Seat, piece: str, end: str) -> Refused | None:
    """Return why a figure, named as in choices, cannot go to a field; ``None`` if it can, or
    where there is no such figure or field, or the seat is not on turn."""
    if to_act(state).get(seat) != "turn":
        return None
    try:
        order = read_order(f"{piece}-{end}", state.board.spelt)
        if isinstance(order, March) and order.path[0] in state.pieces:
            _go(state, seat, order)
    except Refused as refused:
        return type(refused)(refused.phrase, refused.rule) if refused.rule != "A8" else None
    return None


def _go(state: State, seat: Seat, order: March) -> None:
    """Judge the way that comes nearest to being allowed.

    :raises Refused: saying what forbids it.
    """
    start, end = order.path
    board = state.board
    walker = lifted(state, start, meant(stack_of(state, seat, order), order)[0])
    path = _open_way(board, walker, start, end) or _way(board, walker, start, end)
    for one, other in pairwise(path):
        check_road(state, walker.unit, one, other)
    check_range(walker.unit, start, len(path) - 1)
    links = "-" * (len(path) - 1)
    decide(state, seat, (March(order.figure, order.rank, path, links),))


def _open_way(board: Board, walker: Walker, start: str, end: str) -> Path:
    """Return the shortest way on which nothing stands but for its end, () if there is none."""
    found = spread(board, walker, start, len(board.kinds))
    if end in found:
        return found[end].path
    free = {start: (start,)} | {at: one.path for at, one in found.items() if not one.captures}
    steps = ways(board).steps[walker.unit.letter]
    there = [(*path, end) for at, path in free.items() if end in steps.get(at, ())]
    return min(there, key=lambda path: (len(path), path), default=())


def _way(board: Board, walker: Walker, start: str, end: str) -> Path:
    """Return a way whatever stands on it: one for the figure, or else one for any figure, of
    which the last step is enough where the figure can never enter the field."""
    steps = ways(board).steps[walker.unit.letter]
    if not any(end in ends for ends in steps.values()):
        return (next(_neighbours(board, end)), end)
    own = _shortest(lambda field: steps.get(field, ()), start, end)
    return own or _shortest(lambda field: _neighbours(board, field), start, end) or (start, end)


def _neighbours(board: Board, field: str) -> Iterator[str]:
    yield from (road.to for road in board.roads.get(field, ()))
    yield from board.lanes.get(field, ())


def _shortest(joined: Joined, start: str, end: str) -> Path:
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
