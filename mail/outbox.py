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
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
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
from django.db.models import Q, QuerySet

from mail import breaker, compose, failpoints, parallel
from mail.breaker import CircuitState
from mail.letters import Letter
from mail.models import Delivery, Queue
from mail.redaction import hide_reply_tokens

MAX_ATTEMPTS = 10
BACKOFF = (timedelta(seconds=30), timedelta(hours=6))
REFUSED_FOR = timedelta(days=3)  # "not now", as other mail servers hear it for days, too
MAX_SECRET_AGE = timedelta(minutes=10)
SECONDS = 5.0
MAX_DIGITS = 19
NOWHERE = ".invalid"  # RFC 2606
MOST_TOGETHER = 50  # what is more comes in a letter after it
MOST_LATELY = 200
MOST_ATTEMPTS_TOGETHER = 3
HOUR = timedelta(hours=1)

Writer: TypeAlias = Callable[[Delivery, datetime], Letter | None]
SentCallback: TypeAlias = Callable[[Delivery, datetime], None]
RefusedCallback: TypeAlias = Callable[[str, datetime], None]
HoldUntil: TypeAlias = Callable[[Delivery, datetime], datetime | None]
QuietUntil: TypeAlias = Callable[[Delivery, datetime], datetime | None]
JoinLetters: TypeAlias = Callable[[Sequence[tuple[Delivery, Letter]], datetime], Letter]

log = structlog.get_logger()


class NotNowError(Exception):
    """A letter cannot be written now, and that is no fault of the letter: it waits."""


