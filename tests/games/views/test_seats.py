"""Leaving a game, taking over a seat, and returning to one's own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Departure, Game, Removal
from games.play import turns
from tests.conftest import person
from tests.games.views.test_answer import begin_attack

PLANNED = "W12-W13"
DOORS = (
    "game",
    "game_text",
    "game_film",
    "game_outline",
    "game_history",
    "game_record",
    "game_notation",
    "game_events",
)


def text_of(client: Client, game: Game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def test_leaving_a_game_asks_first(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    page = client.get(reverse("game_leave", args=[game.pk])).content.decode()
    assert "It counts as a loss for you" in page
    assert not Departure.objects.exists()


def test_leaving_a_game_is_for_good(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    assert client.post(reverse("game_leave", args=[game.pk])).status_code == 302
    assert Departure.objects.get().person == bob
    assert game.seats.get(name="west").person is None


def test_vacant_seat_is_taken_over_by_a_stranger(
    client: Client, game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    client.force_login(charlie)
    assert "Take over this seat" in client.get(reverse("game", args=[game.pk])).content.decode()
    answer = client.post(reverse("game_takeover", args=[game.pk]), {"seat": "west"})
    assert answer.status_code == 302
    assert game.seats.get(name="west").person == charlie


def test_taken_seat_is_not_given_away(client: Client, game: Game, charlie: Person) -> None:
    client.force_login(charlie)
    address = reverse("game_takeover", args=[game.pk])
    assert client.post(address, {"seat": "west"}).status_code == 403
    assert client.post(address, {"seat": "nowhere"}).status_code == 422


def test_seat_is_not_given_again_to_who_has_left(
    client: Client, game: Game, bob: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    client.force_login(bob)
    assert "Take over this seat" not in text_of(client, game)
    answer = client.post(reverse("game_takeover", args=[game.pk]), {"seat": "west"})
    assert answer.status_code == 403


def test_seat_is_not_given_to_who_was_removed_from_the_table(
    client: Client, game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    client.force_login(charlie)
    vacant, seat = f"{reverse('tables')}?show=vacant", {"seat": "west"}
    for is_removed in (False, True):
        if is_removed:
            Removal.objects.create(game=game, person=charlie, at=now)
        assert ("Take over this seat" in text_of(client, game)) is not is_removed
        listed = client.get(vacant).content.decode()
        assert (game.get_absolute_url() in listed) is not is_removed
    answer = client.post(reverse("game_takeover", args=[game.pk]), seat)
    assert (answer.status_code, game.seats.get(name="west").person) == (403, None)
    assert "You cannot sit down at this table." in answer.content.decode()


def test_absent_player_returns_to_the_seat(client: Client, game: Game, bob: Person) -> None:
    game.seats.filter(name="west").update(is_absent=True, timeouts_in_row=3)
    client.force_login(bob)
    assert "I am back" in client.get(reverse("game", args=[game.pk])).content.decode()
    client.post(reverse("game_return", args=[game.pk]))
    seat = game.seats.get(name="west")
    assert (seat.is_absent, seat.timeouts_in_row) == (False, 0)


def test_absent_player_is_told_so(client: Client, game: Game, alice: Person, bob: Person) -> None:
    game.seats.filter(name="west").update(is_absent=True)
    client.force_login(bob)
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    assert "You are absent." in page
    assert page.count("I am back") == 1
    client.force_login(alice)
    assert "You are absent." not in client.get(reverse("game", args=[game.pk])).content.decode()


def test_stand_in_of_a_seat_is_shown(
    client: Client, game: Game, alice: Person, bob: Person
) -> None:
    log = person("Log", is_house=True)
    game.seats.filter(name="west").update(is_absent=True, stand_in=log)
    client.force_login(alice)
    assert "Log of the house plays" in text_of(client, game)
    client.force_login(bob)
    assert "Log, a house player, plays for you" in text_of(client, game)


def test_substitute_of_a_seat_does_not_see_the_plan_under_way(
    client: Client,
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    charlie: Person,
    now: datetime,
) -> None:
    """Charlie may be a second account of an opponent, so Bob's waiting orders are not for
    Charlie."""
    game = begin_attack([alice, bob, dora, erin], f"{PLANNED}; end", now)
    client.force_login(bob)
    assert PLANNED in _all_of(client, game), "the control: Bob sees what he has sent"
    turns.leave_game(game.pk, bob, now=now)
    turns.become_substitute(game.pk, "west", charlie, now=now)
    client.force_login(charlie)
    assert PLANNED not in _all_of(client, game)


def _all_of(client: Client, game: Game) -> str:
    """Return all that somebody can fetch of a running game."""
    pages = [client.get(reverse(name, args=[game.pk])) for name in DOORS]
    return " ".join(page.content.decode() for page in pages if not page.streaming)


def test_a_stranger_who_would_leave_is_refused_and_logged(
    client: Client, game: Game, charlie: Person, caplog: Any
) -> None:
    client.force_login(charlie)
    assert client.post(reverse("game_leave", args=[game.pk])).status_code == 403
    assert "right refused" in caplog.text
    assert "game_leave" in caplog.text
    assert charlie.email not in caplog.text
