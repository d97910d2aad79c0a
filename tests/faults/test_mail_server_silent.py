"""A mail server that takes letters and never says so, or late: repeats are few, under the same id.

A letter that alone is never answered is given up at last; where nobody is answered, it is the
server's fault, and no letter dies of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.letters import writers
from games.play import clock
from mail import breaker, outbox
from mail.models import Breaker, Delivery, Queue
from tests import servers
from tests.faults import lines, sites
from tests.faults.sites import Site

CAP = outbox.MAX_ATTEMPTS
ROUNDS = CAP + 3
SLOW, TOO_SLOW = 0.3, 3.0  # seconds that a packet takes


def test_an_unheard_letter_is_repeated_up_to_the_cap_and_given_up(
    site: Site, settings: Any
) -> None:
    unheard = _unheard_among_others(site, settings)
    assert _times(site, unheard) == outbox.MAX_ATTEMPTS
    assert len({letter["Message-ID"] for letter in site.office.to(unheard.address)}) == 1
    assert unheard.status == Delivery.Status.DEAD


def test_a_letter_would_be_repeated_endlessly_without_the_cap(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_ATTEMPTS", 1000)
    # Not in each round, where the machine stands still before the letter is taken.
    assert CAP < _times(site, _unheard_among_others(site, settings)) <= ROUNDS


def test_no_letter_is_given_up_because_nobody_is_answered(site: Site, settings: Any) -> None:
    unheard = _unheard(site, settings)
    assert (unheard.status, unheard.attempts) == (Delivery.Status.WAITING, outbox.MAX_ATTEMPTS - 1)


def test_an_unheard_letter_would_be_given_up_without_the_breaker(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hears_nothing(queue: Queue, way: breaker.CircuitState, now: datetime) -> bool:
        return False

    monkeypatch.setattr(breaker, "record_failure", hears_nothing)
    assert _unheard(site, settings).status == Delivery.Status.DEAD


def test_an_unheard_letter_is_sent_once_more_when_the_server_speaks(
    site: Site, settings: Any
) -> None:
    unheard = _unheard(site, settings, rounds=1)
    site.office.pause = 0
    _deliver(days=1)
    assert _times(site, unheard) == 2
    assert len(set(site.office.ids())) == 1
    assert Delivery.objects.get().status == Delivery.Status.SENT


def test_a_letter_that_the_server_took_too_late_is_sent_again(site: Site) -> None:
    (address,) = sites.invite(1)
    with lines.laid(site.office.port) as line:
        line.delay = lambda packet: TOO_SLOW if f"To: {address}".encode() in packet else 0
        with _workers(site, line, EMAIL_TIMEOUT="1"):
            servers.until(lambda: site.office.letters, "the letter that was taken late")
            servers.until(lambda: Delivery.objects.get().error, "a letter put off")
            line.delay = lambda packet: 0
            Delivery.objects.update(next_at=clock.now())
            sites.await_letters()
    sent = Delivery.objects.get()
    assert 2 <= len(site.office.ids()) <= sent.attempts
    assert len(set(site.office.ids())) == 1
    assert sent.status == Delivery.Status.SENT


def test_a_letter_is_seldom_repeated_though_the_host_is_slow_to_all(
    site: Site, settings: Any
) -> None:
    unheard, end = _unheard(site, settings, rounds=1), clock.now() + timedelta(hours=4)
    while (next_try := _next_try()) < end and _times(site, unheard) < ROUNDS:
        _deliver_at(next_try)
    assert _times(site, unheard) <= outbox.MAX_ATTEMPTS


def test_letters_are_sent_once_though_every_packet_is_late(site: Site) -> None:
    addresses = sites.invite(4)
    with lines.laid(site.office.port) as line:
        line.delay = lambda packet: SLOW
        with _workers(site, line):
            sites.await_letters()
    assert sorted(letter["To"] for letter in site.office.letters) == addresses


def test_letters_would_be_sent_twice_with_a_short_lease(site: Site) -> None:
    sites.invite(4)
    with lines.laid(site.office.port) as line:
        line.delay = lambda packet: SLOW
        with _workers(site, line, LETTER_LEASE="1"):
            servers.until(lambda: len(set(site.office.ids())) < len(site.office.ids()), "a repeat")


@contextmanager
def _workers(site: Site, line: lines.Line, **more: str) -> Iterator[None]:
    """Run a beat and two workers that send letters over a line."""
    env = {**site.env, **more, "EMAIL_URL": f"smtp://127.0.0.1:{line.port}"}
    with servers.worker(env), servers.worker(env, beat=False, name="another"):
        yield


def _unheard(site: Site, settings: Any, rounds: int = ROUNDS, others: int = 0) -> Delivery:
    """Send a letter in vain, day after day, and some others with success."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", site.office.port
    settings.EMAIL_TIMEOUT, settings.MAX_OPEN_TABLES = 0.5, 2 * ROUNDS
    site.office.pause = 2
    (address,) = sites.invite(1)
    site.office.pauses_at = lambda letter: _is_to(letter, address)
    for days in range(rounds):
        _deliver(days)
        sites.invite(others)
    return Delivery.objects.get(address=address)


def _unheard_among_others(site: Site, settings: Any) -> Delivery:
    return _unheard(site, settings, others=1)


def _is_to(letter: EmailMessage, address: str) -> bool:
    return bool(letter["To"] == address)


def _times(site: Site, delivery: Delivery) -> int:
    return len(site.office.to(delivery.address))


def _deliver(days: int) -> None:
    _deliver_at(clock.now() + timedelta(days=days))


def _deliver_at(instant: datetime) -> None:
    outbox.deliver_letters(writers.WRITERS, told=writers.note_delivery, clock=lambda: instant)


def _next_try() -> datetime:
    """Return when the only letter is due and the way to the mail host is free."""
    probes = Breaker.objects.filter(opened_at__isnull=False).values_list("probe_at", flat=True)
    return max([Delivery.objects.get().next_at, *filter(None, probes)])
