"""Puts letters into the outbox and takes them out: claim, lease, attempts, backoff, dead letter.

A letter is sent first and marked after, so that a crash between the two sends it twice (with
the same Message-ID) and never loses it. What a letter is about may have a ``secret``: it is
forgotten when the letter is closed, and a letter that could not be sent within
``MAX_SECRET_AGE`` is withdrawn.

Written by hand: a row is part of the transaction that makes it due, and its letter is written from
what is so when it is sent, which a queue of finished letters cannot do.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from threading import Event
from time import monotonic
from typing import TypeAlias

import msgspec
import psycopg
import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction

from mail import breaker, compose, failpoints, parallel
from mail.breaker import CircuitState
from mail.letters import Letter
from mail.models import Delivery, Queue
from mail.redaction import hide_reply_tokens

MAX_ATTEMPTS = 10
BACKOFF = (timedelta(seconds=30), timedelta(hours=6))
MAX_SECRET_AGE = timedelta(minutes=10)
SECONDS = 5.0
MAX_DIGITS = 19
NOWHERE = ".invalid"  # RFC 2606

Writer: TypeAlias = Callable[[Delivery, datetime], Letter | None]
SentCallback: TypeAlias = Callable[[Delivery, datetime], None]
RefusedCallback: TypeAlias = Callable[[str, datetime], None]

log = structlog.get_logger()


class NotNowError(Exception):
    """A letter cannot be written now, and that is no fault of the letter: it waits."""


# A letter to a person is a notice in each of their channels that is on, too, in the same statement.
# A channel that is being taken away is skipped, so that no letter waits for that.
POST = """
    WITH given AS (
        SELECT letter.* FROM jsonb_to_recordset(%s::jsonb) AS letter (
            queue text, key text, kind text, about jsonb, person_id bigint, address text,
            created_at timestamptz, next_at timestamptz
        )
    ), letters AS (
        INSERT INTO mail_delivery (
            status, attempts, error, queue, key, kind, about, person_id, address, created_at,
            next_at
        )
        SELECT 'waiting', 0, '', given.* FROM given WHERE address <> ''
        ON CONFLICT (key) DO NOTHING
    )
    INSERT INTO mail_delivery (
        status, attempts, error, queue, key, kind, about, person_id, address, created_at, next_at,
        channel_id
    )
    SELECT 'waiting', 0, '', 'channels', left(key, 99) || '#' || channel.id, given.kind, about,
        given.person_id, '', given.created_at, given.next_at, channel.id
    FROM given JOIN mail_channel AS channel ON channel.person_id = given.person_id
    WHERE given.queue = 'letters' AND channel.switched_off_at IS NULL
    FOR KEY SHARE OF channel SKIP LOCKED
    ON CONFLICT (key) DO NOTHING
"""
COLUMNS = (
    "queue", "key", "kind", "about", "person_id", "address", "created_at", "next_at",
)  # fmt: skip


def post_letters(deliveries: Iterable[Delivery]) -> None:
    """Write outbox rows in the caller's transaction, and one for each channel of their people; one
    that exists already stays as it is, and none is written to a domain that cannot be. Without an
    address there is no letter, and only the channels are told."""
    reachable = (one for one in deliveries if not one.address.endswith(NOWHERE))
    rows = [{name: getattr(one, name) for name in COLUMNS} for one in reachable]
    # Not Django's cursor, which writes the values into the statement: each would be another one.
    with connection.wrap_database_errors, connection.cursor():
        cursor = psycopg.Cursor(connection.connection)
        cursor.execute(POST, [msgspec.json.encode(rows).decode()], prepare=True)


def build_delivery(
    *,
    key: str,
    kind: str,
    address: str,
    now: datetime,
    person_id: int | None = None,
    about: dict[str, object] | None = None,
    not_before: datetime | None = None,
    queue: Queue = Queue.LETTERS,
) -> Delivery:
    """Make an outbox row, not yet stored."""
    return Delivery(
        queue=queue,
        key=key,
        kind=kind,
        address=address,
        person_id=person_id,
        about=about or {},
        created_at=now,
        next_at=not_before or now,
    )


# Materialized, as a plan may otherwise read "the first that is due" again for each letter. It goes
# to the address that its person has now: it may have been posted by a process that had read the
# address before it changed.
CLAIM = """
    WITH next AS MATERIALIZED (
        SELECT id, person_id FROM mail_delivery
        WHERE status = 'waiting' AND queue = %(queue)s AND next_at <= %(now)s
        ORDER BY next_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
    )
    UPDATE mail_delivery AS letter
    SET lease = %(lease)s, next_at = %(until)s, attempts = attempts + 1,
        address = CASE letter.queue WHEN 'channels' THEN '' ELSE coalesce(person.email, address) END
    FROM next LEFT JOIN accounts_person AS person ON person.id = next.person_id
    WHERE letter.id = next.id
    RETURNING letter.*
