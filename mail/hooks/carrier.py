"""Brings news to program hooks: claimed by a lease, sent first and marked after, so that each is
told at least once, by the same id each time.

What a hook does not take is tried again for a day, ever more seldom. A hook that fails pauses by
itself. A slow one keeps one thread busy: the hooks of a person are told one after another, and
after a slow one what is due for other people goes first.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event
from time import monotonic
from typing import Any, TypeAlias

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import translation

from mail import crypto, failpoints, parallel
from mail.channels import guard, sender
from mail.channels.guard import BarredError
from mail.channels.sender import NoAnswerError, Request
from mail.hooks import signatures, states
from mail.models import HookDelivery, ProgramHook

SECONDS = 5.0
LEASE = timedelta(minutes=3)  # more than a request may take, with looking its host up
MAX_ATTEMPTS = 25  # more than there are in a day
KEPT = timedelta(days=30)
SLOW = 2.0  # seconds
MOST_WAITING = 500  # for each hook
GONE = 410  # by which a program says that it wants nothing any more
USER_AGENT = "Zugpost-Webhooks"
UNREADABLE, SILENT, BARRED, CRASHED = "unreadable", "silent", "barred", "crashed"
LATE, CROWDED = "late", "crowded"

Payload: TypeAlias = Mapping[str, Any]
PayloadWriter: TypeAlias = Callable[[HookDelivery, ProgramHook, datetime], Payload | None]

log = structlog.get_logger()

# One claim at a time, for as long as its statement: two at once would not see each other's lease.
LOCK = "SELECT pg_advisory_xact_lock(1751084907)"  # any number that no other lock has
# What runs has a lease that ends within ``until``. What is passed over is what waits for the few
# people who are told something now, and ``MOST_WAITING`` bounds that.
CLAIM = """
    WITH busy AS MATERIALIZED (
        SELECT other.id FROM mail_hookdelivery AS running
        JOIN mail_programhook AS hook ON hook.id = running.hook_id
        JOIN mail_programhook AS other ON other.person_id = hook.person_id
        WHERE running.status = 'waiting' AND running.lease IS NOT NULL
            AND running.next_at > %(now)s AND running.next_at <= %(until)s
    ), next AS MATERIALIZED (
        SELECT id FROM mail_hookdelivery WHERE status = 'waiting' AND next_at <= %(now)s
            AND hook_id NOT IN (SELECT id FROM busy)
        ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE mail_hookdelivery AS row
    SET lease = %(lease)s, next_at = %(until)s, attempts = attempts + 1
    FROM next WHERE row.id = next.id
    RETURNING row.*
"""
# By hand, as one pass over what waits. The newest is of more use to a program than the oldest.
GIVE_UP_OLDEST = """
    WITH numbered AS (
        SELECT id, row_number() OVER (PARTITION BY hook_id ORDER BY id DESC) AS place
        FROM mail_hookdelivery WHERE status = 'waiting'
    )
    UPDATE mail_hookdelivery AS row SET status = 'failed', error = %(error)s FROM numbered
    WHERE numbered.id = row.id AND place > %(most)s AND row.status = 'waiting' AND lease IS NULL
"""


class HookError(Exception):
    """A hook has not taken what it was told; its words are the word for why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookOffice:
    """How what programs are told is written, and who tells a person that a hook of theirs was
    switched off."""

    writers: Mapping[str, PayloadWriter]
    switched_off: states.SwitchedOff
    clock: Callable[[], datetime]


def deliver_news(office: HookOffice, *, seconds: float = SECONDS) -> int:
    """Post what is due, and claim nothing after ``seconds``; return how much was claimed."""
    give_up_oldest()
    end = monotonic() + seconds

    def carry(stop: Event) -> int:
        total = 0
        while not stop.is_set() and monotonic() < end:
            row = claim_delivery(office.clock())
            if row is None:
                break
            _carry_delivery(row, office)
            total += 1
        return total

    return parallel.run(_count_due(office.clock(), settings.LETTERS_AT_ONCE), carry)


def claim_delivery(now: datetime) -> HookDelivery | None:
    """Take what is due first, of people who are told nothing else now; nobody else gets it until
    the lease has run out."""
    terms = {"now": now, "lease": uuid.uuid4(), "until": now + LEASE}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LOCK)
        found = list(HookDelivery.objects.raw(CLAIM, terms))
    return found[0] if found else None


def give_up_oldest() -> int:
    """Give up the oldest of what waits for a hook beyond ``MOST_WAITING``; return how much."""
    with connection.cursor() as cursor:
        cursor.execute(GIVE_UP_OLDEST, {"error": CROWDED, "most": MOST_WAITING})
        count: int = cursor.rowcount
    return count


def _count_due(now: datetime, most: int) -> int:
    waiting = HookDelivery.objects.filter(status=HookDelivery.Status.WAITING, next_at__lte=now)
    return waiting[:most].count()


def _carry_delivery(row: HookDelivery, office: HookOffice) -> None:
    """Post what was claimed, put it off or give it up."""
    hook = ProgramHook.objects.select_related("person").filter(pk=row.hook_id).first()
    if hook is None:
        return
    if row.attempts > MAX_ATTEMPTS:  # it took its workers down with it
        _close_delivery(row, HookDelivery.Status.FAILED, error=CRASHED)
        return
    # A hook that fails is tried by what waits longest, and switched off by that.
    if not hook.failures and office.clock() - row.created_at >= states.PATIENCE:
        _close_delivery(row, HookDelivery.Status.FAILED, error=LATE)
        return
    began = monotonic()
    _try_or_put_off(row, hook, office)
    if monotonic() - began > SLOW:
        _let_others_pass(hook, office.clock())


