"""A whole season by ticks alone: entries, divisions, games, its last day, rise and fall."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.play import turns
from seasons import entering, tending
from seasons.entering import Wish
from seasons.models import Competition, Entrant, Fixture, Group, Member, Stage
from tests.seasons.competitions import (
    DAY,
    enter_all,
    open_championship,
    people,
    resign_weaker,
    running_games,
    tick,
)

pytestmark = pytest.mark.django_db
Status = Competition.Status


def test_season_of_two_divisions_ends_with_rise_and_fall(now: datetime) -> None:
    season, players = open_championship(now), people(8)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    season.refresh_from_db()
    assert season.status == Status.RUNNING
    first, second = Group.objects.order_by("number")
    assert first.members.count() == second.members.count() == 4
    for day in range(11, 20):
        for group in (first, second):
            for game in running_games(group):
                resign_weaker(game, players, now + day * DAY)
        tick(now + day * DAY)
    assert not Fixture.objects.exclude(status=Fixture.Status.PLAYED).exists()
    assert season.ended_at is None
    tick(now + 100 * DAY)
    season.refresh_from_db()
    assert season.status == Status.OVER
    ranks = {entry.person: entry.rank for entry in Entrant.objects.filter(competition=season)}
    assert [ranks[one] for one in players[:4]] == [1, 2, 3, 4]
    moved = [(m.group.number, m.rank, m.moved) for m in Member.objects.exclude(moved=0)]
    assert sorted(moved) == [(1, 4, -1), (2, 1, 1)]


def test_nobody_plays_more_games_at_once_than_they_wish(now: datetime) -> None:
    season, players = open_championship(now, group_size=8), people(8)
    enter_all(season, players, now, at_once=2)
    tick(now + 10 * DAY)
    group = Group.objects.get()
    for one in players:
        assert sum(game.seats.filter(person=one).exists() for game in running_games(group)) <= 2
    assert running_games(group)
    tick(now + 60 * DAY)  # after half time all games have begun
    assert len(running_games(group)) == 28


def test_what_still_runs_on_the_last_day_is_adjudicated(now: datetime) -> None:
    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    tick(now + 100 * DAY)
    season.refresh_from_db()
    assert season.status == Status.OVER
    assert season.ended_at == now + 100 * DAY
    statuses = set(Fixture.objects.values_list("status", flat=True))
    assert statuses == {Fixture.Status.ADJUDICATED}
    games = [fixture.game for fixture in Fixture.objects.select_related("game")]
    assert all(game and game.is_running and not game.is_rated for game in games)


def test_next_season_is_known_and_takes_those_who_stay(now: datetime) -> None:
    season, players = open_championship(now), people(4)
    for one in players:
        entering.enter(season.pk, one, Wish(3, is_lasting=one != players[0]), now=now)
    tick(now + 10 * DAY)
    tick(now + 10 * DAY)
    following = Competition.objects.get(number=2)
    assert following.status == Status.ENTRY
    assert following.begins_at == now + 107 * DAY
    entered = set(following.entries.values_list("person", flat=True))
    assert entered == {one.pk for one in players[1:]}


def test_season_with_too_few_people_is_called_off(now: datetime) -> None:
    season = open_championship(now)
    enter_all(season, people(1), now)
    tick(now + 10 * DAY)
    season.refresh_from_db()
    assert season.status == Status.CALLED_OFF
    assert not Stage.objects.exists()


def test_game_that_is_annulled_later_counts_for_nobody(now: datetime) -> None:
    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    game = running_games(Group.objects.get())[0]
    resign_weaker(game, players, now + 11 * DAY)
    tick(now + 11 * DAY)
    assert Fixture.objects.get(game=game).status == Fixture.Status.PLAYED
    turns.annul_game(game.pk, now=now + 12 * DAY)
    tick(now + 12 * DAY)
    assert Fixture.objects.get(game=game).status == Fixture.Status.VOID
    assert sum(Member.objects.values_list("points", flat=True)) == 0


def test_what_becomes_due_while_a_group_is_tended_stays_due(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    group = Group.objects.get()
    tell = tending._tell_milestones

    def leave_meanwhile(one: Group, at: datetime) -> None:
        Group.objects.filter(pk=one.pk).update(due_at=now + 12 * DAY)
        one.refresh_from_db()
        tell(one, at)

    monkeypatch.setattr(tending, "_tell_milestones", leave_meanwhile)
    Group.objects.update(due_at=now + 11 * DAY)
    tending.tend_group(group.pk, now=now + 11 * DAY)
    group.refresh_from_db()
    assert group.due_at == now + 12 * DAY
