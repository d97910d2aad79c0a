"""A site for a fault test, the faults planted in it, and the people who play there."""

from __future__ import annotations

import contextlib
import os
import signal
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.db.models.functions import Coalesce

from accounts.models import Person
from games.models import Decision, Event, Game, OrdersCommitment, Submission
from games.play import clock, tables
from mail.models import Delivery
from tests import brokers, database, servers

NAMES = ("Alice", "Bob", "Dora", "Erin")
SEATS = ("south", "west", "north", "east")
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
UNIQUE_MOVES = (
    "event_seq_unique",
    "submission_key_unique",
    "decision_one_open",
    "orders_commitment_once",
)


@dataclass(frozen=True)
class Site:
    """The environment of a site's processes, and the mail server they send to."""

    env: dict[str, str]
    office: servers.PostOffice

    @property
    def var(self) -> Path:
        return Path(self.env["VAR"])

    def planted(self, fault: str, number: int = 1) -> dict[str, str]:
        """Return the environment for a process in which a fault fires once."""
        return {**self.env, "FAULT": fault, "FAULT_ONCE": str(self.var / f"fired-{number}")}

    def fired(self) -> int:
        """Count the faults that really happened."""
        return len(list(self.var.glob("fired-*")))

    def stopped(self, number: int = 1) -> int:
        """Wait until a planted pause has stopped its process, and give the process's id."""
        fired = self.var / f"fired-{number}"
        pid = servers.until(lambda: fired.exists() and fired.read_text(), "a planted pause")
        servers.until(lambda: is_stopped(int(pid)), "the stop")
        return int(pid)


@contextlib.contextmanager
def founded(office: servers.PostOffice, var: Path) -> Iterator[Site]:
    """Yield a site with a database, a folder and a queue of its own, and connect to it."""
    var.mkdir()
    with database.copied("faults") as name, database.connected(name):
        env = servers.environment(
            database.url(name),
            var,
            BROKER_URL=brokers.any_url(),
            EMAIL_URL=office.url,
            QUEUE=f"test-{uuid.uuid4().hex[:8]}",
            SECRET_KEY=settings.SECRET_KEY,
        )
        try:
            yield Site(env, office)
        finally:
            brokers.flush(env)


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def freeze(server: servers.Server) -> None:
    """Stop a server and its children where they stand."""
    os.killpg(server.process.pid, signal.SIGSTOP)
    servers.until(lambda: is_stopped(server.process.pid), "the stop")


def thaw(server: servers.Server) -> None:
    """Let a stopped server go on."""
    os.killpg(server.process.pid, signal.SIGCONT)


def run(
    task: str, env: dict[str, str], name: str, without: str = ""
) -> contextlib.AbstractContextManager[servers.Server]:
    """Run a task once in a process of its own."""
    return servers.running(servers.module("tests.faults.run", task, without=without), env, name)


def readers_though_a_relay_dies(site: Site) -> list[str]:
    """Send what waits by a relay that is killed after its first letter, and by another one;
    return the reader of each letter, however often it came."""
    relay = servers.module("tests.faults.relay")
    with servers.running(relay, site.planted("after_send:kill", 2), "relay") as dying:
        assert dying.process.wait(servers.PATIENCE) == -signal.SIGKILL
    end_leases()
    with servers.running(relay, site.env, "sound") as sound:
        assert sound.process.wait(servers.PATIENCE) == 0
    assert site.fired() == 2
    letters = {(letter["To"], letter["Message-ID"]) for letter in site.office.letters}
    return sorted(str(to) for to, _name in letters)


def people() -> list[Person]:
    """Make the four who play, with an address each."""
    return [Person.objects.create_user(f"{name.lower()}@example.org", name=name) for name in NAMES]


def begin(players: list[Person], title: str = "Autumn", pace: str = "fast") -> Game:
    """Begin a game of four; the first player has the first turn."""
    now, host = clock.now(), players[0]
    table = tables.open_table(
        host, tables.TableTerms(ruleset="conquest", title=title, pace=clock.PRESETS[pace]), now=now
    )
    for player, seat in zip(players, SEATS, strict=True):
        tables.join_table(table.pk, player, seat_name=seat, now=now)
    return tables.start_by_host(table.pk, host, now=now)


def invite(count: int) -> list[str]:
    """Let Alice invite so many addresses more to a table of her own; give the addresses."""
    now, alice = clock.now(), Person.objects.filter(name="Alice").first() or people()[0]
    table = tables.open_table(
        alice,
        tables.TableTerms(ruleset="conquest", title="Autumn", pace=clock.PRESETS["fast"]),
        now=now,
    )
    addresses = [f"guest-{table.pk}-{number}@example.org" for number in range(count)]
    tables.invite_addresses(table.pk, alice, addresses, now=now)
    return addresses


def publish(env: dict[str, str], *tasks: str, times: int = 1) -> None:
    """Publish tasks for a site's workers."""
    command = servers.module("tests.faults.publish", str(times), *tasks)
    with servers.running(command, env, "publish") as publisher:
        assert publisher.process.wait(servers.PATIENCE) == 0


def pass_time(game: Game, time: timedelta) -> None:
    """Move the open decisions of a game into the past, as if it had passed since their letters."""
    Decision.objects.filter(game=game, closed_at=None).update(
        opened_at=F("opened_at") - time,
        told_at=Coalesce("told_at", "opened_at") - time,
        due_at=F("due_at") - time,
        remind_at=F("remind_at") - time,
    )


def await_letters() -> None:
    """Wait until every letter has left; what is told meanwhile would move deadlines."""
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING)
    servers.until(lambda: not waiting.exists(), "all letters")


def end_leases() -> None:
    """Let the leases run out of letters that a worker has died with, or stands still with. They are
    long, so that no letter is sent twice because the machine stands still."""
    held = Delivery.objects.filter(status=Delivery.Status.WAITING, lease__isnull=False)
    held.update(next_at=clock.now())


def waiting_for_a_lock() -> int:
    """Count the backends of this database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        count: int = cursor.fetchone()[0]
    return count


def drop_unique(*names: str) -> None:
    """Take unique constraints from the database, for controls."""
    with connection.schema_editor() as editor:
        for model in (Event, Submission, Decision, OrdersCommitment):
            for constraint in model._meta.constraints:
                if constraint.name in names:
                    editor.remove_constraint(model, constraint)


def waiting() -> int:
    """Count the processes that wait for a lock of ours."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])
