"""The records of games from before: a migration finds the same as play has recorded since."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps
from django.db import connection
from django.utils import timezone

from accounts.models import Person
from games.models import Decision, Game, ReliabilityRecord
from games.play import turns
from tests import stage

fill = import_module("games.migrations.0075_fill_reliability_records").fill
FIELDS = ("person", "game", "kind", "at", "is_kept", "seconds")


def all_records() -> list[tuple[object, ...]]:
    return sorted(ReliabilityRecord.objects.values_list(*FIELDS))


def run_fill() -> None:
    with connection.schema_editor() as editor:
        fill(apps, editor)


def test_records_of_before_are_those_that_play_makes(
    alice: Person, bob: Person, dora: Person, erin: Person
) -> None:
    people, now = [alice, bob, dora, erin], timezone.now()
    game = stage.begin(people, stage.set_up(), now=now)
    stage.hand_in(game, alice, "end", now=now)
    late = Decision.objects.get(closed_at=None)
    Decision.objects.update(told_at=now)
    assert turns.expire_decision(late.pk, now=late.due_at)
    for person in (dora, erin):
        turns.leave_game(game.pk, person, now=late.due_at)
    Game.objects.create(
        ruleset="conquest", title="Open", pace={}, host=alice, opened_at=now, board="conquest"
    )
    before = all_records()
    assert len(before) == 4
    run_fill()
    assert all_records() == before
    ReliabilityRecord.objects.all().delete()
    run_fill()
    assert all_records() == before


def test_records_of_private_games_are_not_made(
    alice: Person, bob: Person, dora: Person, erin: Person
) -> None:
    game = stage.begin([alice, bob, dora, erin], stage.set_up(), now=timezone.now())
    Game.objects.update(is_private=True)
    stage.hand_in(game, alice, "end", now=timezone.now())
    run_fill()
    assert all_records() == []
