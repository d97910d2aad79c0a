"""What the workers are told: every task in a queue that a worker consumes, none without an end."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import connection

from config.broker import build_queue
from config.celery import app
from ops import slots
from ops.ticks import QUEUES, TICKS, queue_name
from tests.database import ROOT

OURS = ("accounts.", "api.", "games.", "inbox.", "leagues.", "records.", "seasons.")


def tasks() -> set[str]:
    app.finalize()
    app.loader.import_default_modules()
    return {name for name in app.tasks if name.startswith(OURS)}


def test_every_task_has_a_tick() -> None:
    assert {tick.task for tick in TICKS.values()} == tasks()


@pytest.mark.parametrize("tick", TICKS.values(), ids=TICKS)
def test_every_task_is_sent_to_a_queue_of_its_own_kind(tick: Any) -> None:
    routed = app.amqp.router.route({}, tick.task)["queue"]
    assert routed.name == queue_name(tick.queue)
    assert tick.queue in QUEUES


def test_no_deadline_waits_for_tasks_that_may_take_a_while() -> None:
    beside = {tick.task for tick in TICKS.values() if tick.queue == TICKS["silence"].queue}
    assert beside == {
        "games.tasks.answer_by_orders",
        "games.tasks.expire_decisions",
        "games.tasks.play_delayed_turns",
        "games.tasks.send_reminders",
    }


def test_orders_by_letter_do_not_wait_for_letters_that_leave() -> None:
    beside = {tick.task for tick in TICKS.values() if tick.queue == TICKS["mails"].queue}
    assert beside == {"games.tasks.answer_mails"}


def test_all_queues_are_consumed_unless_told_otherwise() -> None:
    assert set(app.amqp.queues.consume_from) == {queue_name(queue) for queue in QUEUES}


def test_queues_are_short_and_no_tick_expires() -> None:
    assert all(queue.queue_arguments["x-max-length"] == 10 for queue in app.conf.task_queues)
    assert not any("options" in entry for entry in app.conf.beat_schedule.values())


def test_queues_lie_on_a_majority_of_nodes_where_that_is_set(settings: Any) -> None:
    assert "x-queue-type" not in (build_queue("turns").queue_arguments or {})
    settings.QUORUM_QUEUES = True
    assert (build_queue("turns").queue_arguments or {})["x-queue-type"] == "quorum"


def test_every_task_is_ended_before_it_is_killed() -> None:
    for tick in TICKS.values():
        limits = app.conf.task_annotations[tick.task]
        assert 0 < limits["soft_time_limit"] < limits["time_limit"]


def test_each_queue_has_a_worker() -> None:
    start = (ROOT / "deploy/start").read_text()
    unit = (ROOT / "deploy/zugpost@.service").read_text()
    assert set(re.findall(r"worker-(\w+)\)", start)) == set(QUEUES)
    assert set(re.findall(r"zugpost@worker-(\w+)", unit)) == set(QUEUES)


@pytest.mark.django_db
def test_a_kind_of_task_has_its_share_of_slots_and_no_more() -> None:
    with ExitStack() as places:
        taken = [places.enter_context(slots.acquire("letters", 2)) for _ in range(3)]
        other = places.enter_context(slots.acquire("codes", 2))
    assert (taken, other) == ([True, True, False], True)


@pytest.mark.django_db
def test_a_slot_is_free_at_the_end_and_when_its_connection_is_lost() -> None:
    for _ in range(2):
        with slots.acquire("house", 1) as is_ours:
            assert is_ours
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid, 30000) FROM pg_locks"
                    " WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database"
                    " WHERE datname = current_database())"
                )
            with slots.acquire("house", 1) as is_ours:
                assert is_ours


@pytest.mark.django_db
def test_a_task_returns_at_once_where_its_kind_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    assert "games.tasks.play_bots" in tasks()
    task = app.tasks["games.tasks.play_bots"]
    monkeypatch.setattr(task, "run", lambda: done.append("played"))
    with slots.acquire("house", 1):
        task()
        assert done == []
    task()
    assert done == ["played"]
