"""Asking the host for an absent seat on the page of the game, and the host's yes and no."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import live
from games.models import Game, Seat, SeatRequest
from games.play import seat_requests
from tests import stage
from tests.games.test_every_page import plain


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden pieces that Alice hosts and plays, and in which Bob is absent."""
    game = stage.sit_down([alice, bob], "espionage", now=now)
    game.seats.filter(person=bob).update(is_absent=True)
    return game


@pytest.fixture
def charlie(charlie: Person, now: datetime) -> Person:
    """A stranger, who had an account long before."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - timedelta(days=30))
    charlie.refresh_from_db()
    return charlie


@pytest.fixture
def asked(hidden: Game, charlie: Person, now: datetime) -> SeatRequest:
    """Charlie has asked for the seat of Bob."""
    seat = hidden.seats.get(is_absent=True).name
    return seat_requests.ask_host(hidden.pk, seat, charlie, now=now)


def page(client: Client, game: Game, one: Person) -> str:
    client.force_login(one)
    return plain(client.get(game.get_absolute_url()))


def answer(client: Client, name: str, request: SeatRequest, one: Person) -> int:
    client.force_login(one)
    path = reverse(name, args=[request.game_id])
    return client.post(path, {"request": request.pk}).status_code


def test_a_stranger_asks_the_host_by_the_form_of_the_page(
    client: Client, hidden: Game, charlie: Person
) -> None:
    assert "Ask the host" in page(client, hidden, charlie)
    seat = hidden.seats.get(is_absent=True)
    for _time in range(2):
        form = {"seat": seat.name, "key": "k"}
        assert client.post(reverse("game_ask", args=[hidden.pk]), form).status_code == 302
    assert SeatRequest.objects.get().seat == seat
    shown = page(client, hidden, charlie)
    assert "You have asked Alice, the host." in shown
    assert "Ask the host" not in shown


def test_a_seat_that_is_not_there_is_not_asked_for(
    client: Client, hidden: Game, charlie: Person
) -> None:
    client.force_login(charlie)
    path = reverse("game_ask", args=[hidden.pk])
    assert client.post(path, {"seat": "nowhere"}).status_code == 422
    assert not SeatRequest.objects.exists()


def test_the_button_to_ask_is_missing_without_a_host(
    client: Client, hidden: Game, alice: Person, charlie: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert "Ask the host" not in page(client, hidden, charlie)
    client.logout()
    assert "Ask the host" not in plain(client.get(hidden.get_absolute_url()))


def test_a_request_is_shown_to_the_host_alone(
    client: Client, asked: SeatRequest, alice: Person, bob: Person, charlie: Person, dora: Person
) -> None:
    words, path = "Charlie asks to take over", reverse("game_ask_accept", args=[asked.game_id])
    for url in (asked.game.get_absolute_url(), reverse("home")):
        client.force_login(alice)
        shown = client.get(url)
        assert words in plain(shown)
        assert path in shown.content.decode()
        for other in (bob, charlie, dora):
            client.force_login(other)
            assert words not in plain(client.get(url))


def test_a_request_is_news_to_the_open_page_of_the_host_alone(
    client: Client, hidden: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    pages = [live.OpenPage(one.pk, hidden.pk) for one in (alice, bob, charlie)]
    before = [live.page_stamp(one) for one in pages]
    seat = hidden.seats.get(is_absent=True).name
    request = seat_requests.ask_host(hidden.pk, seat, charlie, now=now)
    host, *others = (live.page_stamp(one) for one in pages)
    assert host is not None
    assert (host == before[0], others) == (False, before[1:])
    client.force_login(alice)
    assert f'data-news="{host.news}"' in client.get(hidden.get_absolute_url()).content.decode()
    seat_requests.decline_request(request.pk, alice, now=now)
    assert live.page_stamp(pages[0]) == before[0]


@pytest.mark.parametrize("state", ["paused", "back"])
def test_a_request_that_cannot_be_answered_is_no_news(
    asked: SeatRequest, alice: Person, now: datetime, state: str
) -> None:
    """The stamp of a poll and that of a page are worked out by two queries."""
    if state == "paused":
        Game.objects.filter(pk=asked.game_id).update(paused_at=now)
    else:
        Seat.objects.filter(pk=asked.seat_id).update(is_absent=False)
    game = Game.objects.get(pk=asked.game_id)
    stamp = live.page_stamp(live.OpenPage(alice.pk, game.pk))
    assert stamp is not None
    assert stamp.news == live.game_stamp(game)


def test_a_game_with_a_request_waits_for_its_host_once(
    client: Client, asked: SeatRequest, alice: Person, dora: Person
) -> None:
    """Dora has no seat in it."""
    Game.objects.filter(pk=asked.game_id).update(host=dora)
    client.force_login(dora)
    home = client.get(reverse("home"))
    assert home.content.decode().count(asked.game.get_absolute_url() + '"') >= 1
    assert home.context["asked"] == 1
    client.force_login(alice)
    before = client.get(reverse("home")).context["asked"]
    Game.objects.filter(pk=asked.game_id).update(host=alice)
    assert client.get(reverse("home")).context["asked"] == max(before, 1)


def test_the_host_accepts_and_the_stranger_plays_on(
    client: Client, asked: SeatRequest, alice: Person, charlie: Person
) -> None:
    assert answer(client, "game_ask_accept", asked, alice) == 302
    assert asked.game.seats.get(pk=asked.seat_id).person == charlie
    assert "Charlie plays on in this seat." in page(client, asked.game, alice)


def test_the_host_declines_and_the_stranger_reads_it(
    client: Client, asked: SeatRequest, alice: Person, charlie: Person
) -> None:
    assert answer(client, "game_ask_decline", asked, alice) == 302
    shown = page(client, asked.game, charlie)
    assert "Alice, the host, has declined." in shown
    assert "Ask the host" not in shown
    assert not asked.game.seats.filter(person=charlie).exists()


def test_a_yes_that_comes_too_late_seats_nobody_and_says_so(
    client: Client, asked: SeatRequest, alice: Person, charlie: Person
) -> None:
    asked.game.seats.update(is_absent=False)
    assert answer(client, "game_ask_accept", asked, alice) == 302
    assert "the request has lapsed" in page(client, asked.game, alice)
    assert not asked.game.seats.filter(person=charlie).exists()
    assert answer(client, "game_ask_decline", asked, alice) == 302
    assert "answered already, or has lapsed" in page(client, asked.game, alice)


@pytest.mark.parametrize("name", ["game_ask_accept", "game_ask_decline"])
def test_a_request_is_answered_by_nobody_but_the_host_and_in_its_game(
    client: Client, asked: SeatRequest, alice: Person, bob: Person, charlie: Person,
    dora: Person, now: datetime, name: str,
) -> None:  # fmt: skip
    for other in (bob, charlie, dora):
        assert answer(client, name, asked, other) == 403
    client.force_login(alice)
    another = stage.sit_down([alice, dora], "espionage", now=now)
    path = reverse(name, args=[another.pk])
    assert client.post(path, {"request": asked.pk}).status_code == 404
    for wrong in ("", "x", "0", "9" * 30):
        path = reverse(name, args=[asked.game_id])
        assert client.post(path, {"request": wrong}).status_code == 404
    assert client.get(path, {"request": asked.pk}).status_code == 302
    asked.refresh_from_db()
    assert asked.is_open


def test_asking_tells_a_stranger_nothing_of_what_the_seat_hides(
    client: Client, hidden: Game, charlie: Person, now: datetime
) -> None:
    """Board, history and files are those from before."""
    client.force_login(charlie)
    names = ("game_text", "game_history", "game_events", "game_notation", "game_film")
    urls = [reverse(name, args=[hidden.pk]) for name in names]
    before = {url: plain(client.get(url)) for url in urls}
    seat = hidden.seats.get(is_absent=True).name
    seat_requests.ask_host(hidden.pk, seat, charlie, now=now)
    assert [url for url in urls if plain(client.get(url)) != before[url]] == []
