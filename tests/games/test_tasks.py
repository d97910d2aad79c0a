"""Tasks of the games: each ends soon, and one failing case does not stop the others."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games import queries, tasks
from games.models import Decision, Game
from games.play import bots, turns

SECONDS = tasks.SECONDS


@pytest.fixture
def overdue_decisions(game: Game) -> list[Decision]:
    """Three overdue decisions that bots owe."""
    seats = list(game.seats.exclude(name="south"))
    Person.objects.filter(seats__in=seats).update(is_house=True)  # before their decisions open
    open_one = Decision.objects.get(game=game, closed_at=None)
    Decision.objects.filter(pk=open_one.pk).delete()
    return Decision.objects.bulk_create(
        Decision(
            game=game,
            seat=seat,
            kind="turn",
            version=1,
            number=1,
            opened_at=open_one.opened_at,
            due_at=open_one.opened_at,
            told_at=open_one.opened_at,
        )
        for seat in seats
    )


def test_a_task_leaves_the_rest_to_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.chain([0.0, 1.0, SECONDS + 1], itertools.repeat(0.0))
    monkeypatch.setattr(tasks, "monotonic", lambda: next(seconds))
    assert list(tasks.within_tick("abc")) == ["a", "b"]


@pytest.mark.parametrize(
    ("task", "module", "name"),
    [("play_bots", bots, "answer_decision"), ("expire_decisions", turns, "expire_decision")],
)
@pytest.mark.parametrize(
    ("error", "tried"), [(SoftTimeLimitExceeded, 1), (ValueError, 3)], ids=["time is up", "fails"]
)
def test_a_task_ends_at_its_time_limit_and_not_by_a_failure(
    overdue_decisions: list[Decision],
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    module: Any,
    name: str,
    error: type[Exception],
    tried: int,
) -> None:
    seen: list[Any] = []

    def fail(case: Any, **given: Any) -> bool:
        seen.append(case)
        raise error

    monkeypatch.setattr(module, name, fail)
    if tried == 1:
        with pytest.raises(error):
            getattr(tasks, task)()
    else:
        assert getattr(tasks, task)() == 0
    assert len(seen) == tried


@pytest.mark.django_db
def test_a_new_site_has_its_house_players_after_the_first_tick() -> None:
    assert not queries.list_bots()
    tasks.play_bots()
    assert [bot.name for bot in queries.list_bots()] == list(bots.NAMES)
    with CaptureQueriesContext(connection) as asked:
        bots.get_or_create_bots()
    assert len(asked) == 1
