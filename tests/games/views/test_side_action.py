"""Actions beside a turn: the draft and the news stay as they are."""

from __future__ import annotations

from datetime import datetime
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests.games import skirmishes
from tests.games.skirmishes import ASH, BIRCH, MET
from tests.games.test_every_page import plain

MOVE = "b1 to b2"
OFFER = {"text": "offer draw", "key": "k"}


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def play_story(people: list[Person], now: datetime, upto: int) -> Game:
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=upto)


def offer(client: Client, game: Game) -> str:
    """Offer a draw as the page of the action does; return the page after the redirect."""
    sent = OFFER | {"seen": str(game.version)}
    return plain(client.post(reverse("game_submit", args=[game.pk]), sent, follow=True))


def plan_text(client: Client, game: Game) -> str:
    page = unescape(client.get(reverse("game", args=[game.pk])).content.decode())
    return page.partition('autocomplete="off">')[2].partition("</textarea>")[0]


def news(client: Client, game: Game) -> str:
    page = plain(client.get(reverse("game", args=[game.pk])))
    return page.partition("Since your last turn")[2].partition("The whole game")[0].strip()


@pytest.mark.parametrize("place", [ASH, BIRCH])
def test_side_action_leaves_the_draft(
    client: Client, people: list[Person], now: datetime, place: int
) -> None:
    """On turn and out of turn."""
    game = play_story(people, now, MET)
    client.force_login(people[place])
    client.post(reverse("game_plan", args=[game.pk]), {"text": MOVE})
    assert "offers a draw" in offer(client, game)
    assert plan_text(client, game) == MOVE


def test_turn_after_a_side_action_uses_the_draft_up(
    client: Client, people: list[Person], now: datetime
) -> None:
    """Control: then it is a turn."""
    game = play_story(people, now, MET)
    client.force_login(people[ASH])
    client.post(reverse("game_plan", args=[game.pk]), {"text": MOVE})
    skirmishes.hand_in(game, people[ASH], f"offer draw / {MOVE}", now=now)
    assert plan_text(client, game) == ""


def test_side_action_keeps_the_news_since_the_last_turn(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = play_story(people, now, MET)
    client.force_login(people[ASH])
    before = news(client, game)
    assert before.startswith("Birch goes from b5 to b4.")
    offer(client, game)
    assert news(client, game) == before
