"""Fixtures for tests of pages on which both players set up."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests.games import skirmishes


@pytest.fixture
def mustering(alice: Person, bob: Person, now: datetime) -> Game:
    """A skirmish in which both are to set up: Alice at the lower edge, Bob at the upper."""
    return skirmishes.begin([alice, bob], now=now)


@pytest.fixture
def owner(client: Client, alice: Person) -> Client:
    """A browser in which Alice has signed in."""
    client.force_login(alice)
    return client


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all pages be asked for at one moment: what they forecast, and how long ago they say that
    something was, would differ where an hour ends between two that are compared."""
    moment = timezone.now()
    for module in (clock, timezone):
        monkeypatch.setattr(module, "now", lambda: moment)
