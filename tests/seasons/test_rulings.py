"""What directors rule: by whom, about whom, once, with reason and letters."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from accounts.models import Person
from games.models import Game
from mail.models import Delivery
from seasons import entering, rulings
from seasons.directing import DirectionRefused
from seasons.models import (
    Assistant,
    Competition,
    Entrant,
    Fixture,
    Group,
    Member,
    Ruling,
    Stage,
)
from seasons.rulings import RulingRequest
from tests.conftest import person
from tests.seasons.competitions import (
    DAY,
    enter_all,
    open_championship,
    open_cup,
    people,
    resign_weaker,
    running_games,
    tick,
)

pytestmark = pytest.mark.django_db
Act = Callable[[RulingRequest], Ruling]


@pytest.fixture
def director(db: None) -> Person:
    return person("Charlie")


@pytest.fixture
def cup(director: Person, now: datetime) -> Competition:
    """A round robin of four that runs."""
    cup = open_cup(director, now, kind="round_robin")
    enter_all(cup, people(4), now)
    tick(now + 10 * DAY)
    cup.refresh_from_db()
    return cup


def asked(
    competition: Competition, by: Person, key: str = "k", reason: str = "why"
) -> RulingRequest:
    return RulingRequest(competition_id=competition.pk, by=by, reason=reason, key=key)


def entrant(competition: Competition, number: int) -> Entrant:
    return Entrant.objects.get(competition=competition, person__name=f"Player {number}")


def letters_about(ruling: Ruling) -> set[str]:
    rows = Delivery.objects.filter(kind="competition", about__ruling=ruling.pk)
    return {row.person.name for row in rows.select_related("person") if row.person}


@pytest.fixture
def staff(db: None) -> Person:
    return person("Frank", is_staff=True, is_superuser=True)


def test_adjudicated_game_counts_as_ruled_and_goes_on(
    cup: Competition, director: Person, now: datetime
) -> None:
    fixture = Fixture.objects.filter(status="running").order_by("number")[0]
    later = now + 11 * DAY
    ruling = rulings.adjudicate(asked(cup, director), fixture.pk, {0: 2, 1: 1}, now=later)
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.ADJUDICATED
    assert [seat.place for seat in fixture.seats.order_by("order")] == [2, 1]
    assert fixture.game is not None
    assert fixture.game.is_running
    assert fixture.game.is_rated
    winner = fixture.seats.get(order=1).member
    assert winner.points == 2
    assert len(letters_about(ruling)) == 2


def test_result_of_a_season_can_be_appealed_against_within_a_week(
    director: Person, now: datetime
) -> None:
    season, players = open_championship(now), people(4)
    director.is_staff = director.is_superuser = True
    director.save()
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    tick(now + 100 * DAY)
    best = Member.objects.get(rank=1)
    for number, seat in enumerate(best.seats.select_related("fixture")):
        places = {seat.order: 2, 1 - seat.order: 1}
        rulings.adjudicate(
            asked(season, director, f"k{number}"), seat.fixture_id, places, now=now + 103 * DAY
        )
    best.refresh_from_db()
    assert best.rank == 4
    assert Entrant.objects.get(pk=best.entry_id).rank == 4
    with pytest.raises(DirectionRefused, match="week"):
        rulings.adjudicate(
            asked(season, director, "late"), seat.fixture_id, {0: 1, 1: 1}, now=now + 108 * DAY
        )


@pytest.mark.parametrize("places", [{0: 1}, {0: 2, 1: 2}, {0: 1, 1: 3}, {0: 0, 1: 1}])
def test_places_must_be_those_of_the_game(
    cup: Competition, director: Person, now: datetime, places: dict[int, int]
) -> None:
    fixture = Fixture.objects.filter(status="running")[0]
    with pytest.raises(DirectionRefused):
        rulings.adjudicate(asked(cup, director), fixture.pk, places, now=now + 11 * DAY)


def test_annulled_game_counts_for_nobody_in_the_cup(
    cup: Competition, director: Person, now: datetime
) -> None:
    fixture = Fixture.objects.filter(status="running")[0]
    rulings.annul(asked(cup, director), fixture.pk, now=now + 11 * DAY)
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.VOID
    assert fixture.game is not None
    assert fixture.game.is_running


def test_ruling_of_the_staff_about_a_game_holds_for_the_league(
    cup: Competition, staff: Person, now: datetime
) -> None:
    adjudicated, annulled = Fixture.objects.filter(status="running")[:2]
    rulings.adjudicate(asked(cup, staff), adjudicated.pk, {0: 2, 1: 1}, now=now + 11 * DAY)
    rulings.annul(asked(cup, staff, "a"), annulled.pk, now=now + 11 * DAY)
    adjudicated.refresh_from_db()
    annulled.refresh_from_db()
    assert adjudicated.game is not None
    assert annulled.game is not None
    assert adjudicated.game.is_running
    assert not adjudicated.game.is_rated
    assert annulled.game.status == Game.Status.ANNULLED


def test_who_is_disqualified_stands_last_and_counts_for_nobody(
    cup: Competition, director: Person, now: datetime
) -> None:
    players = list(Person.objects.filter(name__startswith="Player").order_by("name"))
    for game in running_games(Group.objects.get())[:-1]:
        resign_weaker(game, players, now + 11 * DAY)
    tick(now + 11 * DAY)
    first = entrant(cup, 1)
    rulings.disqualify(asked(cup, director), first.pk, now=now + 12 * DAY)
    tick(now + 12 * DAY)
    member = Member.objects.get(entry=first)
    assert (member.rank, member.points) == (4, 0)
    tick(now + 60 * DAY)
    first.refresh_from_db()
    assert (first.left, first.rank) == (Entrant.Left.DISQUALIFIED, 4)


def test_successor_has_place_points_and_running_games(
    cup: Competition, director: Person, now: datetime
) -> None:
    dora = person("Dora")
    enter_all(cup, [dora], now + 10 * DAY)
    first = entrant(cup, 1)
    entering.leave(cup.pk, first.person, now=now + 11 * DAY)
    rulings.replace(asked(cup, director), first.pk, "dora", now=now + 11 * DAY)
    first.refresh_from_db()
    successor = Entrant.objects.get(competition=cup, person=dora)
    assert (first.left, first.seeding, successor.seeding) == ("replaced", None, 1)
    assert Member.objects.get(entry=successor).seats.count() == 3
    games = running_games(Group.objects.get())
    assert sum(game.seats.filter(person=dora).exists() for game in games) == 3
    assert not any(game.seats.filter(person=first.person).exists() for game in games)


def test_round_is_postponed_and_a_season_is_not(
    cup: Competition, director: Person, now: datetime
) -> None:
    until = now + 60 * DAY
    rulings.postpone(asked(cup, director), until, now=now + 11 * DAY)
    assert Stage.objects.get().ends_at == until
    with pytest.raises(DirectionRefused):
        rulings.postpone(asked(cup, director, "far"), now + 400 * DAY, now=now + 11 * DAY)
    season = open_championship(now)
    director.is_staff = director.is_superuser = True
    director.save()
    with pytest.raises(DirectionRefused, match="on its day"):
        rulings.postpone(asked(season, director, "s"), until, now=now)


def test_message_goes_to_all_who_take_part_three_times_a_day(
    cup: Competition, director: Person, now: datetime
) -> None:
    for number in range(3):
        ruling = rulings.write_to_all(asked(cup, director, f"m{number}"), now=now)
    assert len(letters_about(ruling)) == 4
    with pytest.raises(DirectionRefused, match="Three"):
        rulings.write_to_all(asked(cup, director, "m3"), now=now)


def test_warning_is_told_to_its_person_alone(
    cup: Competition, director: Person, now: datetime
) -> None:
    ruling = rulings.warn(asked(cup, director), entrant(cup, 2).pk, now=now)
    assert letters_about(ruling) == {"Player 2"}


def test_form_that_is_sent_twice_rules_once(
    cup: Competition, director: Person, now: datetime
) -> None:
    first = rulings.warn(asked(cup, director), entrant(cup, 2).pk, now=now)
    assert rulings.warn(asked(cup, director), entrant(cup, 2).pk, now=now) == first
    assert Ruling.objects.count() == 1


def acts(competition: Competition, now: datetime) -> dict[str, Act]:
    """Return every ruling there is, about the first person, their first game, or all."""
    own = entrant(competition, 1)
    fixture = Fixture.objects.filter(seats__member__entry=own, status="running")[0].pk
    return {
        "postpone": lambda ask: rulings.postpone(ask, now + 60 * DAY, now=now),
        "replace": lambda ask: rulings.replace(ask, own.pk, "Dora", now=now),
        "adjudicate": lambda ask: rulings.adjudicate(ask, fixture, {0: 1, 1: 1}, now=now),
        "annul": lambda ask: rulings.annul(ask, fixture, now=now),
        "warn": lambda ask: rulings.warn(ask, own.pk, now=now),
        "disqualify": lambda ask: rulings.disqualify(ask, own.pk, now=now),
        "message": lambda ask: rulings.write_to_all(ask, now=now),
        "call_off": lambda ask: rulings.call_off(ask, now=now),
    }


def test_every_ruling_is_tried() -> None:
    assert set(Ruling.What.values) == {
        "postpone", "replace", "adjudicate", "annul", "warn", "disqualify", "message", "call_off"
    }  # fmt: skip


@pytest.mark.parametrize("what", Ruling.What.values)
def test_nobody_rules_who_does_not_direct(cup: Competition, now: datetime, what: str) -> None:
    person("Dora")
    other = person("Erin")
    open_cup(other, now, title="Another")
    player = entrant(cup, 3).person
    for by in (other, player):
        with pytest.raises(DirectionRefused, match="direct"):
            acts(cup, now + 11 * DAY)[what](asked(cup, by))
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("what", ["replace", "adjudicate", "annul", "warn", "disqualify"])
def test_director_rules_nothing_that_concerns_themselves(
    cup: Competition, now: datetime, what: str
) -> None:
    person("Dora")
    player = entrant(cup, 1).person
    Assistant.objects.create(competition=cup, person=player)
    with pytest.raises(DirectionRefused, match="concerns you"):
        acts(cup, now + 11 * DAY)[what](asked(cup, player))


def test_assistant_and_staff_direct_too(cup: Competition, now: datetime) -> None:
    assistant, staff = person("Dora"), person("Erin", is_staff=True, is_superuser=True)
    Assistant.objects.create(competition=cup, person=assistant)
    for number, by in enumerate((assistant, staff)):
        rulings.warn(asked(cup, by, f"k{number}"), entrant(cup, 2).pk, now=now)
    assert Ruling.objects.count() == 2


def test_ruling_needs_a_reason(cup: Competition, director: Person, now: datetime) -> None:
    with pytest.raises(DirectionRefused, match="reason"):
        rulings.warn(asked(cup, director, reason=" "), entrant(cup, 2).pk, now=now)


def test_game_of_another_competition_is_none_of_theirs(cup: Competition, now: datetime) -> None:
    other = person("Erin")
    another = open_cup(other, now, title="Another")
    fixture = Fixture.objects.filter(status="running")[0]
    with pytest.raises(DirectionRefused, match="no such game"):
        rulings.annul(asked(another, other), fixture.pk, now=now)


@pytest.mark.parametrize("change", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
def test_rulings_are_kept_for_good(
    cup: Competition, director: Person, now: datetime, change: str
) -> None:
    rulings.warn(asked(cup, director), entrant(cup, 2).pk, now=now)
    refused = pytest.raises(ProgrammingError, match="append-only")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(Ruling._meta.db_table))


def test_cup_is_called_off_before_it_begins_alone(
    cup: Competition, director: Person, now: datetime
) -> None:
    with pytest.raises(DirectionRefused):
        rulings.call_off(asked(cup, director), now=now)
    fresh = open_cup(director, now, title="Fresh")
    enter_all(fresh, list(Person.objects.filter(name__startswith="Player")), now)
    ruling = rulings.call_off(asked(fresh, director, "off"), now=now)
    fresh.refresh_from_db()
    assert fresh.status == Competition.Status.CALLED_OFF
    assert len(letters_about(ruling)) == 4
