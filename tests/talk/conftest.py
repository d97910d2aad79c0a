"""What is said at Alice's table, where Bob plays and Charlie looks on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from games import queries
from games.models import Game
from talk import saying
from talk.models import Remark

Say = Callable[..., Remark]


def visit_of(game: Game, person: Person | None) -> queries.Visit:
    """Return a visit of somebody who may see the game."""
    visit = queries.load_visit(game.pk, person)
    assert visit is not None
    return visit


@pytest.fixture
def say(now: datetime) -> Say:
    """Say something at a table, to all or to another audience."""

    def say_words(
        game: Game, person: Person, text: str = "", audience: str = "all", **more: str
    ) -> Remark:
        return saying.say_words(
            visit_of(game, person), saying.Words(audience, text, **more), now=now
        )

    return say_words
