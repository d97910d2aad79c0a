"""How a channel does: it pauses when it fails, longer each time, and is switched off at last."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog

from mail.models import Channel

MOST_FAILURES = 20
PAUSES = (timedelta(seconds=30), timedelta(hours=6))
TRYING = timedelta(minutes=1)  # more than a request may take

log = structlog.get_logger()


def claim_attempt(channel: Channel, now: datetime) -> bool:
    """Return whether a notice may be sent; of a channel that has failed, one at a time."""
    if channel.failures == 0:
        return True
    due = Channel.objects.filter(pk=channel.pk, next_at=channel.next_at, next_at__lte=now)
    return due.update(next_at=now + TRYING) == 1


def record_success(channel: Channel, now: datetime) -> None:
    """Note that a channel has taken a notice."""
    if channel.works_since is not None and channel.failures == 0:
        return
    Channel.objects.filter(pk=channel.pk).update(
        failures=0, failing_since=None, error="", works_since=now
    )


def record_failure(channel: Channel, error: str, now: datetime) -> datetime:
    """Count a failure in a row; return when the channel may be tried again."""
    failures = channel.failures + 1
    next_at = now + _pause_after(failures)
    # Those that were under way at the same time are one failure.
    seen = Channel.objects.filter(pk=channel.pk, failures=channel.failures)
    seen.update(
        failures=failures,
        failing_since=channel.failing_since or now,
        error=error,
        next_at=next_at,
        switched_off_at=now if failures >= MOST_FAILURES else None,
    )
    log.warning("channel fails", channel=channel.pk, host=channel.host, error=error, row=failures)
    return next_at


def switch_off(channel: Channel, error: str, now: datetime) -> None:
    """Switch off a channel that will take nothing any more."""
    Channel.objects.filter(pk=channel.pk).update(
        failures=channel.failures + 1,
        failing_since=channel.failing_since or now,
        error=error,
        switched_off_at=now,
    )
    log.warning("channel is switched off", channel=channel.pk, host=channel.host, error=error)


def _pause_after(failures: int) -> timedelta:
    first, longest = PAUSES
    doubled: timedelta = first * 2 ** (failures - 1)
    return min(doubled, longest)


def switch_on(channel: Channel, now: datetime) -> None:
    """Try a channel again as if it had never failed."""
    Channel.objects.filter(pk=channel.pk).update(
        failures=0,
        failing_since=None,
        works_since=None,
        error="",
        next_at=now,
        switched_off_at=None,
    )
