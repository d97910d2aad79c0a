"""Alice's game, in which Bob has said something and Charlie looks on."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import Person
from games import queries
from games.models import Game
from talk import saying
from talk.models import Remark


@pytest.fixture
def insult(game: Game, bob: Person, now: datetime) -> Remark:
    """Words of Bob's to all that nobody wants to read."""
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    return saying.say_words(visit, saying.Words("all", "You are a fool."), now=now)
