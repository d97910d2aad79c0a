"""Thanks for a game: once from each player."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Person
from games.models import Game
from games.play import thanks


def test_thanks_are_kept_once_and_in_order(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    thanks.give_thanks(game, bob, now=now)
    thanks.give_thanks(game, alice, now=now + timedelta(hours=1))
    thanks.give_thanks(game, bob, now=now + timedelta(hours=2))
    assert thanks.list_thankers(game) == [bob, alice]
