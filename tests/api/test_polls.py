"""What a program knows already is answered before the middleware, and as it would be behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.test import Client, RequestFactory

from accounts.models import Person
from games.models import Game
from tests.api.conftest import make_secret
from web.fast_path import fast_path

KEPT = (
    "ETag",
    "Cache-Control",
    "Cross-Origin-Resource-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Content-Type-Options",
    "RateLimit-Limit",
)
WHOLE = b"the whole way"


def whole_way(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("418 I'm a teapot", [])
    return [WHOLE]


def ask(path: str, method: str = "GET", **headers: str) -> tuple[str, dict[str, str], bytes]:
    """Ask by the short way; give status, headers and body."""
    told: list[Any] = []
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    environ = RequestFactory().generic(method, path, headers=named).environ
    body = b"".join(fast_path(whole_way)(environ, lambda *answer: told.extend(answer)))
    return told[0], dict(told[1]), body


@pytest.fixture
def shown(alice: Person) -> str:
    """Return what a program of Alice shows."""
    return f"Bearer {make_secret(alice)}"


@pytest.fixture
def path(game: Game) -> str:
    return f"/api/v1/games/{game.pk}"


def read_etag(path: str, shown: str, **headers: str) -> str:
    return str(Client(headers={"Authorization": shown, **headers}).get(path)["ETag"])


def test_a_poll_is_answered_as_the_whole_way_does(path: str, shown: str) -> None:
    etag = read_etag(path, shown)
    named = {"Authorization": shown, "If-None-Match": etag}
    whole = Client().get(path, headers=named)
    status, headers, body = ask(path, **named)
    assert (status, body, whole.status_code) == ("304 Not Modified", b"", 304)
    assert [headers[name] for name in KEPT] == [whole[name] for name in KEPT]
    assert {"Accept-Language", "Authorization"} <= set(headers["Vary"].split(", "))


def test_a_poll_that_finds_news_goes_the_whole_way(
    path: str, shown: str, game: Game, alice: Person
) -> None:
    etag = read_etag(path, shown)
    named = {"Authorization": shown, "If-None-Match": etag}
    assert ask(path, **named)[2] == b""  # the control
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    assert ask(path, **named)[2] == WHOLE


def test_a_poll_is_charged_though_it_goes_the_short_way(path: str, shown: str) -> None:
    named = {"Authorization": shown, "If-None-Match": read_etag(path, shown)}
    left = int(ask(path, **named)[1]["RateLimit-Remaining"])
    ask(path, **(named | {"If-None-Match": '"old"'}))
    assert int(ask(path, **named)[1]["RateLimit-Remaining"]) == left - 1


def test_a_budget_that_is_used_up_is_told_by_the_whole_way(
    path: str, shown: str, settings: Any
) -> None:
    settings.API_REQUESTS_A_MINUTE = 2
    named = {"Authorization": shown, "If-None-Match": read_etag(path, shown)}
    assert [ask(path, **named)[2] for _number in range(2)] == [b"", WHOLE]


def test_a_strangers_poll_of_a_private_game_goes_the_whole_way(
    path: str, shown: str, game: Game, dora: Person
) -> None:
    """A game that is private answers as none, whatever ETag somebody else was told."""
    etag = read_etag(path, shown)
    Game.objects.filter(pk=game.pk).update(is_private=True)
    stranger = f"Bearer {make_secret(dora)}"
    assert ask(path, Authorization=stranger, If_None_Match=etag)[2] == WHOLE


def test_each_language_has_an_etag_of_its_own(path: str, shown: str) -> None:
    etag = read_etag(path, shown, **{"Accept-Language": "de"})
    named = {"Authorization": shown, "If-None-Match": etag}
    assert ask(path, **named)[2] == WHOLE
    assert ask(path, **named, Accept_Language="de")[2] == b""


@pytest.mark.parametrize("change", ["path", "query", "method", "token", "no token"])
def test_what_is_no_good_poll_goes_the_whole_way(path: str, shown: str, change: str) -> None:
    named = {"Authorization": shown, "If-None-Match": read_etag(path, shown)}
    method = "HEAD" if change == "method" else "GET"
    if change == "path":
        path += "/position"
    if change == "query":
        path += "?wait=25"
    if change == "token":
        named["Authorization"] = shown[:-1]
    if change == "no token":
        del named["Authorization"]
    assert ask(path, method, **named)[2] == WHOLE
