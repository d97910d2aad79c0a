"""Alice's game, in which Bob plays, and Charlie, who means no good. All go by the same clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests import stage
from tests.abuse.visitors import Visitor
from tests.conftest import person
from tests.games.replies.mailbox import Mailbox

Browse = Callable[[Person | None], Visitor]
Mailboxes = Callable[[Person], Mailbox]


@pytest.fixture(autouse=True)
def moment(now: datetime, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Let all that is sent come at the moment of the test, and letters be answered."""
    for module in (clock, timezone):
        monkeypatch.setattr(module, "now", lambda: now)
    settings.REPLY_ADDRESS = "reply@play.example.org"


@pytest.fixture
def browse() -> Browse:
    """Return the browser of each person."""
    return cache(Visitor)


@pytest.fixture
def mailbox(now: datetime) -> Mailboxes:
    """Return the one mailbox of each person."""
    return cache(lambda one: Mailbox(one, now))


@pytest.fixture
def charlie(charlie: Person, now: datetime) -> Person:
    """A stranger, who had an account long before."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - timedelta(days=30))
    charlie.refresh_from_db()
    return charlie


@pytest.fixture
def frank(db: None) -> Person:
    """One of the staff, who plays in no game."""
    return person("Frank", is_staff=True, is_superuser=True)


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden pieces that Alice hosts and plays, and in which Bob is absent."""
    game = stage.sit_down([alice, bob], "espionage", now=now)
    game.seats.filter(person=bob).update(is_absent=True)
    return game
