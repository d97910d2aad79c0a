"""Those who have lost before the end are asked for nothing, and hold up nobody."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.agreements import pauses, take_backs
from games.models import Decision, Game
from games.play import turns
from tests import stage
from tests.games import armada

DAY = timedelta(days=1)


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, now: datetime) -> Game:
    """Iron Armada of three at a table that allows take-backs: Alice (South) has resigned, and the
    others play on (K1)."""
    game = armada.begin_three([alice, bob, dora], now)
    game.pace = {**game.pace, "take_backs": True}
    game.save(update_fields=["pace"])
    people = (alice, bob, dora)
    for person, camp in zip(people, armada.OF_THREE, strict=True):
        stage.hand_in(game, person, camp, now=now)
    for person in people:
        stage.hand_in(game, person, "skip", now=now)
    stage.hand_in(game, alice, "resign", now=now)
    game.refresh_from_db()
    assert game.is_running
    return game


def next_week(now: datetime) -> date:
    return (now + 7 * DAY).date()


def test_a_pause_is_agreed_on_by_those_who_still_play(
    game: Game, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    pause = pauses.propose_pause(game.pk, bob, next_week(now), now=now)
    assert [seat.person for seat in pauses.awaited_seats(pause, game.seats.all())] == [dora]
    for answer in (pauses.agree_to_pause, pauses.decline_pause):
        with pytest.raises(turns.Rejected, match="You have lost this game"):
            answer(pause.pk, alice, now=now)
    pauses.agree_to_pause(pause.pk, dora, now=now)
    game.refresh_from_db()
    assert game.is_paused
    with pytest.raises(turns.Rejected, match="You have lost this game"):
        pauses.end_pause(game.pk, alice, now=now)


def test_the_defeated_propose_nothing(
    game: Game, alice: Person, now: datetime, client: Client
) -> None:
    with pytest.raises(turns.Rejected, match="You have lost this game"):
        pauses.propose_pause(game.pk, alice, next_week(now), now=now)
    with pytest.raises(turns.Rejected, match="You have lost this game"):
        take_backs.ask_take_back(game.pk, alice, now=now)
    client.force_login(alice)
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    assert "Pause the game" not in page


def test_a_take_back_is_agreed_on_by_those_who_still_play(
    game: Game, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    asked = Decision.objects.get(game=game, closed_at=None).seat.person
    assert asked == bob
    stage.hand_in(game, bob, "b5-c5", now=now)
    take_back = take_backs.ask_take_back(game.pk, bob, now=now)
    assert [one.person for one in take_backs.awaited_seats(take_back, game.seats.all())] == [dora]
    with pytest.raises(turns.Rejected, match="You have lost this game"):
        take_backs.decline_take_back(take_back.pk, alice, now=now)
    take_backs.agree_to_take_back(take_back.pk, dora, now=now)
    assert Decision.objects.get(game=game, closed_at=None).seat.person == bob
