"""How the people of a group have played against each other, as marks and in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from seasons.cross_table import Encounter, list_rounds, make_cross_table
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Group, Member, Stage
from seasons.queries import CompetitionVisit, list_rounds_played
from seasons.tables import GroupTable, load_table
from tests.seasons.competitions import DAY, open_cup, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(alice: Person, now: datetime) -> Group:
    """A group of three with no game yet."""
    cup = open_cup(alice, now, kind="round_robin")
    stage = Stage.objects.create(
        competition=cup, number=1, begins_at=now, ends_at=now + DAY, group_count=1
    )
    group = Group.objects.create(stage=stage, number=1)
    for order, one in enumerate(people(3), start=1):
        entry = Entrant.objects.create(competition=cup, person=one, entered_at=now, seeding=order)
        Member.objects.create(group=group, entry=entry, order=order, rank=order)
    return group


def add_game(group: Group, places: Sequence[int | None], **fields: Any) -> Fixture:
    """Add a game of the first members, as many as there are places."""
    number = group.fixtures.count() + 1
    fixture = Fixture.objects.create(group=group, round=0, number=number, **fields)
    for order, (member, place) in enumerate(
        zip(group.members.order_by("order"), places, strict=False)
    ):
        FixtureSeat.objects.create(
            fixture=fixture, member=member, order=order, side=order, place=place
        )
    return fixture


def visit_of(group: Group) -> CompetitionVisit:
    competition = Competition.objects.get(stages__groups=group)
    return CompetitionVisit(competition=competition, person=None, entry=None, is_director=False)


def encounters(group: Group) -> dict[tuple[int, int], list[tuple[str, str]]]:
    """Return marks and words by the places of two members."""
    table = load_table(group)
    ranks = {member.pk: member.rank for member in table.members}
    return {
        (ranks[row], cell.other.rank): [(one.mark, one.words) for one in cell.encounters]
        for row, cells in make_cross_table(table, visit_of(group)).rows.items()
        for cell in cells
        if not cell.is_own
    }


def void(now: datetime) -> dict[str, Any]:
    return {"status": "void", "settled_at": now}


def table_with(group: Group, fixture: Fixture, status: str) -> GroupTable:
    """Return the table of a group with a game as if it counted, though no game was begun."""
    fixture.status = status
    table = load_table(group)
    return GroupTable(group, table.members, [fixture], table.seats)


def test_each_of_a_game_has_met_all_others(group: Group, now: datetime) -> None:
    fixture = add_game(group, [1, 2, 2], **void(now))
    fixture.status = (
        "adjudicated"  # a game that counts has a game of its own, which none here needs
    )
    table = load_table(group)
    rows = make_cross_table(
        type(table)(group, table.members, [fixture], table.seats), visit_of(group)
    ).rows
    first, second, third = (rows[member.pk] for member in table.members)
    assert [one.mark for cell in first for one in cell.encounters] == ["W*", "W*"]
    assert [one.mark for cell in second for one in cell.encounters] == ["L*", "D*"]
    assert [one.words for cell in third for one in cell.encounters] == [
        "lost, adjudicated",
        "drawn, adjudicated",
    ]


def test_games_that_do_not_count_have_marks_of_their_own(group: Group, now: datetime) -> None:
    add_game(group, [None, None])
    add_game(group, [None, None], **void(now))
    found = encounters(group)
    assert found[1, 2] == [("·", "waits"), ("×", "does not count")]
    assert found[1, 3] == []


def test_what_was_played_against_somebody_who_has_left_has_no_colour(
    group: Group, now: datetime
) -> None:
    Entrant.objects.filter(seeding=2).update(left_at=now, left="withdrew")
    fixture = add_game(group, [1, 2], **void(now))
    table = table_with(group, fixture, "played")
    rows = make_cross_table(table, visit_of(group)).rows
    [encounter] = rows[table.members[0].pk][1].encounters
    assert encounter == Encounter("W", "won, does not count", None)


def test_rounds_name_the_opponent_and_what_came_of_it(group: Group, now: datetime) -> None:
    add_game(group, [None, None])
    entries = [member.entry_id for member in group.members.order_by("order")]
    visit = visit_of(group)
    played = list_rounds_played(visit.competition, 1, entries[:1])
    found = list_rounds(played, visit)
    assert [one.words for one in found[entries[0]]] == ["round 1 against Player 2: waits"]
    assert not list_rounds_played(visit.competition, 0, entries)
    assert not list_rounds_played(visit.competition, 1, entries[2:])
