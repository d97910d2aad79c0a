"""What somebody has won in seasons and cups, on their page."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from seasons.honours import page_of_honours
from seasons.models import Competition, Entrant, Group
from tests.games.test_every_page import plain
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


def finish_season(now: datetime, players: list[Person]) -> Competition:
    season = open_championship(now)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    for day in range(11, 20):
        for group in Group.objects.all():
            for game in running_games(group):
                resign_weaker(game, players, now + day * DAY)
        tick(now + day * DAY)
    tick(now + 100 * DAY)
    return season


def finish_cup(director: Person, ranked: list[Person], now: datetime, **fields: object) -> None:
    cup = open_cup(director, now, began_at=now, ended_at=now, status="over", **fields)
    for rank, one in enumerate(ranked, start=1):
        Entrant.objects.create(competition=cup, person=one, entered_at=now, rank=rank)


def sentences(person: Person, viewer: Person | None = None) -> list[str]:
    return [honour.sentence for honour in page_of_honours(person, viewer, "", 20).rows]


def test_titles_and_rises_of_seasons_are_honours(client: Client, now: datetime) -> None:
    players = people(8)
    finish_season(now, players)
    assert sentences(players[0]) == ["Champion of Division 1: Bollwerk, season 1"]
    assert sentences(players[4]) == [
        "Champion of Division 2: Bollwerk, season 1 · Went up from Division 2: Bollwerk, season 1"
    ]
    assert sentences(players[1]) == []
    seen = plain(client.get(reverse("player", args=[players[0].pk])))
    assert "Honours Champion of Division 1: Bollwerk, season 1" in seen
    assert "Honours" not in plain(client.get(reverse("player", args=[players[1].pk])))


def test_the_first_three_of_a_cup_are_honoured_the_newest_first(
    now: datetime, alice: Person
) -> None:
    players = people(8)
    finish_cup(alice, players, now, title="Old")
    finish_cup(alice, players[3::-1] + players[4:], now + DAY, title="New")
    assert sentences(players[0]) == ["First in “Old”"]
    assert sentences(players[2]) == ["Second in “New”", "Third in “Old”"]


def test_cups_of_few_people_are_no_honour(now: datetime, alice: Person) -> None:
    """Neither among seven, nor where house players fill the places."""
    players = people(8)
    finish_cup(alice, players[:7], now)
    assert sentences(players[0]) == []
    finish_cup(alice, players, now)
    Person.objects.filter(pk=players[7].pk).update(is_house=True)
    assert sentences(players[0]) == []
    Person.objects.filter(pk=players[7].pk).update(is_house=False)
    assert sentences(players[0]) == ["First in “Cup”"]


def test_honours_of_a_private_cup_are_known_to_those_who_know_of_it(
    client: Client, now: datetime, alice: Person, charlie: Person
) -> None:
    players = people(8)
    finish_cup(alice, players, now, title="Club night", is_private=True)
    for viewer, expected in ((None, 0), (charlie, 0), (alice, 1), (players[1], 1)):
        assert len(sentences(players[0], viewer)) == expected


def test_who_has_left_is_not_honoured(now: datetime, alice: Person) -> None:
    players = people(9)
    finish_cup(alice, players, now)
    assert sentences(players[0]) == ["First in “Cup”"]
    Entrant.objects.filter(person=players[0]).update(left_at=now, left="withdrew")
    assert sentences(players[0]) == []


def test_page_shows_twenty_and_leads_to_all(client: Client, now: datetime, alice: Person) -> None:
    players = people(8)
    bob = players[0]
    with CaptureQueriesContext(connection) as before:
        client.get(reverse("player", args=[bob.pk]))
    for number in range(21):
        finish_cup(alice, players, now + number * DAY, title=f"Cup {number}")
    with CaptureQueriesContext(connection) as after:
        answer = client.get(reverse("player", args=[bob.pk]))
    assert len(after) <= len(before) + 1
    assert "“Cup 20”" in plain(answer)
    assert "“Cup 0”" not in plain(answer)
    assert "See all of them" in plain(answer)
    assert "“Cup 0”" in plain(client.get(reverse("honours", args=[bob.pk])))
