"""A damaged game: its pages say that it is being mended, and other pages are not affected."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests.games import damage

MENDED = "This game is being mended"
WAYS = [
    *((damage.position, how) for how in damage.POSITIONS),
    *((damage.event, how) for how in damage.EVENTS),
]


@pytest.fixture(params=WAYS, ids=lambda way: f"{way[0].__name__} {way[1]}")
def damaged_game(game: Game, request: Any) -> Game:
    act, how = request.param
    act(game, how)
    return game


@pytest.mark.parametrize("who", ["", "Alice", "Bob", "Charlie"])
@pytest.mark.parametrize("name", ["home", "tables", "tables_running", "league", "player"])
def test_damaged_game_is_listed_as_being_mended(
    client: Client, damaged_game: Game, alice: Person, charlie: Person, who: str, name: str
) -> None:
    if who:
        client.force_login(Person.objects.get(name=who))
    address = {
        "tables_running": f"{reverse('tables')}?show=running",
        "player": reverse("player", args=[alice.pk]),
    }.get(name) or reverse(name)
    answer = client.get(address)
    assert answer.status_code == 200
    lists_it = name == "tables_running" or (name == "home" and who in ("Alice", "Bob"))
    if lists_it:
        assert MENDED in answer.content.decode()


def test_damaged_game_says_so_on_its_page(
    client: Client, damaged_game: Game, alice: Person
) -> None:
    client.force_login(alice)
    answer = client.get(damaged_game.get_absolute_url())
    assert (answer.status_code, answer["Retry-After"]) == (503, "300")
    assert MENDED in answer.content.decode()


def test_damaged_game_is_reported_to_scripts(client: Client, game: Game, alice: Person) -> None:
    damage.position(game, "cut short")
    client.force_login(alice)
    address = reverse("game_reach", args=[game.pk])
    answer = client.get(f"{address}?field=S40", headers={"Accept": "application/json"})
    assert answer.status_code == 503
    assert MENDED in answer.json()["trouble"]
