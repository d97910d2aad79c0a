"""The next round of a Swiss: people with equal points meet, and nobody meets somebody again while
that can be avoided. One rule for tables of two, three and four.

1. Who is over when the tables are full rests: the lowest of those who have rested least. A rest is
   worth half of what a table gives at most, in whole points, rounded up: a win at a table of two,
   the middle place of three, the second place of four.
2. The others stand by points, then by seeding, in groups of equal points. Of a group that does not
   fill its tables the lowest are added to the next one.
3. A group is folded: of two the first of the upper half meets the first of the lower half, and so
   on; of three and four in the same way, by thirds and quarters.
4. People change places between near tables where two would meet again, or where two want the same
   seat, as long as that does not take them further from people of their points.
5. At each table those seats are given that people have had least.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from seasons.pairing.exchanges import RoundDraft
from seasons.pairing.results import Played
from seasons.pairing.seats import SeatHistory
from seasons.pairing.standings import make_crosstable


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Tables with their players in the order of the seats, and those who rest."""

    tables: Sequence[tuple[int, ...]]
    resting: tuple[int, ...]


def points_of_rest(size: int) -> int:
    """Return the half points of a rest, where people play at tables of a size."""
    return 2 * (size // 2)


def pair_round(
    players: Sequence[int],
    played: Sequence[Played],
    rested: Collection[int],
    *,
    size: int,
    chance: random.Random,
) -> SwissRound:
    """Return the next round of those ``players`` who are still there, in the order of the seeding.

    ``rested`` are those who rested before, as often as they did. Chance decides about seats that
    people have had equally often.
    """
    rests = Counter(rested)
    worth = {player: times * points_of_rest(size) for player, times in rests.items()}
    points = make_crosstable(players, played, rests=worth).points
    ranking = sorted(players, key=points.__getitem__, reverse=True)
    resting = _choose_resting(ranking, rests, len(players) % size)
    sitting = [player for player in ranking if player not in resting]
    seating = SeatHistory.after([game.players for game in played], size)
    tables = [*_fold_groups(sitting, points, size)]
    RoundDraft(tables, points, _count_meetings(players, played), seating).exchange()
    return SwissRound([seating.seat(table, chance) for table in tables], resting)


def _choose_resting(
    ranking: Sequence[int], rests: Mapping[int, int], number: int
) -> tuple[int, ...]:
    """Return the lowest of those who have rested least, the lowest last."""
    lowest_first = sorted(reversed(ranking), key=lambda player: rests.get(player, 0))
    return tuple(reversed(lowest_first[:number]))


def _fold_groups(
    ranking: Sequence[int], points: Mapping[int, int], size: int
) -> Iterator[list[int]]:
    """Yield tables of people with equal points, and of those who are left over from above."""
    waiting: list[int] = []
    for _points, group in groupby(ranking, points.__getitem__):
        waiting += group
        number = len(waiting) // size
        for table in range(number):
            yield waiting[table : number * size : number]
        waiting = waiting[number * size :]


def _count_meetings(
    players: Sequence[int], played: Sequence[Played]
) -> Mapping[int, Mapping[int, int]]:
    """Return how often each player has sat at a table with each other, whatever their sides."""
    met = {player: Counter[int]() for player in players}
    for game in played:
        for player in met.keys() & {*game.players}:
            met[player].update(other for other in game.players if other != player)
    return met
