"""Whether the site does its work, for who watches it: a line for each thing that can be amiss."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.models import Pulse
from config.ticks import TICKS, Tick
from mail import clock
from mail.models import Breaker, Delivery, Queue

MISSED = 3  # so many times a task may fail to come
SLACK, LATE = timedelta(minutes=1), timedelta(minutes=10)
SKEW_SECONDS = 5
LOOKED_FOR = {
    "codes": "codes were looked for",
    "letters": "letters were looked for",
    "silence": "deadlines were looked for",
    "reminders": "reminders were looked for",
    "ratings": "games were rated",
    "tables": "tables were tended",
    "house": "house players were asked",
    "tidying": "old things were cleared away",
}


class Unmigrated(Exception):
    """The database is not as these programs want it."""


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say "ok", or what is amiss with status 503; asks neither who nor for a secret."""
    amiss = list(found())
    told = "\n".join(amiss or ["ok"])
    return HttpResponse(
        f"{told}\n", content_type="text/plain; charset=utf-8", status=503 if amiss else 200
    )


def found() -> Iterator[str]:
    """Yield a sentence for each thing that is amiss."""
    try:
        _see_migrations()
        now = clock.now()
        yield from _idle(now)
        yield from _shut()
        yield from _overdue(now)
    except Unmigrated as unmigrated:
        yield str(unmigrated)
    except Error as error:
        yield f"the database does not answer: {type(error).__name__}"


@cache
def _see_migrations() -> None:
    """See that every migration is applied; once they are, they are for this process."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        raise Unmigrated(f"{len(plan)} migrations are not applied: run manage.py migrate")


def _idle(now: datetime) -> Iterator[str]:
    """Yield what has not been done lately, and whose clock is wrong."""
    pulses = {pulse.kind: pulse for pulse in Pulse.objects.all()}
    for kind, tick in TICKS.items():
        pulse = pulses.get(kind)
        if pulse is None and patience(tick) > LATE:
            continue  # on a new site it is not due yet
        if pulse is None or now - pulse.ran_at > patience(tick):
            since = f"since {_said(pulse.ran_at)}" if pulse else "yet"
            yield (
                f"no {LOOKED_FOR[kind]} {since}: is a worker for {tick.queue_name} running, "
                "and the beat?"
            )
        elif abs(pulse.ahead) > SKEW_SECONDS:
            way = "ahead of" if pulse.ahead > 0 else "behind"
            yield (
                f"the clock of a worker for {tick.queue_name} is {abs(pulse.ahead):.0f} seconds "
                f"{way} the database's"
            )


def patience(tick: Tick) -> timedelta:
    """Return how long a task may stay away before something is amiss."""
    return SLACK + timedelta(seconds=MISSED * tick.period + tick.seconds)


def _shut() -> Iterator[str]:
    for breaker in Breaker.objects.filter(opened_at__isnull=False).order_by("queue"):
        assert breaker.opened_at is not None
        yield (
            f"the mail host has taken no {breaker.queue} since {_said(breaker.opened_at)}: "
            "the log of the workers says why"
        )


def _overdue(now: datetime) -> Iterator[str]:
    for queue in Queue:
        waiting = Delivery.objects.filter(status="waiting", queue=queue, next_at__lt=now - LATE)
        first = waiting.order_by("next_at", "id").values_list("next_at", flat=True).first()
        if first:
            yield f"{queue} have been waiting to be sent since {_said(first)}"


def _said(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
