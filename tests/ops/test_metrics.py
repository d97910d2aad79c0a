"""What Prometheus reads, by its own parser; and the alerts that are built upon it."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_families
from prometheus_client.parser import text_string_to_metric_families as families

from games.models import Attempt, Decision, Game
from inbox.models import IncomingMail
from mail import breaker, clock, outbox
from mail.models import Delivery, Queue
from ops import heartbeats
from ops.ticks import TICKS

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-some-length"
RULES = site.ROOT / "deploy" / "zugpost.rules.yml"
Figures = dict[tuple[str, str], float]


@pytest.fixture(autouse=True)
def watched(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    for kind in TICKS:
        heartbeats.record_heartbeat(kind)


def read(client: Client, accept: str = "text/plain", token: str = TOKEN) -> str:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {token}", "Accept": accept})
    assert answer.status_code == 200
    return answer.content.decode()


def figures(text: str) -> Figures:
    """Return each figure by its name and its label."""
    return {
        (sample.name.removeprefix("zugpost_"), "".join(sample.labels.values())): sample.value
        for family in families(text)
        for sample in family.samples
    }


def test_metrics_are_shut_where_no_token_is_set(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize(
    "given", ["", TOKEN, "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"]
)
def test_metrics_open_to_their_token_alone(client: Client, given: str) -> None:
    answer = client.get("/metrics", headers={"Authorization": given})
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_metrics_tell_that_all_is_well(client: Client) -> None:
    told = figures(read(client))
    idle = {label: value for (name, label), value in told.items() if name == "task_idle_seconds"}
    assert set(idle) == set(TICKS)
    assert max(idle.values()) < 60
    still = {"task_idle_seconds", "task_patience_seconds", "task_clock_ahead_seconds"}
    assert {value for (name, _), value in told.items() if name not in still} == {0.0}


def test_metrics_are_in_openmetrics_where_asked(client: Client) -> None:
    text = read(client, "application/openmetrics-text;version=1.0.0")
    names = {family.name for family in open_families(text)}  # type: ignore[no-untyped-call]
    assert "zugpost_letters_waiting" in names


def test_metrics_count_what_waits(client: Client, game: Game) -> None:
    now = clock.now()
    Delivery.objects.all().delete()
    outbox.post_letters(
        outbox.build_delivery(
            key=key, kind="news", address="bob@example.org", now=now - timedelta(minutes=9)
        )
        for key in ("one", "two", "three")
    )
    Delivery.objects.filter(key="three").update(status="dead")
    Delivery.objects.filter(key="two").update(next_at=now + timedelta(hours=1))
    decision = Decision.objects.get(closed_at=None)
    Decision.objects.update(told_at=now, due_at=now - timedelta(minutes=5))
    Attempt.objects.create(decision=decision, task="silence", count=4, retry_at=now)
    for _ in range(breaker.FAILURES):
        breaker.record_failure(Queue.CODES, breaker.CircuitState.FREE, now)
    told = figures(read(client))
    assert told["letters_waiting", "letters"] == 2
    assert told["letters_due", "letters"] == told["letters_dead", ""] == 1
    assert 540 <= told["letters_oldest_due_seconds", "letters"] < 600
    assert told["decisions_late", ""] == told["decisions_given_up", ""] == 1
    assert 300 <= told["decisions_oldest_late_seconds", ""] < 360
    assert (told["mail_host_shut", "codes"], told["mail_host_shut", "letters"]) == (1, 0)
    Game.objects.update(paused_at=now)
    told = figures(read(client))
    assert (told["games_paused", ""], told["decisions_late", ""]) == (1, 0)


def test_metrics_count_the_mails_that_came_in(client: Client) -> None:
    now = clock.now()
    for number, status in enumerate(("waiting", "waiting", "dead")):
        IncomingMail.objects.create(
            key=number, door="lmtp", status=status, raw=b"", envelope=b"",
            arrived_at=now, next_at=now - timedelta(minutes=9) + timedelta(hours=number),
        )  # fmt: skip
    told = figures(read(client))
    assert (told["mails_waiting", ""], told["mails_dead", ""]) == (2, 1)
    assert 540 <= told["mails_oldest_due_seconds", ""] < 600


def test_metrics_need_few_queries_and_set_no_cookie(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert not client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).cookies
    assert len(asked) <= 10


def test_metrics_tell_all_that_alarms_are_built_upon(client: Client) -> None:
    wanted = set(re.findall(r"zugpost_\w+", RULES.read_text()))
    assert wanted
    assert wanted <= {family.name for family in families(read(client))}


@pytest.mark.skipif(not shutil.which("promtool"), reason="Prometheus is not installed")
def test_prometheus_takes_the_alarms_and_the_metrics(client: Client) -> None:
    for check in (["check", "rules", str(RULES)], ["check", "metrics"]):
        command = ["promtool", *check]
        ran = subprocess.run(command, input=read(client), capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "")
