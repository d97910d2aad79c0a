"""Guests whom no browser keeps any more are forgotten, and so are their games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.tasks import tidy
from games import tasks
from games.models import Game, Seat
from games.play import account_deletion, bots, guests, turns
from mail import clock

PLAY = reverse("table_play")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house() -> None:
    bots.get_or_create_bots()


@pytest.fixture
def guest(client: Client) -> Person:
    client.post(PLAY, {"ruleset": "conquest"})
    return Person.objects.get(is_guest=True)


def stay_away(guest: Person, days: float) -> None:
    """Let days pass since the last visit of a guest."""
    keys = UserSession.objects.filter(user=guest).values("session_key")
    for session in Session.objects.filter(session_key__in=keys):
        session.expire_date -= timedelta(days=days)
        session.save()
    Person.objects.filter(pk=guest.pk).update(joined_at=guest.joined_at - timedelta(days=days))
    tidy()


def test_guest_is_kept_for_a_week_after_the_last_visit(client: Client, guest: Person) -> None:
    stay_away(guest, 6.9)
    assert tasks.forget_guests() == 0
    assert client.get(PLAY).context["user"] == guest


def test_guest_who_stays_away_for_a_week_is_forgotten(client: Client, guest: Person) -> None:
    game = Game.objects.get()
    stay_away(guest, 7.1)
    assert tasks.forget_guests() == 1
    guest.refresh_from_db()
    game.refresh_from_db()
    assert (guest.is_deleted, guest.is_guest, game.status) == (True, False, "annulled")
    assert not game.decisions.filter(closed_at=None).exists()
    assert "_auth_user_id" not in client.session
    assert client.get(reverse("game", args=[game.pk])).status_code == 404
    assert tasks.forget_guests() == 0


def test_guest_who_signs_out_is_forgotten(client: Client, guest: Person) -> None:
    client.post(reverse("account_logout"))
    tidy()
    assert tasks.forget_guests() == 0  # not on the same day: a new one may have no session yet
    stay_away(guest, 1)
    assert tasks.forget_guests() == 1


def test_guest_who_has_an_account_meanwhile_is_not_forgotten(guest: Person) -> None:
    stay_away(guest, 9)
    [found] = guests.forgotten_guests(clock.now())
    Person.objects.filter(pk=guest.pk).update(is_guest=False, email="bob@example.net")
    guests.forget_guest(found, now=clock.now())
    found.refresh_from_db()
    assert (found.is_deleted, found.is_active, Game.objects.get().status) == (
        False,
        True,
        "running",
    )


def test_guest_who_has_come_back_meanwhile_is_not_forgotten(client: Client, guest: Person) -> None:
    stay_away(guest, 9)
    [found] = guests.forgotten_guests(clock.now())
    UserSession.objects.create(user=guest, ip="192.0.2.1", session_key="back", user_agent="Phone")
    guests.forget_guest(found, now=clock.now())
    found.refresh_from_db()
    assert (found.is_deleted, Game.objects.get().status) == (False, "running")


def test_guest_is_forgotten_as_a_whole_or_not_at_all(
    guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    stay_away(guest, 9)
    monkeypatch.setattr(account_deletion, "erase_account", Mock(side_effect=DatabaseError))
    assert tasks.forget_guests() == 0
    assert Game.objects.get().status == "running"


def test_no_other_person_is_forgotten(
    client: Client, guest: Person, alice: Person, game: Game, now: Any
) -> None:
    Person.objects.update(joined_at=now - timedelta(days=100))
    Session.objects.all().delete()
    tidy()
    assert tasks.forget_guests() == 1
    alice.refresh_from_db()
    game.refresh_from_db()
    assert (alice.name, game.status) == ("Alice", "running")
    assert not Seat.objects.filter(game=game, is_absent=True).exists()


def test_guests_who_cannot_be_forgotten_do_not_fill_the_batch(
    guest: Person, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    for number in range(3):
        Person.objects.create_user(f"{number}@guest.invalid", name=f"Guest {number}", is_guest=True)
    Person.objects.filter(is_guest=True).update(joined_at=timezone.now() - timedelta(days=9))
    UserSession.objects.all().delete()
    monkeypatch.setattr(tasks, "BATCH", 2)
    erase, failing = account_deletion.erase_account, {guest.pk, guest.pk + 1}

    def fail_twice(pk: int) -> None:
        if pk in failing:
            raise ValueError
        erase(pk)

    monkeypatch.setattr(account_deletion, "erase_account", fail_twice)
    assert [tasks.forget_guests() for _tick in range(2)] == [2, 0]
    assert caplog.text.count("a guest cannot be forgotten") == 4


def test_a_tick_of_forgotten_guests_ends_with_its_time(
    guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    Person.objects.create_user("2@guest.invalid", name="Guest 2", is_guest=True)
    Person.objects.filter(is_guest=True).update(joined_at=timezone.now() - timedelta(days=9))
    UserSession.objects.all().delete()
    monkeypatch.setattr(tasks, "SECONDS", -1.0)
    assert [tasks.forget_guests() for _tick in range(3)] == [1, 1, 0]


def test_guest_who_leaves_a_game_leaves_none_to_house_players_alone(
    client: Client, guest: Person
) -> None:
    game = Game.objects.get()
    client.post(reverse("game_leave", args=[game.pk]))
    game.refresh_from_db()
    assert game.status == "annulled"
    assert client.get(reverse("game", args=[game.pk])).status_code == 200
    for _game in range(2):
        assert client.post(PLAY, {"ruleset": "bollwerk"})["Location"] != PLAY


def test_guest_who_leaves_a_game_leaves_it_as_a_whole_or_not_at_all(
    guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.objects.get()
    monkeypatch.setattr(turns, "annul_game", Mock(side_effect=DatabaseError))
    with pytest.raises(DatabaseError):
        guests.leave_game(game.pk, guest, now=clock.now())
    assert not Seat.objects.get(game=game, person=guest).is_absent
    assert not game.departures.exists()


def test_guest_plays_two_games_at_once(client: Client, guest: Person) -> None:
    answers = [client.post(PLAY, {"ruleset": "bollwerk"})["Location"] for _game in range(2)]
    assert answers[0].startswith("/games/")
    assert answers[1] == PLAY
    assert Game.objects.count() == 2


def test_guest_begins_ten_games_a_day(client: Client, guest: Person) -> None:
    for _game in range(9):
        Game.objects.update(status="annulled", ended_at=clock.now())
        assert client.post(PLAY, {"ruleset": "bollwerk"})["Location"] != PLAY
    Game.objects.update(status="annulled", ended_at=clock.now())
    assert client.post(PLAY, {"ruleset": "bollwerk"})["Location"] == PLAY
