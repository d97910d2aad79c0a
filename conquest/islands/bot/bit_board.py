"""A board as sets of bits, for bots: what a figure can reach.

The answer is computed once for equal surroundings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from conquest.core import Seat
from conquest.islands.board import Board
from conquest.islands.laws import AnyLaws
from conquest.islands.pieces import LAND
from conquest.islands.rules.steps import step_tables

# Bounds the memory: figures meet the same surroundings again and again.
KEPT = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class BitBoard:
    """A board whose fields are places, that is, numbers of bits.

    ``steps`` are the neighbours of each place for each letter, ``balls`` all places that a figure
    could reach from it on an empty board, ``bare`` the places that need a vessel (CR11).
    """

    ranges: Mapping[str, int]
    fields: tuple[str, ...]
    place: Mapping[str, int]
    steps: Mapping[str, tuple[int, ...]]
    balls: Mapping[str, tuple[int, ...]]
    bare: Mapping[str, int]
    grail: int
    towers: Mapping[Seat, int]


class ReachBySteps(NamedTuple):
    """What a figure reaches by the number of steps, from 0: ``free`` places where it can stop,
    and places where another piece is ``met``."""

    free: tuple[int, ...]
    met: tuple[int, ...]


@lru_cache(maxsize=64)
def bit_board(board: Board, laws: AnyLaws) -> BitBoard:
    """Return a board as sets of bits, for the figures of a game."""
    fields = tuple(board.kinds)
    place = {field: at for at, field in enumerate(fields)}
    steps = {
        letter: tuple(_field_bits(place, roads.get(field, ())) for field in fields)
        for letter, roads in step_tables(board.key, laws).steps.items()
    }
    harbours = _field_bits(
        place, (field for field, kind in board.kinds.items() if kind == "harbour")
    )
    return BitBoard(
        ranges=laws.ranges,
        fields=fields,
        place=place,
        steps=steps,
        balls={letter: _reach_masks(steps[letter], laws.ranges[letter]) for letter in steps},
        bare={letter: harbours if letter in LAND else 0 for letter in steps},
        grail=_field_bits(place, board.grail),
        towers={seat: _field_bits(place, castle) for seat, castle in board.castles.items()},
    )


def _field_bits(place: Mapping[str, int], fields: Iterable[str]) -> int:
    return sum(1 << place[field] for field in fields)


def _reach_masks(steps: tuple[int, ...], reach: int) -> tuple[int, ...]:
    return tuple(_reach_mask(steps, at, reach) for at in range(len(steps)))


def _reach_mask(steps: tuple[int, ...], at: int, reach: int) -> int:
    reached = edge = 1 << at
    for _ in range(reach):
        edge = _neighbour_mask(steps, edge) & ~reached
        reached |= edge
    return reached


def _neighbour_mask(steps: tuple[int, ...], edge: int) -> int:
    neighbours = 0
    for at in places_in(edge):
        neighbours |= steps[at]
    return neighbours


def places_in(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def reach_rings(chart: BitBoard, letter: str, at: int, occupied: int, own: int) -> ReachBySteps:
    """Return what a figure can reach from a place; ``own`` are the pieces of its seat."""
    # Only what stands within its range matters, and own pieces only to knights, which jump them
    # (C14): cut down to that, far more positions share an entry of the cache.
    ball = chart.balls[letter][at]
    return _cached_rings(chart, letter, at, occupied & ball, own & ball if letter == "K" else 0)


@lru_cache(maxsize=KEPT)
def _cached_rings(chart: BitBoard, letter: str, at: int, occupied: int, flown: int) -> ReachBySteps:
    steps, closed = chart.steps[letter], occupied | chart.bare[letter]
    seen = edge = 1 << at
    free, met = [0], [0]
    for _ in range(chart.ranges[letter]):
        fresh = _neighbour_mask(steps, edge) & ~seen
        seen |= fresh
        edge = fresh & (~closed | flown)
        free.append(free[-1] | fresh & ~closed)
        met.append(met[-1] | fresh & occupied)
    return ReachBySteps(tuple(free), tuple(met))


@lru_cache(maxsize=256)
def goal_distances(
    chart: BitBoard, letter: str, goals: tuple[tuple[int, int], ...]
) -> Mapping[int, int]:
    """Return how far each place is from the nearest goal on an empty board.

    A goal is a place and a handicap, the distance at which it counts itself.
    """
    steps, distances = chart.steps[letter], dict[int, int]()
    starts = dict[int, int]()
    for at, handicap in goals:
        starts[handicap] = starts.get(handicap, 0) | 1 << at
    edge, seen, away = 0, 0, 0
    while edge or any(handicap >= away for handicap in starts):
        edge = (_neighbour_mask(steps, edge) | starts.get(away, 0)) & ~seen
        seen |= edge
        distances.update(dict.fromkeys(places_in(edge), away))
        away += 1
    return distances
