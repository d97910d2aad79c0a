"""Failover: what a channel has failed to carry for ten minutes is given to the next one, where a
person wants theirs one after another.

The row that was given on stays, and is withdrawn once another has told its reader. Marking it and
writing the next one are one transaction, so that nothing is lost between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction
from django.db.models import Q

from mail import failpoints
from mail.channels import order
from mail.models import ChannelOrder, Delivery, Queue
from mail.outbox import QuietUntil, rows_of_notice

PATIENCE = timedelta(minutes=10)
BATCH = 500

# Letters that wait for a mail host are not touched: its breaker says since when it is out of order.
FIND_FAILING = """
    SELECT row.id FROM mail_delivery AS row
        LEFT JOIN accounts_person AS person ON person.id = row.person_id
        LEFT JOIN mail_channel AS channel ON channel.id = row.channel_id
        LEFT JOIN mail_breaker AS breaker ON breaker.queue = row.queue
    WHERE row.passed_on = false AND (row.status IN ('waiting', 'dead') OR returned_at IS NOT NULL)
        AND (
            row.status <> 'waiting'
            OR row.failing_since <= %(since)s
            OR (row.next_at <= %(now)s OR row.error <> '') AND (
                channel.failing_since <= %(since)s
                OR channel.switched_off_at IS NOT NULL
                OR breaker.opened_at <= %(since)s
                OR row.queue = 'letters' AND NOT (person.letters AND person.bounced_at IS NULL)
            )
        )
    ORDER BY row.id LIMIT %(most)s
"""

log = structlog.get_logger()


def pass_on_failing(*, clock: Callable[[], datetime], quiet_until: QuietUntil) -> int:
    """Give on what channels have failed to carry; return how much. One that fails does not stop the
    others. ``quiet_until`` says until when a reader wants none, None if they want it now."""
    now, passed = clock(), 0
    terms: dict[str, Any] = {"now": now, "since": now - PATIENCE, "most": BATCH}
    with connection.cursor() as cursor:
        cursor.execute(FIND_FAILING, terms)
        failing = [pk for (pk,) in cursor.fetchall()]
    for pk in failing:
        try:
            passed += pass_on(pk, clock(), quiet_until)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("a notice cannot be given to the next channel", delivery=pk)
    return passed


def pass_on_all(channels: Iterable[int], now: datetime) -> None:
    """Give on what waits for channels, in the caller's transaction: they are taken away."""
    waiting = Delivery.objects.filter(
        channel__in=channels, passed_on=False, status=Delivery.Status.WAITING
    )
    for pk in waiting.order_by("pk").values_list("pk", flat=True):
        pass_on(pk, now, skipped=channels)


def pass_on(
    pk: int,
    now: datetime,
    quiet_until: QuietUntil = lambda row, now: row.person.quiet_until(now) if row.person else None,
    *,
    skipped: Iterable[int] = (),
) -> bool:
    """Give what a row tells to the next channel of its person, except those that are ``skipped``;
    return whether there is one."""
    with transaction.atomic():
        # Another worker may be at it, or it has been told after all.
        held = Delivery.objects.select_for_update(skip_locked=True, of=("self",))
        told = Q(status=Delivery.Status.SENT, returned_at=None)
        row = held.filter(~told, pk=pk, passed_on=False).select_related("person").first()
        if row is None:
            return False
        Delivery.objects.filter(pk=pk).update(passed_on=True)
        failpoints.hit("passing_on")
        found = _next_channel(row, set(skipped))
        if found is not None:
            _post_row(row, found, now, quiet_until)
    return found is not None


def _next_channel(row: Delivery, skipped: set[int]) -> int | None:
    """Return the first channel of a person that was not given what a row tells, None without."""
    if row.person is None:
        return None
    rows = Delivery.objects.filter(rows_of_notice(row.key))
    given = {number or ChannelOrder.LETTERS for number in rows.values_list("channel", flat=True)}
    usable = order.usable_channels(
        row.person.pk,
        wants_letters=row.person.letters,
        takes_letters=row.person.takes_letters,
    )
    return next((one for one in usable if one not in given | skipped), None)


def _post_row(row: Delivery, channel: int, now: datetime, quiet_until: QuietUntil) -> None:
    is_letter = channel == ChannelOrder.LETTERS
    # What had to wait for its hour has to wait still.
    start = now if row.error or row.lease else max(now, row.next_at)
    stem = row.key.partition("#")[0]
    Delivery.objects.create(
        queue=Queue.LETTERS if is_letter else Queue.CHANNELS,
        key=stem if is_letter else f"{stem[:99]}#{channel}",
        kind=row.kind,
        about=row.about,
        person_id=row.person_id,
        address=row.person.email if is_letter and row.person else "",
        channel_id=None if is_letter else channel,
        created_at=row.created_at,
        next_at=quiet_until(row, start) or start,
        passed_on=False,
    )
