"""Titles of cups are reported at their games, and reset by the staff."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from mail.models import Delivery
from reports.models import Report
from seasons import titles
from seasons.models import Competition
from tests import passkeys
from tests.conftest import person
from tests.seasons.competitions import DAY, enter_all, open_championship, open_cup, people, tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(charlie: Person, now: datetime) -> Competition:
    """A cup of Charlie's that runs, with a title that nobody wants to read."""
    cup = open_cup(charlie, now - 10 * DAY, title="Fools", kind="round_robin")
    enter_all(cup, people(4), now - 10 * DAY)
    tick(now)
    return cup


def report_title(game: Game, by: Person) -> Report:
    client = Client()
    client.force_login(by)
    client.post(reverse("report_title", args=[game.pk]), {"reason": "insult"})
    return Report.objects.get()


def test_title_of_a_cup_is_that_of_its_director(cup: Competition, charlie: Person) -> None:
    game = Game.objects.order_by("pk")[0]
    report = report_title(game, Person.objects.get(name="Player 1"))
    assert (report.about, report.evidence) == (charlie, "Fools")


def test_title_of_a_season_is_nobodys_to_report(now: datetime) -> None:
    season = open_championship(now - 10 * DAY)
    enter_all(season, people(4), now - 10 * DAY)
    tick(now)
    game = Game.objects.order_by("pk")[0]
    assert titles.find_author(game) == game.host
    client = Client()
    client.force_login(Person.objects.get(name="Player 1"))
    client.post(reverse("report_title", args=[game.pk]), {"reason": "insult"})
    assert not Report.objects.exists()


def test_staff_resets_the_title_of_a_cup_with_that_of_its_games_and_series(
    cup: Competition, charlie: Person, now: datetime
) -> None:
    following = open_cup(charlie, now, title="Fools", repeats=cup)
    other = open_cup(charlie, now, title="Winter")
    theirs = open_cup(person("Dora"), now, title="Fools")
    frank = person("Frank", is_staff=True)
    frank.user_permissions.add(*Permission.objects.filter(codename="retitle"))
    game = Game.objects.order_by("pk")[0]
    url = reverse("admin:intervention", args=["retitle", game.pk])
    client = passkeys.sign_in(Client(), frank)
    answer = client.post(url, {"reason": "An insult.", "key": "0" * 32})
    assert answer.status_code == 302
    assert set(Game.objects.values_list("title", flat=True)) == {"Bollwerk"}
    called = dict(Competition.objects.values_list("pk", "title"))
    assert called == {
        cup.pk: "Bollwerk",
        following.pk: "Bollwerk",
        other.pk: "Winter",
        theirs.pk: "Fools",
    }
    assert Delivery.objects.filter(person=charlie).exists()
