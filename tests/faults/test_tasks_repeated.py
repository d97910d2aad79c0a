"""Every task delivered three times: the same state and the same letters as for one delivery."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from games.models import Decision, Event, Submission
from mail.models import Delivery
from tests import brokers, servers
from tests.faults import sites
from tests.faults.sites import Site

pytestmark = brokers.needs_broker

TASKS = ("games.tasks.send_reminders", "games.tasks.expire_decisions", "games.tasks.send_letters")
TIME_IS_UP, TIME_RUNS_SHORT = timedelta(hours=9), timedelta(hours=7)


def test_tasks_delivered_three_times_do_the_same_as_once(
    django_db_setup: None, django_db_blocker: Any, tmp_path: Path
) -> None:
    with django_db_blocker.unblock():
        once, thrice = (_after(tmp_path / f"{times}-times", times) for times in (1, 3))
    assert thrice == once
    told = {"decision", "missed", "reminder", "started", "table"}
    assert {row["kind"] for row in once["Delivery"]} == told
    assert [row["key"] for row in once["Submission"]] == ["silence-1"]


def test_a_letter_that_a_message_carries_would_be_sent_three_times(site: Site) -> None:
    sites.people()
    address = sites.invite(1)[0]
    letter = Delivery.objects.get(address=address)
    with servers.worker(site.env, beat=False, without="letters_in_the_database"):
        sites.publish(site.env, f"send_letter:{letter.pk}", times=3)
        servers.until(lambda: len(site.office.to(address)) == 3, "the letter and its copies")


def _after(var: Path, times: int) -> dict[str, list[Any]]:
    """Publish each task so many times to two workers; give what there is afterwards."""
    with servers.post_office() as office, sites.founded(office, var) as site:
        players = sites.people()
        sites.pass_time(sites.begin(players, "Autumn"), TIME_IS_UP)
        sites.pass_time(sites.begin(players, "Winter"), TIME_RUNS_SHORT)
        with (
            servers.worker(site.env, beat=False, name="first") as first,
            servers.worker(site.env, beat=False, name="second") as second,
        ):
            for task in TASKS:
                _publish(site, task, times, first, second)
            while Delivery.objects.filter(status="waiting").exists():  # a tick sends for a while
                _publish(site, TASKS[-1], times, first, second)
        return _facts() | {"letters": sorted(name.rpartition("-")[0] for name in office.ids())}


def _publish(site: Site, task: str, times: int, *workers: servers.Server) -> None:
    """Publish a task so many times, and wait until it has been carried out as often."""
    before = _done(task, *workers)
    sites.publish(site.env, task, times=times)
    servers.until(lambda: _done(task, *workers) == before + times, task)


def _done(task: str, *workers: servers.Server) -> int:
    """Count how often the workers have carried a task out."""
    lines = [line for worker in workers for line in worker.log.read_text().splitlines()]
    return sum(f"{task}[" in line and "succeeded" in line for line in lines)


def _facts() -> dict[str, list[Any]]:
    """Return every row that tasks may write, without its times."""
    fields: dict[Any, list[str]] = {
        Event: ["game", "seq", "kind", "data", "hash"],
        Submission: ["game", "seat", "key", "via", "first_seq", "last_seq"],
        Decision: ["game", "seat", "kind", "version", "number", "closed_by"],
        Delivery: ["key", "kind", "address", "status"],
    }
    return {
        model.__name__: list(model.objects.order_by("pk").values(*names))
        for model, names in fields.items()
    }
