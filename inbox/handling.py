"""Takes mails out of the inbox, each once: claim, lease, attempts, backoff, dead mail.

What comes of a mail, its answer in the outbox, and the mark that it is handled are one transaction:
a process that ends at any moment leaves either all of it or nothing, and then the mail is taken
again when its lease has run out.
"""

from __future__ import annotations

import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeAlias

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from inbox import received, store
from inbox.models import IncomingMail
from inbox.reading.message import UnreadableMailError
from inbox.received import ReceivedMail, RetryLaterError, TooFastError
from mail import failpoints
from mail.outbox import backoff_delay

MAX_ATTEMPTS = 8
LEASE = timedelta(minutes=5)
LONGEST_WAIT = timedelta(hours=1)
SECONDS = 5.0
HELD_BACK = TooFastError.__name__  # the error of mails that wait for others of their person


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """What came of a mail, in one word for the staff, and who has written it, if that is known."""

    word: str
    person_id: int | None = None


REPEATED = MailOutcome("repeated")


@dataclass(frozen=True, slots=True)
class DeadMail:
    """A mail that is given up: to which of our addresses, from whom by its envelope, and what was
    read of it; ``None`` if that has failed or has ended those who tried."""

    recipient: str
    sender: str
    what: ReceivedMail | None


Handler: TypeAlias = Callable[[ReceivedMail, datetime], MailOutcome]
# Tells the author of a mail that is given up, if that is somebody whom we know for certain.
AuthorTeller: TypeAlias = Callable[[DeadMail, datetime], None]
# Given to whom and from whom a mail is and the time, returns in a word why nobody reads it, "" if
# somebody does, or raises TooFastError.
Screen: TypeAlias = Callable[[str, str, datetime], str]


@dataclass(frozen=True, slots=True)
class _Desk:
    """What handles a mail, why some are not read at all, who hears of dead ones, and the time."""

    handler: Handler
    why_unwanted: Screen
    tell_author: AuthorTeller
    clock: Callable[[], datetime]


@dataclass(slots=True)
class _Attempt:
    """An attempt at a mail, and what was read of it so far."""

    mail: IncomingMail
    what: ReceivedMail | None = None


log = structlog.get_logger()


# Materialized, as a plan may otherwise read "the first that is due" again for each row.
CLAIM = """
    WITH next AS MATERIALIZED (
        SELECT id FROM inbox_incomingmail
        WHERE status = 'waiting' AND next_at <= %(now)s
        ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE inbox_incomingmail SET lease = %(lease)s, next_at = %(until)s, attempts = attempts + 1
    FROM next WHERE inbox_incomingmail.id = next.id
    RETURNING inbox_incomingmail.*
"""


def claim_mail(now: datetime) -> IncomingMail | None:
    """Take the mail that is due first; nobody else gets it until the lease has run out."""
    params: dict[str, Any] = {"lease": uuid.uuid4(), "until": now + LEASE, "now": now}
    return next(iter(IncomingMail.objects.raw(CLAIM, params)), None)


def handle_mails(
    handler: Handler,
    *,
    clock: Callable[[], datetime],
    why_unwanted: Screen = lambda recipient, author, now: "",
    tell_author: AuthorTeller = lambda mail, now: None,
    seconds: float = SECONDS,
) -> int:
    """Handle what is due, and claim nothing more after ``seconds``; return how many were
    claimed.

    ``handler`` acts on a mail and posts its answer, in the transaction that marks it as handled.
    Of a mail that is unwanted no more is read than to whom and from whom it is. ``tell_author`` is
    called in the transaction that marks a mail as dead.
    """
    end, total = monotonic() + seconds, 0
    desk = _Desk(handler, why_unwanted, tell_author, clock)
    while monotonic() < end and (mail := claim_mail(clock())) is not None:
        failpoints.hit("mail_claimed")
        _handle_or_put_off(mail, desk)
        total += 1
    return total


def _handle_or_put_off(mail: IncomingMail, desk: _Desk) -> None:
    attempt = _Attempt(mail)
    if mail.attempts > MAX_ATTEMPTS:  # it took its workers down with it, again and again
        _give_up(attempt, "too many attempts", desk)
        return
    try:
        _read_and_handle(attempt, desk)
    except UnreadableMailError as error:
        _mark_handled(mail, MailOutcome(f"unreadable-{error.reason}"), desk.clock())
    except TooFastError as error:
        _hold_back(mail, error.until)
    except RetryLaterError as error:
        _put_off(mail, error, desk.clock(), counts=False)
    except SoftTimeLimitExceeded as error:  # the mail may be why, so that the attempt counts
        _put_off_or_give_up(attempt, error, desk)
        raise
    except Exception as error:
        log.error("mail failed", mail=mail.pk, error=_name(error), at=_last_line(error))
        _put_off_or_give_up(attempt, error, desk)


def _read_and_handle(attempt: _Attempt, desk: _Desk) -> None:
    mail, now = attempt.mail, desk.clock()
    # Strangers can write what takes long to read, or asks much of name servers: it is not read.
    recipient, author = store.read_envelope(mail).recipient, received.read_author(mail)
    if why := desk.why_unwanted(recipient, author, now):
        _mark_handled(mail, MailOutcome(why), now)
        return
    _require_turn(mail)
    # Read before the transaction: who has sent it may have to be asked of the network.
    attempt.what = received.read_mail(mail, now)
    _handle_mail(mail, attempt.what, desk)


def _require_turn(mail: IncomingMail) -> None:
    """Let a mail wait for older ones of its person that were held back: it might be their YES.

    :raises TooFastError: if there are any.
    """
    older = _of_same_person(mail).filter(pk__lt=mail.pk, error=HELD_BACK).order_by("pk")
    if until := older.values_list("next_at", flat=True).first():
        raise TooFastError(until)


