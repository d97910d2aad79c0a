"""A board seen from its far side: by whoever sits there, and by whoever turns it."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from games.letters import content, pictures
from games.models import Game
from tests.games import skirmishes

CHARTS = {
    turned: registry.get("skirmish").art.chart(f"glade-5{'-turned' * turned}")
    for turned in (False, True)
}


PLACED = re.compile(r'data-f="(\w\d)" transform="translate\(([\d.]+) ([\d.]+)\)')


@pytest.fixture
def skirmish(alice: Person, bob: Person, now: datetime) -> Game:
    """Ash is Alice, Birch at the far side is Bob, who is on turn."""
    people = [alice, bob]
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=3)


def seen(markup: str) -> set[bool]:
    """Return from which sides the boards of a page are seen: empty boards, figures and charts."""
    sides = {bool(found) for found in re.findall(r"boards/glade-5(-turned)?[-.]", markup)}
    for field, x, y in PLACED.findall(markup):
        places = {turned: chart.at(field) for turned, chart in CHARTS.items()}
        sides |= {turned for turned, at in places.items() if at == (float(x), float(y))}
    return sides


def get(client: Client, name: str, game: Game, query: str = "") -> str:
    return client.get(reverse(name, args=[game.pk]) + query).content.decode()


@pytest.mark.parametrize("name", ["game", "game_history", "game_try"])
def test_it_shows_the_board_from_the_side_of_its_reader(
    client: Client, skirmish: Game, alice: Person, bob: Person, name: str
) -> None:
    for person, is_far in ((None, False), (alice, False), (bob, True)):
        client.logout() if person is None else client.force_login(person)
        assert seen(get(client, name, skirmish)) == {is_far}


@pytest.mark.parametrize("asked", [False, True])
def test_it_turns_the_board_with_all_that_is_on_it_when_asked(
    client: Client, skirmish: Game, bob: Person, asked: bool
) -> None:
    client.force_login(bob)
    page = get(client, "game", skirmish, f"?turned={int(asked)}&piece=b5&near=1")
    assert "Turn the board" in page
    assert seen(page) == {asked}
    assert f"turned={int(not asked)}" in page
    choices = re.findall(r'href="(\?(?:plan|piece)=[^"]*)"', page)
    assert choices
    assert all(f"turned={int(asked)}" in choice for choice in choices)
    for address in re.findall(r'data-reel="([^"]*)"', page):
        assert seen(json.dumps(client.get(address).json()).replace("\\", "")) == {asked}
    (address,) = re.findall(r'"address": "([^"]*)"', page)
    told = client.post(address, {"text": "d5 to d4"}, headers={"accept": "application/json"})
    assert seen(told.json()["layer"]) == {asked}


def test_it_shows_a_turn_to_be_sent_and_a_question_from_the_same_side(
    client: Client, skirmish: Game, alice: Person, bob: Person, now: datetime
) -> None:
    client.force_login(bob)
    given = {"text": "d5 to d4"}
    check = client.post(reverse("game_check", args=[skirmish.pk]), given, follow=True)
    assert seen(check.content.decode()) == {True}
    skirmishes.tell(skirmish, [alice, bob], now=now, since=3, upto=skirmishes.ASKED)
    assert seen(get(client, "game_answer", skirmish)) == {True}


def test_it_draws_letters_from_the_side_of_their_reader(skirmish: Game) -> None:
    ash, birch = skirmish.seats.order_by("order")
    for seat, is_far in ((ash, False), (birch, True)):
        assert content.gather(skirmish, seat).is_far is is_far
    ours, theirs = (pictures.overviews(content.gather(skirmish, seat)) for seat in (ash, birch))
    assert ours[0].png != theirs[0].png


def test_it_offers_to_turn_no_board_that_has_no_far_side(client: Client, game: Game) -> None:
    client.force_login(game.host)
    assert "Turn the board" not in get(client, "game", game)
    assert seen(get(client, "game", game)) == set()
