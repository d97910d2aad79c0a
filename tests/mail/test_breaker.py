"""A mail host that is out of order: it is left in peace, and no letter is given up for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from mail import breaker, outbox
from mail.breaker import CircuitState
from mail.letters import Letter
from mail.models import Breaker, Delivery, Queue
from tests.mail.conftest import Post
from tests.mail.test_outbox import deliver
from tests.servers import PostOffice

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
LETTERS, CODES = Queue.LETTERS, Queue.CODES


def fail(
    now: datetime, times: int = breaker.FAILURES, way: CircuitState = CircuitState.FREE
) -> bool:
    return [breaker.record_failure(LETTERS, way, now) for _ in range(times)][-1]


@pytest.mark.django_db
def test_the_breaker_opens_after_three_failures_in_a_row(now: datetime) -> None:
    assert not fail(now, 2)
    breaker.record_success(LETTERS)
    assert not fail(now, 2)
    assert breaker.claim_attempt(LETTERS, now) is CircuitState.FREE
    assert fail(now, 1)
    assert breaker.claim_attempt(LETTERS, now) is CircuitState.SHUT
    assert breaker.is_open(LETTERS)


@pytest.mark.django_db
def test_codes_have_a_breaker_of_their_own(now: datetime) -> None:
    fail(now)
    assert breaker.claim_attempt(CODES, now) is CircuitState.FREE


@pytest.mark.django_db
def test_the_breaker_lets_one_try_after_half_a_minute(now: datetime) -> None:
    fail(now)
    assert breaker.claim_attempt(LETTERS, now + 29 * SECOND) is CircuitState.SHUT
    ways = [breaker.claim_attempt(LETTERS, now + 30 * SECOND) for _ in range(3)]
    assert ways == [CircuitState.PROBE, CircuitState.SHUT, CircuitState.SHUT]


@pytest.mark.django_db
def test_the_breaker_doubles_its_pause_up_to_ten_minutes(now: datetime) -> None:
    fail(now)
    pauses = []
    for _ in range(7):
        found = Breaker.objects.get()
        assert found.probe_at is not None
        pauses.append((found.probe_at - now).total_seconds())
        now = found.probe_at
        assert breaker.claim_attempt(LETTERS, now) is CircuitState.PROBE
        assert fail(now, 1, CircuitState.PROBE)
    assert pauses == [30, 60, 120, 240, 480, 600, 600]


@pytest.mark.django_db
def test_the_breaker_does_not_double_for_attempts_under_way(now: datetime) -> None:
    fail(now, 7)
    assert Breaker.objects.get().pause == 30 * SECOND


@pytest.mark.django_db
def test_the_breaker_keeps_its_start_and_closes_at_a_success(now: datetime) -> None:
    fail(now)
    fail(now + MINUTE, 1, CircuitState.PROBE)
    assert Breaker.objects.get().opened_at == now
    breaker.record_success(LETTERS)
    assert breaker.claim_attempt(LETTERS, now) is CircuitState.FREE
    assert fail(now + MINUTE)
    assert Breaker.objects.get().pause == 30 * SECOND


def test_letters_stay_as_they_are_while_no_host_answers(
    post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for number in range(5):
        post(f"news-{number}")
    assert deliver(letter, now) == breaker.FAILURES
    assert deliver(letter, now + SECOND) == 0
    assert deliver(letter, now + MINUTE) == 1
    assert set(Delivery.objects.values_list("status", "attempts")) == {("waiting", 0)}
    untouched = Delivery.objects.filter(error="", next_at=now)
    assert untouched.count() == 5 - breaker.FAILURES - 1


def test_the_breaker_tries_another_letter_each_time(
    post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for number in range(5):
        post(f"news-{number}")
    deliver(letter, now)
    for _ in range(2):
        assert deliver(letter, Breaker.objects.get().probe_at or now) == 1
    assert not Delivery.objects.filter(error="").exists()


def test_all_letters_are_sent_once_the_host_answers_again(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    fail(now)
    for number in range(3):
        post(f"news-{number}")
    assert deliver(letter, now) == 0
    assert deliver(letter, now + 30 * SECOND) == 3
    assert not breaker.is_open(LETTERS)


def test_a_letter_not_needed_any_more_lets_the_next_try_at_once(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    """Otherwise each of many such letters would cost a pause, and the last wait for hours."""
    fail(now)
    for number in range(5):
        post(f"old-{number}")
        Delivery.objects.filter(key=f"old-{number}").update(kind="old")
    post("news-9")
    assert deliver(letter, now + 30 * SECOND, old=lambda delivery, now: None) == 6
    assert len(office.letters) == 1
    assert not breaker.is_open(LETTERS)


@pytest.mark.parametrize("answer", ["451 later", "550 never"])
def test_a_refused_letter_counts_against_itself_not_the_host(
    office: PostOffice, post: Post, letter: Letter, now: datetime, answer: str
) -> None:
    fail(now, 2)
    delivery = post()
    office.answers.append(answer)
    deliver(letter, now)
    delivery.refresh_from_db()
    assert delivery.attempts == 1
    assert not Breaker.objects.get().failures


def test_a_host_that_hangs_up_counts_against_the_host(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    delivery = post()
    office.answers.append("421 going down")
    deliver(letter, now)
    delivery.refresh_from_db()
    assert (delivery.attempts, delivery.error) == (0, "HangUpError: refused (421)")
    assert Breaker.objects.get().failures == 1


def test_the_last_attempt_of_a_letter_is_kept_while_no_host_answers(
    post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    delivery = post()
    Delivery.objects.update(attempts=outbox.MAX_ATTEMPTS - 1)
    deliver(letter, now)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("waiting", outbox.MAX_ATTEMPTS - 1)
