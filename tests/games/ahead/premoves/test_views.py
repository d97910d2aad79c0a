"""Premoves: reviewed and handed in ahead, shown to their author alone, and withdrawn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Draft, Game, Premove
from games.play import turns
from tests import stage

pytestmark = pytest.mark.django_db

TURN = "W40-W29"


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """South (Alice) is on turn, West (Bob) comes next."""
    return stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)


@pytest.fixture
def west(client: Client, bob: Person) -> Client:
    client.force_login(bob)
    return client


def page(client: Client, game: Game, name: str = "game") -> str:
    text: str = client.get(reverse(name, args=[game.pk])).content.decode()
    return " ".join(text.split())


def check(client: Client, game: Game, text: str) -> Any:
    data = {"text": text, "end": "end", "seen": 1}
    return client.post(reverse("game_check", args=[game.pk]), data, follow=True)


def file(client: Client, game: Game, text: str = f"{TURN}; end", **said: Any) -> Any:
    return client.post(
        reverse("game_premove", args=[game.pk]), {"text": text, "seen": 1, **said}, follow=True
    )


def test_premove_is_checked_on_the_board_as_it_would_be(west: Client, game: Game) -> None:
    text = check(west, game, TURN).content.decode()
    assert "Is this your next turn?" in text
    assert "Play it when my turn comes" in text
    assert reverse("game_submit", args=[game.pk]) not in text
    assert f'value="{TURN}; end"' in text


def test_premove_is_shown_to_its_author_with_what_it_waits_for(west: Client, game: Game) -> None:
    text = " ".join(file(west, game, only="careful").content.decode().split())
    assert "Handed in ahead. It is played as soon as it is your turn." in text
    assert f'<code translate="no">{TURN}; end</code>' in text
    assert "none of your pieces has come into reach of others" in text
    assert Premove.objects.get().is_careful


def test_premove_is_shown_to_nobody_else(west: Client, game: Game, alice: Person) -> None:
    before = {name: _page_for(alice, game, name) for name in ("game", "game_history", "game_text")}
    file(west, game)
    assert Premove.objects.exists()
    after = {name: _page_for(alice, game, name) for name in before}
    assert {name: _stable_text(text) for name, text in after.items()} == {
        name: _stable_text(text) for name, text in before.items()
    }


def _page_for(person: Person, game: Game, name: str) -> str:
    client = Client()
    client.force_login(person)
    return page(client, game, name)


def _stable_text(text: str) -> list[str]:
    """Return the words of a page without its keys and passes, which differ at each visit."""
    return [word for word in text.split() if not word.startswith(("value=", "data-news", "data-"))]


def test_premove_can_be_taken_back(west: Client, game: Game) -> None:
    file(west, game)
    answer = west.post(reverse("game_premove", args=[game.pk]), {"withdraw": "1"}, follow=True)
    assert "Taken back. You will be asked for your turn." in answer.content.decode()
    assert not Premove.objects.exists()
    again = west.post(reverse("game_premove", args=[game.pk]), {"withdraw": "1"}, follow=True)
    assert "There is nothing to take back any more." in again.content.decode()


def test_premove_is_refused_of_a_player_who_has_not_seen_the_present(
    west: Client, game: Game, alice: Person, now: datetime
) -> None:
    stage.hand_in(game, alice, "S40-S29", now=now)
    answer = file(west, game)
    assert answer.status_code == 409
    text = " ".join(answer.content.decode().split())
    assert "Nothing was handed in ahead." in text
    assert "This happened meanwhile:" in text
    assert TURN in text
    assert not Premove.objects.exists()


def test_premove_is_refused_with_its_rule(west: Client, game: Game) -> None:
    answer = file(west, game, "W40-W01; end")
    assert answer.status_code == 422
    assert "W40-W01; end" in answer.content.decode()


def test_premove_is_refused_while_the_game_is_paused(
    west: Client, game: Game, now: datetime
) -> None:
    turns.pause_game(game.pk, now=now)
    answer = file(west, game)
    assert answer.status_code == 409
    assert "This game is paused." in answer.content.decode()


def test_premove_is_refused_where_nobody_could_have_meant_it(west: Client, game: Game) -> None:
    assert file(west, game, "W40-W29; " * 3000).status_code == 413


def test_dropped_premove_says_on_the_page_why(
    west: Client, game: Game, alice: Person, now: datetime
) -> None:
    check(west, game, TURN)
    file(west, game)
    Premove.objects.update(stood={"W01": "a tower"})
    stage.hand_in(game, alice, "end", now=now)
    text = page(west, game)
    assert "what stood on W01 does not stand there any more." in text
    assert "Take it up again" not in text  # the draft it was made of is there
    Draft.objects.all().delete()
    assert 'href="?plan=W40-W29#board"' in page(west, game)


def test_premove_has_no_page_of_its_own(west: Client, game: Game) -> None:
    answer = west.get(reverse("game_premove", args=[game.pk]))
    assert answer["Location"] == reverse("game", args=[game.pk])


def test_turn_is_still_only_sent_by_the_player_on_turn(west: Client, game: Game) -> None:
    answer = west.post(
        reverse("game_submit", args=[game.pk]), {"text": "end", "seen": 1, "key": "k"}
    )
    assert answer.status_code == 409