def _try_or_put_off(row: HookDelivery, hook: ProgramHook, office: HookOffice) -> None:
    try:
        _try_delivery(row, hook, office)
    except SoftTimeLimitExceeded:
        _put_off(row, CRASHED, office.clock())
        raise
    except Exception:
        log.exception("news for a program failed", delivery=row.pk, kind=row.kind)
        _put_off(row, CRASHED, office.clock())


def _try_delivery(row: HookDelivery, hook: ProgramHook, office: HookOffice) -> None:
    payload = _write_payload(row, hook, office)
    if payload is None:
        _close_delivery(row, HookDelivery.Status.WITHDRAWN)
        return
    if not states.claim_attempt(hook, office.clock()):
        _wait_for_hook(row, hook, office.clock())
        return
    try:
        post_payload(hook, row, payload, office.clock())
    except HookError as error:
        _note_failure(row, hook, str(error), office)
        return
    failpoints.hit("after_hook")
    _close_delivery(row, HookDelivery.Status.SENT, sent_at=office.clock())
    states.record_success(hook, office.clock())


def _write_payload(row: HookDelivery, hook: ProgramHook, office: HookOffice) -> Payload | None:
    """Return what a program is told, None if nothing any more."""
    if hook.switched_off_at or not hook.person.is_active or hook.person.leaving_at:
        return None
    with translation.override(hook.person.language):
        return office.writers[row.kind](row, hook, office.clock())


def post_payload(hook: ProgramHook, row: HookDelivery, payload: Payload, now: datetime) -> None:
    """Post what a program is told to its hook, signed.

    :raises HookError: when it was not taken.
    """
    try:
        status = _post(hook, row, payload, now)
    except BarredError as error:
        raise HookError(BARRED) from error
    except (NoAnswerError, OSError) as error:
        raise HookError(SILENT) from error
    if not 200 <= status < 300:  # redirects are followed nowhere
        raise HookError(str(status))


def _post(hook: ProgramHook, row: HookDelivery, payload: Payload, now: datetime) -> int:
    opened = crypto.decrypt(bytes(hook.sealed))
    signers = list_secrets(hook, now)
    if opened is None or not signers:
        raise HookError(UNREADABLE)
    told = {"type": row.kind, "timestamp": row.created_at}
    body = json.dumps({**told, "data": payload}, ensure_ascii=False, default=_write_moment).encode()
    headers = signatures.sign_message(row.message_name, now, body, signers)
    named = {"Content-Type": "application/json", "User-Agent": USER_AGENT}
    address = guard.read_address(opened.decode(), settings.HOOK_HOSTS)
    target = guard.find_target(address, guard.look_up)
    return sender.send_request(target, Request(body, {**named, **headers}), sender.connect)


def _write_moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def list_secrets(hook: ProgramHook, now: datetime) -> list[str]:
    """Return what signs for a hook: its secret, and for a day the one before."""
    sealed = [hook.sealed_secret]
    if hook.sealed_old_secret is not None and hook.old_until and now < hook.old_until:
        sealed.append(hook.sealed_old_secret)
    opened = (crypto.decrypt(bytes(one)) for one in sealed)
    return [one.decode() for one in opened if one is not None]


def _note_failure(row: HookDelivery, hook: ProgramHook, error: str, office: HookOffice) -> None:
    now = office.clock()
    _put_off(row, error, now)
    if error == str(GONE):
        states.switch_off(hook, error, now, office.switched_off)
    else:
        states.record_failure(hook, error, now, office.switched_off)


def _put_off(row: HookDelivery, error: str, now: datetime) -> None:
    """Try again later what was not taken, or give it up after a day."""
    if now - row.created_at >= states.PATIENCE:
        _close_delivery(row, HookDelivery.Status.FAILED, error=error)
        return
    later = now + states.pause_after(row.attempts)
    _ours(row).update(lease=None, error=error, next_at=later)


def _wait_for_hook(row: HookDelivery, hook: ProgramHook, now: datetime) -> None:
    """Let what a hook cannot be told now wait until it is tried again; that is no attempt."""
    later = max(hook.next_at, now + states.PAUSES[0])
    _ours(row).update(lease=None, attempts=row.attempts - 1, next_at=later)


def _let_others_pass(hook: ProgramHook, now: datetime) -> None:
    """Have what waits for the hooks of a person wait behind what is due for others."""
    theirs = ProgramHook.objects.filter(person=hook.person_id)
    waiting = HookDelivery.objects.filter(hook__in=theirs, status=HookDelivery.Status.WAITING)
    waiting.filter(lease=None, next_at__lt=now).update(next_at=now)


def _close_delivery(row: HookDelivery, status: str, **fields: object) -> None:
    _ours(row).update(status=status, lease=None, **fields)


def _ours(row: HookDelivery) -> QuerySet[HookDelivery]:
    """Select a row if its lease is still ours."""
    status = HookDelivery.Status.WAITING
    return HookDelivery.objects.filter(pk=row.pk, lease=row.lease, status=status)


def forget_old(*, now: datetime, most: int) -> int:
    """Delete what was told long ago, at most that much; return how much."""
    old = HookDelivery.objects.filter(created_at__lte=now - KEPT).exclude(
        status=HookDelivery.Status.WAITING
    )
    chosen = list(old.order_by("created_at").values_list("pk", flat=True)[:most])
    count, _by_model = HookDelivery.objects.filter(pk__in=chosen).delete()
    return count
