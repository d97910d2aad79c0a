"""News of the games of bots: told to the hooks of their owner that want them, and to no others."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from games.models import Decision, Game, Seat
from games.play import notices, program_accounts, tables
from games.play.clock import PRESETS
from mail.hooks import registration
from mail.models import HookDelivery
from tests.mail.channels.receiver import Receiver
from tests.mail.hooks.conftest import ToldHook, deliver


@pytest.fixture
def bot(alice: Person, now: datetime) -> Person:
    """A bot of Alice's, whose hook is told of bots, too."""
    return program_accounts.make_program(alice, "Castle", now=now)


@pytest.fixture
def running(told: ToldHook, bob: Person, bot: Person, now: datetime) -> Game:
    """A game of Bob against Alice's bot."""
    terms = tables.TableTerms(
        ruleset="bollwerk", title="Winter", pace=PRESETS["normal"], welcomes_programs=True,
        is_rated=False, starts_itself=True,
    )  # fmt: skip
    table = tables.host_table(bob, terms, now=now)
    hear_of_bots(told)
    tables.join_table(table.pk, bot, now=now)
    return Game.objects.get(pk=table.pk)


def hear_of_bots(told: ToldHook, *, wanted: bool = True) -> None:
    registration.choose_topics(told.hook, told.hook.topics, hears_of_bots=wanted)


def seat_of(game: Game, person: Person) -> Seat:
    return game.seats.get(person=person)


def ask(game: Game, person: Person, now: datetime) -> Decision:
    """Have somebody asked for the turn that the game began with."""
    decision = Decision.objects.get(game=game, closed_at=None)
    Seat.objects.filter(game=game).exclude(pk=decision.seat_id).update(person=None)
    Seat.objects.filter(pk=decision.seat_id).update(person=person)
    decision = Decision.objects.select_related("seat__person").get(pk=decision.pk)
    notices.notify_players(game, [decision], now=now)
    return decision


def told_data(received: Receiver) -> list[Any]:
    return [json.loads(posted.body)["data"] for posted in received.posted]


def test_an_owner_hears_that_a_game_of_their_bot_has_begun(
    received: Receiver, running: Game, bot: Person, now: datetime
) -> None:
    deliver(now)
    (begun,) = [one for one in told_data(received) if "kind" not in one]
    assert (begun["game"], begun["person"]) == (running.pk, bot.pk)
    assert begun["seat"] == seat_of(running, bot).name


def test_an_owner_hears_that_it_is_the_turn_of_their_bot(
    received: Receiver, running: Game, bot: Person, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    decision = ask(running, bot, now)
    deliver(now)
    (asked,) = told_data(received)
    assert (asked["version"], asked["person"]) == (decision.version, bot.pk)


def test_a_hook_hears_of_no_bots_unless_its_person_wants_that(
    told: ToldHook, running: Game, bot: Person, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    hear_of_bots(told, wanted=False)
    ask(running, bot, now)
    assert not HookDelivery.objects.exists()


def test_news_of_bots_that_wait_are_not_posted_to_a_hook_that_wants_none_any_more(
    received: Receiver, told: ToldHook, running: Game, now: datetime
) -> None:
    hear_of_bots(told, wanted=False)
    deliver(now)
    assert received.posted == []


def test_nobody_hears_of_bots_of_others(
    received: Receiver, running: Game, bot: Person, bob: Person, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    registration.add_hook(
        bob.pk, "bot", "https://x.example.org/", ["turn.asked"], now=now, hears_of_bots=True
    )
    ask(running, bot, now)
    assert {row.hook.person_id for row in HookDelivery.objects.all()} == {bot.owner_id}


def test_a_bot_that_is_stopped_is_no_news(
    received: Receiver, running: Game, bot: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bot.pk).update(stopped_at=now)
    deliver(now)
    assert received.posted == []
    HookDelivery.objects.all().delete()
    ask(running, bot, now)
    assert not HookDelivery.objects.exists()


def test_two_bots_in_a_game_are_told_apart(
    received: Receiver, told: ToldHook, running: Game, alice: Person, bot: Person, now: datetime
) -> None:
    HookDelivery.objects.all().delete()
    other = program_accounts.make_program(alice, "Tower", now=now)
    Seat.objects.filter(game=running).exclude(person=bot).update(person=other)
    Game.objects.filter(pk=running.pk).update(status=Game.Status.OVER, ended_at=now)
    notices.notify_players(Game.objects.get(pk=running.pk), [], now=now)
    deliver(now)
    assert {one["person"] for one in told_data(received)} == {bot.pk, other.pk}
