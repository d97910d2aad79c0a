"""The table of a group, worked out whenever something has changed, and what comes of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime

from seasons import formats
from seasons.groups import list_tables
from seasons.models import Competition, Group, Member
from seasons.pairing.futures import Future, count_futures
from seasons.pairing.standings import Line, RiseProspect, find_certain, rank_players
from seasons.pairing.swiss import points_of_rest
from seasons.tables import GroupTable, find_rests, load_whole_cup

FIELDS = [
    "rank",
    "points",
    "played",
    "wins",
    "ties",
    "rises",
    "falls",
    "leads",
    "can_rise",
    "has_risen",
]
MOST_FORECAST = 16  # people in a group whose futures are worked out


def work_out_table(own: GroupTable) -> None:
    """Work out points, ranks, what is certain and what may come. The caller holds the lock."""
    group, table = own.group, _with_earlier_rounds(own)
    lines = _rank(group, table)
    going_up = _count_going_up(group)
    prospects = _find_prospects(group, table, going_up)
    futures = _find_futures(group, table, going_up)
    for member in table.members:
        _write_line(member, lines[member.entry_id])
        _write_prospect(member, prospects.get(member.entry_id), futures.get(member.entry_id))
    Member.objects.bulk_update(table.members, FIELDS)


def _with_earlier_rounds(table: GroupTable) -> GroupTable:
    """Return a group with all games that count for its table: in a Swiss cup those of all
    rounds."""
    competition = table.group.stage.competition
    if competition.kind == Competition.Kind.SWISS:
        return load_whole_cup(competition, table.group)
    return table


def _count_going_up(group: Group) -> int:
    """Return how many of a group go up or on. Only in a knock-out that depends on the others."""
    stage = group.stage
    if formats.is_knockout(stage.competition, stage.number):
        tables = list_tables(stage.competition, stage.number)
        return formats.count_going_up(stage.competition, stage.number, tables, group.number)
    size = group.members.count()
    return formats.count_going_up(stage.competition, stage.number, [range(size)], 1)


def _rank(group: Group, table: GroupTable) -> Mapping[int, Line]:
    competition = group.stage.competition
    rests = {}
    if competition.kind == Competition.Kind.SWISS:
        worth = points_of_rest(competition.table_size)
        rests = {entry: times * worth for entry, times in find_rests(competition).items()}
    lines = rank_players(
        table.players,
        table.played(),
        tie_breaks=competition.tie_breaks,
        left=table.left,
        rests=rests,
    )
    return {line.player: line for line in lines}


def _write_line(member: Member, line: Line) -> None:
    member.rank, member.points, member.played = line.rank, line.points, line.games
    member.wins, member.ties = line.wins, list(line.ties)


def _write_prospect(member: Member, prospect: RiseProspect | None, future: Future | None) -> None:
    member.can_rise = prospect.possible if prospect else True
    member.has_risen = prospect.certain if prospect else False
    member.rises = future.rises if future else None
    member.falls = future.falls if future else None
    member.leads = future.wins if future else None


def _find_prospects(group: Group, table: GroupTable, going_up: int) -> Mapping[int, RiseProspect]:
    if group.stage.competition.kind == Competition.Kind.SWISS:
        return {}
    return find_certain(
        table.players,
        table.played(),
        table.open_games(),
        max(1, going_up),
        tie_breaks=group.stage.competition.tie_breaks,
        left=table.left,
    )


def _find_futures(group: Group, table: GroupTable, going_up: int) -> Mapping[int, Future]:
    """Return how a hundred futures end; the same position always has the same ones."""
    is_known = formats.plays_all(group.stage.competition, group.stage.number)
    if not is_known or len(table.members) > MOST_FORECAST:
        return {}
    settled = sum(not fixture.is_open for fixture in table.fixtures)
    return count_futures(
        table.players,
        table.played(),
        table.open_games(),
        table.ratings(),
        tie_breaks=group.stage.competition.tie_breaks,
        moving=max(1, going_up),
        chance=random.Random(f"{group.pk}-{settled}"),
        left=table.left,
    )


def settle_table(group: Group, *, now: datetime) -> None:
    """Note who goes up or down, or on. The caller holds the lock, and no game is open."""
    stage = group.stage
    members = list(group.members.select_related("entry").order_by("rank"))
    going_up = _count_going_up(group)
    for place, member in enumerate(members):
        member.moved = _find_move(group, place, len(members), going_up)
        if not stage.competition.is_season and member.entry.has_left:
            member.moved = 0
    Member.objects.bulk_update(members, ["moved"])


def _find_move(group: Group, place: int, size: int, going_up: int) -> int:
    stage = group.stage
    if place < going_up:
        return 1 if group.number > 1 or not stage.competition.is_season else 0
    is_falling = stage.competition.is_season and place >= size - going_up
    return -1 if is_falling and group.number < stage.group_count else 0