def _of_same_person(mail: IncomingMail) -> QuerySet[IncomingMail]:
    """Select the other mails that wait for the person of a mail, if that is known, and that no
    worker has taken."""
    waiting = IncomingMail.objects.filter(status=IncomingMail.Status.WAITING, lease=None)
    known = waiting if mail.person_key else waiting.none()  # "" where an older release stored it
    return known.filter(person_key=mail.person_key)


def _handle_mail(mail: IncomingMail, what: ReceivedMail, desk: _Desk) -> None:
    with transaction.atomic():
        # Locked and asked for again: after a long pause another worker may have it.
        if not _ours(mail).select_for_update().exists():
            return
        outcome = REPEATED if _has_acted(what) else desk.handler(what, desk.clock())
        failpoints.hit("before_mail_handled")
        # The key is unique: of two workers with the same mail one tries again, and sees this one.
        key = what.key if what.is_authentic and outcome != REPEATED else ""
        _mark_handled(mail, outcome, desk.clock(), proved_key=key)
    failpoints.hit("after_mail_handled")


def _has_acted(what: ReceivedMail) -> bool:
    """Whether a mail was handled that says the same, at the same time, by the same author."""
    return what.is_authentic and IncomingMail.objects.filter(proved_key=what.key).exists()


def _mark_handled(
    mail: IncomingMail, outcome: MailOutcome, now: datetime, *, proved_key: str = ""
) -> None:
    """Mark a mail as handled, and forget at once what it says if nobody of ours has written it."""
    # Strangers may write as much as they like: it must not fill the disk for two weeks.
    emptied = {} if outcome.person_id else {"raw": b"", "envelope": b""}
    _ours(mail).update(
        status=IncomingMail.Status.HANDLED,
        lease=None,
        handled_at=now,
        outcome=outcome.word,
        proved_key=proved_key,
        person=outcome.person_id,
        address_key="",
        person_key="",
        error="",
        **emptied,
    )
    log.info("mail handled", mail=mail.pk, outcome=outcome.word, person=outcome.person_id)


def _ours(mail: IncomingMail) -> QuerySet[IncomingMail]:
    return IncomingMail.objects.filter(
        pk=mail.pk, lease=mail.lease, status=IncomingMail.Status.WAITING
    )


def _put_off_or_give_up(attempt: _Attempt, error: Exception, desk: _Desk) -> None:
    """Put a mail off, or give it up after too many attempts."""
    if attempt.mail.attempts >= MAX_ATTEMPTS:
        _give_up(attempt, _name(error), desk)
    else:
        _put_off(attempt.mail, error, desk.clock())


def _put_off(mail: IncomingMail, error: Exception, now: datetime, *, counts: bool = True) -> None:
    name = _name(error)
    attempts = mail.attempts if counts else mail.attempts - 1
    later = now + (backoff_delay(attempts) if counts else _patient_delay(mail, now))
    _ours(mail).update(lease=None, error=name, attempts=attempts, next_at=later)
    log.warning("mail put off", mail=mail.pk, error=name)


def _hold_back(mail: IncomingMail, until: datetime) -> None:
    """Let all mails of a person wait until then, in their order: that of their numbers, as they are
    due at the same time."""
    with transaction.atomic():
        # All at once: claimed one by one, a hundred of them would cost others their time. Two
        # workers that do so at once would wait for each other if they did not skip.
        due = _of_same_person(mail).filter(next_at__lt=until).select_for_update(skip_locked=True)
        numbers = list(due.values_list("pk", flat=True))
        held = IncomingMail.objects.filter(pk__in=numbers)
        held.update(error=HELD_BACK, next_at=until)
        attempts = mail.attempts - 1
        _ours(mail).update(lease=None, error=HELD_BACK, attempts=attempts, next_at=until)
    log.warning("mails held back", mail=mail.pk, others=len(numbers))


def _name(error: Exception) -> str:
    """Return what kind of error this is. Its sentence may quote a mail, or rows of the database,
    and so tell hidden orders to the staff."""
    state = getattr(error.__cause__, "sqlstate", None) if isinstance(error, DatabaseError) else None
    return f"{type(error).__name__} {state}" if state else type(error).__name__


def _last_line(error: Exception) -> str:
    """Return the line of our code or a library at which an error was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}:{frame.lineno}"


def _patient_delay(mail: IncomingMail, now: datetime) -> timedelta:
    """Return the wait of a mail that is not at fault: it grows with how long it has waited."""
    return min(max((now - mail.arrived_at) / 4, backoff_delay(1)), LONGEST_WAIT)


def _give_up(attempt: _Attempt, error: str, desk: _Desk) -> None:
    """Mark a mail as dead, and let its author hear of that."""
    try:
        with transaction.atomic():
            if _mark_dead(attempt.mail, error):
                # Not read for this: reading may be what has ended workers.
                way = store.read_envelope(attempt.mail)
                dead = DeadMail(way.recipient, way.sender, attempt.what)
                desk.tell_author(dead, desk.clock())
    except Exception as untold:  # of any kind: or the mail would be tried for ever
        log.error("nobody was told", mail=attempt.mail.pk, error=_name(untold))
        _mark_dead(attempt.mail, error)
    log.error("mail is dead", mail=attempt.mail.pk, error=error)


def _mark_dead(mail: IncomingMail, error: str) -> bool:
    """Mark a mail as dead; return whether it was ours to do so."""
    return _ours(mail).update(status=IncomingMail.Status.DEAD, lease=None, error=error) == 1
