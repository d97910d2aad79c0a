"""Which open decisions bots answer is kept with each, and read without the others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games import tasks
from games.models import Decision, Game, Seat
from games.play import bots, decisions, turns
from tests import stage
from tests.bench import sweep
from tests.leagues.test_long_tables import scanned_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def absent(people: Sequence[Person], now: datetime) -> Game:
    """A game in which a bot stands in for Alice, whose turn it is."""
    bots.get_or_create_bots()
    game = stage.begin(people, stage.set_up(), now=now)
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "absent_after": 1}, stand_in="greedy")
    own = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(own, now)
    turns.expire_decision(own.pk, now=own.due_at)
    for person in people[1:]:
        stage.hand_in(game, person, "end", now=now)
    game.refresh_from_db()
    assert stands_in(game)
    return game


def stands_in(game: Game) -> bool:
    """Whether the open decision of a game waits for a bot, as told by its seat and by itself."""
    open_ones = Decision.objects.filter(game=game, closed_at=None)
    by_seat = Q(seat__person__is_house=True) | Q(seat__stand_in__isnull=False)
    assert list(open_ones.filter(by_seat)) == list(decisions.bot_decisions().filter(game=game))
    return open_ones.filter(by_seat).exists()


def test_a_bot_answers_for_itself(people: list[Person], now: datetime) -> None:
    people[1].is_house = True
    people[1].save()
    game = stage.begin(people, stage.set_up(), now=now)
    assert not stands_in(game)
    stage.hand_in(game, people[0], "end", now=now)
    assert stands_in(game)
    stage.hand_in(game, people[1], "end", now=now)
    assert not stands_in(game)


def test_a_stand_in_answers_until_the_person_is_back(
    absent: Game, alice: Person, now: datetime
) -> None:
    turns.return_to_seat(absent.pk, alice, now=now)
    assert not stands_in(absent)


def test_a_stand_in_answers_until_somebody_takes_over(
    absent: Game, charlie: Person, now: datetime
) -> None:
    turns.become_substitute(absent.pk, "south", charlie, now=now)
    assert not stands_in(absent)


def test_a_stand_in_answers_for_who_has_left(absent: Game, alice: Person, now: datetime) -> None:
    turns.leave_game(absent.pk, alice, now=now)
    assert stands_in(absent)


def test_a_seat_changed_by_hand_keeps_its_decision_true(absent: Game) -> None:
    Seat.objects.filter(game=absent, name="south").update(stand_in=None)
    assert not stands_in(absent)


def test_bots_look_at_no_decision_of_people(absent: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sweep.SEATS, [absent.pk, 5_000])
        cursor.execute(sweep.OPENED)
        cursor.execute("ANALYZE games_decision")
        cursor.execute("ANALYZE games_seat")
    with CaptureQueriesContext(connection) as captured:
        assert tasks.play_bots() == 1
    [query] = [one["sql"] for one in captured if "LIMIT 100" in one["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}")
        [told] = cursor.fetchone()
    [plan] = json.loads(told) if isinstance(told, str) else told
    assert scanned_rows(plan["Plan"]) < 100


def test_decisions_of_bots_from_before_are_filled_a_slice_at_a_time(
    absent: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    migration = import_module("games.migrations.0044_fill_decisions_for_bots")
    monkeypatch.setattr(migration, "SLICE", 1)
    before = list(Decision.objects.order_by("pk").values_list("pk", "is_for_bot"))
    Decision.objects.filter(closed_at=None).update(is_for_bot=False)
    with connection.schema_editor() as editor:
        migration.fill(apps, editor)
    assert stands_in(absent)
    assert list(Decision.objects.order_by("pk").values_list("pk", "is_for_bot")) == before
