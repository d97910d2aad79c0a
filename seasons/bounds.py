"""Whether a game can end in time: how many turns fit into a stage, and how many games take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Count

from games.models import Game, Submission
from games.play.clock import TURN, read_pace

RECENT = 200  # finished games that are looked at
ENOUGH = 20
LEAST_TURNS = 10  # of each, where nothing is known
NINE_OF_TEN = 0.9


def turns_in_time(pace: Mapping[str, Any], days: int, table_size: int) -> int:
    """Return how many turns each can make in some days, if everybody takes all their time.

    Hours of rest and days off are not counted: they make it fewer.
    """
    turn = read_pace(pace).clock_for(TURN)
    first, later = turn.first_span(), turn.increment
    left = timedelta(days=days) - table_size * first
    return 0 if left < timedelta() else 1 + left // (table_size * later)


def find_usual_turns(ruleset: str) -> int | None:
    """Return how many turns each had at most in nine of ten games of a rule set that have ended
    lately; None where too few have."""
    ended = Game.objects.filter(ruleset=ruleset, status=Game.Status.OVER).order_by("-ended_at")
    games = list(ended.values_list("pk", flat=True)[:RECENT])
    if len(games) < ENOUGH:
        return None
    turns = Submission.objects.filter(game__in=games, is_side_action=False).order_by()
    counts = turns.values("game", "seat").annotate(n=Count("pk")).values_list("game", "n")
    longest: dict[int, int] = {}
    for game, count in counts:
        longest[game] = max(count, longest.get(game, 0))
    ordered = sorted(longest.values()) or [0]
    return ordered[int(NINE_OF_TEN * (len(ordered) - 1))]
