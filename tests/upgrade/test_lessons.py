"""Lessons that were done stay done, though another was put between them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from accounts.models import Person
from games.models import Learned

MOVE: str = import_module("games.migrations.0034_lessons_moved").MOVE


@pytest.mark.django_db
def test_it_moves_the_tick_of_the_last_lesson(alice: Person, bob: Person) -> None:
    done = [(alice, "conquest", 9), (alice, "conquest", 10), (alice, "grand-conquest", 10)]
    done += [(bob, "conquest", 10), (bob, "conquest", 11)]
    for person, ruleset, number in done:
        Learned.objects.create(person=person, ruleset=ruleset, number=number)
    with connection.cursor() as cursor:
        cursor.execute(MOVE)
    rows = Learned.objects.order_by("person", "ruleset", "number")
    assert list(rows.values_list("person__name", "ruleset", "number")) == [
        ("Alice", "conquest", 9),
        ("Alice", "conquest", 11),
        ("Alice", "grand-conquest", 10),
        ("Bob", "conquest", 10),
        ("Bob", "conquest", 11),
    ]
