"""Guests: people without an account, who play against the house in one browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import bots

PLAY = reverse("table_play")
FORM = {"ruleset": "bollwerk", "key": "k" * 32, "time_zone": "Europe/Vienna"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house() -> None:
    bots.get_or_create_bots()


def play(client: Client, **fields: str) -> Any:
    """Begin a game from the page that offers it."""
    client.get(PLAY)
    return client.post(PLAY, FORM | fields)


def test_visitor_plays_as_a_guest_at_once(client: Client) -> None:
    answer = play(client)
    guest, game = Person.objects.get(is_guest=True), Game.objects.get()
    assert answer["Location"] == reverse("game", args=[game.pk])
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert (game.host, game.is_private, game.is_rated) == (guest, True, False)
    assert (guest.name[:6], guest.time_zone, guest.letters) == ("Guest ", "Europe/Vienna", True)
    assert not guest.hears_letters
    page = client.get(answer["Location"]).content.decode()
    assert "You play as a guest" in page


def test_guest_form_that_is_sent_twice_makes_one_guest(client: Client) -> None:
    client.get(PLAY)
    twin = Client()
    twin.cookies = client.cookies.__class__(client.cookies.output(header="", sep=";"))
    first, second = client.post(PLAY, FORM), twin.post(PLAY, FORM)
    assert first["Location"] == second["Location"]
    assert Person.objects.filter(is_guest=True).count() == 1
    assert second.client.session["_auth_user_id"] == client.session["_auth_user_id"]


def test_guest_form_of_another_browser_is_another_guest(client: Client) -> None:
    play(client)
    stranger = Client()
    assert play(stranger)["Location"] != reverse("game", args=[Game.objects.earliest("pk").pk])
    assert stranger.get(reverse("game", args=[Game.objects.earliest("pk").pk])).status_code == 404
    assert Person.objects.filter(is_guest=True).count() == 2
