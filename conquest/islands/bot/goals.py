"""The goals of bots: the grail, towers, and enemy pieces, rather those that nobody guards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from conquest.core import Numbers, Seat
from conquest.islands.bot.bit_board import BitBoard, goal_distances, places_in
from conquest.islands.bot.bit_position import BitPosition, lost_mask
from conquest.islands.bot.outlook import find_guards
from conquest.islands.pieces import LAND, VESSELS

# Random handicaps of the grail fields, so that games do not all begin alike.
WHIM = 3
# Who must capture to avoid a quiet end goes for enemies before anything else.
AFTER_HUNT = 12
CLOSE = 4
# Handicaps in steps: the smaller, the more a goal is worth a detour.
FREED, PRIZE, BESIDE, LOOSE, HELD, TOWER = 0, 2, 3, 3, 6, 8


def distances_to_goals(
    position: BitPosition,
    seat: Seat,
    own: tuple[Seat, ...],
    numbers: Numbers,
    *,
    hunts: bool = False,
) -> Mapping[str, Mapping[int, int]]:
    """Return how far each place is from the nearest goal of a figure, by letter and place.

    Random handicaps move the grail fields a bit further away. A seat that ``hunts`` goes for
    enemies first.
    """
    later = AFTER_HUNT if hunts else 0
    whims = {at: numbers(WHIM) + later for at in places_in(position.chart.grail)}
    hunted = tuple(_hunting_goals(position, own))
    land = [(at, late) for at, late in hunted if position.stacks[at].letter in LAND]
    fleets = [(at, late) for at, late in hunted if position.stacks[at].letter in VESSELS]
    land += [(at, FREED) for at in places_in(lost_mask(position, seat, own))]
    grail = [(at, PRIZE + whims[at]) for at in whims]
    beside = [(at, BESIDE + whim) for at, whim in _places_beside_grail(position.chart, whims)]
    towers = [(at, TOWER + later) for at in _enemy_towers(position.chart, own)]
    aims: dict[str, Sequence[tuple[int, int]]] = {
        **dict.fromkeys("SKM", land + grail + towers),
        **dict.fromkeys("EC", land + beside + towers),
        **dict.fromkeys("TW", towers),
        **dict.fromkeys("BG", fleets),
    }
    return {
        letter: goal_distances(position.chart, letter, tuple(sorted(goals)))
        for letter, goals in aims.items()
        if letter in position.chart.steps
    }


def _enemy_towers(chart: BitBoard, own: tuple[Seat, ...]) -> Iterator[int]:
    for other, mask in chart.towers.items():
        if other not in own:
            yield from places_in(mask)


@lru_cache(maxsize=64)
def plateau_mask(chart: BitBoard) -> int:
    """Return the places that are close to the grail, as bits."""
    goals = tuple((at, 0) for at in places_in(chart.grail))
    distances = goal_distances(chart, "K", goals)
    return sum(1 << at for at, steps in distances.items() if steps <= CLOSE)


def _hunting_goals(position: BitPosition, own: tuple[Seat, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of foes as goals, with a smaller handicap where nobody guards them."""
    for seat, mask in position.masks.items():
        if seat not in own:
            guards = find_guards(position, seat, mask)
            for at in places_in(mask):
                yield at, HELD if at in guards else LOOSE


def _places_beside_grail(chart: BitBoard, whims: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the places next to the grail, where elephants and chariots stand guard."""
    steps = chart.steps["K"]
    for at, whim in whims.items():
        for near in places_in(steps[at] & ~chart.grail):
            yield near, whim
