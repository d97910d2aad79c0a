"""Pages that ask for news are answered before the middleware, and as they would be behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory

from games import live
from games.models import Game, Seat
from web.fast_path import fast_path

KEPT = (
    "ETag",
    "Cache-Control",
    "Content-Type",
    "Cross-Origin-Resource-Policy",
    "Permissions-Policy",
    "X-Content-Type-Options",
    "Referrer-Policy",
)


def whole_way(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("418 I'm a teapot", [])
    return [b"the whole way"]


def ask(path: str, method: str = "GET", **headers: str) -> tuple[str, dict[str, str], bytes]:
    """Ask by the short way; give status, headers and body."""
    told: list[Any] = []
    environ = RequestFactory().generic(method, path, headers=headers).environ
    body = b"".join(fast_path(whole_way)(environ, lambda *answer: told.extend(answer)))
    return told[0], dict(told[1]), body


@pytest.fixture
def page(game: Game) -> str:
    return live.sign_pass(live.OpenPage(game.host.pk, game.pk, game.seats.get(person=game.host).pk))


@pytest.mark.django_db
def test_news_are_answered_as_the_whole_way_does(page: str) -> None:
    whole = Client().get("/news/", headers={"X-Page": page})
    status, headers, body = ask("/news/", **{"X-Page": page})
    assert (status, body) == ("200 OK", whole.content)
    assert [headers[name] for name in KEPT] == [whole[name] for name in KEPT]
    assert live.HEADER in headers["Vary"]
    assert "Set-Cookie" not in headers


@pytest.mark.django_db
def test_news_that_are_known_are_not_sent_again(page: str) -> None:
    etag = ask("/news/", **{"X-Page": page})[1]["ETag"]
    status, headers, body = ask("/news/", **{"X-Page": page, "If-None-Match": etag})
    assert (status, headers["ETag"], body) == ("304 Not Modified", etag, b"")


@pytest.mark.django_db
def test_the_fast_path_notes_that_somebody_is_looking(page: str, game: Game) -> None:
    assert ask("/news/", "POST", **{"X-Page": page})[0] == "204 No Content"
    assert Seat.objects.get(game=game, person=game.host).looked_at


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "method", "given"),
    [("/", "GET", True), ("/news", "GET", True), ("/news/", "PUT", True), ("/news/", "GET", False)],
)
def test_the_fast_path_leaves_all_else_to_the_whole_way(
    path: str, method: str, given: bool, page: str
) -> None:
    assert ask(path, method, **{"X-Page": page if given else "x"})[2] == b"the whole way"


@pytest.mark.django_db
def test_a_database_that_is_away_is_left_to_the_whole_way(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_page: live.OpenPage) -> live.PageStamp:
        raise OperationalError

    monkeypatch.setattr(live, "page_stamp", away)
    assert ask("/news/", **{"X-Page": page})[2] == b"the whole way"


def test_a_probe_is_answered_without_a_look_at_the_session() -> None:
    status, headers, body = ask("/healthz", Cookie="sessionid=some")
    assert (status, body) == ("200 OK", b"ok\n")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask("/healthz", "POST")[2] == b"the whole way"
    assert ask("/readyz")[2] == b"the whole way"  # the control
