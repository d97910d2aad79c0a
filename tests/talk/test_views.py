"""Words at tables in the browser: said, read, edited and withdrawn."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from talk.models import Remark


def page(client: Client, person: Person | None, game: Game, view: str = "game") -> str:
    client.logout()
    if person:
        client.force_login(person)
    return unescape(client.get(reverse(view, args=[game.pk])).content.decode())


def post(client: Client, person: Person, game: Game, view: str, *args: int, **fields: str) -> Any:
    client.force_login(person)
    return client.post(reverse(view, args=[game.pk, *args]), fields)


def test_words_said_to_all_are_read_by_the_others(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    answer = post(client, alice, game, "words_say", text="A fine opening!", audience="all")
    assert answer.status_code == 302
    for reader in (alice, bob, charlie):
        assert "A fine opening!" in page(client, reader, game)
        assert "A fine opening!" in page(client, reader, game, "words")


@pytest.mark.parametrize("status", ["open", "running"])
def test_words_are_not_for_visitors_without_an_account(
    status: str, client: Client, game: Game, table: Game, alice: Person
) -> None:
    post(client, alice, game, "words_say", text="A fine opening!", audience="all")
    assert "A fine opening!" not in page(client, None, game)
    assert "A fine opening!" in page(client, alice, game)


def test_words_are_said_once_however_often_their_form_is_sent(
    client: Client, game: Game, alice: Person
) -> None:
    for _ in range(2):
        post(client, alice, game, "words_say", text="Hello", audience="all", key="k")
    assert Remark.objects.count() == 1
