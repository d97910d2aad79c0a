"""When somebody's next turn can be expected."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import Person
from games.letters import writers
from games.models import Decision, Game
from games.play import eta
from games.play.eta import Wait
from games.play.knowledge import known
from mail.models import Delivery
from tests import stage
from tests.games.test_every_page import plain

HOUR = timedelta(hours=1)


def estimate(now: datetime, *waits: Wait) -> eta.Estimate:
    return eta.estimate(waits, now, random.Random(1))


def test_it_adds_up_what_is_waited_for(now: datetime) -> None:
    found = estimate(now, Wait([2 * HOUR]), Wait([3 * HOUR]))
    assert (found.earliest, found.at, found.latest) == (now + 5 * HOUR,) * 3


def test_it_tells_the_middle_and_what_is_likely(now: datetime) -> None:
    spans = [n * HOUR for n in range(1, 11)]
    found = estimate(now, Wait(spans))
    assert now + HOUR <= found.earliest < found.at < found.latest <= now + 10 * HOUR


def test_it_knows_how_long_somebody_has_been_at_it(now: datetime) -> None:
    found = estimate(now, Wait([HOUR, 2 * HOUR, 8 * HOUR], passed=5 * HOUR))
    assert found.at == now + 3 * HOUR


def test_it_expects_who_takes_longer_than_ever_soon(now: datetime) -> None:
    found = estimate(now, Wait([HOUR], passed=7 * HOUR))
    assert found.at == now + 5 * HOUR


def test_it_counts_on_interruptions(now: datetime) -> None:
    found = estimate(now, Wait([HOUR], breaks=2, answers=[4 * HOUR]))
    assert found.at == now + 9 * HOUR


def test_it_trusts_few_times_less_than_many() -> None:
    day = 24 * HOUR
    assert set(eta.expected([HOUR] * 5, day)) == {HOUR}
    assert len(eta.expected([HOUR], day)) == 6
    assert max(eta.expected([90 * HOUR] * 5, day)) == day


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    return stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)


def expected(game: Game, seat: str, now: datetime) -> eta.Estimate | None:
    game.refresh_from_db()
    seats = list(game.seats.select_related("person"))
    return eta.next_turn(known(game, seat), seats, now)


@pytest.mark.django_db
def test_it_expects_seats_in_their_order(game: Game, now: datetime) -> None:
    found = [expected(game, seat, now) for seat in ("west", "north", "east")]
    west, north, east = (one.at for one in found if one)
    assert now < west < north < east
    assert expected(game, "south", now) is None


@pytest.mark.django_db
def test_it_learns_from_how_long_people_took(game: Game, alice: Person, now: datetime) -> None:
    seat = game.seats.get(name="south")
    before = expected(game, "west", now)
    Decision.objects.bulk_create(
        Decision(
            game=game, seat=seat, kind="turn", version=1, number=n, opened_at=now - HOUR,
            due_at=now, closed_at=now, closed_by=Decision.ClosedBy.ANSWER,
        )
        for n in range(10, 16)
    )  # fmt: skip
    after = expected(game, "west", now)
    assert before
    assert after
    assert after.at < before.at
    assert after.earliest == now + HOUR


@pytest.mark.django_db
def test_it_says_so_on_the_page_and_in_the_letter(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    Person.objects.update(language="en")
    pieces = stage.set_up() | {"S13": "east K"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now, turn="east")
    stage.hand_in(game, erin, "S13xS33; end", now=now)
    client.force_login(alice)
    assert "Your next turn can be expected about" in plain(client.get(game.get_absolute_url()))
    delivery = Delivery.objects.get(person=alice, kind="decision")
    letter = writers.WRITERS["decision"](delivery, now)
    assert letter
    assert "Your next turn can be expected about" in " ".join(letter.text.split())
