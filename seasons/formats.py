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
from seasons.pairing import knockout
from seasons.pairing.divisions import DivisionSize, count_moving, cut_into_divisions
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.seats import SeatHistory
from seasons.pairing.tables import plan_tables

Kind = Competition.Kind
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
        case Kind.GROUPS:
            return knockout.draw_groups(seeded, size, least=table)
        case Kind.KNOCKOUT:
            return knockout.draw_knockout(seeded, size=table)
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


def plan_knockout_games(
    competition: Competition, players: Entrants, earlier: Sequence[Entrants], chance: random.Random
) -> Iterator[PlannedGame]:
    """Yield the games of one table of a knock-out, with the seats as even as those of ``earlier``
    games let them be."""
    tables = list(earlier)
    for number in range(competition.meetings):
        seats = SeatHistory.after(tables, competition.table_size).seat(players, chance)
        tables.append(seats)
        yield PlannedGame(number, seats)


def plays_all(competition: Competition, stage: int) -> bool:
    """Whether everybody of a group plays everybody in a stage, counted from 1."""
    return competition.kind in (Kind.SEASON, Kind.ROUND_ROBIN) or (
        competition.kind == Kind.GROUPS and stage == 1
    )


def is_knockout(competition: Competition, stage: int) -> bool:
    """Whether a stage, counted from 1, is a round of a knock-out."""
    return competition.kind == Kind.KNOCKOUT or (competition.kind == Kind.GROUPS and stage > 1)


def least_entries(kind: str, table: int, group: int) -> int:
    """Return how many people a competition needs, at tables and in groups of these sizes."""
    match kind:
        case Kind.KNOCKOUT if table > 2:
            return 2 * table  # of five, three would be left at a table of four
        case Kind.GROUPS if table > 2:
            return max(2 * table, group + 1)  # two groups, as two of each fill a table
        case Kind.GROUPS | Kind.KNOCKOUT:
            return 4
        case _:
            return table


def count_going_up(
    competition: Competition, stage: int, tables: Sequence[Entrants], group: int
) -> int:
    """Return how many go up from a group of a season, or on from one of a cup, 0 where nobody does.

    ``tables`` are all groups of the stage, of which it is the one with this number; both are
    counted from 1.
    """
    size = len(tables[group - 1])
    if competition.is_season:
        return count_moving(size)
    if is_knockout(competition, stage):
        going_on = list(knockout.count_going_on(tables, competition.table_size))
        return min(going_on[group - 1], size) if len(tables) > 1 else 0
    return min(OF_GROUP, size) if competition.kind == Kind.GROUPS else 0


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
