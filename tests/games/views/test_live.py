"""News for open pages: asked for with a pass, without a session."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import live
from games.models import Game, Seat
from games.play import tables
from games.play.clock import PRESETS
from tests.games.play.test_notices import end_turn

PASS = re.compile(r'data-pass="([^"]+)" data-news="([^"]*)"')


@pytest.fixture
def news(client: Client) -> str:
    return reverse("news")


def page_of(client: Client, address: str, person: Person | None) -> tuple[str, str]:
    """Open a page; give its pass and what it says was new then."""
    client.logout()
    if person:
        client.force_login(person)
    found = PASS.search(client.get(address).content.decode())
    assert found
    return found[1], found[2]


def ask(address: str, given: str, etag: str = "") -> Any:
    return Client().get(address, headers={"X-Page": given, "If-None-Match": etag})


def test_live_stamp_is_what_the_page_shows_already(
    client: Client, news: str, game: Game, alice: Person
) -> None:
    for address in (game.get_absolute_url(), reverse("home")):
        given, shown = page_of(client, address, alice)
        assert ask(news, given).json() == {"news": shown, "asked": 1}


def test_live_news_when_somebody_has_moved(
    client: Client, news: str, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    pages = [page_of(client, one, bob) for one in (game.get_absolute_url(), reverse("home"))]
    end_turn(game, alice, now)
    for given, shown in pages:
        told = ask(news, given).json()
        assert told["news"] != shown
        assert told["asked"] == 1


def test_live_news_when_somebody_sits_down(
    client: Client, news: str, alice: Person, bob: Person, now: datetime
) -> None:
    table = tables.open_table(
        alice,
        tables.TableTerms(ruleset="conquest", title="Winter", pace=PRESETS["normal"]),
        now=now,
    )
    tables.join_table(table.pk, alice, now=now)
    pages = [page_of(client, one, alice) for one in (table.get_absolute_url(), reverse("home"))]
    tables.join_table(table.pk, bob, now=now)
    for given, shown in pages:
        assert ask(news, given).json()["news"] != shown


def test_live_news_is_304_where_nothing_is_new(
    client: Client, news: str, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    given, _ = page_of(client, game.get_absolute_url(), bob)
    etag = ask(news, given)["ETag"]
    unchanged = ask(news, given, etag)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    end_turn(game, alice, now)
    assert ask(news, given, etag).status_code == 200


def test_live_news_costs_one_read_and_no_session(
    client: Client, news: str, game: Game, alice: Person, django_assert_num_queries: Any
) -> None:
    given, _ = page_of(client, game.get_absolute_url(), alice)
    sessions = list(Session.objects.values_list("session_key", "session_data", "expire_date"))
    with django_assert_num_queries(1):
        client.cookies.clear()
        client.get(news, headers={"X-Page": given})
    kept = list(Session.objects.values_list("session_key", "session_data", "expire_date"))
    assert kept == sessions


def test_live_news_needs_a_pass(client: Client, news: str, game: Game, alice: Person) -> None:
    client.force_login(alice)
    forged = signing.dumps([alice.pk, game.pk, None], salt="another")
    for given in ("", "nonsense", forged):
        assert client.get(news, headers={"X-Page": given}).status_code == 410
        assert client.post(news, headers={"X-Page": given}).status_code == 410


def test_live_pass_is_not_given_for_a_private_game(
    client: Client, game: Game, alice: Person, charlie: Person
) -> None:
    Game.objects.update(is_private=True)
    client.force_login(charlie)
    assert client.get(game.get_absolute_url()).status_code == 404
    assert page_of(client, game.get_absolute_url(), alice)


def test_live_pass_to_a_private_table_ends_with_a_removal(
    client: Client, news: str, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    table = tables.open_table(
        alice,
        tables.TableTerms(
            ruleset="conquest", title="Winter", pace=PRESETS["normal"], is_private=True
        ),
        now=now,
    )
    invitation = reverse("invite", args=[table.invite_key])
    by_link, _ = page_of(client, invitation, bob)
    strange, _ = page_of(client, invitation, None)
    tables.join_table(table.pk, bob, now=now)
    seated, _ = page_of(client, table.get_absolute_url(), bob)
    passes = (by_link, seated, strange)
    assert [ask(news, given).status_code for given in passes] == [200] * 3
    tables.remove_player(table.pk, alice, bob.pk, now=now)
    assert [ask(news, given).status_code for given in passes] == [410, 410, 200]
    tables.call_off_table(table.pk, now=now)
    assert ask(news, strange).status_code == 410


def test_live_pass_to_a_private_game_ends_with_the_invitation(
    client: Client, news: str, game: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    invitation = game.invitations.create(
        address=charlie.email, mailbox=charlie.mailbox, invited_by=alice, at=now
    )
    Game.objects.update(is_private=True)
    given, _ = page_of(client, game.get_absolute_url(), charlie)
    assert ask(news, given).status_code == 200
    invitation.delete()
    assert ask(news, given).status_code == 410


def test_live_pass_expires(
    client: Client, news: str, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, _ = page_of(client, game.get_absolute_url(), None)
    assert ask(news, given).json()["asked"] == 0
    monkeypatch.setattr(live, "MAX_AGE", timedelta(seconds=-1))
    assert ask(news, given).status_code == 410


def test_live_look_is_recorded_by_post_alone(
    client: Client, news: str, game: Game, alice: Person, charlie: Person
) -> None:
    mine, _ = page_of(client, game.get_absolute_url(), alice)
    strange, _ = page_of(client, game.get_absolute_url(), charlie)
    ask(news, mine)
    assert Client().post(news, headers={"X-Page": strange}).status_code == 204
    assert not Seat.objects.filter(looked_at__isnull=False).exists()
    assert Client(enforce_csrf_checks=True).post(news, headers={"X-Page": mine}).status_code == 204
    assert Seat.objects.get(looked_at__isnull=False).person == alice


def test_live_look_is_not_recorded_without_the_seat(
    client: Client, news: str, game: Game, alice: Person, charlie: Person
) -> None:
    mine, _ = page_of(client, game.get_absolute_url(), alice)
    Seat.objects.filter(person=alice).update(person=charlie)
    Client().post(news, headers={"X-Page": mine})
    assert not Seat.objects.filter(looked_at__isnull=False).exists()
