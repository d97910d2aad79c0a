"""The review of a turn in a game with secrets and a die."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Submission
from tests.games import skirmishes
from tests.games.skirmishes import MET
from tests.games.test_every_page import plain

STEP = "captain d3: attack d4"


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    people = [alice, bob]
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=MET)


def test_review_names_a_step_of_unforeseen_outcome(
    client: Client, game: Game, alice: Person
) -> None:
    client.force_login(alice)
    given = {"text": "d3 to d4", "seen": game.version}
    page = plain(client.post(reverse("game_check", args=[game.pk]), given, follow=True))
    assert f"{STEP} d3 to d4 Here the ranks decide." in page


def test_form_redirects_to_the_url_of_its_review(client: Client, game: Game, alice: Person) -> None:
    """So that no way back in the browser asks to send a form again."""
    client.force_login(alice)
    address = reverse("game_check", args=[game.pk])
    answer = client.post(address, {"text": "d3 to d4", "seen": game.version})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}?end=")
    assert "Send the turn" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("end", ["", "resign", "d2 to d3"])
def test_review_adds_no_word_of_the_url_to_a_plan(
    client: Client, game: Game, alice: Person, end: str
) -> None:
    """A link of somebody else's cannot put an order into a turn."""
    client.force_login(alice)
    address = reverse("game_check", args=[game.pk])
    client.post(address, {"text": "d3 to d4", "seen": game.version})
    page = client.get(address, {"end": end}).content.decode()
    assert 'name="text" value="d3 to d4"' in page


def test_review_of_nothing_redirects_to_the_game(
    client: Client, game: Game, alice: Person, bob: Person
) -> None:
    address = reverse("game_check", args=[game.pk])
    for person in (None, bob, alice):
        client.logout()
        if person:
            client.force_login(person)
        assert client.get(address)["Location"] == reverse("game", args=[game.pk])


@pytest.mark.parametrize("door", ["game", "game_try"])
def test_review_names_a_step_like_the_plan_before(
    client: Client, game: Game, alice: Person, door: str
) -> None:
    client.force_login(alice)
    page = plain(client.get(reverse(door, args=[game.pk]), {"plan": "d3 to d4"}))
    assert f"{STEP} ✕ remove step 1 Here the ranks decide." in page


def test_submit_reads_nothing_before_the_one_call_that_plays_a_turn(
    client: Client, game: Game, django_assert_max_num_queries: Any
) -> None:
    """Session and person are read; all else is done by the call itself, in its own trips."""
    client.force_login(game.host)
    form = {"text": "d3 to d4", "seen": game.version, "key": "one"}
    with django_assert_max_num_queries(5) as read:
        assert client.post(reverse("game_submit", args=[game.pk]), form).status_code == 302
    assert not [query for query in read if '"games_game"' in query["sql"]]


def test_submit_normalizes_what_a_phone_has_made_of_the_orders(
    client: Client, game: Game, alice: Person
) -> None:
    client.force_login(alice)
    given = {"text": "d3\u00a0to d4.", "seen": game.version, "key": "k"}
    for door in ("game_plan", "game_submit"):
        assert client.post(reverse(door, args=[game.pk]), given).status_code == 302
    assert Submission.objects.latest("pk").text == "d3 to d4"
