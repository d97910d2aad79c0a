"""How each kind of competition is played: what groups its stages have, and who goes on.

Pure, but for the rows that it is given: nothing is read or written here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seasons.models import Competition
from seasons.pairing.divisions import DivisionSize, count_moving, cut_into_divisions
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.tables import plan_tables

Kind = Competition.Kind
GO_ON = {2: 1, 4: 2}  # of a table of a knock-out
OF_GROUP = 2  # go on from each group
Entrants: TypeAlias = Sequence[int]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game to be played: its round in the group, and its players in the order of the seats."""

    round: int
    players: Sequence[int]


def first_groups(competition: Competition, seeded: Entrants) -> Sequence[Entrants]:
    """Return the groups of the first stage of people in the order of their strength."""
    size, table = competition.group_size, competition.table_size
    match competition.kind:
        case Kind.SEASON:
            return cut_into_divisions(seeded, DivisionSize(size, least=table))
        case _:
            return [seeded]


def plan_games(
    competition: Competition, players: Entrants, chance: random.Random
) -> Iterator[PlannedGame]:
    """Yield the games in which everybody of a group plays everybody."""
    if competition.table_size == 2:
        yield from _plan_pairs(players, competition.meetings, chance)
    else:
        yield from _plan_tables(players, competition, chance)


def _plan_pairs(players: Entrants, meetings: int, chance: random.Random) -> Iterator[PlannedGame]:
    order = chance.sample(players, len(players))
    rounds = pair_rounds(len(players))
    for meeting in range(meetings):
        for number, pairs in enumerate(rounds, start=meeting * len(rounds)):
            for pair in pairs:
                # Each further meeting with the seats changed.
                seats = [order[one] for one in (pair if meeting % 2 == 0 else pair[::-1])]
                yield PlannedGame(number, seats)


def _plan_tables(
    players: Entrants, competition: Competition, chance: random.Random
) -> Iterator[PlannedGame]:
    size = competition.table_size
    plan = plan_tables(len(players), size, competition.meetings, chance)
    in_round = max(1, len(players) // size)
    for number, table in enumerate(plan.tables):
        yield PlannedGame(number // in_round, [players[one] for one in table])


def plays_all(competition: Competition, stage: int) -> bool:
    """Whether everybody of a group plays everybody in a stage, counted from 1."""
    return competition.kind in (Kind.SEASON, Kind.ROUND_ROBIN) or (
        competition.kind == Kind.GROUPS and stage == 1
    )


def count_going_up(competition: Competition, stage: int, size: int) -> int:
    """Return how many of a group of a size go up after a season, or on to the next stage of a
    cup."""
    if competition.is_season:
        return count_moving(size)
    if competition.kind == Kind.GROUPS and stage == 1:
        return min(OF_GROUP, size)
    if competition.kind in (Kind.GROUPS, Kind.KNOCKOUT):
        return min(GO_ON[competition.table_size], size)
    return 1


def count_stages(competition: Competition, entries: int) -> int:
    """Return how many stages a competition with a number of entries has at most."""
    if competition.kind == Kind.SWISS:
        return competition.rounds
    if competition.kind == Kind.KNOCKOUT:
        return _count_knockout(entries, competition.table_size)
    if competition.kind == Kind.GROUPS:
        groups = math.ceil(entries / competition.group_size)
        return 1 + _count_knockout(groups * OF_GROUP, competition.table_size)
    return 1


def _count_knockout(entries: int, table: int) -> int:
    """Return the rounds of a knock-out: each leaves half of the people."""
    return max(1, math.ceil(math.log2(max(entries, table) / table)) + 1)
