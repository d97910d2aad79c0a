"""The health of the site in a few indexed queries: for the administration and for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Q

from games.models import Game
from games.play import decisions, interventions
from inbox.models import IncomingMail
from mail import clock
from mail.models import Breaker, Delivery, Queue
from ops.models import Heartbeat
from ops.readiness import tick_patience
from ops.ticks import TICKS, Tick


@dataclass(frozen=True, slots=True)
class MailQueueHealth:
    """The letters of a queue: how many wait and how many of these are ``due``, since when the
    ``oldest`` is due, and since when the breaker has been open (``shut``), if it is."""

    queue: str
    waiting: int
    due: int
    oldest: datetime | None
    shut: datetime | None


@dataclass(frozen=True, slots=True)
class InboxHealth:
    """The mails that have come in: how many wait and how many are dead, and since when the
    ``oldest`` is due."""

    waiting: int
    dead: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class TaskHealth:
    """A kind of task: when it last finished, and by how many seconds its worker's clock was
    ahead."""

    kind: str
    tick: Tick
    ran_at: datetime | None
    ahead: float
    is_late: bool

    @property
    def patience(self) -> timedelta:
        """How long it may go without finishing before it is late."""
        return tick_patience(self.tick)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The health of the site at one moment. ``late`` counts the decisions whose time is up, and
    ``oldest`` is when the first of them was due; ``given_up`` counts those that fail again and
    again, ``house`` those that wait for bots."""

    now: datetime
    posts: tuple[MailQueueHealth, ...]
    inbox: InboxHealth
    dead: int
    late: int
    oldest: datetime | None
    given_up: int
    house: int
    paused: int
    works: tuple[TaskHealth, ...]


def current_health() -> Health:
    """Return the health of the site now."""
    now = clock.now()
    late = decisions.overdue_decisions(now).aggregate(number=Count("pk"), oldest=Min("due_at"))
    return Health(
        now=now,
        posts=tuple(_list_mail_queues(now)),
        inbox=_inbox_health(now),
        dead=Delivery.objects.filter(status="dead").count(),
        late=late["number"],
        oldest=late["oldest"],
        given_up=interventions.failing_attempts().count(),
        house=decisions.bot_decisions().count(),
        paused=Game.objects.filter(paused_at__isnull=False).count(),
        works=tuple(_list_tasks(now)),
    )


def _list_mail_queues(now: datetime) -> list[MailQueueHealth]:
    rows = _waiting_by_queue(now)
    shut = dict(Breaker.objects.values_list("queue", "opened_at"))
    none = {"waiting": 0, "due": 0, "oldest": None}
    return [
        _mail_queue_health(queue.value, rows.get(queue, none), shut.get(queue)) for queue in Queue
    ]


def _waiting_by_queue(now: datetime) -> Mapping[str, Any]:
    """Return for each queue with letters how many wait and are due, and since when the oldest."""
    waiting, due = Delivery.objects.filter(status="waiting"), Q(next_at__lte=now)
    rows = waiting.values("queue").annotate(
        waiting=Count("pk"), due=Count("pk", filter=due), oldest=Min("next_at", filter=due)
    )
    return {row["queue"]: row for row in rows}


def _mail_queue_health(
    queue: str, row: Mapping[str, Any], shut: datetime | None
) -> MailQueueHealth:
    return MailQueueHealth(queue, row["waiting"], row["due"], row["oldest"], shut)


def _inbox_health(now: datetime) -> InboxHealth:
    waiting, dead = Q(status="waiting"), Q(status="dead")
    found = IncomingMail.objects.filter(waiting | dead).aggregate(
        waiting=Count("pk", filter=waiting),
        dead=Count("pk", filter=dead),
        oldest=Min("next_at", filter=waiting & Q(next_at__lte=now)),
    )
    return InboxHealth(**found)


def _list_tasks(now: datetime) -> list[TaskHealth]:
    heartbeats = {heartbeat.kind: heartbeat for heartbeat in Heartbeat.objects.all()}
    return [_task_health(kind, tick, heartbeats.get(kind), now) for kind, tick in TICKS.items()]


def _task_health(kind: str, tick: Tick, heartbeat: Heartbeat | None, now: datetime) -> TaskHealth:
    if heartbeat is None:
        return TaskHealth(kind, tick, None, 0.0, is_late=True)
    return TaskHealth(
        kind, tick, heartbeat.ran_at, heartbeat.ahead, now - heartbeat.ran_at > tick_patience(tick)
    )
