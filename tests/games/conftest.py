"""Fixtures for tests of pages on which both players set up."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import Person
from games.models import Game
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
