"""Hooks that are slow, or of which too much waits, keep those of others waiting for a moment."""

from __future__ import annotations

import uuid
from collections import Counter
from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import Person
from mail.hooks import carrier, registration, states
from mail.models import HookDelivery, ProgramHook
from tests.conftest import person
from tests.mail.channels.receiver import Receiver
from tests.mail.hooks.conftest import deliver
from tests.servers import PATIENCE

SECOND = timedelta(seconds=1)


def add_hook(of: Person, host: str, now: datetime) -> ProgramHook:
    url = f"https://{host}.example.org/"
    return registration.add_hook(of.pk, "bot", url, ["turn.asked"], now=now)[0]


def post(hook: ProgramHook, count: int, at: datetime) -> None:
    """Have a number of tests wait for a hook."""
    done = HookDelivery.objects.filter(hook=hook).count()
    for number in range(done, done + count):
        HookDelivery.objects.create(
            hook=hook, key=f"test-{number}", kind="test", created_at=at, next_at=at
        )


def claimed_host(now: datetime) -> str:
    row = carrier.claim_delivery(now)
    return row.hook.host.partition(".")[0] if row else ""


def hosts(received: Receiver) -> list[str]:
    return [posted.headers["Host"].partition(".")[0] for posted in received.posted]


def states_of(hook: ProgramHook) -> list[tuple[str, str]]:
    rows = HookDelivery.objects.filter(hook=hook).order_by("pk")
    return list(rows.values_list("status", "error"))


def test_a_person_is_told_one_thing_at_a_time(alice: Person, bob: Person, now: datetime) -> None:
    for host in ("one", "two"):
        post(add_hook(alice, host, now), 3, now - SECOND)
    post(add_hook(bob, "bob", now), 1, now)
    assert [claimed_host(now) for _thread in range(4)] == ["one", "bob", "", ""]


def test_control_the_next_thing_is_told_once_the_one_before_is_told(
    alice: Person, now: datetime
) -> None:
    post(add_hook(alice, "one", now), 2, now)
    post(add_hook(alice, "two", now), 1, now)
    told = []
    while row := carrier.claim_delivery(now):
        told.append(row.hook.host.partition(".")[0])
        carrier._close_delivery(row, HookDelivery.Status.WITHDRAWN)
    assert told == ["one", "one", "two"]


def test_a_person_is_told_more_once_the_lease_of_a_dead_worker_has_run_out(
    alice: Person, now: datetime
) -> None:
    post(add_hook(alice, "one", now), 2, now)
    assert claimed_host(now) == "one"
    assert claimed_host(now + carrier.LEASE - SECOND) == ""
    assert claimed_host(now + carrier.LEASE) == "one"


@pytest.mark.django_db(transaction=True)
def test_two_that_claim_at_once_get_nothing_of_the_same_person(now: datetime) -> None:
    post(add_hook(person("Alice"), "alice", now), 2, now)
    others: list[str] = []

    def claim() -> None:
        others.append(claimed_host(now))
        connection.close()

    other = Thread(target=claim)
    with transaction.atomic():
        assert claimed_host(now) == "alice"
        other.start()
        other.join(0.5)
    other.join(PATIENCE)
    assert others == [""]


def test_what_waits_for_a_slow_person_goes_behind_what_is_due_for_others(
    received: Receiver, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrier, "SLOW", -1.0)
    _let_alice_wait_before_bob(alice, bob, now)
    deliver(now)
    assert hosts(received) == ["one", "bob", "one", "two"]


def test_control_a_person_who_is_not_slow_is_told_in_the_order_of_what_waits(
    received: Receiver, alice: Person, bob: Person, now: datetime
) -> None:
    _let_alice_wait_before_bob(alice, bob, now)
    deliver(now)
    assert hosts(received) == ["one", "one", "two", "bob"]


def _let_alice_wait_before_bob(alice: Person, bob: Person, now: datetime) -> None:
    post(add_hook(alice, "one", now), 2, now - 2 * SECOND)
    post(add_hook(alice, "two", now), 1, now - 2 * SECOND)
    post(add_hook(bob, "bob", now), 1, now - SECOND)


@pytest.mark.parametrize(
    ("age", "status"),
    [(states.PATIENCE, ("failed", "late")), (states.PATIENCE - SECOND, ("sent", ""))],
)
def test_what_has_waited_for_a_day_is_given_up_unsent(
    received: Receiver, alice: Person, now: datetime, age: timedelta, status: tuple[str, str]
) -> None:
    hook = add_hook(alice, "one", now)
    post(hook, 1, now - age)
    deliver(now)
    assert states_of(hook) == [status]
    assert len(received.posted) == (status[0] == "sent")


def test_what_has_waited_for_a_day_still_tries_a_hook_that_fails(
    received: Receiver, alice: Person, now: datetime
) -> None:
    """Otherwise nothing would switch it off, and nobody would hear of it."""
    received.statuses = [500]
    hook = add_hook(alice, "one", now)
    post(hook, 1, now - states.PATIENCE)
    since = now - states.PATIENCE
    ProgramHook.objects.update(failures=3, failing_since=since, next_at=now)
    deliver(now)
    hook.refresh_from_db()
    assert (len(received.posted), hook.switched_off_at) == (1, now)


def test_the_oldest_that_waits_is_given_up_beyond_a_number_for_each_hook(
    received: Receiver, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrier, "MOST_WAITING", 2)
    crowded, calm = add_hook(alice, "one", now), add_hook(bob, "bob", now)
    post(crowded, 5, now)
    post(calm, 2, now)
    HookDelivery.objects.filter(key="test-0").update(status="withdrawn")
    deliver(now)
    given_up, sent = ("failed", "crowded"), ("sent", "")
    assert states_of(crowded) == [("withdrawn", ""), given_up, given_up, sent, sent]
    assert states_of(calm) == [("withdrawn", ""), sent]


def test_what_is_on_its_way_is_not_given_up(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrier, "MOST_WAITING", 1)
    hook = add_hook(alice, "one", now)
    post(hook, 3, now)
    carrier.claim_delivery(now)
    assert carrier.give_up_oldest() == 1
    assert Counter(states_of(hook)) == {("waiting", ""): 2, ("failed", "crowded"): 1}


def test_due_news_are_found_by_an_index_however_much_waits(alice: Person, now: datetime) -> None:
    hook = add_hook(alice, "one", now)
    wait = """
        INSERT INTO mail_hookdelivery (hook_id, key, kind, about, status, attempts, created_at,
                                       next_at, error)
        SELECT %s, 'wait-' || n, 'test', '{}', 'waiting', 0, %s, %s, ''
        FROM generate_series(1, 20000) AS n
    """
    terms: dict[str, Any] = {"lease": uuid.uuid4(), "until": now + carrier.LEASE, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(wait, [hook.pk, now, now])
        cursor.execute("ANALYZE mail_hookdelivery")
        cursor.execute(f"EXPLAIN {carrier.CLAIM}", terms)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert plan.count("hook_delivery_due") == 2
    assert "Sort" not in plan
    assert "Seq Scan on mail_hookdelivery" not in plan
