"""People who vanish from a season: it is noticed, their place is free, and nobody profits."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.models import Game, Seat
from games.play import turns
from seasons import entering, vanishing
from seasons.entering import Wish
from seasons.models import Competition, Entrant, Fixture, Group, Member
from tests.conftest import person
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


@pytest.fixture
def players(now: datetime) -> list[Person]:
    """Four people of a season that has begun ten days from now, the last of whom will vanish."""
    four = people(4)
    enter_all(open_championship(now), four, now)
    tick(now + 10 * DAY)
    return four


def seats_of(one: Person) -> list[Seat]:
    return list(Seat.objects.filter(person=one, game__status=Game.Status.RUNNING).order_by("pk"))


def make_absent(seats: list[Seat], since: datetime, until: datetime | None = None) -> None:
    pks = [seat.pk for seat in seats]
    Seat.objects.filter(pk__in=pks).update(is_absent=True, absent_since=since, absent_until=until)


def entry_of(one: Person, number: int = 1) -> Entrant:
    return Entrant.objects.get(person=one, competition__number=number)


def test_who_is_absent_everywhere_for_a_week_has_vanished_and_the_reserve_plays_on(
    players: list[Person], now: datetime
) -> None:
    reserve, gone = person("Reserve"), players[-1]
    season = Competition.objects.get(number=1)
    entering.enter(season.pk, reserve, Wish(3), now=now + 11 * DAY)
    make_absent(seats_of(gone), now + 12 * DAY)
    tick(now + 18 * DAY)
    assert not entry_of(gone).has_left
    tick(now + 19 * DAY)
    assert entry_of(gone).left == Entrant.Left.REPLACED
    assert Member.objects.get(entry__person=reserve).seats.count() == 3
    assert len(seats_of(reserve)) == 3
    tick(now + 40 * DAY)
    assert not entry_of(reserve).has_left


def test_who_is_there_in_one_game_or_has_days_off_has_not_vanished(
    players: list[Person], now: datetime
) -> None:
    one, other = players[:2]
    make_absent(seats_of(one)[:-1], now + 11 * DAY)
    make_absent(seats_of(other), now + 11 * DAY, until=now + 60 * DAY)
    tick(now + 50 * DAY)
    assert vanishing.vanished_entries(now + 50 * DAY) == []
    assert not vanishing.drop_vanished(entry_of(one).pk, now=now + 50 * DAY)
    assert not Entrant.objects.exclude(left="").exists()


def test_who_is_gone_in_their_last_game_stands_last_and_gives_nobody_a_point(
    players: list[Person], now: datetime
) -> None:
    best, gone = players[0], players[-1]
    for game in running_games(Group.objects.get()):
        if {best, gone} != {seat.person for seat in game.seats.all()}:
            resign_weaker(game, players[::-1], now + 11 * DAY)
    tick(now + 12 * DAY)
    assert Member.objects.get(entry__person=gone).rank == 1
    make_absent(seats_of(gone), now + 13 * DAY)
    [seat] = seats_of(gone)
    turns.leave_game(seat.game_id, best, now=now + 14 * DAY)
    tick(now + 14 * DAY)
    assert entry_of(gone).left == Entrant.Left.VANISHED
    member, profits = (Member.objects.get(entry__person=one) for one in (gone, best))
    assert (member.rank, profits.points) == (4, 0)


def test_successor_of_somebody_who_left_their_games_has_not_left(
    players: list[Person], now: datetime
) -> None:
    reserve, gone = person("Reserve"), players[-1]
    make_absent(seats_of(gone), now + 11 * DAY)
    for seat in seats_of(gone)[:2]:
        [opponent] = [one.person for one in seat.game.seats.exclude(person=gone)]
        assert opponent
        turns.leave_game(seat.game_id, opponent, now=now + 12 * DAY)
    tick(now + 12 * DAY)
    season = Competition.objects.get(number=1)
    entering.enter(season.pk, reserve, Wish(3), now=now + 13 * DAY)
    Group.objects.update(due_at=now + 13 * DAY)
    for hours in range(3):
        tick(now + 13 * DAY + timedelta(hours=hours))
    assert entry_of(gone).left == Entrant.Left.REPLACED
    assert not entry_of(reserve).has_left


def test_who_leaves_takes_part_in_the_next_season_only_if_they_enter_again(now: datetime) -> None:
    season, players = open_championship(now), people(4)
    for one in players:
        entering.enter(season.pk, one, Wish(3, is_lasting=True), now=now)
    tick(now + 10 * DAY)
    tick(now + 10 * DAY)
    following = Competition.objects.get(number=2)
    assert following.entries.count() == 4
    entering.leave(season.pk, players[0], now=now + 11 * DAY)
    assert set(following.entries.values_list("person", flat=True)) == {
        one.pk for one in players[1:]
    }
    entering.enter(following.pk, players[0], Wish(3), now=now + 12 * DAY)
    assert following.entries.count() == 4


def test_reserve_that_plays_in_every_season_has_entered_the_next_one(
    players: list[Person], now: datetime
) -> None:
    tick(now + 10 * DAY)
    season, reserve = Competition.objects.get(number=1), person("Reserve")
    entering.enter(season.pk, reserve, Wish(4, is_lasting=True), now=now + 20 * DAY)
    entry = entry_of(reserve, 2)
    assert (entry.at_once, entry.is_lasting, entry.is_reserve) == (4, True, False)
    entering.enter(season.pk, reserve, Wish(4), now=now + 21 * DAY)
    assert not Entrant.objects.filter(person=reserve, competition__number=2).exists()


def test_games_of_somebody_who_has_vanished_begin_no_more(now: datetime) -> None:
    four = people(4)
    enter_all(open_championship(now), four, now, at_once=1)
    tick(now + 10 * DAY)
    make_absent(seats_of(four[-1]), now + 11 * DAY)
    tick(now + 18 * DAY)
    own = Fixture.objects.filter(seats__member__entry__person=four[-1])
    assert sorted(own.values_list("status", flat=True)) == ["running", "void", "void"]


def test_no_game_begins_with_somebody_who_turns_out_to_have_left_half_of_theirs(
    now: datetime,
) -> None:
    four = people(4)
    enter_all(open_championship(now), four, now, at_once=2)
    tick(now + 10 * DAY)
    gone = four[-1]
    make_absent(seats_of(gone), now + 11 * DAY)
    for seat in seats_of(gone):
        [opponent] = [one.person for one in seat.game.seats.exclude(person=gone)]
        assert opponent
        turns.leave_game(seat.game_id, opponent, now=now + 12 * DAY)
    tick(now + 12 * DAY)
    own = Fixture.objects.filter(seats__member__entry__person=gone)
    assert sorted(own.values_list("status", flat=True)) == ["played", "played", "void"]
