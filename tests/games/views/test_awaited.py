"""What all are asked for at once: players who have done their part see it, and who is awaited."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import turns
from tests.games import skirmishes
from tests.games.test_every_page import plain

CAMP = "Muster b1 scout,  c1 guard, d1 captain"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    """Dora reads German."""
    return [alice, bob, dora, erin]


@pytest.fixture
def game(people: list[Person], now: datetime) -> Game:
    """A skirmish of four in which Alice alone has set up."""
    game = skirmishes.begin(people, now=now, options={"players": 4})
    skirmishes.hand_in(game, people[0], CAMP, now=now)
    return game


def page_text(client: Client, game: Game, person: Person | None, **query: Any) -> str:
    client.logout()
    if person:
        client.force_login(person)
    return plain(client.get(reverse("game", args=[game.pk]), query))


def test_awaited_players_and_own_part_are_shown(client: Client, game: Game, alice: Person) -> None:
    page = page_text(client, game, alice)
    assert "You have sent: Muster b1 scout, c1 guard, d1 captain" in page
    assert "Waiting for Bob, Dora and Erin." in page


def test_awaited_own_part_is_shown_to_nobody_else(
    client: Client, game: Game, bob: Person, charlie: Person
) -> None:
    for stranger in (bob, charlie, None):
        page = page_text(client, game, stranger)
        assert "Waiting for Bob, Dora and Erin" not in page
        assert "scout, c1" not in page


def test_awaited_players_are_those_who_are_left(
    client: Client, game: Game, people: list[Person], now: datetime
) -> None:
    skirmishes.hand_in(game, people[2], "muster b5 scout, c5 guard, d5 captain", now=now)
    assert "Waiting for Bob and Erin." in page_text(client, game, people[0])
    page = page_text(client, game, people[2])
    assert "Das hast du abgegeben: muster b5 scout" in page
    assert "Wir warten auf Bob und Erin." in page


def test_awaited_players_do_not_include_who_has_left(
    client: Client, game: Game, people: list[Person], now: datetime
) -> None:
    turns.leave_game(game.pk, people[1], now=now)
    assert "Waiting for Dora and Erin." in page_text(client, game, people[0])


def test_awaited_players_are_gone_once_all_have_acted(
    client: Client, game: Game, people: list[Person], now: datetime
) -> None:
    for place, squares in ((1, "a2 a3 a4"), (2, "b5 c5 d5"), (3, "e2 e3 e4")):
        pairs = zip(squares.split(), ("scout", "guard", "captain"), strict=True)
        camp = ", ".join(f"{at} {rank}" for at, rank in pairs)
        skirmishes.hand_in(game, people[place], f"muster {camp}", now=now)
    assert "Everybody moves at the same time" not in page_text(client, game, people[1])
    assert "scout, a3" not in page_text(client, game, people[1])


def test_awaited_players_are_named_once_beside_the_receipt(
    client: Client, game: Game, alice: Person
) -> None:
    sent = game.submissions.get()
    page = page_text(client, game, alice, sent=sent.pk)
    assert page.count("Muster b1 scout") == 1


def test_awaited_page_names_own_part_before_those_of_others(
    client: Client, game: Game, erin: Person
) -> None:
    """A narrow phone shows the first alone, with its deadline."""
    client.force_login(erin)
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    head = page.partition('<div class="whose">')[2].partition("</p>")[0]
    assert str(game.rules.judgement.decision_kinds["setup"].of_you) in head
