"""The outbox against a real mail server: claims, leases, attempts, backoff, secrets."""

from __future__ import annotations

import itertools
import threading
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from mail import outbox
from mail.letters import Letter
from mail.models import Delivery, Queue
from tests.mail.conftest import Post
from tests.servers import PATIENCE, PostOffice, until

MINUTE = timedelta(minutes=1)


def deliver(
    letter: Letter | None, now: datetime, told: list[str] | None = None, **writers: outbox.Writer
) -> int:
    def note(delivery: Delivery, now: datetime) -> None:
        if told is not None:
            told.append(delivery.key)

    known: Mapping[str, outbox.Writer] = {"news": lambda delivery, now: letter, **writers}
    return outbox.deliver_letters(known, told=note, clock=lambda: now)


def test_a_due_letter_is_sent_and_told(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery, told = post(), list[str]()
    assert deliver(letter, now, told) == 1
    delivery.refresh_from_db()
    assert (delivery.status, delivery.sent_at, delivery.lease) == ("sent", now, None)
    assert told == ["news-1"]
    assert [str(got["Subject"]) for got in office.to("alice@example.org")] == ["Your turn"]


def test_no_letter_is_sent_twice(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    post()
    deliver(letter, now)
    deliver(letter, now + timedelta(days=1))
    assert len(office.letters) == 1


def test_a_letter_of_one_key_is_posted_only_once(post: Post, now: datetime) -> None:
    first, second = post("decision-1"), post("decision-1", "bob@example.org")
    assert (first.pk, second.address) == (second.pk, "alice@example.org")


def test_a_letter_that_is_not_due_waits(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    post(not_before=now + MINUTE)
    assert deliver(letter, now) == 0
    assert deliver(letter, now + MINUTE) == 1


def test_a_letter_with_nothing_to_tell_is_withdrawn(
    office: PostOffice, post: Post, now: datetime
) -> None:
    delivery, told = post(), list[str]()
    deliver(None, now, told)
    delivery.refresh_from_db()
    assert delivery.status == "withdrawn"
    assert (office.letters, told) == ([], [])


def test_a_letter_refused_for_now_is_put_off(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery = post()
    office.answers.append("451 try again later")
    deliver(letter, now)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts, delivery.lease) == ("waiting", 1, None)
    assert "451" in delivery.error
    assert 27 <= (delivery.next_at - now).total_seconds() <= 33
    deliver(letter, delivery.next_at)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("sent", 2)


def test_a_letter_waits_while_no_mail_server_answers(
    post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    delivery = post()
    deliver(letter, now)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.sent_at) == ("waiting", None)
    assert "ConnectionRefusedError" in delivery.error


def test_a_letter_refused_for_good_is_dead(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery, told = post(), list[str]()
    office.answers.append("550 no such mailbox")
    deliver(letter, now, told)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts, told) == ("dead", 1, [])
    assert "550" in delivery.error


def test_a_letter_refused_for_now_is_tried_for_three_days(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery, tried = post(), list[datetime]()
    office.answers += ["451 later"] * 50
    while delivery.status == "waiting":
        tried.append(delivery.next_at)
        deliver(letter, delivery.next_at)
        delivery.refresh_from_db()
    assert delivery.status == "dead"
    assert timedelta(days=3) <= tried[-1] - tried[0] < timedelta(days=3, hours=3)
    assert len(tried) < 50


def test_a_letter_taken_after_more_than_a_day_is_sent(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery = post()
    office.answers += ["451 later"] * 25
    while delivery.status == "waiting":
        deliver(letter, delivery.next_at)
        delivery.refresh_from_db()
    assert delivery.status == "sent"
    assert delivery.sent_at
    assert delivery.sent_at - now > timedelta(days=1)


def test_a_letter_claimed_too_often_is_given_up_unsent(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery = post()
    Delivery.objects.update(attempts=outbox.MAX_ATTEMPTS)
    deliver(letter, now)
    delivery.refresh_from_db()
    assert (delivery.status, office.letters) == ("dead", [])


def test_the_wait_between_attempts_doubles_up_to_six_hours() -> None:
    """Half a minute first; by chance a tenth less or more."""
    for attempts in range(1, 15):
        wait = outbox.backoff_delay(attempts).total_seconds()
        assert wait == pytest.approx(min(30 * 2 ** (attempts - 1), 6 * 3600), rel=0.1)


def test_a_letter_is_claimed_for_as_long_as_the_lease(
    post: Post, now: datetime, settings: Any
) -> None:
    post()
    lease = timedelta(seconds=settings.LETTER_LEASE)
    (first,) = outbox.claim_letters(now, 10)
    assert outbox.claim_letters(now + lease - MINUTE, 10) == []
    (second,) = outbox.claim_letters(now + lease, 10)
    assert first.pk == second.pk
    assert first.lease != second.lease
    assert second.attempts == 2


def test_a_letter_that_another_worker_has_taken_over_is_not_sent(
    office: PostOffice, post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    delivery = post()

    def slow(delivery: Delivery, now: datetime) -> Letter:
        assert outbox.claim_letters(now + timedelta(seconds=settings.LETTER_LEASE), 10)
        return letter

    deliver(letter, now, news=slow)
    delivery.refresh_from_db()
    assert (office.letters, delivery.status) == ([], "waiting")


@pytest.mark.django_db(transaction=True)
def test_two_workers_claim_different_letters(post: Post, now: datetime) -> None:
    for number in range(6):
        post(f"news-{number}")
    others: list[Delivery] = []

    def other_worker() -> None:
        others.extend(outbox.claim_letters(now, 10))
        connection.close()

    with transaction.atomic():
        mine = outbox.claim_letters(now, 3)
        worker = threading.Thread(target=other_worker)
        worker.start()
        worker.join(PATIENCE)
        assert not worker.is_alive()
    assert (len(mine), len(others)) == (3, 3)
    assert not {one.pk for one in mine} & {one.pk for one in others}


def test_a_letter_that_cannot_be_written_does_not_stop_the_next(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    def fails(delivery: Delivery, now: datetime) -> Letter:
        raise ValueError("no ink")

    broken = post("broken")
    Delivery.objects.filter(pk=broken.pk).update(kind="broken")
    post("whole")
    deliver(letter, now, broken=fails)
    broken.refresh_from_db()
    assert (broken.status, broken.error) == ("waiting", "ValueError: no ink")
    assert len(office.letters) == 1


@pytest.mark.parametrize(
    ("answer", "status"), [("", "sent"), ("451 later", "waiting"), ("550 never", "dead")]
)
def test_a_letter_keeps_its_secret_only_while_it_waits(
    office: PostOffice, post: Post, letter: Letter, now: datetime, answer: str, status: str
) -> None:
    delivery = post(about={"secret": "4FK9TZ", "what": "sign_in"})
    office.answers.append(answer)
    deliver(letter, now)
    delivery.refresh_from_db()
    assert delivery.status == status
    assert ("secret" in delivery.about) == (status == "waiting")
    assert delivery.about["what"] == "sign_in"


def test_a_letter_whose_secret_has_grown_old_is_withdrawn(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    old = post(about={"secret": "4FK9TZ"}, not_before=now + timedelta(days=1), queue=Queue.CODES)
    plain = post("news-2", not_before=now + timedelta(days=1))
    assert outbox.withdraw_stale(now + 10 * MINUTE - timedelta(seconds=1)) == 0
    deliver(letter, now + 10 * MINUTE)
    old.refresh_from_db()
    plain.refresh_from_db()
    assert (old.status, old.about) == ("withdrawn", {})
    assert plain.status == "waiting"
    assert office.letters == []


def test_codes_are_sent_apart_from_letters(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    news, code = post(), post("code", "bob@example.org", queue=Queue.CODES)
    writers = {"news": lambda delivery, now: letter}
    told = lambda delivery, now: None  # noqa: E731
    assert outbox.deliver_letters(writers, told=told, clock=lambda: now, queue=Queue.CODES) == 1
    news.refresh_from_db()
    code.refresh_from_db()
    assert (news.status, code.status) == ("waiting", "sent")


@pytest.mark.parametrize(("is_told", "sent"), [(True, 1), (False, 3)], ids=["told", "not told"])
def test_a_round_that_is_over_claims_no_more_letters(
    office: PostOffice, post: Post, letter: Letter, now: datetime, is_told: bool, sent: int
) -> None:
    for number in range(3):
        post(f"news-{number}")
    outbox.deliver_letters(
        {"news": lambda delivery, now: letter},
        told=lambda delivery, now: None,
        clock=lambda: now,
        is_over=lambda: is_told and bool(office.letters),
    )
    assert len(office.letters) == sent
    assert Delivery.objects.filter(status="waiting", attempts=0).count() == 3 - sent


def test_a_round_whose_time_is_up_claims_no_more_letters(
    office: PostOffice, post: Post, letter: Letter, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        post(f"news-{number}")
    seconds = itertools.count(step=2.0)
    monkeypatch.setattr(outbox, "monotonic", lambda: next(seconds))
    assert deliver(letter, now) == outbox.SECONDS // 2
    assert Delivery.objects.get(status="waiting").attempts == 0


def test_a_round_that_takes_too_long_gives_its_letters_back(
    office: PostOffice, post: Post, now: datetime
) -> None:
    def slow(delivery: Delivery, now: datetime) -> Letter:
        raise SoftTimeLimitExceeded

    first, second = post("news-1"), post("news-2")
    with pytest.raises(SoftTimeLimitExceeded):
        deliver(None, now, news=slow)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, first.lease, first.attempts) == ("waiting", None, 1)
    assert (second.next_at, second.attempts) == (now, 0)


@pytest.mark.django_db(transaction=True)
def test_several_letters_are_sent_at_once_over_kept_connections(
    office: PostOffice, post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.LETTERS_AT_ONCE, together = 3, threading.Barrier(3)

    def meet(delivery: Delivery, now: datetime) -> Letter:
        together.wait(PATIENCE)
        return letter

    for number in range(6):
        post(f"news-{number}")
    assert deliver(None, now, news=meet) == 6
    assert not Delivery.objects.exclude(status="sent").exists()
    assert len(office.letters) == 6
    assert office.connections == 3
    until(lambda: _others_connected() == 0, "the threads' connections to the database closed")


def _others_connected() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
def test_all_carriers_end_when_one_is_told_to_end(
    office: PostOffice, post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.LETTERS_AT_ONCE, ended = 2, threading.Event()

    def writes(delivery: Delivery, now: datetime) -> Letter:
        if delivery.key == "news-0":
            ended.set()
            raise SoftTimeLimitExceeded
        assert ended.wait(PATIENCE)
        return letter

    for number in range(2):
        post(f"news-{number}")
    with pytest.raises(SoftTimeLimitExceeded):
        deliver(None, now, news=writes)
    assert set(Delivery.objects.values_list("key", "status", "lease")) == {
        ("news-0", "waiting", None),
        ("news-1", "sent", None),
    }


def test_a_due_letter_is_found_by_an_index_however_many_wait(post: Post, now: datetime) -> None:
    wait = """
        INSERT INTO mail_delivery (queue, key, kind, about, address, status, attempts,
                                   created_at, next_at, error)
        SELECT 'letters', 'wait-' || n, 'news', '{}', 'bob@example.org', 'waiting', 0, %s, %s, ''
        FROM generate_series(1, 20000) AS n
    """
    post(queue=Queue.CODES)
    for queue in Queue:
        given: dict[str, Any] = {"lease": uuid.uuid4(), "until": now, "now": now, "limit": 1}
        given |= {"queue": queue.value, "most": outbox.MOST_TOGETHER}
        with connection.cursor() as cursor:
            if queue == Queue.CODES:
                cursor.execute(wait, [now, now])
            cursor.execute("ANALYZE mail_delivery")
            cursor.execute(f"EXPLAIN {outbox.CLAIM}", given)
            plan = "\n".join(row[0] for row in cursor.fetchall())
        first = plan[plan.index("CTE next") : plan.index("CTE others")]
        assert "using delivery_due" in first
        assert "Sort" not in first
        assert "Seq Scan on mail_delivery" not in plan


def test_no_more_letters_are_claimed_than_asked_for_by_any_plan(post: Post, now: datetime) -> None:
    """A plan that reads "the first that is due" once for each letter would find another each time:
    claimed, never sent, and given up after some rounds."""
    for number in range(3):
        post(f"news-{number}")
    with connection.cursor() as cursor:
        for way in ("hashjoin", "material", "hashagg", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    assert len(outbox.claim_letters(now, 1)) == 1
    assert Delivery.objects.filter(lease=None).count() == 2
