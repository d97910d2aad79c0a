"""Short games that are over, for the tests of the archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import Person
from games.models import Game
from games.play import turns
from tests import stage

# The first turns of a game of Bollwerk on its small board.
TURNS = ("e5-e7", "e18-e16", "d5-d7")


def finished(
    people: Sequence[Person],
    *,
    now: datetime,
    texts: Sequence[str] = TURNS,
    **changes: Any,
) -> Game:
    """Return a game of Bollwerk that was played for some turns and left by its second player."""
    game = stage.sit_down(people, "bollwerk", now=now)
    stage.tell(game, people, texts, now=now)
    Game.objects.filter(pk=game.pk).update(**changes)
    turns.leave_game(game.pk, people[1], now=now)
    game.refresh_from_db()
    return game
