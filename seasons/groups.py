"""Who plays in which group of a stage, and the rows of a group with its games."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from conquest import registry
from conquest.core import TableLayout
from seasons import formats, tables
from seasons.formats import PlannedGame
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Group, Member, Stage
from seasons.pairing import knockout
from seasons.pairing.results import Played
from seasons.pairing.swiss import pair_round

Kind = Competition.Kind


def plan_groups(competition: Competition, stage: Stage) -> Sequence[Sequence[int]]:
    """Return the groups of a stage, as the ids of entries in the order of their strength."""
    if stage.number > 1:
        return plan_next_groups(competition, stage.number - 1)
    seeded = list(_list_seeded(competition).values_list("pk", flat=True))
    groups = formats.first_groups(competition, range(len(seeded)))
    return [[seeded[one] for one in group] for group in groups]


def plan_next_groups(competition: Competition, number: int) -> Sequence[Sequence[int]]:
    """Return the groups of the stage that follows on a stage of a cup, none if it was the last."""
    match competition.kind:
        case Kind.SWISS:
            return _plan_swiss(competition, number)
        case Kind.GROUPS if number == 1:
            # The winners of all groups before those who came second, so that they meet late.
            best_first = _by_place(_going_on(competition, number))
            return knockout.draw_knockout(best_first, size=competition.table_size)
        case Kind.GROUPS | Kind.KNOCKOUT:
            return _plan_knockout(competition, number)
        case _:
            return []


def _plan_swiss(competition: Competition, number: int) -> Sequence[Sequence[int]]:
    staying = list(_list_seeded(competition).filter(left_at=None).values_list("pk", flat=True))
    is_over = number >= competition.rounds or len(staying) < competition.table_size
    return [] if is_over else [staying]


def _by_place(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return first the winners of all groups, then those who came second, and so on."""
    longest = max(map(len, groups), default=0)
    return [group[place] for place in range(longest) for group in groups if place < len(group)]


def _going_on(competition: Competition, number: int) -> list[list[int]]:
    """Return who goes on from each group of a stage, in the order of their places."""
    rows = _members_of(competition, number).filter(moved__gt=0).order_by("group__number", "rank")
    found: dict[int, list[int]] = {}
    for group, entry in rows.values_list("group__number", "entry"):
        found.setdefault(group, []).append(entry)
    return list(found.values())


def _plan_knockout(competition: Competition, number: int) -> Sequence[Sequence[int]]:
    """Return the tables of the round that follows on one of a knock-out."""
    drawn, ranked = list_tables(competition, number), []
    ranks = dict(_members_of(competition, number).values_list("entry", "rank"))
    for table in drawn:
        places = tuple(ranks[entry] for entry in table)
        ranked.append(Played(tuple(table), tuple(range(len(table))), places))
    left = competition.entries.filter(left_at__isnull=False).values_list("pk", flat=True)
    return knockout.next_tables(
        drawn,
        ranked,
        size=competition.table_size,
        seeding=list(_list_seeded(competition).values_list("pk", flat=True)),
        left=set(left),
    )


def list_tables(competition: Competition, number: int) -> list[list[int]]:
    """Return the entries in all groups of a stage, as they were drawn; a table of a knock-out at
    which nobody is left has none."""
    groups = Group.objects.filter(stage__competition=competition, stage__number=number)
    tables: dict[int, list[int]] = {
        number: [] for number in groups.order_by("number").values_list("number", flat=True)
    }
    rows = _members_of(competition, number).order_by("order")
    for group, entry in rows.values_list("group__number", "entry"):
        tables[group].append(entry)
    return list(tables.values())


def _members_of(competition: Competition, number: int) -> QuerySet[Member]:
    return Member.objects.filter(group__stage__competition=competition, group__stage__number=number)


def _list_seeded(competition: Competition) -> QuerySet[Entrant]:
    return competition.entries.filter(seeding__isnull=False).order_by("seeding")


def write_group(
    competition: Competition,
    stage: Stage,
    number: int,
    players: Sequence[int],
    now: datetime,
) -> None:
    """Write a group with its people and its games, which begin when it is due."""
    chance = random.Random(_group_seed(competition, stage, number))
    group = Group.objects.create(stage=stage, number=number, due_at=now)
    members = Member.objects.bulk_create(
        Member(group=group, entry_id=entry, order=order, rank=order)
        for order, entry in enumerate(players, start=1)
    )
    by_entry = {member.entry_id: member for member in members}
    planned = list(_plan_group(competition, stage, players, chance))
    fixtures = Fixture.objects.bulk_create(
        Fixture(group=group, round=game.round, number=one)
        for one, game in enumerate(planned, start=1)
    )
    sides = _side_numbers(competition)
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, member=by_entry[entry], order=order, side=sides[order])
        for fixture, game in zip(fixtures, planned, strict=True)
        for order, entry in enumerate(game.players)
    )


def _plan_group(
    competition: Competition, stage: Stage, players: Sequence[int], chance: random.Random
) -> Iterator[PlannedGame]:
    # Who is alone at a table of a knock-out goes on without a game.
    if len(players) < competition.table_size:
        return iter(())
    if competition.kind == Kind.SWISS:
        return _plan_swiss_games(competition, players, chance)
    if formats.is_knockout(competition, stage.number):
        earlier = [played.players for played in tables.load_played(competition)]
        return formats.plan_knockout_games(competition, players, earlier, chance)
    return formats.plan_games(competition, players, chance)


def _plan_swiss_games(
    competition: Competition, players: Sequence[int], chance: random.Random
) -> Iterator[PlannedGame]:
    played, rested = tables.load_played(competition), tables.find_rests(competition)
    size = competition.table_size
    paired = pair_round(players, played, rested, size=size, chance=chance)
    return (PlannedGame(0, seats) for seats in paired.tables)


def layout_of(competition: Competition) -> TableLayout:
    """Return the layout of the tables at which a competition is played."""
    return _find_layout(competition.ruleset, competition.options)


def table_size_of(ruleset: str, options: Mapping[str, Any]) -> int:
    """Return how many play a game of a rule set with some options."""
    return len(_find_layout(ruleset, options).seats)


def arrange_seats(ruleset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a game with which no lots are drawn for its seats: who sits where follows
    from the draw, so that everybody has each seat about equally often."""
    if not _find_layout(ruleset, options).lots:
        return dict(options)
    return next(
        changed
        for option in registry.get_ruleset(ruleset).seating.options
        for value, _name in option.choices
        if not _find_layout(ruleset, changed := {**options, option.name: value}).lots
    )


def _find_layout(ruleset: str, options: Mapping[str, Any]) -> TableLayout:
    return registry.get_ruleset(ruleset).seating.table_layout(options)


def _side_numbers(competition: Competition) -> Sequence[int]:
    """Return the number of the side of each seat, in their order."""
    layout = layout_of(competition)
    by_seat = {seat: number for number, side in enumerate(layout.sides) for seat in side}
    return [by_seat[seat] for seat in layout.seats]


def _group_seed(competition: Competition, stage: Stage, number: int) -> str:
    digest = hashlib.sha256(bytes(competition.seed) + f"{stage.number}-{number}".encode())
    return digest.hexdigest()
