"""The letters of seasons and cups: to whom, when, and what they say."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from games.letters import writers
from mail.letters import Letter
from mail.models import Delivery
from seasons import entering, rulings
from seasons.models import Competition, Entrant, Fixture, Group
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


@pytest.fixture
def season(now: datetime) -> Competition:
    """A season of four people and a reserve, that has begun."""
    season = open_championship(now)
    enter_all(season, people(4), now)
    tick(now + 10 * DAY)
    return season


def letters(what: str, now: datetime) -> dict[str, Letter]:
    """Return the letters of a kind by their readers."""
    rows = Delivery.objects.filter(kind="competition", about__what=what).select_related("person")
    found = {}
    for row in rows.order_by("pk"):
        letter = writers.WRITERS["competition"](row, now)
        if letter is not None and row.person is not None:
            found[row.person.name] = letter
    return found


def test_beginning_tells_opponents_games_and_the_last_day(
    season: Competition, now: datetime
) -> None:
    found = letters("begins", now)
    assert set(found) == {f"Player {number}" for number in range(1, 5)}
    letter = found["Player 1"]
    assert letter.subject == "[Bollwerk, season 1] It begins"
    assert "Player 2, Player 3 and Player 4" in letter.text
    assert "You have 3 games, at most 3 at once" in letter.text
    assert "What still runs then counts as it stands." in " ".join(letter.text.split())


def test_half_time_tells_the_place_and_what_is_left(season: Competition, now: datetime) -> None:
    players = list(Person.objects.filter(name__startswith="Player").order_by("name"))
    resign_weaker(running_games(Group.objects.get())[0], players, now + 11 * DAY)
    tick(now + 11 * DAY)
    tick(now + 56 * DAY)
    found = letters("half-time", now)
    assert len(found) == 4
    assert any("Half time: you are in place 1" in letter.subject for letter in found.values())
    assert any("2 of your games are still to be decided" in one.text for one in found.values())


@pytest.mark.parametrize(("what", "day"), [("near", 87), ("last-days", 98)])
def test_those_who_still_play_are_told_before_the_end(
    season: Competition, now: datetime, what: str, day: int
) -> None:
    tick(now + day * DAY)
    found = letters(what, now + day * DAY)
    assert len(found) == 4
    game = running_games(Group.objects.get())[0]
    seated = game.seats.select_related("person")[0].person
    assert seated is not None
    assert f"Bollwerk {game.pk}" in found[seated.name].text
    players = list(Person.objects.filter(name__startswith="Player").order_by("name"))
    for one in running_games(Group.objects.get()):
        resign_weaker(one, players, now + (day + 1) * DAY)
    tick(now + (day + 1) * DAY)
    assert letters(what, now + (day + 1) * DAY) == {}


def test_end_tells_place_and_what_becomes_of_it(season: Competition, now: datetime) -> None:
    tick(now + 100 * DAY)
    found = letters("ended", now)
    assert len(found) == 4
    assert any("You are in place 1" in letter.subject for letter in found.values())
    assert "You stay in your division." in found["Player 1"].text


def test_late_worker_tells_the_latest_alone(season: Competition, now: datetime) -> None:
    tick(now + 99 * DAY)
    assert letters("near", now) == letters("half-time", now) == {}
    assert len(letters("last-days", now + 99 * DAY)) == 4


def test_who_is_in_the_reserve_takes_over_and_is_told(season: Competition, now: datetime) -> None:
    dora = person("Dora")
    entering.enter(season.pk, dora, entering.Wish(3), now=now + 11 * DAY)
    entering.leave(season.pk, Person.objects.get(name="Player 1"), now=now + 12 * DAY)
    tick(now + 12 * DAY)
    assert set(letters("took-over", now)) == {"Dora"}
    games = running_games(Group.objects.get())
    assert sum(game.seats.filter(person=dora).exists() for game in games) == 3
    # Who has left hears no more.
    tick(now + 100 * DAY)
    assert set(letters("ended", now)) == {"Dora", "Player 2", "Player 3", "Player 4"}


def test_in_the_second_half_nobody_takes_over(season: Competition, now: datetime) -> None:
    entering.enter(season.pk, person("Dora"), entering.Wish(3), now=now + 11 * DAY)
    entering.leave(season.pk, Person.objects.get(name="Player 1"), now=now + 60 * DAY)
    tick(now + 60 * DAY)
    assert letters("took-over", now) == {}
    assert Entrant.objects.get(person__name="Dora").is_reserve


def test_too_few_are_told_that_it_is_called_off(now: datetime) -> None:
    cup = open_cup(person("Charlie"), now)
    enter_all(cup, people(1), now)
    tick(now + 10 * DAY)
    assert "Too few people" in letters("called-off", now)["Player 1"].text


def test_ruling_tells_its_reason(now: datetime) -> None:
    charlie = person("Charlie")
    cup = open_cup(charlie, now, kind="round_robin")
    enter_all(cup, people(4), now)
    tick(now + 10 * DAY)
    request = RulingRequest(competition_id=cup.pk, by=charlie, reason="He was ill.", key="k")
    fixture = Fixture.objects.filter(status="running")[0]
    rulings.adjudicate(request, fixture.pk, {0: 1, 1: 1}, now=now)
    found = letters("ruled", now)
    assert len(found) == 2
    for letter in found.values():
        assert letter.subject == "[Cup] A game was adjudicated"
        assert "The reason: He was ill." in letter.text


def test_german_reader_reads_german(season: Competition, now: datetime) -> None:
    Person.objects.filter(name="Player 1").update(language="de")
    letter = letters("begins", now)["Player 1"]
    assert letter.language == "de"
    assert letter.subject == "[Bollwerk, Saison 1] Es geht los"
    assert "Division" not in letter.text
