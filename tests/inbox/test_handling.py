"""Mails are handled once, by one transaction; what fails is tried again, and then given up."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

from accounts.models import Person
from inbox import handling, received
from inbox.handling import DeadMail, Handler, MailOutcome
from inbox.models import IncomingMail
from inbox.received import ReceivedMail, RetryLaterError, TooFastError
from inbox.store import MailEnvelope, store_mail

TO_GAME = "reply+game@play.example.org"
ENVELOPE = MailEnvelope(recipient=TO_GAME, sender="alice@example.org", verdict="pass")
RAW = f"""\
Message-ID: <1@example.org>\r
Date: Mon, 2 Mar 2026 12:00:00 +0000\r
From: Alice <alice@example.org>\r
To: {TO_GAME}\r
\r
A1-A2\r
""".encode()


@pytest.fixture
def mail(db: None, now: datetime) -> IncomingMail:
    store_mail(RAW, ENVELOPE, IncomingMail.Door.LMTP, now=now)
    return IncomingMail.objects.get()


def _notes() -> tuple[list[ReceivedMail], Handler]:
    """Return a list of mails, and what handles a mail by noting it there."""
    seen: list[ReceivedMail] = []

    def note(received: ReceivedMail, at: datetime) -> MailOutcome:
        seen.append(received)
        return MailOutcome("noted")

    return seen, note


def _clock(at: datetime) -> Callable[[], datetime]:
    return lambda: at


def test_a_mail_is_handled_once(mail: IncomingMail, now: datetime) -> None:
    seen, note = _notes()
    assert handling.handle_mails(note, clock=_clock(now)) == 1
    assert handling.handle_mails(note, clock=_clock(now + timedelta(days=1))) == 0
    assert [(one.sender, one.text.strip()) for one in seen] == [("alice@example.org", "A1-A2")]
    mail.refresh_from_db()
    assert (mail.status, mail.outcome, mail.handled_at) == ("handled", "noted", now)


@pytest.mark.parametrize(
    "again",
    [
        RAW.replace(b"<1@", b"<2@"),
        b"X-More: yes\r\n" + RAW,
        RAW.replace(b"A1-A2", b"A1-A2  \r\n"),
        RAW.replace(b"Date: Mon,", b"Date:  Mon,"),
        b"Content-Type: text/html\r\n" + RAW.replace(b"A1-A2", b"<b>A1-A3</b>"),
    ],
)
def test_a_proved_mail_acts_once_however_it_is_brought_again(
    again: bytes, mail: IncomingMail, now: datetime
) -> None:
    """A signature need not cover all of the head, such as how the text is to be read, and holds
    for other blanks."""
    seen, note = _notes()
    handling.handle_mails(note, clock=_clock(now))
    store_mail(again, ENVELOPE, IncomingMail.Door.LMTP, now=now)
    handling.handle_mails(note, clock=_clock(now))
    assert len(seen) == 1
    assert IncomingMail.objects.latest("pk").outcome == "repeated"


@pytest.mark.parametrize(("before", "after"), [(b"12:00:00", b"12:00:01"), (b"alice@", b"bob@")])
def test_another_proved_mail_acts_as_well(
    before: bytes, after: bytes, mail: IncomingMail, now: datetime
) -> None:
    store_mail(RAW.replace(before, after), ENVELOPE, IncomingMail.Door.LMTP, now=now)
    seen, note = _notes()
    handling.handle_mails(note, clock=_clock(now))
    assert len(seen) == 2


def test_a_copy_that_nothing_proves_does_not_keep_a_mail_from_acting(
    mail: IncomingMail, now: datetime
) -> None:
    IncomingMail.objects.all().delete()
    for way in (replace(ENVELOPE, verdict="fail", ip="198.51.100.9"), ENVELOPE):
        store_mail(RAW, way, IncomingMail.Door.LMTP, now=now)
    seen, note = _notes()
    handling.handle_mails(note, clock=_clock(now))
    assert [one.is_authentic for one in seen] == [False, True]


@pytest.mark.parametrize("is_known", [False, True])
def test_what_a_stranger_has_written_is_forgotten_at_once(
    is_known: bool, mail: IncomingMail, alice: Person, now: datetime
) -> None:
    outcome = MailOutcome("noted", alice.pk if is_known else None)
    handling.handle_mails(lambda received, at: outcome, clock=_clock(now))
    mail.refresh_from_db()
    assert bool(mail.raw) == bool(mail.envelope) == is_known


def test_what_a_failed_handler_has_done_is_undone(
    mail: IncomingMail, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        IncomingMail.objects.filter(pk=mail.pk).update(outcome="half")
        raise LookupError

    handling.handle_mails(fail, clock=_clock(now))
    mail.refresh_from_db()
    assert (mail.status, mail.outcome, mail.attempts) == ("waiting", "", 1)
    assert mail.next_at > now


def test_a_mail_that_always_fails_dies(mail: IncomingMail, now: datetime) -> None:
    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise LookupError

    for day in range(handling.MAX_ATTEMPTS):
        handling.handle_mails(fail, clock=_clock(now + timedelta(days=day)))
    mail.refresh_from_db()
    assert mail.status == "dead"
    assert mail.error.startswith("LookupError")


@pytest.mark.parametrize(("attempts", "is_read"), [(-1, True), (0, False)])
def test_who_tells_authors_of_dead_mails_gets_what_was_read_of_them(
    attempts: int, is_read: bool, mail: IncomingMail, now: datetime
) -> None:
    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise LookupError

    dead: list[DeadMail] = []
    IncomingMail.objects.update(attempts=handling.MAX_ATTEMPTS + attempts)
    handling.handle_mails(fail, tell_author=lambda mail, at: dead.append(mail), clock=_clock(now))
    assert [(one.recipient, one.sender) for one in dead] == [(TO_GAME, "alice@example.org")]
    assert [one.what is not None and one.what.is_authentic for one in dead] == [is_read]


def test_a_mail_dies_though_its_author_cannot_be_told(mail: IncomingMail, now: datetime) -> None:
    def fail(dead: DeadMail, at: datetime) -> None:
        raise LookupError

    IncomingMail.objects.update(attempts=handling.MAX_ATTEMPTS)
    handling.handle_mails(_notes()[1], tell_author=fail, clock=_clock(now))
    mail.refresh_from_db()
    assert (mail.status, mail.error) == ("dead", "too many attempts")


def test_nobody_is_told_of_a_mail_that_is_tried_again(mail: IncomingMail, now: datetime) -> None:
    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise LookupError

    dead: list[DeadMail] = []
    handling.handle_mails(fail, tell_author=lambda mail, at: dead.append(mail), clock=_clock(now))
    assert dead == []


def test_neither_a_row_nor_the_log_tells_what_stands_in_an_error(
    mail: IncomingMail, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    """It may quote a mail, or a row of the database with hidden orders."""

    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise LookupError("S12-S13")

    handling.handle_mails(fail, clock=_clock(now))
    mail.refresh_from_db()
    assert mail.error == "LookupError"
    assert "mail failed" in caplog.text
    assert "test_handling.py" in caplog.text
    assert "S12-S13" not in caplog.text


def test_an_error_of_the_database_is_known_by_its_number(
    mail: IncomingMail, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(received: ReceivedMail, at: datetime) -> MailOutcome:
        IncomingMail.objects.create(key=mail.key, arrived_at=at, next_at=at)
        raise AssertionError

    handling.handle_mails(fail, clock=_clock(now))
    mail.refresh_from_db()
    assert mail.error == "IntegrityError 23505"
    assert mail.key not in caplog.text


def test_a_mail_that_has_to_wait_never_dies(mail: IncomingMail, now: datetime) -> None:
    def wait(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise RetryLaterError("no name server answers")

    for day in range(2 * handling.MAX_ATTEMPTS):
        handling.handle_mails(wait, clock=_clock(now + timedelta(days=day)))
    mail.refresh_from_db()
    assert (mail.status, mail.attempts) == ("waiting", 0)


def test_a_mail_that_has_to_wait_is_tried_less_often(mail: IncomingMail, now: datetime) -> None:
    def wait(received: ReceivedMail, at: datetime) -> MailOutcome:
        raise RetryLaterError("no name server answers")

    for minutes, least, most in ((0, 0, 1), (60, 14, 16), (24 * 60, 59, 61)):
        at = now + timedelta(minutes=minutes)
        handling.handle_mails(wait, clock=_clock(at))
        mail.refresh_from_db()
        assert timedelta(minutes=least) < mail.next_at - at < timedelta(minutes=most)


@pytest.mark.parametrize(("key", "is_held"), [("hers", True), ("his", False), ("", False)])
def test_mails_of_one_person_are_held_back_together(
    key: str, is_held: bool, mail: IncomingMail, now: datetime
) -> None:
    store_mail(RAW.replace(b"<1@", b"<2@"), ENVELOPE, IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.filter(pk=mail.pk).update(person_key=key and "hers")
    IncomingMail.objects.exclude(pk=mail.pk).update(person_key=key)
    until, at = now + timedelta(minutes=1), now + timedelta(seconds=1)
    seen: list[str] = []

    def hold_back(recipient: str, author: str, now: datetime) -> str:
        seen.append(author)
        if now < until:
            raise TooFastError(until)
        return ""

    claims = handling.handle_mails(_notes()[1], clock=_clock(at), why_unwanted=hold_back)
    assert claims == len(seen) == (1 if is_held else 2)
    rows = IncomingMail.objects.values_list("status", "attempts", "lease", "next_at")
    assert set(rows) == {("waiting", 0, None, until)}
    assert handling.handle_mails(_notes()[1], clock=_clock(until), why_unwanted=hold_back) == 2


def test_a_mail_that_a_worker_has_taken_is_not_held_back(mail: IncomingMail, now: datetime) -> None:
    store_mail(RAW.replace(b"<1@", b"<2@"), ENVELOPE, IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(person_key="hers")
    first = handling.claim_mail(now)
    assert first is not None

    def hold_back(recipient: str, author: str, now: datetime) -> str:
        raise TooFastError(now + timedelta(hours=1))

    handling.handle_mails(_notes()[1], clock=_clock(now), why_unwanted=hold_back)
    first.refresh_from_db()
    assert (first.attempts, first.next_at, first.error) == (1, now + handling.LEASE, "")


def _hold_back_beside(pk: int, now: datetime) -> set[int]:
    """Let a worker hold back all mails that are due while another one has locked one of them;
    return which it has held back. Its connection is its own, and waits for no lock for long."""

    def hold_back(recipient: str, author: str, at: datetime) -> str:
        raise TooFastError(at + timedelta(hours=1))

    def work() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '3s'")
            handling.handle_mails(_notes()[1], clock=_clock(now), why_unwanted=hold_back)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        assert IncomingMail.objects.select_for_update().get(pk=pk).error == ""
        pool.submit(work).result()
    held = IncomingMail.objects.filter(error=handling.HELD_BACK, next_at__gt=now)
    return set(held.values_list("pk", flat=True))


def _store_three(now: datetime) -> list[int]:
    for number in b"123":
        raw = RAW.replace(b"<1@", b"<%c@" % number)
        store_mail(raw, ENVELOPE, IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(person_key="hers")
    return list(IncomingMail.objects.order_by("pk").values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("locked", range(3))
def test_mails_are_held_back_without_those_that_another_worker_holds_back(
    locked: int, now: datetime
) -> None:
    numbers = _store_three(now)
    assert _hold_back_beside(numbers[locked], now) == {*numbers} - {numbers[locked]}


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_hold_mails_back_would_wait_for_each_other_without_skipping(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    lock = QuerySet.select_for_update
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_given: lock(rows))
    numbers = _store_three(now)
    with pytest.raises(OperationalError, match="lock timeout"):
        _hold_back_beside(numbers[2], now)


def test_a_claimed_mail_is_nobody_elses_until_its_lease_ends(
    mail: IncomingMail, now: datetime
) -> None:
    assert handling.claim_mail(now)
    assert handling.claim_mail(now) is None
    assert handling.claim_mail(now + handling.LEASE)


def test_a_mail_whose_lease_was_lost_is_not_handled(
    mail: IncomingMail, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = handling.claim_mail(now)
    assert first is not None
    handling.claim_mail(now + handling.LEASE)
    done: list[ReceivedMail] = []

    def note(received: ReceivedMail, at: datetime) -> MailOutcome:
        done.append(received)
        return MailOutcome("noted")

    claims = iter([first, None])
    monkeypatch.setattr(handling, "claim_mail", lambda at: next(claims))
    handling.handle_mails(note, clock=_clock(now))
    assert done == []


def test_of_an_unwanted_mail_only_to_whom_and_from_whom_it_is_is_read(
    mail: IncomingMail, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(received, "read_mail", None)
    handling.handle_mails(
        lambda received, at: MailOutcome("noted"),
        why_unwanted=lambda recipient, author, now: f"{recipient} {author}"[-40:],
        clock=_clock(now),
    )
    mail.refresh_from_db()
    assert (mail.status, mail.outcome) == ("handled", f"{TO_GAME} alice@example.org"[-40:])


def test_a_mail_that_nobody_can_have_written_is_handled_without_an_answer(
    db: None, now: datetime
) -> None:
    bomb = b"From: alice@example.org\r\n" + b"X: y\r\n" * 100_000
    envelope = MailEnvelope(recipient="reply+game@play.example.org", sender="alice@example.org")
    store_mail(bomb[:500_000], envelope, IncomingMail.Door.LMTP, now=now)
    handling.handle_mails(lambda received, at: MailOutcome("noted"), clock=_clock(now))
    assert IncomingMail.objects.get().outcome == "unreadable-head"
