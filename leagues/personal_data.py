"""What the league holds of a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import Person
from leagues import scale
from leagues.league_table import NEWEST
from leagues.models import Result

ERASED, KEPT = (), (Result,)


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield a person's results in rated games, the newest first."""
    results = person.results.select_related("game").order_by(*NEWEST)
    yield (
        "league",
        [
            {
                "game": one.game_id,
                "title": one.game.title,
                "ruleset": one.ruleset,
                "ended_at": one.ended_at,
                "ending": one.Ending(one.ending).name.lower(),
                "place": one.place,
                "numbers": one.numbers,
                "timeouts": one.timeouts,
                "rating": scale.rating_estimate(one.mu),
            }
            for one in results
        ],
    )


def erase(person: Person) -> None:
    """Keep their results: the ratings of others come from the same games."""
