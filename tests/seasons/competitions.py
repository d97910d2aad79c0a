"""Seasons and cups for tests: people who enter, ticks that pass, games that end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Person
from games.models import Game
from games.play import turns
from seasons import advancing, championships, drawing, entering, tending, vanishing
from seasons.entering import Wish
from seasons.models import Championship, Competition, Fixture, Group
from tests.conftest import person

PACE = {"clocks": {"turn": [24, 24, 24], "answer": [12, 12, 12]}, "absent_after": 3}
DAY = timedelta(days=1)


def people(number: int) -> list[Person]:
    """Return a number of players."""
    return [person(f"Player {one}") for one in range(1, number + 1)]


def open_championship(now: datetime, **fields: Any) -> Competition:
    """Return the first season of a new championship, open for entries; it begins in ten days."""
    championship = Championship.objects.create(
        **{
            "title": "Bollwerk",
            "ruleset": "bollwerk",
            "pace": PACE,
            "group_size": 4,
            "first_begins_at": now + 10 * DAY,
            **fields,
        }
    )
    championships.open_next_season(championship.pk, now=now)
    return Competition.objects.get(championship=championship)


def open_cup(director: Person, now: datetime, **fields: Any) -> Competition:
    """Return a new cup, open for entries; it begins in ten days."""
    return Competition.objects.create(
        **{
            "kind": Competition.Kind.KNOCKOUT,
            "title": "Cup",
            "ruleset": "bollwerk",
            "pace": PACE,
            "table_size": 2,
            "group_size": 4,
            "days": 30,
            "opened_at": now,
            "begins_at": now + 10 * DAY,
            "directed_by": director,
            "tie_breaks": ["direct", "wins"],
            **fields,
        }
    )


def enter_all(
    competition: Competition, entering_people: Sequence[Person], now: datetime, *, at_once: int = 3
) -> None:
    """Enter all these people."""
    for one in entering_people:
        entering.enter(competition.pk, one, Wish(at_once), now=now)


def tick(now: datetime) -> None:
    """Do all that is due at a moment, as a worker does."""
    tending.wake_groups(now)
    for championship in championships.championships_without_entry():
        championships.open_next_season(championship, now=now)
    for competition in drawing.due_competitions(now):
        drawing.begin_competition(competition, now=now)
    for stage in drawing.undrawn_stages():
        for _slice in range(drawing.count_slices(stage)):
            drawing.draw_slice(stage, now=now)
    for entry in vanishing.vanished_entries(now):
        vanishing.drop_vanished(entry, now=now)
    for group in tending.due_groups(now):
        tending.tend_group(group, now=now)
    for stage in advancing.settled_stages(now):
        advancing.end_stage(stage, now=now)


def running_games(group: Group) -> list[Game]:
    """Return the games of a group that run, in their order."""
    fixtures = Fixture.objects.filter(group=group, status=Fixture.Status.RUNNING)
    return [one.game for one in fixtures.select_related("game").order_by("number") if one.game]


def resign_weaker(game: Game, strength: Sequence[Person], now: datetime) -> None:
    """Let the weaker one of a game of two resign; the stronger ones come first."""
    seated = [seat.person for seat in game.seats.select_related("person") if seat.person]
    weaker = max(seated, key=strength.index)
    turns.leave_game(game.pk, weaker, now=now)
