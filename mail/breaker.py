"""Leaves a mail host in peace that is out of order: only a letter now and then is tried.

Its state is a row for each queue, which all workers share. Letters that wait meanwhile are not
touched, so that none is given up because its mail host was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any

import structlog
from django.db import connection, transaction

from mail.models import Breaker, Queue

FAILURES = 3
PAUSES = (timedelta(seconds=30), timedelta(minutes=10))

# Asked for each letter, and nearly always in vain: Django takes longer to make such a question than
# PostgreSQL to answer it.
FIND_OPEN = "SELECT probe_at, pause FROM mail_breaker WHERE queue = %s AND opened_at IS NOT NULL"
FIND_FAILING = "SELECT opened_at FROM mail_breaker WHERE queue = %s AND failures > 0"

log = structlog.get_logger()


class CircuitState(Enum):
    """Whether the way to the mail host is free, shut, or shut but for this one letter."""

    FREE = auto()
    PROBE = auto()
    SHUT = auto()


def is_open(queue: Queue) -> bool:
    """Return whether the mail host is being left in peace."""
    return Breaker.objects.filter(queue=queue, opened_at__isnull=False).exists()


def claim_attempt(queue: Queue, now: datetime) -> CircuitState:
    """Return whether a letter may be tried; who gets ``PROBE`` is alone with it for a pause."""
    found = _find_row(FIND_OPEN, queue)
    if found is None:
        return CircuitState.FREE
    probe_at, pause = found
    due = Breaker.objects.filter(queue=queue, probe_at=probe_at, probe_at__lte=now)
    return CircuitState.PROBE if due.update(probe_at=now + pause) else CircuitState.SHUT


def release_probe(queue: Queue, now: datetime) -> None:
    """Let another letter be tried at once: the one to try was not needed any more."""
    Breaker.objects.filter(queue=queue, opened_at__isnull=False).update(probe_at=now)


def record_success(queue: Queue) -> None:
    """Note that the mail host has answered."""
    found = _find_row(FIND_FAILING, queue)
    if found is None:
        return
    failing = Breaker.objects.filter(queue=queue, failures__gt=0)
    failing.update(failures=0, opened_at=None, probe_at=None, pause=timedelta())
    (opened_at,) = found
    if opened_at:
        log.info("mail host works again", queue=queue)


def _find_row(query: str, queue: Queue) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [queue.value])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def record_failure(queue: Queue, way: CircuitState, now: datetime) -> bool:
    """Count a failure of the mail host in a row; return whether it is out of order."""
    with transaction.atomic():
        Breaker.objects.get_or_create(queue=queue)
        found = Breaker.objects.select_for_update().get(queue=queue)
        found.failures += 1
        if way is CircuitState.PROBE or (found.opened_at is None and found.failures >= FAILURES):
            _open_breaker(found, now)
        found.save()
    return found.opened_at is not None


def _open_breaker(found: Breaker, now: datetime) -> None:
    """Open it, or keep it open for twice as long."""
    first, longest = PAUSES
    found.pause = min(2 * found.pause, longest) if found.opened_at else first
    found.opened_at, found.probe_at = found.opened_at or now, now + found.pause
    log.error("mail host is out of order", queue=found.queue, until=found.probe_at.isoformat())
