"""Animations by the API: asked for within the limits of the page, and shown of public games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts import limits
from accounts.models import Person
from games.models import Animation, Game
from games.play import program_accounts
from games.sharing import animations
from tests.api.conftest import Connect


def still() -> float:
    return 0.0


def listed(connect: Connect, game: Game, **query: Any) -> Any:
    return connect().get(f"/games/{game.pk}/animations", **query).json()


def test_an_animation_is_asked_for_and_found_when_it_is_made(
    game: Game, charlie: Person, connect: Connect, now: datetime
) -> None:
    assert [one["state"] for one in listed(connect, game)] == ["unasked", "unasked"]
    asked = connect(charlie).post(f"/games/{game.pk}/animations", {"form": "gif"}).json()
    assert (asked["state"], asked["theme"], asked["url"]) == ("waiting", "light", None)
    animations.make_animation(Animation.objects.get().pk, now=now, timer=still)
    gif, webp = listed(connect, game)
    assert (gif["state"], gif["is_current"], webp["state"]) == ("ready", True, "unasked")
    file = connect().client.get(gif["url"].removeprefix("http://localhost:8000"))
    assert file["Content-Type"] == "image/gif"


def test_an_animation_comes_in_the_language_that_is_asked_for(
    game: Game, charlie: Person, connect: Connect
) -> None:
    program = connect(charlie, Accept_Language="de")
    told = program.post(f"/games/{game.pk}/animations", {"form": "webp", "theme": "dark"}).json()
    assert (told["form"], told["language"], told["theme"]) == ("webp", "de", "dark")


def test_a_private_game_has_no_animations(game: Game, alice: Person, connect: Connect) -> None:
    Game.objects.filter(pk=game.pk).update(is_private=True)
    path = f"/games/{game.pk}/animations"
    assert connect(alice).get(path).status_code == 404
    assert connect(alice).post(path, {"form": "gif"}).status_code == 404
    assert not Animation.objects.exists()


def test_bots_ask_for_animations_on_the_account_of_their_owner(
    game: Game, bob: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    charged: list[Person] = []

    def count(request: Any, person: Person) -> bool:
        charged.append(person)
        return len(charged) == 1

    monkeypatch.setattr(limits, "count_animation", count)
    program = connect(program_accounts.make_program(bob, "Castle", now=now))
    path = f"/games/{game.pk}/animations"
    assert program.post(path, {"form": "gif"}).status_code == 200
    assert program.post(path, {"form": "gif"}).status_code == 429
    assert charged == [bob, bob]


def test_too_many_animations_that_wait_are_refused(
    game: Game, charlie: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_WAITING", 0)
    answer = connect(charlie).post(f"/games/{game.pk}/animations", {"form": "gif"})
    assert answer.status_code == 409
