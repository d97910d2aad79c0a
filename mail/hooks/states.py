"""How a program hook does: it pauses when it fails, longer each time, and is switched off after a
day without success."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from django.db import transaction

from mail.models import HookDelivery, ProgramHook

PATIENCE = timedelta(days=1)
PAUSES = (timedelta(seconds=30), timedelta(hours=3))
TRYING = timedelta(minutes=3)  # more than a request may take, with looking its host up

SwitchedOff: TypeAlias = Callable[[ProgramHook, datetime], None]

log = structlog.get_logger()


def claim_attempt(hook: ProgramHook, now: datetime) -> bool:
    """Return whether something may be posted; to a hook that has failed, one at a time."""
    if hook.failures == 0:
        return True
    due = ProgramHook.objects.filter(pk=hook.pk, next_at=hook.next_at, next_at__lte=now)
    return due.update(next_at=now + TRYING) == 1


def record_success(hook: ProgramHook, now: datetime) -> None:
    """Note that a hook has taken something."""
    if hook.works_since is None or hook.failures:
        ProgramHook.objects.filter(pk=hook.pk).update(
            failures=0, failing_since=None, error="", works_since=now
        )


def record_failure(hook: ProgramHook, error: str, now: datetime, told: SwitchedOff) -> None:
    """Count a failure in a row, and have the hook pause, with all that waits for it; or switch it
    off, after a day of failures."""
    began = hook.failing_since or now
    if now - began >= PATIENCE:
        switch_off(hook, error, now, told)
        return
    next_at = now + pause_after(hook.failures + 1)
    # Those that were under way at the same time are one failure.
    seen = ProgramHook.objects.filter(pk=hook.pk, failures=hook.failures)
    seen.update(failures=hook.failures + 1, failing_since=began, error=error, next_at=next_at)
    # So that what waits for it is not looked at again and again.
    waiting = HookDelivery.objects.filter(hook=hook, status=HookDelivery.Status.WAITING)
    waiting.filter(lease=None, next_at__lt=next_at).update(next_at=next_at)
    log.warning("hook fails", hook=hook.pk, host=hook.host, error=error, row=hook.failures + 1)


def switch_off(hook: ProgramHook, error: str, now: datetime, told: SwitchedOff) -> None:
    """Switch a hook off and give up what waits for it; ``told`` is called in the same transaction,
    by one that does it alone."""
    with transaction.atomic():
        on = ProgramHook.objects.filter(pk=hook.pk, switched_off_at=None)
        if not on.update(switched_off_at=now, error=error):
            return
        waiting = HookDelivery.objects.filter(hook=hook, status=HookDelivery.Status.WAITING)
        waiting.update(status=HookDelivery.Status.FAILED, lease=None, error=error)
        told(hook, now)
    log.warning("hook is switched off", hook=hook.pk, host=hook.host, error=error)


def switch_on(hook: ProgramHook, now: datetime) -> None:
    """Try a hook again as if it had never failed."""
    ProgramHook.objects.filter(pk=hook.pk).update(
        failures=0,
        failing_since=None,
        works_since=None,
        error="",
        next_at=now,
        switched_off_at=None,
    )


def pause_after(failures: int) -> timedelta:
    """Return how long to wait after a number of failures: doubling, up to three hours."""
    first, longest = PAUSES
    doubled: timedelta = first * 2 ** min(failures - 1, 20)
    return min(doubled, longest)
