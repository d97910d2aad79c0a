"""Nudges: who may remind whom, how often, and what those who wait can see."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.agreements import nudges
from games.letters import writers
from games.models import DayOff, Decision, Game, Nudge
from games.play import clock, turns
from mail.models import Delivery
from mail.outbox import NotNowError
from tests import stage

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def game(people: list[Person], now: datetime) -> Game:
    """A game of four in which Alice was asked for a turn a day ago."""
    return waiting(people, now)


def waiting(people: list[Person], now: datetime) -> Game:
    game = stage.begin(people, stage.set_up(), now=now - DAY, pace="leisurely")
    Decision.objects.update(told_at=now - DAY)
    return game


def nudge(game: Game, person: Person, now: datetime) -> Nudge:
    decision = Decision.objects.get(game=game, closed_at=None)
    return nudges.nudge_player(game.pk, decision.pk, person, now=now)


def refuse(game: Game, person: Person, now: datetime, words: str) -> None:
    with pytest.raises(turns.Rejected, match=words):
        nudge(game, person, now)
    assert not Nudge.objects.exists()


def test_a_nudge_tells_who_waits(game: Game, people: list[Person], now: datetime) -> None:
    nudge(game, people[1], now)
    letter = Delivery.objects.get(kind="nudge")
    assert letter.person == people[0]
    written = writers.WRITERS["nudge"](letter, now)
    assert written is not None
    assert "Bob waits for you" in written.text
    assert people[1].email not in written.text
    turns.pause_game(game.pk, now=now)
    with pytest.raises(NotNowError):
        writers.WRITERS["nudge"](letter, now)
    turns.resume_game(game.pk, now=now)
    stage.hand_in(game, people[0], "end", now=now)
    assert writers.WRITERS["nudge"](letter, now) is None


def test_a_nudge_moves_no_deadline(game: Game, people: list[Person], now: datetime) -> None:
    before = Decision.objects.get().due_at
    nudge(game, people[1], now)
    assert Decision.objects.get().due_at == before


def test_one_nudge_a_day_is_enough(game: Game, people: list[Person], now: datetime) -> None:
    nudge(game, people[1], now)
    for one in people[1:]:
        with pytest.raises(turns.Rejected, match="One nudge a day"):
            nudge(game, one, now + 23 * HOUR)
    assert nudge(game, people[2], now + DAY)


@pytest.mark.parametrize("other", ["seat", "person"])
def test_the_database_counts_nudges(
    other: str, game: Game, people: list[Person], now: datetime
) -> None:
    sent = nudge(game, people[1], now)
    sent.pk = None
    if other == "seat":
        sent.person = people[2]
    else:
        sent.seat = game.seats.get(person=people[3])
    with pytest.raises(IntegrityError), transaction.atomic():
        sent.save(force_insert=True)


def test_nobody_is_nudged_before_they_were_asked_for_a_day(
    game: Game, people: list[Person], now: datetime
) -> None:
    refuse(game, people[1], now - HOUR, "asked for a day")
    Decision.objects.update(told_at=None)
    refuse(game, people[1], now, "asked for a day")


def test_nobody_is_nudged_who_is_away(game: Game, people: list[Person], now: datetime) -> None:
    today = now.astimezone(people[0].zone).date()
    Person.objects.filter(pk=people[0].pk).update(back_on=today + DAY)
    refuse(game, people[1], now, "Alice is away")
    Person.objects.filter(pk=people[0].pk).update(back_on=None, last_day_off=today)
    DayOff.objects.create(person=people[0], day=today, kind=DayOff.Kind.HOLIDAY)
    refuse(game, people[1], now, "Alice is away")


@pytest.mark.parametrize("field", ["nudges", "letters"])
def test_nobody_is_nudged_who_wants_none(
    field: str, game: Game, people: list[Person], now: datetime
) -> None:
    Person.objects.filter(pk=people[0].pk).update(**{field: False})
    refuse(game, people[1], now, "wants no nudges")


def test_a_nudge_is_not_sent_once_nudges_are_switched_off(
    game: Game, people: list[Person], now: datetime
) -> None:
    nudge(game, people[1], now)
    Person.objects.filter(pk=people[0].pk).update(nudges=False)
    assert writers.WRITERS["nudge"](Delivery.objects.get(kind="nudge"), now) is None


def test_nobody_nudges_while_a_game_is_paused_or_for_a_stand_in(
    game: Game, people: list[Person], now: datetime
) -> None:
    game.seats.filter(person=people[0]).update(is_absent=True)
    refuse(game, people[1], now, "house player, or nobody")
    game.seats.update(is_absent=False)
    game.seats.filter(person=people[1]).update(is_absent=True)
    refuse(game, people[1], now, "You are absent")
    turns.pause_game(game.pk, now=now)
    refuse(game, people[2], now, "paused")


def test_nobody_nudges_themselves_or_from_outside(
    game: Game, people: list[Person], charlie: Person, now: datetime
) -> None:
    refuse(game, people[0], now, "not asked any more")
    with pytest.raises(turns.NotSeated):
        nudge(game, charlie, now)


def test_those_who_wait_see_what_was_told_and_nudge_by_a_button(
    client: Client, people: list[Person]
) -> None:
    now = clock.now()
    game = waiting(people, now)
    decision = Decision.objects.get(game=game)
    client.force_login(people[1])
    Decision.objects.filter(pk=decision.pk).update(told_at=None)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The letter has not left yet." in page
    assert "Time runs out only once it has, or on" in page
    assert people[0].email not in page
    Decision.objects.filter(pk=decision.pk).update(told_at=now - DAY)
    Delivery.objects.filter(key=f"decision-{decision.pk}").update(status="sent", sent_at=now)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The letter left on" in page
    assert "Time runs out only once it has" not in page
    assert people[0].email not in page
    path = reverse("game_nudge", args=[game.pk])
    assert client.post(path, {"decision": decision.pk}).status_code == 302
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Bob has nudged on" in page
    assert "One nudge a day is enough." in page
    assert client.post(path, {"decision": decision.pk}).status_code == 409
    for one in (people[0], None):
        client.logout()
        if one:
            client.force_login(one)
        assert "What you wait for" not in client.get(game.get_absolute_url()).content.decode()
