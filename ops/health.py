"""How the site does at a glance, in a few queries that an index answers: for the administration,
and for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q

from games.models import Game
from games.play import decisions, interventions
from mail import clock
from mail.models import Breaker, Delivery, Queue
from ops.models import Heartbeat
from ops.readiness import tick_patience
from ops.ticks import TICKS, Tick


@dataclass(frozen=True, slots=True)
class MailQueueHealth:
    """The letters of a queue: how many wait, how many of these are ``due``, the ``oldest`` of them
    since when; and since when the mail host is left in peace, if it is."""

    queue: str
    waiting: int
    due: int
    oldest: datetime | None
    shut: datetime | None


@dataclass(frozen=True, slots=True)
class TaskHealth:
    """A kind of task: when it has come to its end last, and by how many seconds the clock of its
    worker was ahead."""

    kind: str
    tick: Tick
    ran_at: datetime | None
    ahead: float
    is_late: bool

    @property
    def patience(self) -> timedelta:
        """How long it may stay away."""
        return tick_patience(self.tick)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """All of it at one moment. ``late`` counts the decisions whose time is up, of which the
    ``oldest`` was due then; ``given_up`` those that fail again and again, ``house`` those that
    wait for house players."""

    now: datetime
    posts: tuple[MailQueueHealth, ...]
    dead: int
    late: int
    oldest: datetime | None
    given_up: int
    house: int
    paused: int
    works: tuple[TaskHealth, ...]


def current_health() -> Health:
    """Return how the site does now."""
    now = clock.now()
    late = decisions.overdue_decisions(now).aggregate(number=Count("pk"), oldest=Min("due_at"))
    return Health(
        now=now,
        posts=tuple(_list_mail_queues(now)),
        dead=Delivery.objects.filter(status="dead").count(),
        late=late["number"],
        oldest=late["oldest"],
        given_up=interventions.failing_attempts().count(),
        house=decisions.bot_decisions().count(),
        paused=Game.objects.filter(paused_at__isnull=False).count(),
        works=tuple(_list_tasks(now)),
    )


def _list_mail_queues(now: datetime) -> list[MailQueueHealth]:
    due = Q(next_at__lte=now)
    told: Mapping[str, Any] = {
        row["queue"]: row
        for row in Delivery.objects.filter(status="waiting")
        .values("queue")
        .annotate(
            waiting=Count("pk"),
            due=Count("pk", filter=due),
            oldest=Min("next_at", filter=due),
        )
    }
    shut = dict(Breaker.objects.values_list("queue", "opened_at"))
    none = {"waiting": 0, "due": 0, "oldest": None}
    return [
        _mail_queue_health(queue.value, told.get(queue, none), shut.get(queue)) for queue in Queue
    ]


def _mail_queue_health(
    queue: str, row: Mapping[str, Any], shut: datetime | None
) -> MailQueueHealth:
    return MailQueueHealth(queue, row["waiting"], row["due"], row["oldest"], shut)


def _list_tasks(now: datetime) -> list[TaskHealth]:
    pulses = {pulse.kind: pulse for pulse in Heartbeat.objects.all()}
    return [_task_health(kind, tick, pulses.get(kind), now) for kind, tick in TICKS.items()]


def _task_health(kind: str, tick: Tick, pulse: Heartbeat | None, now: datetime) -> TaskHealth:
    if pulse is None:
        return TaskHealth(kind, tick, None, 0.0, is_late=True)
    return TaskHealth(
        kind, tick, pulse.ran_at, pulse.ahead, now - pulse.ran_at > tick_patience(tick)
    )
