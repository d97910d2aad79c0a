"""Private addresses: what they answer to whom, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Person
from feeds import addresses
from feeds.models import PrivateFeed
from games.models import DayOff, Decision, Game
from tests import stage

ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "/preferences/feeds/"


def path_of(address: str) -> str:
    return urlsplit(address).path


def open_calendar(feed: PrivateFeed) -> list[Any]:
    response = Client().get(path_of(addresses.calendar_address(feed)))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(response.content).walk("VEVENT")


def open_news(feed: PrivateFeed) -> list[str]:
    response = Client().get(path_of(addresses.news_address(feed)))
    assert response.status_code == 200
    found = ElementTree.fromstring(response.content).iter(f"{ATOM}entry")
    return [str(entry.findtext(f"{ATOM}title")) for entry in found]


def test_a_calendar_has_the_deadlines_of_its_person(game: Game, feed: PrivateFeed) -> None:
    (event,) = open_calendar(feed)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert event.decoded("dtend") == decision.due_at.replace(microsecond=0)
    assert event["url"].endswith(game.get_absolute_url())
    assert f"Conquest {game.pk}: It is your turn" in event["summary"]


def test_what_others_owe_is_in_no_calendar(game: Game, bob: Person) -> None:
    assert open_calendar(PrivateFeed.objects.create(person=bob)) == []


def test_what_is_answered_leaves_the_calendar_and_stays_in_the_news(
    game: Game, feed: PrivateFeed, alice: Person, now: datetime
) -> None:
    asked = f"Conquest {game.pk}: It is your turn"
    assert open_news(feed) == [asked]
    stage.hand_in(game, alice, "end", now=now)
    assert open_calendar(feed) == []
    assert open_news(feed) == [f"Done: {asked}"]


def test_a_game_that_is_over_asks_nothing_of_late(
    game: Game, feed: PrivateFeed, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)
    assert open_calendar(feed) == open_news(feed) == []


def test_a_game_whose_clocks_stand_still_has_no_deadline(
    game: Game, feed: PrivateFeed, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(paused_at=now)
    assert open_calendar(feed) == []


def test_who_stands_in_is_asked_in_the_place_of_another(
    game: Game, feed: PrivateFeed, charlie: Person
) -> None:
    game.seats.filter(person=feed.person).update(is_absent=True, stand_in=charlie)
    assert open_calendar(feed) == []
    assert len(open_calendar(PrivateFeed.objects.create(person=charlie))) == 1


def test_days_away_stand_in_the_calendar(feed: PrivateFeed, now: datetime) -> None:
    Person.objects.filter(pk=feed.person_id).update(back_on=now.date() + timedelta(days=9999))
    (event,) = open_calendar(feed)
    assert event["summary"] == "Away from your games"


def test_vacation_stands_in_the_calendar(feed: PrivateFeed, now: datetime) -> None:
    today = timezone.now().date()
    for number in (3, 4, 8):
        day = today + timedelta(days=number)
        DayOff.objects.create(person=feed.person, day=day, kind="vacation")
    first, second = open_calendar(feed)
    assert first.decoded("dtend") - first.decoded("dtstart") == timedelta(days=2)
    assert first["uid"] != second["uid"]


def test_they_speak_the_language_of_their_person(game: Game, feed: PrivateFeed) -> None:
    Person.objects.filter(pk=feed.person_id).update(language="de")
    assert open_news(feed) == [f"Conquest {game.pk}: Du bist am Zug"]


def test_addresses_are_kept_from_caches_robots_and_others_pages(feed: PrivateFeed) -> None:
    for address in (addresses.calendar_address(feed), addresses.news_address(feed)):
        response = Client().get(path_of(address))
        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex"
        assert response["Referrer-Policy"] == "no-referrer"


def test_nobody_can_guess_an_address(feed: PrivateFeed, bob: Person) -> None:
    other = PrivateFeed.objects.create(person=bob)
    path, key = path_of(addresses.calendar_address(feed)), feed.key
    _number, _dot, signature = path.split("/")[2].rpartition(":")
    for token in (f"{feed.person_id}.{key}", f"{other.person_id}.{other.key}:{signature}", "0", ""):
        assert Client().get(f"/feeds/{token}/calendar.ics").status_code == 404


def test_other_addresses_make_those_of_before_useless(client: Client, feed: PrivateFeed) -> None:
    client.force_login(feed.person)
    old = path_of(addresses.calendar_address(feed))
    client.post(f"{PAGE}renew/")
    feed.refresh_from_db()
    assert Client().get(old).status_code == 404
    assert open_calendar(feed) == []


@pytest.mark.parametrize("change", [{"is_active": False}, {"leaving_at": "2026-11-01T00:00Z"}])
def test_the_addresses_of_a_closed_account_answer_nothing(
    feed: PrivateFeed, change: dict[str, Any]
) -> None:
    Person.objects.filter(pk=feed.person_id).update(**change)
    assert Client().get(path_of(addresses.news_address(feed))).status_code == 404


def test_addresses_are_switched_on_and_off_on_their_page(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert "calendar.ics" not in client.get(PAGE).content.decode()
    client.post(f"{PAGE}open/")
    feed = PrivateFeed.objects.get(person=alice)
    assert addresses.calendar_address(feed) in client.get(PAGE).content.decode()
    client.post(f"{PAGE}close/")
    assert Client().get(path_of(addresses.news_address(feed))).status_code == 404


@pytest.mark.parametrize(("hours", "kept"), [("3", 3), ("", None), ("73", 12), ("many", 12)])
def test_a_reminder_is_as_early_as_one_wants_within_three_days(
    client: Client, feed: PrivateFeed, hours: str, kept: int | None
) -> None:
    PrivateFeed.objects.filter(pk=feed.pk).update(alarm_hours=12)
    client.force_login(feed.person)
    client.post(f"{PAGE}alarm/", {"alarm_hours": hours})
    feed.refresh_from_db()
    assert feed.alarm_hours == kept


def test_looking_at_addresses_changes_nothing(client: Client, alice: Person) -> None:
    client.force_login(alice)
    for path in ("", "open/", "renew/", "close/", "alarm/"):
        client.get(PAGE + path)
    assert not PrivateFeed.objects.exists()
