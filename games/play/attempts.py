"""Retries of tasks that fail: later and later, and never given up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db.models import Exists, F, OuterRef, QuerySet

from games.models import Attempt, Decision

FIRST, LONGEST = timedelta(seconds=15), timedelta(hours=2)
ALARM = 3
ERROR_CHARS = 200

log = structlog.get_logger()


def select_ready(rows: QuerySet[Decision], task: str, *, now: datetime) -> QuerySet[Decision]:
    """Select those decisions for which a task may be tried now."""
    waits = Attempt.objects.filter(decision=OuterRef("pk"), task=task, retry_at__gt=now)
    return rows.filter(~Exists(waits))


@contextmanager
def attempt_task(pk: int, task: str, *, now: datetime) -> Iterator[None]:
    """Try a task for a decision in the body; a failure there is logged and stays counted.

    Errors do not leave it, except that the time limit of the worker is reached.
    """
    attempt = Attempt.objects.filter(decision_id=pk, task=task)
    # Counted before, so that an attempt that takes its worker down with it is counted, too.
    count = _count_attempt(pk, task, now)
    if count > ALARM:
        log.error("a decision fails again and again", decision=pk, task=task, attempts=count - 1)
    # One decision that cannot be resolved must not keep the worker from the others.
    try:
        yield
    except Exception as error:
        attempt.update(error=f"{type(error).__name__}: {error}"[:ERROR_CHARS])
        log.exception("a decision could not be resolved", decision=pk, task=task)
        if isinstance(error, SoftTimeLimitExceeded):
            raise
    else:
        attempt.delete()


def _count_attempt(pk: int, task: str, now: datetime) -> int:
    """Count the start of an attempt and set the time of its retry; return the count."""
    # The game is only looked up for the first attempt.
    game_of_decision = Decision.objects.filter(pk=pk).values_list("game", flat=True).get
    fields: dict[str, Any] = {"game_id": game_of_decision, "count": 0, "retry_at": now}
    row, _is_new = Attempt.objects.get_or_create(decision_id=pk, task=task, defaults=fields)
    count = row.count + 1
    Attempt.objects.filter(pk=row.pk).update(
        count=F("count") + 1, retry_at=now + backoff(count), error=""
    )
    return count


def backoff(count: int) -> timedelta:
    """Return the wait after ``count`` failures in a row: doubling, up to two hours."""
    # The exponent is bounded, since a timedelta would overflow long after LONGEST is reached.
    doubled: timedelta = FIRST * 2 ** min(count - 1, 20)
    return min(doubled, LONGEST)
