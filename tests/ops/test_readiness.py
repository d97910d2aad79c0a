"""What is told to those who watch the site: that all is well, or each thing by its name."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from config.celery import app
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from mail import breaker, clock, outbox
from mail.models import Queue
from ops import heartbeats, readiness
from ops.models import Heartbeat
from ops.ticks import TICKS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of task has just run, and nobody has asked this process yet."""
    # The machine may stand still between a look at its clock and one at the database's.
    monkeypatch.setattr(readiness, "SKEW_SECONDS", 60)
    for kind in TICKS:
        heartbeats.record_heartbeat(kind)
    readiness._check_migrations.cache_clear()


def told(client: Client) -> tuple[int, list[str]]:
    answer = client.get("/readyz")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return answer.status_code, answer.content.decode().splitlines()


def test_readiness_is_ok_when_all_is_well(client: Client) -> None:
    assert told(client) == (200, ["ok"])


def test_readiness_is_told_in_english_whatever_is_asked_for(client: Client) -> None:
    Heartbeat.objects.all().delete()
    lines = client.get("/readyz", headers={"accept-language": "de"}).content.decode()
    assert lines.startswith("no codes were looked for yet: ")


def test_readiness_needs_few_queries_and_sets_no_cookie(client: Client) -> None:
    told(client)
    with CaptureQueriesContext(connection) as asked:
        assert not client.get("/readyz").cookies
    assert len(asked) <= 7


def test_a_web_process_says_that_it_answers_without_the_database(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/healthz").content == b"ok\n"
    assert not asked.captured_queries


@pytest.mark.parametrize("kind", TICKS)
def test_readiness_names_the_work_that_is_not_done(client: Client, kind: str) -> None:
    Heartbeat.objects.filter(kind=kind).update(ran_at=clock.now() - timedelta(days=1))
    status, (line,) = told(client)
    assert status == 503
    assert line.startswith(f"no {readiness.LOOKED_FOR[kind]} since 2")
    assert line.endswith(f"is a worker for zugpost.{TICKS[kind].queue} running, and the beat?")


def test_readiness_names_work_that_was_never_done(client: Client) -> None:
    Heartbeat.objects.all().delete()
    status, lines = told(client)
    seldom = {"answers", "guests", "tables", "tidying"}  # which are not due on a new site
    often = [kind for kind in TICKS if kind not in seldom]
    assert (status, len(lines)) == (503, len(often))
    assert lines[0].startswith("no codes were looked for yet: ")


def test_each_task_that_comes_to_its_end_leaves_a_heartbeat() -> None:
    app.loader.import_default_modules()
    Heartbeat.objects.all().delete()
    for tick in TICKS.values():
        app.tasks[tick.task]()
    assert set(Heartbeat.objects.values_list("kind", flat=True)) == set(TICKS)


def test_a_task_that_fails_leaves_no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    app.loader.import_default_modules()
    Heartbeat.objects.all().delete()
    monkeypatch.setattr(outbox, "deliver_letters", None)
    with pytest.raises(TypeError):
        app.tasks[TICKS["codes"].task]()
    assert not Heartbeat.objects.exists()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(120, "120 seconds ahead of"), (-120, "120 seconds behind"), (3, None)],
)
def test_readiness_names_a_clock_that_is_wrong(
    client: Client, monkeypatch: pytest.MonkeyPatch, seconds: int, said: str | None
) -> None:
    with monkeypatch.context() as skewed:
        right = time.time
        skewed.setattr(time, "time", lambda: right() + seconds)
        heartbeats.record_heartbeat("letters")
    status, (line,) = told(client)
    if said is None:
        assert (status, line) == (200, "ok")
    else:
        assert line == f"the clock of a worker for zugpost.letters is {said} the database's"


def test_readiness_names_a_mail_host_that_is_out_of_order(client: Client) -> None:
    now = clock.now()
    for _ in range(breaker.FAILURES):
        breaker.record_failure(Queue.CODES, breaker.CircuitState.FREE, now)
    status, (line,) = told(client)
    assert status == 503
    assert line.startswith(f"the mail host has taken no codes since {now:%Y-%m-%d %H:%M:%S} UTC")


@pytest.mark.parametrize(("minutes", "status"), [(9, 200), (11, 503)])
def test_readiness_names_letters_that_have_waited_long(
    client: Client, minutes: int, status: int
) -> None:
    due = clock.now() - timedelta(minutes=minutes)
    outbox.post_letters(
        [outbox.build_delivery(key="news", kind="news", address="bob@example.org", now=due)]
    )
    answer, (line,) = told(client)
    assert answer == status
    assert status == 200 or line.startswith("letters have been waiting to be sent since ")


@pytest.mark.parametrize(("minutes", "status"), [(9, 200), (11, 503)])
def test_readiness_names_mails_that_have_waited_long(
    client: Client, minutes: int, status: int
) -> None:
    due = clock.now() - timedelta(minutes=minutes)
    store_mail(b"", MailEnvelope(recipient=""), IncomingMail.Door.LMTP, now=due)
    answer, (line,) = told(client)
    assert answer == status
    words = "mails that came in have been waiting to be answered since "
    assert status == 200 or line.startswith(words)


@pytest.mark.parametrize(("minutes", "status"), [(59, 200), (61, 503)])
def test_readiness_tells_of_an_account_whose_deletion_is_stuck(
    client: Client, alice: Person, minutes: int, status: int
) -> None:
    begun = clock.now() - timedelta(minutes=minutes)
    Person.objects.filter(pk=alice.pk).update(is_active=False, leaving_at=begun)
    answer, (line,) = told(client)
    assert answer == status
    assert status == 200 or line.startswith(
        f"the deletion of an account has not ended since {begun:%Y-%m-%d %H:%M:%S} UTC"
    )


def test_readiness_tells_first_that_migrations_are_missing(client: Client) -> None:
    """Whatever else is wrong may come of it."""
    Heartbeat.objects.all().delete()
    MigrationRecorder.Migration.objects.filter(app="config", name__startswith="0002").delete()
    status, lines = told(client)
    assert (status, lines[0]) == (503, "1 migration is not applied: run manage.py migrate")


def test_readiness_tells_that_the_database_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Any:
        raise DatabaseError

    monkeypatch.setattr(clock, "now", fail)
    assert told(client) == (503, ["the database does not answer: DatabaseError"])


def test_a_readiness_check_that_fails_logs_no_error(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is asked every few seconds; another page that fails is told."""
    MigrationRecorder.Migration.objects.filter(app="config", name__startswith="0002").delete()
    assert told(client)[0] == 503
    assert not caplog.records
    logging.getLogger("django.request").error("at %s", "/", extra={"request": None})
    assert caplog.records
