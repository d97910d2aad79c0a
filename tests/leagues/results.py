"""Games that have ended, as rows, for the tests of the league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from accounts.models import Person
from games.models import Game, Seat


def ended(
    people: Mapping[str, Person],
    *,
    winners: tuple[str, ...],
    at: datetime,
    is_rated: bool = True,
    ruleset: str = "conquest",
    sides: Sequence[tuple[str, ...]] = (),
    places: Mapping[str, int] | None = None,
    numbers: Sequence[str] = ("score", "captured"),
) -> Game:
    """Record a finished game: who sat where, which seats won, and who played together.

    Everybody plays alone without ``sides``; ``places`` are told where there are more than two.
    """
    host = next(iter(people.values()))
    game = Game.objects.create(
        ruleset=ruleset, title="Autumn", board="four-islands", pace={}, status="over",
        host=host, version=1, opened_at=at, started_at=at, ended_at=at,
        winners=list(winners), reason="quiet_rounds", is_rated=is_rated,
    )  # fmt: skip
    side_of = {name: side for side, names in enumerate(sides) for name in names}
    won = {name: 1 if name in winners or not winners else 2 for name in people}
    Seat.objects.bulk_create(
        Seat(
            game=game, name=name, order=order, colour=name, person=person, joined_at=at,
            numbers=dict(zip(numbers, (30 - order, order), strict=False)),
            has_won=name in winners, side=side_of.get(name, order), place=(places or won)[name],
        )
        for order, (name, person) in enumerate(people.items())
    )  # fmt: skip
    return game
