"""What the league holds of a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.display_text import plain_text
from accounts.models import Person
from leagues import scale
from leagues.league_table import NEWEST
from leagues.models import LeagueStanding, Result, StagedResult

ERASED, KEPT = (), (Result, StagedResult, LeagueStanding)


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield a person's results in rated games, the newest first, and how they stand in each
    league and season. What is not shown yet is a step of working these out."""
    results = person.results.select_related("game").order_by(*NEWEST)
    yield "league", [_result_data(result) for result in results]
    fields = ("ruleset", "season", "games", "wins", "draws", "timeouts", "numbers")
    yield "standings", list(person.standings.order_by("ruleset", "season").values(*fields))


def _result_data(result: Result) -> dict[str, Any]:
    return {
        "game": result.game_id,
        "title": plain_text(result.game.title),
        "ruleset": result.ruleset,
        "ended_at": result.ended_at,
        "ending": result.Ending(result.ending).name.lower(),
        "place": result.place,
        "numbers": result.numbers,
        "timeouts": result.timeouts,
        "rating": scale.rating_estimate(result.mu),
    }


def erase(person: Person) -> None:
    """Keep their results and standings: the ratings of others come from the same games."""
