"""What the forecast of one's next turn gains by knowing days off: ``python -m tests.forecasts``.

Tables of four are simulated for a year, without boards: people take as long for their turns as
those of ``tests.habits`` do, and go on vacation three times for ten days. Each forecast is made
twice, by the medians of the latest turns alone, and with the days off that are known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from statistics import mean, median
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.play import clock
from games.play.forecast import Wait, expected_spans, forecast_end
from tests.habits import HABITS

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONGEST, ROW, ROWS, YEAR = 72 * HOUR, 10, 3, 365
KNOWN = 7 * DAY  # people say a week before that they will be away
LOOKS_IN = 0.2  # of the turns on days off are played all the same
ZONE = ZoneInfo("UTC")


class Miss(NamedTuple):
    """How far two forecasts of one turn were off, in hours: by medians alone, and with days off."""

    plain: float
    knowing: float


@dataclass(slots=True)
class Player:
    """Somebody at a table: how long they take at the median and how evenly, their days off, and how
    long their turns took."""

    typical: timedelta
    spread: float
    rows: tuple[date, ...]
    taken: list[timedelta] = field(default_factory=list)

    def days_off(self, known_at: datetime | None = None) -> frozenset[date]:
        """Return all their days off, or those that are known at a moment."""
        rows = (
            first for first in self.rows if known_at is None or first - KNOWN <= known_at.date()
        )
        return frozenset(first + number * DAY for first in rows for number in range(ROW))

    def wait(self, now: datetime, *, knowing: bool) -> Wait:
        """Return what is expected of them, as the site does."""
        spans = expected_spans(self.taken[::-1], LONGEST)
        if not knowing:
            return Wait(spans, LONGEST)
        return Wait(spans, LONGEST, end_of=partial(_end_of, self.days_off(now)))


def _end_of(days_off: frozenset[date], start: datetime, span: timedelta) -> datetime:
    return clock.due_at(start, span, clock.Pace(), ZONE, days_off)


def simulate_tables(count: int, seed: int, *, rows: int = ROWS) -> list[Miss]:
    """Return how far the forecasts at some tables were off in a year, if everybody has as many
    ``rows`` of days off."""
    dice = random.Random(seed)
    return [miss for _ in range(count) for miss in _simulate_table(dice, rows)]


def _simulate_table(dice: random.Random, rows: int) -> Iterator[Miss]:
    players = [_draw_player(dice, rows) for _ in range(4)]
    now, pending = BEGIN, dict[int, tuple[datetime, datetime]]()
    number = 0
    while now < BEGIN + YEAR * DAY:
        place = number % 4
        if place in pending:
            plain, knowing = pending.pop(place)
            yield Miss(abs(plain - now) / HOUR, abs(knowing - now) / HOUR)
        end = _play(players[place], now, dice)
        players[place].taken.append(end - now)
        now, others = end, [players[(place + step) % 4] for step in (1, 2, 3)]
        plain, knowing = (
            forecast_end([one.wait(now, knowing=knows) for one in others], now).at
            for knows in (False, True)
        )
        pending[place] = plain, knowing
        number += 1


def _draw_player(dice: random.Random, rows: int) -> Player:
    (habit,) = dice.choices(HABITS, [one.share for one in HABITS])
    starts = tuple(BEGIN.date() + dice.randrange(YEAR) * DAY for _ in range(rows))
    return Player(habit.turn * HOUR, habit.spread, starts)


def _play(player: Player, now: datetime, dice: random.Random) -> datetime:
    """Return when a turn is over that is asked for now."""
    span = min(player.typical * dice.lognormvariate(0, player.spread), LONGEST)
    days_off: frozenset[date] = frozenset() if dice.random() < LOOKS_IN else player.days_off()
    return _end_of(days_off, now, span)


def main() -> None:
    misses = simulate_tables(100, 1)
    moved = [one for one in misses if one.plain != one.knowing]
    for what, some in (("all", misses), ("somebody is away", moved)):
        print(
            f"{what}: {len(some)} forecasts, off by {median(one.plain for one in some):.1f} and"
            f" {median(one.knowing for one in some):.1f} hours at the median,"
            f" {mean(one.plain for one in some):.1f} and {mean(one.knowing for one in some):.1f} on"
            " average"
        )


if __name__ == "__main__":
    main()
