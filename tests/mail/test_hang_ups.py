"""Mail servers that hang up: a new connection is made before anything counts against the server."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from mail import compose
from mail.letters import Letter
from mail.models import Breaker, Delivery
from tests.faults import lines
from tests.mail.conftest import Post
from tests.mail.test_outbox import deliver
from tests.servers import HANG_UP, PostOffice, until

LETTERS = 26
GREETING_DELAY = 0.3
Arrange = Callable[[PostOffice], None]


def hang_up_after(letters: int) -> Arrange:
    return lambda office: setattr(office, "hangs_up_after", letters)


def answer(*answers: str) -> Arrange:
    return lambda office: office.answers.extend(answers)


HANG_UPS = {
    "after each letter": hang_up_after(1),
    "after seven letters": hang_up_after(7),
    "with 421 in place of an answer": answer("", "421 come again"),
    "in the middle of a letter": answer("", HANG_UP),
}


@pytest.mark.parametrize("arrange", HANG_UPS.values(), ids=HANG_UPS)
def test_a_host_that_hangs_up_gets_all_letters_at_once(
    office: PostOffice, post: Post, letter: Letter, now: datetime, arrange: Arrange
) -> None:
    arrange(office)
    assert deliver_many(post, letter, now) == {("sent", 1)}
    assert not Breaker.objects.exists()


@pytest.mark.parametrize("arrange", HANG_UPS.values(), ids=HANG_UPS)
def test_a_host_that_hangs_up_would_count_as_sick_without_a_new_connection(
    office: PostOffice,
    post: Post,
    letter: Letter,
    now: datetime,
    arrange: Arrange,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compose.SmtpConnection, "is_reused", False)
    arrange(office)
    deliver_many(post, letter, now)
    assert Delivery.objects.filter(status="waiting", error__startswith="HangUpError").exists()
    assert Breaker.objects.exists()


def test_a_letter_cut_off_by_a_hang_up_comes_again_with_the_same_message_id(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    office.answers += ["", HANG_UP]
    deliver_many(post, letter, now, letters=2)
    first, second, again = office.ids()
    assert second == again != first


def test_a_connection_that_was_closed_while_idle_is_made_again(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    def write_late(delivery: Delivery, now: datetime) -> Letter:
        office.hang_up()
        return letter

    for number in range(3):
        post(f"news-{number}")
    deliver(letter, now, news=write_late)
    assert set(Delivery.objects.values_list("status", "attempts")) == {("sent", 1)}
    assert not Breaker.objects.exists()


def test_a_host_that_takes_nothing_counts_as_sick(
    office: PostOffice, post: Post, letter: Letter, now: datetime
) -> None:
    office.refusal = "421 come again"
    assert deliver_many(post, letter, now) == {("waiting", 0)}
    assert Breaker.objects.get().opened_at == now


def test_a_silent_host_gets_a_letter_once(
    office: PostOffice, post: Post, letter: Letter, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be at the letter still."""
    office.pause, office.pauses_at = 3600, lambda letter: len(office.letters) == 2
    send = smtplib.SMTP.send

    def send_in_haste(line: smtplib.SMTP, words: str | bytes) -> None:
        send(line, words)
        if isinstance(words, bytes) and office.letters:  # the second letter, and no command
            line.sock.settimeout(0.3)  # type: ignore[union-attr]

    monkeypatch.setattr(smtplib.SMTP, "send", send_in_haste)
    assert deliver_many(post, letter, now, letters=2) == {("sent", 1), ("waiting", 1)}
    until(lambda: len(office.letters) == 2, "the second letter")
    assert Breaker.objects.get().failures == 1


def test_a_late_greeting_is_waited_for(
    office: PostOffice, post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    with lines.laid(office.port) as line:
        line.delay = lambda packet: GREETING_DELAY if packet.startswith(b"220") else 0
        settings.EMAIL_PORT = line.port
        assert deliver_many(post, letter, now, letters=2) == {("sent", 1)}


def test_a_host_without_the_demanded_starttls_gets_no_letter(
    office: PostOffice, post: Post, letter: Letter, now: datetime, settings: Any
) -> None:
    settings.EMAIL_USE_TLS = True
    assert deliver_many(post, letter, now, letters=2) == {("waiting", 0)}
    assert "STARTTLS" in Delivery.objects.first().error  # type: ignore[union-attr]
    assert office.letters == []
    settings.EMAIL_USE_TLS = False
    assert deliver(letter, now + timedelta(hours=1)) == 2


def deliver_many(
    post: Post, letter: Letter, now: datetime, letters: int = LETTERS
) -> set[tuple[str, int]]:
    """Deliver letters and return what has become of them, and after how many attempts."""
    for number in range(letters):
        post(f"news-{number}")
    while deliver(letter, now):  # on a busy machine more than the seconds of one round
        continue
    return set(Delivery.objects.values_list("status", "attempts"))