# A letter to a person is a notice in each of their channels that is on, too, in the same statement;
# or, where they want them one after another, there is the first alone of all these. A channel that
# is being taken away is skipped, so that no letter waits for that. What programs are told goes to
# the hooks of their people that want it, in the same statement and by the same rule.
POST = """
    WITH given AS (
        SELECT letter.* FROM jsonb_to_recordset(%s::jsonb) AS letter (
            queue text, key text, kind text, about jsonb, person_id bigint, address text,
            created_at timestamptz, next_at timestamptz, is_gathered boolean,
            tells_channels boolean, channels_at timestamptz
        )
    ), found AS MATERIALIZED (
        SELECT given.key, channel.id
        FROM given JOIN mail_channel AS channel ON channel.person_id = given.person_id
        WHERE given.queue = 'letters' AND tells_channels IS NOT false
            AND channel.switched_off_at IS NULL
            AND (channel.kind <> 'email' OR (
                SELECT person.letters FROM accounts_person AS person
                WHERE person.id = channel.person_id
            ))
        FOR KEY SHARE OF channel SKIP LOCKED
    ), first AS MATERIALIZED (
        SELECT DISTINCT ON (given.key) given.key, place.id
        FROM given JOIN mail_channelorder AS wanted ON wanted.person_id = given.person_id
            CROSS JOIN LATERAL (
                SELECT 0 AS id WHERE given.address <> ''
                UNION ALL SELECT found.id FROM found WHERE found.key = given.key
            ) AS place
        WHERE given.queue = 'letters' AND tells_channels IS NOT false
        ORDER BY given.key, array_position(wanted.channels, place.id) NULLS LAST, place.id
    ), hooks AS MATERIALIZED (
        SELECT news.*, hook.id AS hook_id, greatest(news.at, hook.next_at) AS next_at
        FROM jsonb_to_recordset(%s::jsonb) AS news (
            person_id bigint, kind text, key text, about jsonb, at timestamptz, of_bot boolean
        ) JOIN mail_programhook AS hook ON hook.person_id = news.person_id
        WHERE hook.switched_off_at IS NULL AND news.kind = ANY (hook.topics)
            AND (hook.hears_of_bots OR NOT news.of_bot)
        FOR KEY SHARE OF hook SKIP LOCKED
    ), told_hooks AS (
        INSERT INTO mail_hookdelivery (
            hook_id, key, kind, about, status, attempts, error, created_at, next_at
        )
        SELECT hook_id, key, kind, about, 'waiting', 0, '', at, next_at FROM hooks
        ON CONFLICT DO NOTHING
    ), letters AS (
        INSERT INTO mail_delivery (
            status, attempts, error, queue, key, kind, about, person_id, address, created_at,
            next_at, is_gathered, passed_on
        )
        SELECT 'waiting', 0, '', queue, key, kind, about, person_id, address, created_at, next_at,
            is_gathered, (SELECT false FROM first WHERE first.key = given.key)
        FROM given
        WHERE address <> '' AND NOT EXISTS (
            SELECT 1 FROM first WHERE first.key = given.key AND first.id <> 0
        )
        ON CONFLICT DO NOTHING
    )
    INSERT INTO mail_delivery (
        status, attempts, error, queue, key, kind, about, person_id, address, created_at, next_at,
        channel_id, passed_on
    )
    SELECT 'waiting', 0, '', 'channels', left(key, 99) || '#' || found.id, given.kind, about,
        given.person_id, '', given.created_at, coalesce(given.channels_at, given.next_at), found.id,
        (SELECT false FROM first WHERE first.key = given.key)
    FROM given JOIN found USING (key)
    WHERE NOT EXISTS (SELECT 1 FROM first WHERE first.key = given.key AND first.id <> found.id)
    ON CONFLICT DO NOTHING
"""
COLUMNS = (
    "queue", "key", "kind", "about", "person_id", "address", "created_at", "next_at", "is_gathered",
    "tells_channels", "channels_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramNews:
    """What the hooks of a person's programs are told, if they want this kind: ``key`` names what it
    is ``about``, so that each is told once. What is ``of_bot`` is told to those that want that."""

    person_id: int
    kind: str
    key: str
    about: Mapping[str, object]
    at: datetime
    of_bot: bool = False


def post_letters(deliveries: Iterable[Delivery], news: Iterable[ProgramNews] = ()) -> None:
    """Write outbox rows in the caller's transaction, and one for each channel of their people, or
    for the first of all; one that exists already stays as it is, and none is written to a domain
    that cannot be. Without an address there is no letter, and only the channels are told; of the
    ``news`` only programs are."""
    reachable = (one for one in deliveries if not one.address.endswith(NOWHERE))
    rows = [{name: getattr(one, name) for name in COLUMNS} for one in reachable]
    told = [*news]
    if not rows and not told:
        return
    # Not Django's cursor, which writes the values into the statement: each would be another one.
    with connection.wrap_database_errors, connection.cursor():
        cursor = psycopg.Cursor(connection.connection)
        given = [msgspec.json.encode(one).decode() for one in (rows, told)]
        cursor.execute(POST, given, prepare=True)


def build_delivery(
    *,
    key: str,
    kind: str,
    address: str,
    now: datetime,
    person_id: int | None = None,
    about: dict[str, object] | None = None,
    not_before: datetime | None = None,
    channels_not_before: datetime | None = None,
    is_gathered: bool = False,
    tells_channels: bool = True,
    queue: Queue = Queue.LETTERS,
) -> Delivery:
    """Make an outbox row, not yet stored; channels are told at the same time if no other is
    given, and of nothing that is a letter's alone."""
    delivery = Delivery(
        queue=queue,
        key=key,
        kind=kind,
        address=address,
        person_id=person_id,
        about=about or {},
        created_at=now,
        next_at=not_before or now,
        is_gathered=is_gathered,
    )
    delivery.channels_at = channels_not_before or delivery.next_at
    delivery.tells_channels = tells_channels
    return delivery


# Materialized, as a plan may otherwise read "the first that is due" again for each letter. It goes
# to the address that its person has now: it may have been posted by a process that had read the
# address before it changed. What is gathered for a person is claimed by its first letter alone, so
# that two workers never make two of it.
CLAIM = """
    WITH next AS MATERIALIZED (
        SELECT id, person_id, is_gathered FROM mail_delivery AS due
        WHERE status = 'waiting' AND queue = %(queue)s AND next_at <= %(now)s
            AND NOT (is_gathered AND EXISTS (
                SELECT 1 FROM mail_delivery AS earlier
                WHERE earlier.person_id = due.person_id AND earlier.is_gathered
                    AND earlier.status = 'waiting' AND earlier.next_at <= %(now)s
                    AND (earlier.next_at, earlier.id) < (due.next_at, due.id)
            ))
        ORDER BY next_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
    ), others AS MATERIALIZED (
        SELECT other.id, other.person_id
        FROM next JOIN mail_delivery AS other ON other.person_id = next.person_id
        WHERE next.is_gathered AND other.is_gathered AND other.status = 'waiting'
            AND other.next_at <= %(now)s AND other.id <> next.id
        ORDER BY other.next_at, other.id LIMIT %(most)s FOR UPDATE OF other SKIP LOCKED
    ), claimed AS (
        SELECT id, person_id FROM next UNION ALL SELECT id, person_id FROM others
    )
    UPDATE mail_delivery AS letter
    SET lease = %(lease)s, next_at = %(until)s, attempts = attempts + 1,
        address = CASE letter.queue WHEN 'channels' THEN '' ELSE coalesce(person.email, address) END
    FROM claimed LEFT JOIN accounts_person AS person ON person.id = claimed.person_id
    WHERE letter.id = claimed.id
    RETURNING letter.*, person.letters_an_hour AS most_an_hour,
        coalesce(person.letters AND person.bounced_at IS NULL, true) AS takes_letters
"""
RENEW = """
    UPDATE mail_delivery SET next_at = %s WHERE id = ANY(%s) AND lease = %s AND status = 'waiting'
"""
# Letters that are on their way in other hands count, too, but for those that were claimed later;
# those that have left together are one.
SENT_LATELY = """
    WITH latest AS MATERIALIZED (
        SELECT id, status, lease, sent_at, is_gathered FROM mail_delivery
        WHERE person_id = %(person)s AND queue = 'letters' ORDER BY id DESC LIMIT %(most)s
    )
    SELECT coalesce(sent_at, %(now)s) AS at FROM latest
    WHERE status = 'sent' AND sent_at > %(now)s - interval '1 hour'
        OR status = 'waiting' AND lease IS NOT NULL AND id < %(id)s
    GROUP BY sent_at, lease, CASE WHEN is_gathered THEN 0 ELSE id END
    ORDER BY at DESC LIMIT %(cap)s
"""


def claim_letters(now: datetime, limit: int, queue: Queue = Queue.LETTERS) -> list[Delivery]:
    """Take up to ``limit`` due letters, each with the ``others`` that leave together with it;
    nobody else gets them until the lease has run out."""
    lease, until = uuid.uuid4(), now + timedelta(seconds=settings.LETTER_LEASE)
    terms = {
        "lease": lease, "until": until, "now": now, "limit": limit, "queue": queue.value,
        "most": MOST_TOGETHER,
    }  # fmt: skip
    return _group_gathered(sorted(Delivery.objects.raw(CLAIM, terms), key=lambda one: one.pk))


def _group_gathered(claimed: list[Delivery]) -> list[Delivery]:
    """Return letters of their own, and of those that are gathered the first of each person with the
    others."""
    single = [one for one in claimed if not one.is_gathered]
    gathered: dict[int | None, list[Delivery]] = {}
    for one in claimed:
        if one.is_gathered:
            gathered.setdefault(one.person_id, []).append(one)
    for first, *others in gathered.values():
        first.others = others
        single.append(first)
    return sorted(single, key=lambda one: one.pk)


def forward_letters(person_id: int, address: str) -> int:
    """Let the letters that wait for a person go to another address; return how many."""
    waiting = Delivery.objects.filter(
        person=person_id, channel=None, status=Delivery.Status.WAITING
    )
    return waiting.update(address=address)


def rows_of_notice(key: str) -> Q:
    """Return what selects the rows of what a row tells, in all channels, by the key of one."""
    stem = key.partition("#")[0]
    return Q(key=stem) | Q(key__startswith=f"{stem}#")


def withdraw_if_told(delivery: Delivery) -> bool:
    """Withdraw a row whose reader wants to hear of it once, if another channel has told them;
    return whether it has."""
    if delivery.passed_on is None:
        return False
    told = Delivery.objects.filter(status=Delivery.Status.SENT, returned_at=None)
    if not told.filter(rows_of_notice(delivery.key)).exists():
        return False
    close_delivery(delivery, Delivery.Status.WITHDRAWN, passed_on=True)
    return True


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


def note_delivered(delivery: Delivery, at: datetime) -> None:
    """Note that a letter has reached its mailbox, by the first news of that."""
    _letters_sent_with(delivery).filter(delivered_at=None).update(delivered_at=at)


def note_returned(delivery: Delivery, at: datetime) -> bool:
    """Note that a letter came back, by the first news of that; return whether it was news."""
    return bool(_letters_sent_with(delivery).filter(returned_at=None).update(returned_at=at))


def _letters_sent_with(delivery: Delivery) -> QuerySet[Delivery]:
    """Select a letter that was sent, and those that left in it: all were sent in one moment."""
    itself = Q(pk=delivery.pk)
    if delivery.is_gathered and delivery.sent_at is not None:
        itself |= Q(person=delivery.person_id, is_gathered=True, sent_at=delivery.sent_at)
    return Delivery.objects.filter(itself)


def count_due(now: datetime, most: int, queue: Queue = Queue.LETTERS) -> int:
    """Count the letters that are due, no further than ``most``."""
    waiting = Delivery.objects.filter(status="waiting", queue=queue, next_at__lte=now)
    return waiting[:most].count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """How letters are written, and what is done about what becomes of them."""

    writers: Mapping[str, Writer]
    told: SentCallback
    clock: Callable[[], datetime]
    refused: RefusedCallback
    join: JoinLetters | None
    hold_until: HoldUntil
    quiet_until: QuietUntil


def deliver_letters(
    writers: Mapping[str, Writer],
    *,
    told: SentCallback,
    clock: Callable[[], datetime],
    refused: RefusedCallback = lambda address, at: None,
    join: JoinLetters | None = None,
    hold_until: HoldUntil = lambda delivery, until: None,
    quiet_until: QuietUntil = lambda delivery, now: None,
    queue: Queue = Queue.LETTERS,
    seconds: float = SECONDS,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Send what is due, and claim nothing more after ``seconds`` or once it ``is_over``; return how
    many were claimed.

    Letters are claimed one by one, so that an interrupted worker holds no others back.
    ``writers`` writes each kind of letter (``None``: there is nothing more to tell), ``join`` makes
    one of those that are gathered. ``told`` is called in the transaction that marks a letter as
    sent, and when one is held back as its reader wants it; ``hold_until`` says until when one that
    can leave at some moment is held back then, None if it must leave now; ``quiet_until`` until
    when the reader of one that is late wants none, None if they want it now; ``refused`` is called
    for an address that takes no letters at all.
    """
    end = monotonic() + seconds
    office = Office(
        writers=writers,
        told=told,
        clock=clock,
        refused=refused,
        join=join,
        hold_until=hold_until,
        quiet_until=quiet_until,
    )
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
                asked = _send_delivery(claimed[0], office, line, way)
                if way is CircuitState.PROBE and not asked:
                    breaker.release_probe(queue, clock())
                total += 1
        return total

    most = 1 if breaker.is_open(queue) else settings.LETTERS_AT_ONCE
    return parallel.run(count_due(clock(), most, queue), carry)


def _send_delivery(
    delivery: Delivery, office: Office, line: compose.SmtpConnection, way: CircuitState
) -> bool:
    """Send a letter, put it off or give it up; say whether the mail host was asked."""
    clock, letters = office.clock, delivery.whole
    if len(letters) > 1 and delivery.attempts > MOST_ATTEMPTS_TOGETHER:
        _take_apart(letters, clock())  # one of them may be why
        return False
    if delivery.attempts > MAX_ATTEMPTS:  # it took its workers down with it, again and again
        mark_dead(letters, "too many attempts")
        return False
    if _wait_for_quiet(delivery, office) or _hold_back(delivery, office):
        return False
    queue = Queue(delivery.queue)
    try:
        sent = _hand_to_host(delivery, office, line)
    except compose.HostError as error:
        is_sick = breaker.record_failure(queue, way, clock())
        put_off(letters, error, now=clock(), counts=error.reached, dies=not is_sick)
        return True
    except compose.UndeliverableError as error:
        breaker.record_success(queue)
        if _is_of_address(error):
            office.refused(delivery.address, clock())
        if error.permanent and len(letters) > 1 and not _is_of_address(error):
            _take_apart(letters, clock())  # one of them may be why, such as by its size
        else:
            _wait_for_host(letters, error, now=clock())
        return True
    except SoftTimeLimitExceeded as error:  # the letter may be why, so that the attempt counts
        put_off(letters, error, now=clock())
        raise
    except Exception as error:
        log.exception("letter failed", delivery=delivery.pk, kind=delivery.kind)
        put_off(letters, error, now=clock())
        return False
    if sent:
        mark_sent(sent, office.told, clock())
        breaker.record_success(queue)
    return bool(sent)


def _wait_for_host(
    deliveries: Sequence[Delivery], error: compose.UndeliverableError, *, now: datetime
) -> None:
    """Put letters off that the mail host does not take now, or give up those that it never will:
    it says so, or has not taken them for days."""
    # Nothing comes twice by trying again: the host has said that it did not take them.
    began = min((one.failing_since for one in deliveries if one.failing_since), default=now)
    dies = now - began >= REFUSED_FOR
    put_off(deliveries, error, now=now, permanent=error.permanent, dies=dies)


def _is_of_address(error: compose.UndeliverableError) -> bool:
    return isinstance(error, compose.AddressRefusedError)


def _take_apart(deliveries: Iterable[Delivery], now: datetime) -> None:
    """Let letters that could not leave together leave one by one."""
    for one in deliveries:
        ours = Delivery.objects.filter(pk=one.pk, lease=one.lease, status="waiting")
        ours.update(lease=None, attempts=one.attempts - 1, next_at=now, is_gathered=False)


def _wait_for_quiet(delivery: Delivery, office: Office) -> bool:
    """Put off a letter that could not leave when its reader wanted it, if they have quiet hours
    now, until these end; return whether it was put off."""
    if not any(one.error for one in delivery.whole):
        return False
    now = office.clock()
    moments = [office.quiet_until(one, now) for one in delivery.whole]
    until = max((moment for moment in moments if moment), default=None)
    if until is None or None in moments:
        return False
    _hold_letters(delivery.whole, until, office, now)
    return True


def _hold_back(delivery: Delivery, office: Office) -> bool:
    """Put a letter off whose reader has had as many in the last hour as they want, until they may
    have another, with all that is due then; return whether it was put off.

    The clock of what it asks for starts now: nobody gains time by that.
    """
    cap, now = delivery.most_an_hour, office.clock()
    if cap is None or delivery.queue != Queue.LETTERS:
        return False
    terms = {
        "person": delivery.person_id, "id": delivery.whole[0].pk, "now": now, "cap": cap,
        "most": MOST_LATELY,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(SENT_LATELY, terms)
        sent = [at for (at,) in cursor.fetchall()]
    if len(sent) < cap:
        return False
    moments = [office.hold_until(one, sent[-1] + HOUR) for one in delivery.whole]
    until = max((moment for moment in moments if moment), default=None)
    if until is None or None in moments:
        return False
    _hold_letters(delivery.whole, until, office, now)
    return True


def _hold_letters(
    deliveries: Iterable[Delivery], until: datetime, office: Office, now: datetime
) -> None:
    with transaction.atomic():
        for one in deliveries:
            ours = Delivery.objects.filter(pk=one.pk, lease=one.lease, status="waiting")
            attempts = one.attempts - 1
            if ours.update(lease=None, attempts=attempts, next_at=until, is_gathered=True):
                office.told(one, now)


def _hand_to_host(
    delivery: Delivery, office: Office, line: compose.SmtpConnection
) -> list[Delivery]:
    """Give a letter to the mail host, with those that leave together with it; return those that
    have left: not what is not needed any more, or not ours any more."""
    written = _write_parts(delivery, office)
    if not written:
        return []
    failpoints.hit("before_send")
    left = [one for one, _letter in written]
    if not renew_lease(left, office.clock()):
        return []
    # Its name is that of the first, so that it is the same letter if it is sent again.
    compose.send_letter(_join_parts(written, office), left[0], line)
    return left


def _write_parts(delivery: Delivery, office: Office) -> list[tuple[Delivery, Letter]]:
    """Write the letters that leave together, without those that there is no need for."""
    whole = delivery.whole
    for one in whole:
        one.is_part = len(whole) > 1
    written = [(one, letter) for one in whole if (letter := _write_letter(one, office))]
    if len(written) != 1 or len(whole) == 1:
        return written
    ((only, letter),) = written
    only.is_part = False  # it is a letter of its own after all
    rewritten = _write_letter(only, office)
    return [(only, rewritten)] if rewritten else []


def _write_letter(delivery: Delivery, office: Office) -> Letter | None:
    """Write a letter; one that there is no need for is withdrawn, one that cannot be written now
    waits. What fails stops no others that it would leave with."""
    if withdraw_if_told(delivery):
        return None
    try:
        if delivery.passed_on is False and not delivery.takes_letters:
            raise NotNowError("the next channel has to carry it")
        written = office.writers[delivery.kind](delivery, office.clock())
    except NotNowError as error:
        put_off([delivery], error, now=office.clock(), counts=False)
        return None
    except Exception as error:
        if not delivery.is_part or isinstance(error, SoftTimeLimitExceeded):
            raise
        log.exception("letter failed", delivery=delivery.pk, kind=delivery.kind)
        put_off([delivery], error, now=office.clock())
        return None
    if written is None:
        close_delivery(delivery, Delivery.Status.WITHDRAWN)
    return written


def _join_parts(written: list[tuple[Delivery, Letter]], office: Office) -> Letter:
    if len(written) == 1:
        return written[0][1]
    assert office.join is not None
    return office.join(written, office.clock())


def mark_sent(
    deliveries: Iterable[Delivery], told: SentCallback, now: datetime, **marks: bool
) -> None:
    failpoints.hit("after_send")
    with transaction.atomic():
        for delivery in deliveries:
            if close_delivery(delivery, Delivery.Status.SENT, sent_at=now, **marks):
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


def renew_lease(deliveries: Sequence[Delivery], now: datetime) -> bool:
    """Renew the lease of letters for the sending; say whether all are still ours."""
    until = now + timedelta(seconds=settings.LETTER_LEASE)
    with connection.cursor() as cursor:
        cursor.execute(RENEW, [until, [one.pk for one in deliveries], deliveries[0].lease])
        return bool(cursor.rowcount == len(deliveries))


def close_delivery(delivery: Delivery, status: str, **fields: object) -> bool:
    """Mark a letter and forget its secret, if the lease is still ours."""
    told = {key: value for key, value in delivery.about.items() if key != "secret"}
    ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
    return ours.update(status=status, lease=None, about=told, **fields) == 1


def mark_dead(deliveries: Iterable[Delivery], error: str) -> None:
    for delivery in deliveries:
        close_delivery(delivery, Delivery.Status.DEAD, error=error[:300])
        log.error("letter is dead", delivery=delivery.pk, kind=delivery.kind, error=error)


def put_off(
    deliveries: Sequence[Delivery],
    error: Exception,
    *,
    now: datetime,
    permanent: bool = False,
    counts: bool = True,
    dies: bool = True,
    until: datetime | None = None,
) -> None:
    """Put letters off, ``until`` then if that is known, or give them up.

    An attempt does not count where nobody can have got the letter; it does not die of a host that
    answers nobody, but is repeated more and more seldom.
    """
    sentence = hide_reply_tokens(f"{type(error).__name__}: {error}")[:300]
    tried = max(one.attempts if counts else one.attempts - 1 for one in deliveries)
    # One moment for all: what was to leave together is due together.
    next_at = until or now + backoff_delay(max(min(tried, MAX_ATTEMPTS - 1), 1))
    for delivery in deliveries:
        if permanent or (counts and dies and delivery.attempts >= MAX_ATTEMPTS):
            mark_dead([delivery], sentence)
            continue
        attempts = min(delivery.attempts if counts else delivery.attempts - 1, MAX_ATTEMPTS - 1)
        ours = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease, status="waiting")
        since = delivery.failing_since or (None if isinstance(error, NotNowError) else now)
        ours.update(
            lease=None, error=sentence, attempts=attempts, next_at=next_at, failing_since=since
        )
        log.warning("letter put off", delivery=delivery.pk, kind=delivery.kind, error=sentence)


def backoff_delay(attempts: int) -> timedelta:
    """Return the wait after a number of attempts: doubling, with a little chance against crowds."""
    first, longest = BACKOFF
    doubled: timedelta = first * 2 ** (attempts - 1)
    return min(doubled, longest) * random.uniform(0.9, 1.1)
