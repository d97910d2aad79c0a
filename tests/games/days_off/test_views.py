"""The page of days off: taken, refused, given back, and shown to the others."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.models import DayOff, Game

pytestmark = pytest.mark.django_db

PAGE = reverse("days_off")
TAKE = reverse("take_days_off")
DAY = timedelta(days=1)


@pytest.fixture
def hers(alice: Person, client: Client) -> Client:
    client.force_login(alice)
    return client


def days(first: int, last: int, kind: str = "vacation") -> dict[str, str]:
    """Return a form for days from Alice's today on, by their numbers."""
    today = timezone.now().astimezone(ZoneInfo("Europe/Berlin")).date()
    return {"kind": kind, "first": str(today + first * DAY), "last": str(today + last * DAY)}


def text_of(answer: Any) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def test_days_are_taken_and_given_back(hers: Client, alice: Person) -> None:
    page = text_of(hers.post(TAKE, days(2, 4), follow=True))
    assert "Your clocks rest on these days." in page
    assert DayOff.objects.filter(person=alice, kind="vacation").count() == 3
    assert "Give these days back" in page
    page = text_of(hers.post(reverse("return_days_off"), days(2, 4), follow=True))
    assert "Your clocks run on these days." in page
    assert not DayOff.objects.exists()


def test_days_that_end_by_a_turn_say_so(hers: Client) -> None:
    page = text_of(hers.post(TAKE, {**days(2, 4), "ends_by_turn": "on"}, follow=True))
    assert "These days end an hour after a turn of yours." in page
    page = text_of(hers.post(TAKE, days(5, 6), follow=True))
    assert page.count("These days end an hour after a turn of yours.") == 1
    assert DayOff.objects.filter(ends_by_turn=True).count() == 3


def test_one_day_needs_no_last_one(hers: Client) -> None:
    hers.post(TAKE, {**days(2, 2, "holiday"), "last": ""})
    assert DayOff.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (days(4, 2), "The last day is before the first one."),
        (days(1, 99), "These are too many days at once."),
        (days(-9, 2), "Days off begin today or later."),
        (days(1, 40, "holiday"), "days off left in"),
        ({**days(1, 2), "kind": "rest"}, "Select a valid choice"),
        ({**days(1, 2), "first": "never"}, "Enter a valid date."),
        ({**days(1, 2), "first": "0001-01-01"}, "These are too many days at once."),
        ({**days(1, 2), "last": "9999-12-31"}, "These are too many days at once."),
    ],
)
def test_days_are_refused_in_a_sentence(hers: Client, fields: dict[str, str], words: str) -> None:
    answer = hers.post(TAKE, fields)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not DayOff.objects.exists()


def test_somebody_on_vacation_can_be_back(hers: Client) -> None:
    hers.post(TAKE, days(0, 4))
    assert "I am back" in text_of(hers.get(PAGE))
    hers.post(reverse("return_days_off"), days(0, 4))
    assert DayOff.objects.count() <= 2  # today has begun, where she lives, too


def test_the_others_see_until_when(hers: Client, game: Game, alice: Person, bob: Person) -> None:
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "days_off": True})
    hers.post(TAKE, days(0, 4))
    theirs = Client()
    theirs.force_login(bob)
    words = "clock rests until"
    assert words in text_of(theirs.get(reverse("game", args=[game.pk])))
    Game.objects.filter(pk=game.pk).update(pace=game.pace)
    assert words not in text_of(theirs.get(reverse("game", args=[game.pk])))
