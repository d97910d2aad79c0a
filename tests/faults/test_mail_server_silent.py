"""A mail server that takes letters and never says so: bounded repeats under the same id."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.letters import writers
from games.play import clock
from mail import outbox
from mail.models import Delivery
from tests.faults import sites
from tests.faults.sites import Site

ROUNDS = outbox.MAX_ATTEMPTS + 3


def test_it_repeats_a_letter_up_to_the_cap_and_then_gives_it_up(site: Site, settings: Any) -> None:
    assert _letters_in_silence(site, settings) == outbox.MAX_ATTEMPTS
    assert len(set(site.office.ids())) == 1
    assert Delivery.objects.get().status == Delivery.Status.DEAD


def test_it_would_repeat_it_endlessly_without_the_cap(
    site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_ATTEMPTS", 1000)
    assert _letters_in_silence(site, settings) == ROUNDS


def test_it_sends_it_once_more_when_the_server_speaks_again(site: Site, settings: Any) -> None:
    _letters_in_silence(site, settings, rounds=1)
    site.office.pause = 0
    _deliver(days=1)
    assert len(site.office.ids()) == 2
    assert len(set(site.office.ids())) == 1
    assert Delivery.objects.get().status == Delivery.Status.SENT


def _letters_in_silence(site: Site, settings: Any, rounds: int = ROUNDS) -> int:
    """Send a letter in vain, day after day; count how often it was taken."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", site.office.port
    settings.EMAIL_TIMEOUT = 0.2
    site.office.pause = 1
    sites.invite(1)
    for days in range(rounds):
        _deliver(days)
    return len(site.office.letters)


def _deliver(days: int) -> None:
    later = clock.now() + timedelta(days=days)
    outbox.deliver(writers.WRITERS, told=writers.told, clock=lambda: later)
