"""Words of people whom somebody mutes or blocks: hidden from them, and nobody else sees it."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Mute, PlayerBlock
from mail.models import Delivery
from talk.models import Remark
from talk.unread import MOST, count_unread
from tests.talk.conftest import Say
from tests.talk.test_audiences import fill
from tests.talk.test_unread import cost
from tests.talk.test_views import page, post


def hide(by: str, game: Game, person: Person, other: Person, now: datetime) -> None:
    if by == "mute":
        Mute.objects.create(game=game, person=person, other=other, at=now)
    else:
        PlayerBlock.objects.create(person=person, other=other, at=now)


@pytest.mark.parametrize("by", ["mute", "block"])
def test_words_of_the_muted_are_hidden_from_those_who_mute_them(
    by: str,
    client: Client,
    game: Game,
    alice: Person,
    bob: Person,
    dora: Person,
    say: Say,
    now: datetime,
) -> None:
    hide(by, game, bob, alice, now)
    say(game, alice, "You fool!")
    for view in ("game", "words"):
        assert "You fool!" not in page(client, bob, game, view)
        assert "You fool!" in page(client, dora, game, view)
        assert "You fool!" in page(client, alice, game, view)
    assert "new word" not in page(client, bob, game)
    assert count_unread(bob, [game.pk]) == {}
    assert count_unread(dora, [game.pk]) == {game.pk: 1}


@pytest.mark.parametrize("by", ["mute", "block"])
def test_no_letter_tells_of_words_of_the_muted(
    by: str, game: Game, alice: Person, bob: Person, dora: Person, say: Say, now: datetime
) -> None:
    hide(by, game, bob, alice, now)
    say(game, alice, "You fool!")
    letters = Delivery.objects.filter(kind="words")
    assert not letters.filter(person=bob).exists()
    assert letters.filter(person=dora).exists()
    say(game, dora, "Hush.")
    assert letters.filter(person=bob).exists()


@pytest.mark.parametrize("by", ["mute", "block"])
def test_those_who_are_muted_see_nothing_change(
    by: str, client: Client, game: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    """Their own words stand there, and what the others say reaches them as ever."""
    say(game, alice, "Hello!")
    say(game, bob, "Go away!")
    before = listed_words(page(client, alice, game, "words"))
    hide(by, game, bob, alice, now)
    assert listed_words(page(client, alice, game, "words")) == before
    assert listed_words(page(client, bob, game, "words")) != before  # the control


def listed_words(text: str) -> list[str]:
    return [part.partition("</p>")[0] for part in text.split('class="said"')[1:]]


def test_somebody_is_muted_and_heard_again(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    remark = say(game, alice, "You fool!")
    assert "Mute them here" in page(client, bob, game)
    post(client, bob, game, "words_mute", remark.pk, muted="1")
    text = page(client, bob, game)
    assert "You fool!" not in text
    assert "hidden, as you want it" in text
    assert "Show their words here" in text
    post(client, bob, game, "words_mute", remark.pk, muted="0")
    assert "You fool!" in page(client, bob, game)


def test_nobody_mutes_themselves_or_by_words_of_another_table(
    client: Client, game: Game, table: Game, alice: Person, bob: Person, say: Say
) -> None:
    remark = say(game, alice, "Hello!")
    post(client, alice, game, "words_mute", remark.pk, muted="1")
    assert not Mute.objects.exists()
    client.force_login(bob)
    elsewhere = reverse("words_mute", args=[game.pk + 1, remark.pk])
    assert client.post(elsewhere, {"muted": "1"}).status_code == 404


def test_nobody_learns_by_a_mute_of_words_that_they_may_not_read(
    client: Client, game: Game, alice: Person, charlie: Person, say: Say
) -> None:
    remark = say(game, charlie, "Hello!", "watchers")
    assert post(client, alice, game, "words_mute", remark.pk, muted="1").status_code == 404
    assert post(client, alice, game, "words_mute", remark.pk + 1, muted="1").status_code == 404
    assert not Mute.objects.exists()


def test_very_many_words_of_the_muted_make_a_count_no_dearer(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    fill(game, alice, "all", 50_000, now)
    hide("mute", game, bob, alice, now)
    assert cost(bob, game) <= 2 * MOST
    assert count_unread(bob, [game.pk]) == {}
    assert Remark.objects.count() == 50_000
