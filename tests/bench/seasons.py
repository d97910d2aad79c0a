"""What it takes a worker to start a season of 5,000 people, and to begin its first games.

``python -m tests.bench seasons [PEOPLE]`` measures this alone, on a database of its own.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

from conquest.bench import Measurements
from games.play import bots, clock
from leagues.models import LeagueStanding
from seasons import championships, drawing, tending
from seasons.models import Championship, Competition, Entrant, Fixture, Stage
from tests import database
from tests.bench import games

PEOPLE = 5_000
WHOLE, LONGEST = 60.0, 5.0  # seconds that the start may take, and a transaction of it
GROUPS = 40  # whose first games are begun
MEETINGS = {"bollwerk": 1, "conquest": 7}  # of tables of two, and games of each at tables of four


def measure_alone(figures: Measurements) -> None:
    """Start seasons of as many people as are named, or 5,000, each on a database of its own."""
    measure_all(figures, int(sys.argv[2]) if len(sys.argv) > 2 else PEOPLE)


def measure_all(figures: Measurements, people: int = PEOPLE) -> None:
    """Start a season at tables of two, and one at tables of four."""
    for ruleset, meetings in MEETINGS.items():
        with figures.skip_failures("the start of a season", ruleset):
            measure(figures, ruleset, meetings, people)


def measure(figures: Measurements, ruleset: str, meetings: int, people: int) -> None:
    """Start a season, and begin the first games of some of its divisions."""
    with database.copied("bench") as name, database.connected(name):
        season = fill_season(ruleset, meetings, people)
        times = list(_start_season(season))
        figures.print_figure(f"a season of {people:,} begins", sum(times), "s", WHOLE, ruleset)
        figures.print_figure("its longest transaction", max(times), "s", LONGEST, ruleset)
        seconds, games = _begin_games(season)
        figures.print_figure(
            "games of it that begin in a second", games / seconds, "", ruleset=ruleset
        )


def fill_season(ruleset: str, meetings: int, people: int) -> Competition:
    """Return a season that a number of rated people have entered."""
    now = clock.now()
    championship = Championship.objects.create(
        title="Bench", ruleset=ruleset, pace=clock.PRESETS["leisurely"], meetings=meetings,
        first_begins_at=now + timedelta(days=2),
    )  # fmt: skip
    championships.open_next_season(championship.pk, now=now)
    season = Competition.objects.get(championship=championship)
    entered = games.people(people)
    dice = random.Random(people)
    Entrant.objects.bulk_create(
        [Entrant(competition=season, person=one, entered_at=now) for one in entered]
    )
    LeagueStanding.objects.bulk_create(
        LeagueStanding(
            person=one, ruleset=ruleset, season=0, games=10, wins=5, draws=0, timeouts=0,
            mu=dice.gauss(25, 5), sigma=3,
        )
        for one in entered
    )  # fmt: skip
    return season


def _start_season(season: Competition) -> Iterator[float]:
    """Yield the seconds of each transaction in which a season begins."""
    now = season.begins_at
    assert now is not None
    yield _time(partial(drawing.begin_competition, season.pk, now=now))
    stage = Stage.objects.get(competition=season)
    for _slice in range(drawing.count_slices(stage.pk)):
        yield _time(partial(drawing.draw_slice, stage.pk, now=now))


def _begin_games(season: Competition) -> tuple[float, int]:
    """Return in how many seconds the first games of some divisions have begun, and how many."""
    now = season.begins_at
    assert now is not None
    bots.get_or_create_bots()
    groups = list(tending.due_groups(now))[:GROUPS]
    seconds = sum(_time(partial(tending.tend_group, group, now=now)) for group in groups)
    return seconds, Fixture.objects.filter(status=Fixture.Status.RUNNING).count()


def _time(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
