"""Games in the archive."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from games.models import Game
from records import archiving
from tests.records.games import finished


@pytest.fixture
def over(alice: Person, bob: Person, now: datetime) -> Game:
    """A public game that Bob has left, in the archive."""
    game = finished([alice, bob], now=now)
    assert list(archiving.archive_changed_games()) == [game.pk]
    return game
