"""A mail server that takes letters and never says so: repeats are few, under the same id.

A letter that alone is never answered is given up at last; where nobody is answered, it is the
server's fault, and no letter dies of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.letters import writers
from games.play import clock
from mail import breaker, outbox
from mail.models import Delivery, Queue
from tests.faults import sites
from tests.faults.sites import Site

ROUNDS = outbox.MAX_ATTEMPTS + 3


def test_it_repeats_a_letter_up_to_the_cap_and_then_gives_it_up(site: Site, settings: Any) -> None:
    unheard = _unheard_among_others(site, settings)
    assert _times(site, unheard) == outbox.MAX_ATTEMPTS
    assert len({letter["Message-ID"] for letter in site.office.to(unheard.address)}) == 1
    assert unheard.status == Delivery.Status.DEAD


def test_it_would_repeat_it_endlessly_without_the_cap(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_ATTEMPTS", 1000)
    assert _times(site, _unheard_among_others(site, settings)) == ROUNDS


def test_it_gives_no_letter_up_because_nobody_is_answered(site: Site, settings: Any) -> None:
    unheard = _unheard(site, settings)
    assert (unheard.status, unheard.attempts) == (Delivery.Status.WAITING, breaker.FAILURES - 1)


def test_it_would_give_it_up_without_the_breaker(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hears_nothing(queue: Queue, way: breaker.Way, now: datetime) -> bool:
        return False

    monkeypatch.setattr(breaker, "failed", hears_nothing)
    assert _unheard(site, settings).status == Delivery.Status.DEAD


def test_it_sends_it_once_more_when_the_server_speaks_again(site: Site, settings: Any) -> None:
    unheard = _unheard(site, settings, rounds=1)
    site.office.pause = 0
    _deliver(days=1)
    assert _times(site, unheard) == 2
    assert len(set(site.office.ids())) == 1
    assert Delivery.objects.get().status == Delivery.Status.SENT


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
    later = clock.now() + timedelta(days=days)
    outbox.deliver(writers.WRITERS, told=writers.told, clock=lambda: later)
