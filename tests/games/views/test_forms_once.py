"""Forms that create something count once, however often they are sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import bots
from tests.games.forms import new_table


@pytest.fixture
def host(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def test_table_form_that_is_sent_twice_opens_one_table(host: Client, alice: Person) -> None:
    first, second = (new_table(host, key="k" * 32) for _time in range(2))
    game = Game.objects.get()
    assert first["Location"] == second["Location"] == reverse("table", args=[game.pk])
    assert game.seats.filter(person=alice).count() == 1


def test_table_forms_with_keys_of_their_own_open_a_table_each(host: Client, bob: Person) -> None:
    """Control: so does another person's form with the same key, and one without any."""
    new_table(host, key="k" * 32)
    new_table(host, key="l" * 32)
    new_table(host)
    new_table(host)
    host.force_login(bob)
    new_table(host, key="k" * 32)
    assert Game.objects.count() == 5


def test_table_form_that_is_sent_twice_is_no_second_table_of_a_day(
    host: Client, settings: Any
) -> None:
    settings.MAX_TABLES_A_DAY = 1
    for _time in range(2):
        assert new_table(host, key="k" * 32).status_code == 302


def test_bot_game_of_a_form_begins_once_for_each_game(host: Client) -> None:
    bots.get_or_create_bots()
    page = host.get(reverse("table_play"))
    key = page.context["key"]
    assert f'name="key" value="{key}"' in page.content.decode()
    for ruleset in ("conquest", "conquest", "bollwerk"):
        answer = host.post(reverse("table_play"), {"ruleset": ruleset, "key": key})
        assert answer.status_code == 302
    assert sorted(Game.objects.values_list("ruleset", flat=True)) == ["bollwerk", "conquest"]
