"""What house players go for: the grail, towers, and enemies that are weakly held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from conquest.core import Numbers, Seat
from conquest.islands.bot.bit_board import BitBoard, goal_distances, places_in
from conquest.islands.bot.bit_position import BitPosition, lost_mask
from conquest.islands.bot.outlook import find_guards
from conquest.islands.pieces import LAND, VESSELS

WHIM = 3
AFTER_HUNT = 12
CLOSE = 4
FREED, PRIZE, BESIDE, LOOSE, HELD, TOWER = 0, 2, 3, 3, 6, 8


def distances_to_goals(
    given: BitPosition, seat: Seat, own: tuple[Seat, ...], numbers: Numbers, *, hunts: bool = False
) -> Mapping[str, Mapping[int, int]]:
    """Return how far each place is from the nearest goal of a figure, by letter and place; the
    goals are set a bit further by whims. Who hunts goes for enemies first."""
    later = AFTER_HUNT if hunts else 0
    whims = {at: numbers(WHIM) + later for at in places_in(given.chart.grail)}
    hunted = tuple(_hunting_goals(given, own))
    land = [(at, late) for at, late in hunted if given.stacks[at].letter in LAND]
    fleets = [(at, late) for at, late in hunted if given.stacks[at].letter in VESSELS]
    land += [(at, FREED) for at in places_in(lost_mask(given, seat, own))]
    grail = [(at, PRIZE + whims[at]) for at in whims]
    beside = [(at, BESIDE + whim) for at, whim in _places_beside_grail(given.chart, whims)]
    towers = [
        (at, TOWER + later)
        for other, mask in given.chart.towers.items()
        if other not in own
        for at in places_in(mask)
    ]
    aims: dict[str, Sequence[tuple[int, int]]] = {
        "S": land + grail + towers,
        "K": land + grail + towers,
        "E": land + beside + towers,
        "C": land + beside + towers,
        "M": land + grail + towers,
        "T": towers,
        "W": towers,
        "B": fleets,
        "G": fleets,
    }
    return {
        letter: goal_distances(given.chart, letter, tuple(sorted(goals)))
        for letter, goals in aims.items()
        if letter in given.chart.steps
    }


@lru_cache(maxsize=64)
def plateau_mask(chart: BitBoard) -> int:
    """Return the places from which the grail is near."""
    goals = tuple((at, 0) for at in places_in(chart.grail))
    found = goal_distances(chart, "K", goals)
    return sum(1 << at for at, steps in found.items() if steps <= CLOSE)


def _hunting_goals(given: BitPosition, own: tuple[Seat, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of foes, with a handicap that is smaller where nobody guards them."""
    for seat, mask in given.masks.items():
        if seat not in own:
            guards = find_guards(given, seat, mask)
            for at in places_in(mask):
                yield at, HELD if at in guards else LOOSE


def _places_beside_grail(chart: BitBoard, whims: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the places next to the grail, where elephants and chariots stand guard."""
    steps = chart.steps["K"]
    for at, whim in whims.items():
        for near in places_in(steps[at] & ~chart.grail):
            yield near, whim
