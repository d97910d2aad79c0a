"""Groups as other programs read them: what they hold, to whom they are given, and what not."""

from __future__ import annotations

import json
from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from accounts.models import Person
from seasons.models import Competition, Fixture, Group
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
FORMS = ("json", "txt", "atom", "ics")


@pytest.fixture
def season(now: datetime) -> Competition:
    """A season of four in which the first three games are over."""
    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    for number, game in enumerate(running_games(Group.objects.get())[:3], start=11):
        resign_weaker(game, players, now + number * DAY)
        tick(now + number * DAY)
    return season


def export(season: Competition, form: str) -> str:
    path = reverse("competition-results", args=[season.pk, 1, 1, form])
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    return answer.content.decode()


def test_json_holds_places_points_and_games(season: Competition) -> None:
    told = json.loads(export(season, "json"))
    assert told["competition"]["title"] == "Bollwerk, season 1"
    assert [one["rank"] for one in told["members"]] == [1, 2, 3, 4]
    assert sum(one["points"] for one in told["members"]) == 3
    played = [game for game in told["games"] if game["status"] == "played"]
    assert len(played) == 3
    assert {seat["place"] for game in played for seat in game["players"]} == {1, 2}
    assert len(told["games"]) == 6


def test_text_is_a_table_with_results(season: Competition) -> None:
    lines = export(season, "txt").splitlines()
    assert lines[0] == "Bollwerk, season 1, Division 1"
    assert lines[2].split()[0] == "1."
    assert sum(line.startswith("1. Player") for line in lines) == 3


def test_feed_has_the_latest_result_first(season: Competition) -> None:
    feed = ElementTree.fromstring(export(season, "atom").encode())
    space = {"a": "http://www.w3.org/2005/Atom"}
    found = [
        entry.findtext("a:updated", namespaces=space) for entry in feed.findall("a:entry", space)
    ]
    assert len(found) == 3
    assert found == sorted(found, reverse=True)  # type: ignore[type-var]


def test_calendar_has_the_first_and_the_last_day(season: Competition, now: datetime) -> None:
    calendar = Calendar.from_ical(export(season, "ics"))
    days = {event.decoded("dtstart") for event in calendar.walk("vevent")}
    assert days == {now + 10 * DAY, now + 100 * DAY}


@pytest.mark.parametrize("form", FORMS)
def test_nothing_that_identifies_people_but_their_names_is_told(
    season: Competition, form: str
) -> None:
    told = export(season, form)
    assert "@example" not in told
    assert season.invite_key not in told


@pytest.mark.parametrize("form", [*FORMS, "xml"])
def test_private_competitions_and_unknown_forms_are_not_exported(
    season: Competition, form: str
) -> None:
    Competition.objects.update(is_private=form in FORMS)
    path = reverse("competition-results", args=[season.pk, 1, 1, form])
    director = Person.objects.get(name="Player 1")
    client = Client()
    client.force_login(director)
    assert Client().get(path).status_code == client.get(path).status_code == 404
    embedded = reverse("competition-embed", args=[season.pk, 1, 1])
    assert Client().get(embedded).status_code == (404 if form in FORMS else 200)


def test_other_sites_may_show_the_table_without_scripts_and_forms(season: Competition) -> None:
    answer = Client().get(reverse("competition-embed", args=[season.pk, 1, 1]))
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert "X-Frame-Options" not in answer
    page = answer.content.decode()
    assert "<script" not in page
    assert "<form" not in page
    assert "Player 1" in page


def test_other_pages_may_not_be_shown_by_other_sites(season: Competition) -> None:
    answer = Client().get(reverse("competition-group", args=[season.pk, 1, 1]))
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_a_void_game_is_told_without_places(season: Competition, now: datetime) -> None:
    fixture = Fixture.objects.filter(status="running")[0]
    Fixture.objects.filter(pk=fixture.pk).update(status="void", settled_at=now)
    told = json.loads(export(season, "json"))
    [void] = [game for game in told["games"] if game["status"] == "void"]
    assert {seat["place"] for seat in void["players"]} == {None}
