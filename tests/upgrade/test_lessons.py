"""Lessons that were done stay done, though another was put between them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from accounts.models import Person
from training.models import CompletedLesson

MOVE: str = import_module("games.migrations.0034_lessons_moved").MOVE


@pytest.mark.django_db
def test_the_tick_of_the_last_lesson_moves(alice: Person, bob: Person) -> None:
    done = [(alice, "conquest", 9), (alice, "conquest", 10), (alice, "grand-conquest", 10)]
    done += [(bob, "conquest", 10), (bob, "conquest", 11)]
    for person, ruleset, number in done:
        CompletedLesson.objects.create(person=person, ruleset=ruleset, number=number)
    with connection.cursor() as cursor:
        cursor.execute(MOVE.replace("games_learned", CompletedLesson._meta.db_table))
    rows = CompletedLesson.objects.order_by("person", "ruleset", "number")
    assert list(rows.values_list("person__name", "ruleset", "number")) == [
        ("Alice", "conquest", 9),
        ("Alice", "conquest", 11),
        ("Alice", "grand-conquest", 10),
        ("Bob", "conquest", 10),
        ("Bob", "conquest", 11),
    ]


def test_content_types_and_permissions_of_lessons_move_with_them(site: None) -> None:
    models = ContentType.objects.filter(model__in=("learned", "completedlesson", "missionscore"))
    assert set(models.values_list("app_label", "model")) == {
        ("training", "completedlesson"),
        ("training", "missionscore"),
    }
    permissions = Permission.objects.filter(content_type__model="completedlesson")
    assert "view_completedlesson" in permissions.values_list("codename", flat=True)
    assert not permissions.filter(codename__endswith="_learned").exists()
