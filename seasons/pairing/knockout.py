"""A knockout: of a table of two one goes on, of a table of four two do, until one table is left.

The tables of a round stand in the order of the draw, and those who go on sit down in that order: so
the first of two neighbouring tables meet. All at a table of half its size or less go on without a
game, and a last table of one has its winner.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from seasons.pairing.results import Played
from seasons.pairing.seats import Table


def draw_knockout(players: Sequence[int], *, size: int) -> Sequence[tuple[int, ...]]:
    """Return the tables of two or four of the first round, and those of half that size who have a
    bye. ``players`` come in the order of their seeding.

    Byes are for the best, where the number does not come out even, and in this round alone. The
    best meet as late as can be. At tables of four, if an odd number has to be out, only one goes on
    from the table after a single bye; of five people three sit at one table, as no other way leaves
    four for the last one.
    """
    if len(players) <= size:
        return [tuple(players)] if players else []
    tables, table_size = _count_tables(len(players), size)
    byes = len(players) - tables * table_size
    places = _list_places(players[:byes], _deal(players[byes:], tables), size // 2)
    return [table for place in _order_places(len(places)) for table in places[place]]


def _count_tables(players: int, size: int) -> tuple[int, int]:
    """Return how many tables the first round has, and of how many."""
    staying = size
    while 2 * staying < players:
        staying *= 2
    if size == 4 and players - staying == 1:
        # Of a table of four two are out, or three, never one: so half as many stay.
        return (1, 3) if players == 5 else (staying // 4, size)
    return 2 * (players - staying) // size, size


def _list_places(
    byes: Sequence[int], tables: Sequence[tuple[int, ...]], half: int
) -> Sequence[Sequence[tuple[int, ...]]]:
    """Return the places of the draw, each for half a table of the next round, the best first."""
    strong = half
    while 2 * strong <= len(byes):
        strong *= 2
    # Those of the byes who are expected to be in a round of their number are paired first, so that
    # no more of them than go on come together.
    free = [*_pair(byes[:strong], half), *_pair(byes[strong:], half)]
    single = len(byes) % half
    # The first table is dealt the last second one, so it has one less of those who should go on.
    shared = [[(byes[-1],), tables[0]]] if single else []
    return [*([pair] for pair in free), *shared, *([table] for table in tables[single:])]


def _pair(byes: Sequence[int], half: int) -> Sequence[tuple[int, ...]]:
    number = len(byes) // half
    return _deal(byes[: number * half], number)


def _deal(players: Sequence[int], number: int) -> Sequence[tuple[int, ...]]:
    """Return players by turns from the first to the last table and back."""
    dealt: list[list[int]] = [[] for _table in range(number)]
    for place, player in enumerate(players):
        lap, step = divmod(place, number)
        dealt[step if lap % 2 == 0 else number - 1 - step].append(player)
    return [tuple(table) for table in dealt]


def _order_places(number: int) -> Sequence[int]:
    """Return places, numbered by their strength, so that the best of them meet last."""
    order = [0]
    while len(order) < number:
        order = [place for best in order for place in (best, 2 * len(order) - 1 - best)]
    return order


def next_tables(
    tables: Sequence[Table],
    played: Sequence[Played],
    *,
    size: int,
    seeding: Sequence[int],
    left: Collection[int] = (),
) -> Sequence[tuple[int, ...]]:
    """Return the tables of the round after ``tables``, none after the last one.

    ``played`` are the games of that round; of those who are level the better seeded goes on.
    Nobody goes on who has ``left``: the next one at their table does, and where nobody is left a
    table of the next round has fewer people, or none.

    :raises ValueError: if a table has not been played at which more sit than go on.
    """
    if len(tables) <= 1:
        return []
    ranks = {player: rank for rank, player in enumerate(seeding)}
    places = _find_places(played)
    going_on: list[int | None] = []
    for table, number in zip(tables, count_going_on(tables, size), strict=True):
        staying = sorted((one for one in table if one not in left), key=ranks.__getitem__)
        if len(staying) > number:
            staying = _sort_by_place(staying, places)[:number]
        going_on += staying + [None] * (number - len(staying))
    return [
        tuple(one for one in going_on[start : start + size] if one is not None)
        for start in range(0, len(going_on), size)
    ]


def count_going_on(tables: Sequence[Table], size: int) -> Iterator[int]:
    """Yield how many go on from each table but the last one: half of it, but one each from a single
    bye and from the table that shares its place. These alone make the number of tables odd."""
    shares = len(tables) % 2 == 1
    single = next((place for place, table in enumerate(tables) if shares and len(table) == 1), None)
    for place in range(len(tables)):
        yield 1 if single is not None and place in (single, single + 1) else size // 2


def _find_places(played: Sequence[Played]) -> Mapping[int, int]:
    return {
        player: place
        for game in played
        for player, place in zip(game.players, game.places, strict=True)
    }


def _sort_by_place(players: Sequence[int], places: Mapping[int, int]) -> list[int]:
    if not places.keys() >= {*players}:
        raise ValueError(f"a table with {players} has not been played")
    return sorted(players, key=places.__getitem__)


def place_of(
    rounds: Sequence[Sequence[Table]],
    played: Sequence[Played],
    *,
    seeding: Sequence[int],
    left: Collection[int] = (),
) -> Mapping[int, int]:
    """Return the place of everybody in a cup of these ``rounds``, from 1, no two the same: by the
    last round they were in, at the last table by its game, and then by seeding.

    ``played`` are the games of the last round, or of all. Who has ``left`` without a game at the
    last table stands there after those who have not.
    """
    reached = {player: number for number, one in enumerate(rounds) for at in one for player in at}
    last = {*rounds[-1][0]} if len(rounds[-1]) == 1 else set[int]()
    places = _find_places([game for game in played if {*game.players} == last])

    def rank(player: int) -> tuple[int, float]:
        unplayed = math.inf if player in left and player in last else 0
        return -reached.get(player, -1), places.get(player, unplayed)

    return {player: place for place, player in enumerate(sorted(seeding, key=rank), 1)}


def draw_groups(players: Sequence[int], size: int, *, least: int = 2) -> Sequence[tuple[int, ...]]:
    """Return groups of about a size, none below ``least``, of which no two differ by more than one;
    none if there are too few people. ``players`` come in the order of their seeding and are dealt
    out by turns, from the first to the last group and back, so that all are about equally strong.
    """
    number = min(math.ceil(len(players) / size), len(players) // least)
    return _deal(players, number) if number else []
