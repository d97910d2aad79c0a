"""Games that have ended, as rows, for the tests of the league."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from accounts.models import Person
from games.models import Game, Seat


def ended(
    people: Mapping[str, Person], *, winners: tuple[str, ...], at: datetime, is_rated: bool = True
) -> Game:
    """Record a finished game: who sat where, and which seats won."""
    host = next(iter(people.values()))
    game = Game.objects.create(
        ruleset="conquest", title="Autumn", board="four-islands", pace={}, status="over",
        host=host, version=1, opened_at=at, started_at=at, ended_at=at,
        winners=list(winners), reason="quiet_rounds", is_rated=is_rated,
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(
            game=game, name=name, order=order, colour=name, person=person, joined_at=at,
            score=30 - order, captured=order, has_won=name in winners,
        )
        for order, (name, person) in enumerate(people.items())
    )  # fmt: skip
    return game
