"""What every test of replies may use: a site whose letters can be answered, and a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import pytest

from accounts.models import Person
from games.models import Game
from tests import stage
from tests.games.replies.mailbox import Mailbox

# South may capture west's soldier; west's knight stands two fields behind it.
DUEL = {
    "S12": "south K", "S14": "west S", "S16": "west K", "S01": "south S", "S02": "south S",
    "W01": "west S", "N01": "north S", "N02": "north S", "N03": "north S",
    "E01": "east S", "E02": "east S", "E03": "east S",
}  # fmt: skip


@pytest.fixture(autouse=True)
def answerable(settings: Any) -> None:
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture
def duel(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    return stage.begin([alice, bob, dora, erin], DUEL, now=now)


@pytest.fixture
def mailbox(now: datetime) -> Callable[[Person], Mailbox]:
    """Return the one mailbox of each person."""
    return cache(lambda person: Mailbox(person, now))