"""


RENEW = """
    UPDATE mail_delivery SET next_at = %s WHERE id = %s AND lease = %s AND status = 'waiting'
"""


def claim_letters(now: datetime, limit: int, queue: Queue = Queue.LETTERS) -> list[Delivery]:
    """Take up to ``limit`` due letters; nobody else gets them until the lease has run out."""
    lease, until = uuid.uuid4(), now + timedelta(seconds=settings.LETTER_LEASE)
    terms = {"lease": lease, "until": until, "now": now, "limit": limit, "queue": queue.value}
    return sorted(Delivery.objects.raw(CLAIM, terms), key=lambda delivery: delivery.pk)


def forward_letters(person_id: int, address: str) -> int:
    """Let the letters that wait for a person go to another address; return how many."""
    waiting = Delivery.objects.filter(
        person=person_id, channel=None, status=Delivery.Status.WAITING
    )
    return waiting.update(address=address)


def drop_letters(kind: str, address: str) -> int:
    """Forget the letters of a kind to an address, sent or not; return how many."""
    count, _by_model = Delivery.objects.filter(kind=kind, address__iexact=address).delete()
    return count


def find_delivery(name: str) -> Delivery | None:
    """Return the letter that is called so on its way, if there is one."""
    number = name.removeprefix("delivery-").partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < MAX_DIGITS):
        return None
    found = Delivery.objects.select_related("person").filter(pk=number).first()
    return found if found and found.message_name == name else None


def count_due(now: datetime, most: int, queue: Queue = Queue.LETTERS) -> int:
    """Count the letters that are due, no further than ``most``."""
    waiting = Delivery.objects.filter(status="waiting", queue=queue, next_at__lte=now)
    return waiting[:most].count()


def deliver_letters(
    writers: Mapping[str, Writer],
    *,
    told: SentCallback,
    clock: Callable[[], datetime],
    refused: RefusedCallback = lambda address, at: None,
    queue: Queue = Queue.LETTERS,
    seconds: float = SECONDS,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Send what is due, and claim nothing more after ``seconds`` or once it ``is_over``; return how
    many were claimed.

    Letters are claimed one by one, so that an interrupted worker holds no others back.
    ``writers`` writes each kind of letter (``None``: there is nothing more to tell);
    ``told`` is called in the transaction that marks a letter as sent, ``refused`` for an address
    that takes no letters at all.
    """
    end = monotonic() + seconds
    withdraw_stale(clock())

    def carry(stop: Event) -> int:
        total = 0
        with closing(compose.SmtpConnection()) as line:
            while not (stop.is_set() or is_over()) and monotonic() < end:
                now = clock()
                way = breaker.claim_attempt(queue, now)
                claimed = claim_letters(now, 1, queue) if way is not CircuitState.SHUT else []
                if not claimed:
                    break
                one, write = claimed[0], writers[claimed[0].kind]
                asked = _send_delivery(one, write, told, clock, line, way, refused)
                if way is CircuitState.PROBE and not asked:
                    breaker.release_probe(queue, clock())
                total += 1
        return total

    most = 1 if breaker.is_open(queue) else settings.LETTERS_AT_ONCE
    return parallel.run(count_due(clock(), most, queue), carry)


