"""Puts letters into the outbox and takes them out: claim, lease, attempts, backoff, dead letter.

A letter is sent first and marked after, so that a crash between the two sends it twice (with
the same Message-ID) and never loses it. What a letter is about may have a ``secret``: it is
forgotten when the letter is closed, and a letter that could not be sent within
``MAX_SECRET_AGE`` is withdrawn.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

import msgspec
import structlog
from django.conf import settings
from django.db import connection, transaction

from mail import compose, fault
from mail.letters import Letter
from mail.models import Delivery

MAX_ATTEMPTS = 10
BACKOFF = (timedelta(seconds=30), timedelta(hours=6))
MAX_SECRET_AGE = timedelta(minutes=15)

Writer: TypeAlias = Callable[[Delivery, datetime], Letter | None]
Told: TypeAlias = Callable[[Delivery, datetime], None]

log = structlog.get_logger()


POST = """
    INSERT INTO mail_delivery (
        status, attempts, error, key, kind, about, person_id, address, created_at, next_at
    )
    SELECT 'waiting', 0, '', letter.* FROM jsonb_to_recordset(%s::jsonb) AS letter (
        key text, kind text, about jsonb, person_id bigint, address text,
        created_at timestamptz, next_at timestamptz
    )
    ON CONFLICT (key) DO NOTHING
"""
COLUMNS = ("key", "kind", "about", "person_id", "address", "created_at", "next_at")


def post(deliveries: Iterable[Delivery]) -> None:
    """Write outbox rows in the caller's transaction; one that exists already stays as it is."""
    rows = [{name: getattr(one, name) for name in COLUMNS} for one in deliveries]
    with connection.wrap_database_errors, connection.cursor() as cursor:
        cursor.cursor.execute(POST, [msgspec.json.encode(rows).decode()], prepare=True)


def letter(
    *,
    key: str,
    kind: str,
    address: str,
    now: datetime,
    person_id: int | None = None,
    about: dict[str, object] | None = None,
    not_before: datetime | None = None,
) -> Delivery:
    """Make an outbox row, not yet stored."""
    return Delivery(
        key=key,
        kind=kind,
        address=address,
        person_id=person_id,
        about=about or {},
        created_at=now,
        next_at=not_before or now,
    )


CLAIM = """
    UPDATE mail_delivery SET lease = %(lease)s, next_at = %(until)s, attempts = attempts + 1
    WHERE id IN (
        SELECT id FROM mail_delivery WHERE status = 'waiting' AND next_at <= %(now)s
        ORDER BY next_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED)
    RETURNING id
"""


def claim(now: datetime, limit: int) -> list[Delivery]:
    """Take up to ``limit`` due letters; nobody else gets them until the lease has run out."""
    lease, until = uuid.uuid4(), now + timedelta(seconds=settings.LETTER_LEASE)
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"lease": lease, "until": until, "now": now, "limit": limit})
        claimed = [row[0] for row in cursor.fetchall()]
    return list(Delivery.objects.filter(id__in=claimed).select_related("person").order_by("id"))


def deliver(
    writers: Mapping[str, Writer], *, told: Told, clock: Callable[[], datetime], limit: int = 10
) -> int:
    """Send what is due, a claim at a time, until nothing is left; return how many were claimed.

    ``writers`` writes each kind of letter (``None``: there is nothing more to tell);
    ``told`` is called in the transaction that marks a letter as sent.
    """
    forget(clock())
    total = 0
    while claimed := claim(clock(), limit):
        for delivery in claimed:
            _send(delivery, writers[delivery.kind], told, clock)
        total += len(claimed)
    return total


def _send(delivery: Delivery, write: Writer, told: Told, clock: Callable[[], datetime]) -> None:
    if delivery.attempts > MAX_ATTEMPTS:  # it took its workers down with it, again and again
        _bury(delivery, "too many attempts")
        return
    try:
        written = write(delivery, clock())
        if written is None:
            _close(delivery, Delivery.Status.WITHDRAWN)
            return
        fault.point("before_send")
        if not _hold(delivery, clock()):
            return
        compose.send(written, delivery)
    except compose.UndeliverableError as error:
        _fail(delivery, error, permanent=error.permanent, now=clock())
        return
    except Exception as error:
        log.exception("letter failed", delivery=delivery.pk, kind=delivery.kind)
        _fail(delivery, error, permanent=False, now=clock())
        return
    fault.point("after_send")
    with transaction.atomic():
        if _close(delivery, Delivery.Status.SENT, sent_at=clock()):
            told(delivery, clock())


def forget(now: datetime) -> int:
    """Withdraw the letters whose secret is too old to be sent; return how many."""
    stale = Delivery.objects.filter(
        status=Delivery.Status.WAITING,
        about__has_key="secret",
        created_at__lte=now - MAX_SECRET_AGE,
    )
    return sum(_close(delivery, Delivery.Status.WITHDRAWN) for delivery in stale)


def _hold(delivery: Delivery, now: datetime) -> bool:
    """Renew the lease for the sending; say whether it is still ours."""
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    return ours.update(next_at=now + timedelta(seconds=settings.LETTER_LEASE)) == 1


def _close(delivery: Delivery, status: str, **fields: object) -> bool:
    """Mark a letter and forget its secret, if the lease is still ours."""
    told = {key: value for key, value in delivery.about.items() if key != "secret"}
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    return ours.update(status=status, lease=None, about=told, **fields) == 1


def _bury(delivery: Delivery, error: str) -> None:
    _close(delivery, Delivery.Status.DEAD, error=error[:300])
    log.error("letter is dead", delivery=delivery.pk, kind=delivery.kind, error=error)


def _fail(delivery: Delivery, error: Exception, *, permanent: bool, now: datetime) -> None:
    sentence = f"{type(error).__name__}: {error}"[:300]
    if permanent or delivery.attempts >= MAX_ATTEMPTS:
        _bury(delivery, sentence)
        return
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    ours.update(lease=None, error=sentence, next_at=now + backoff(delivery.attempts))
    log.warning("letter put off", delivery=delivery.pk, kind=delivery.kind, error=sentence)


def backoff(attempts: int) -> timedelta:
    """Return the wait after so many attempts: doubling, with a little chance against crowds."""
    first, longest = BACKOFF
    doubled: timedelta = first * 2 ** (attempts - 1)
    return min(doubled, longest) * random.uniform(0.9, 1.1)
