"""Leaving a game, taking over a seat, coming back."""

from __future__ import annotations

from datetime import datetime

from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Departure, Game
from games.play import turns


def test_it_asks_before_somebody_leaves(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    page = client.get(reverse("game_leave", args=[game.pk])).content.decode()
    assert "It counts as a loss for you" in page
    assert not Departure.objects.exists()


def test_it_lets_somebody_leave_for_good(client: Client, game: Game, bob: Person) -> None:
    client.force_login(bob)
    assert client.post(reverse("game_leave", args=[game.pk])).status_code == 302
    assert Departure.objects.get().person == bob
    assert game.seats.get(name="west").person is None


def test_it_lets_a_stranger_take_over_a_vacant_seat(
    client: Client, game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave(game.pk, bob, now=now)
    client.force_login(charlie)
    assert "Take over this seat" in client.get(reverse("game", args=[game.pk])).content.decode()
    answer = client.post(reverse("game_takeover", args=[game.pk]), {"seat": "west"})
    assert answer.status_code == 302
    assert game.seats.get(name="west").person == charlie


def test_it_refuses_to_give_away_a_seat_that_is_taken(
    client: Client, game: Game, charlie: Person
) -> None:
    client.force_login(charlie)
    address = reverse("game_takeover", args=[game.pk])
    assert client.post(address, {"seat": "west"}).status_code == 403
    assert client.post(address, {"seat": "nowhere"}).status_code == 422


def test_it_lets_nobody_come_again_who_has_left(
    client: Client, game: Game, bob: Person, now: datetime
) -> None:
    turns.leave(game.pk, bob, now=now)
    client.force_login(bob)
    answer = client.post(reverse("game_takeover", args=[game.pk]), {"seat": "west"})
    assert answer.status_code == 403


def test_it_lets_an_absent_player_come_back(client: Client, game: Game, bob: Person) -> None:
    game.seats.filter(name="west").update(is_absent=True, timeouts_in_row=3)
    client.force_login(bob)
    assert "I am back" in client.get(reverse("game", args=[game.pk])).content.decode()
    client.post(reverse("game_return", args=[game.pk]))
    seat = game.seats.get(name="west")
    assert (seat.is_absent, seat.timeouts_in_row) == (False, 0)