def _send_delivery(
    delivery: Delivery,
    write: Writer,
    told: SentCallback,
    clock: Callable[[], datetime],
    line: compose.SmtpConnection,
    way: CircuitState,
    refused: RefusedCallback,
) -> bool:
    """Send a letter, put it off or give it up; say whether the mail host was asked."""
    if delivery.attempts > MAX_ATTEMPTS:  # it took its workers down with it, again and again
        mark_dead(delivery, "too many attempts")
        return False
    queue = Queue(delivery.queue)
    try:
        is_sent = _hand_to_host(delivery, write, clock, line)
    except compose.HostError as error:
        is_sick = breaker.record_failure(queue, way, clock())
        put_off(delivery, error, now=clock(), counts=error.reached, dies=not is_sick)
        return True
    except compose.UndeliverableError as error:
        breaker.record_success(queue)
        if isinstance(error, compose.AddressRefusedError):
            refused(delivery.address, clock())
        put_off(delivery, error, now=clock(), permanent=error.permanent)
        return True
    except NotNowError as error:
        put_off(delivery, error, now=clock(), counts=False)
        return False
    except SoftTimeLimitExceeded as error:  # the letter may be why, so that the attempt counts
        put_off(delivery, error, now=clock())
        raise
    except Exception as error:
        log.exception("letter failed", delivery=delivery.pk, kind=delivery.kind)
        put_off(delivery, error, now=clock())
        return False
    if is_sent:
        mark_sent(delivery, told, clock())
        breaker.record_success(queue)
    return is_sent


def _hand_to_host(
    delivery: Delivery, write: Writer, clock: Callable[[], datetime], line: compose.SmtpConnection
) -> bool:
    """Give a letter to the mail host, unless it is not needed any more or not ours any more."""
    written = write(delivery, clock())
    if written is None:
        close_delivery(delivery, Delivery.Status.WITHDRAWN)
        return False
    failpoints.hit("before_send")
    if not renew_lease(delivery, clock()):
        return False
    compose.send_letter(written, delivery, line)
    return True


def mark_sent(delivery: Delivery, told: SentCallback, now: datetime) -> None:
    failpoints.hit("after_send")
    with transaction.atomic():
        if close_delivery(delivery, Delivery.Status.SENT, sent_at=now):
            told(delivery, now)


def withdraw_stale(now: datetime) -> int:
    """Withdraw the letters whose secret is too old to be sent; return how many."""
    stale = Delivery.objects.filter(
        queue=Queue.CODES,
        status=Delivery.Status.WAITING,
        about__has_key="secret",
        created_at__lte=now - MAX_SECRET_AGE,
    )
    return sum(close_delivery(delivery, Delivery.Status.WITHDRAWN) for delivery in stale)


def renew_lease(delivery: Delivery, now: datetime) -> bool:
    """Renew the lease for the sending; say whether it is still ours."""
    until = now + timedelta(seconds=settings.LETTER_LEASE)
    with connection.cursor() as cursor:
        cursor.execute(RENEW, [until, delivery.pk, delivery.lease])
        return bool(cursor.rowcount)


def close_delivery(delivery: Delivery, status: str, **fields: object) -> bool:
    """Mark a letter and forget its secret, if the lease is still ours."""
    told = {key: value for key, value in delivery.about.items() if key != "secret"}
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    return ours.update(status=status, lease=None, about=told, **fields) == 1


def mark_dead(delivery: Delivery, error: str) -> None:
    close_delivery(delivery, Delivery.Status.DEAD, error=error[:300])
    log.error("letter is dead", delivery=delivery.pk, kind=delivery.kind, error=error)


def put_off(
    delivery: Delivery,
    error: Exception,
    *,
    now: datetime,
    permanent: bool = False,
    counts: bool = True,
    dies: bool = True,
    until: datetime | None = None,
) -> None:
    """Put a letter off, ``until`` then if that is known, or give it up.

    An attempt does not count where nobody can have got the letter; it does not die of a host that
    answers nobody, but is repeated more and more seldom.
    """
    sentence = hide_reply_tokens(f"{type(error).__name__}: {error}")[:300]
    if permanent or (counts and dies and delivery.attempts >= MAX_ATTEMPTS):
        mark_dead(delivery, sentence)
        return
    attempts = min(delivery.attempts if counts else delivery.attempts - 1, MAX_ATTEMPTS - 1)
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    next_at = until or now + backoff_delay(max(attempts, 1))
    ours.update(lease=None, error=sentence, attempts=attempts, next_at=next_at)
    log.warning("letter put off", delivery=delivery.pk, kind=delivery.kind, error=sentence)


def backoff_delay(attempts: int) -> timedelta:
    """Return the wait after a number of attempts: doubling, with a little chance against crowds."""
    first, longest = BACKOFF
    doubled: timedelta = first * 2 ** (attempts - 1)
    return min(doubled, longest) * random.uniform(0.9, 1.1)
