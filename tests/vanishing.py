"""A league in which people vanish: ``python -m tests.vanishing`` tells how long games stand still.

Tables of four are simulated without boards: people take as long for their turns as those of
``tests.habits``, and some vanish, half of them for good. Each league is played four times from one
seed: with and without what tables ask of reliability and the limit of newcomers, and with and
without friends who stand in and the search for substitutes. How many have a friend, are in the pool
and say yes is assumed, and said in docs/clocks.md.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from math import exp, inf, log
from statistics import mean

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from games.play.clock import Pace  # noqa: E402
from games.play.substitute_search import (  # noqa: E402
    ALONE,
    AT_A_TIME,
    MOST_OF_GAME,
    NEXT_AFTER,
    STANDS_IN,
)
from games.reliability.figures import FEW, FIRST_TABLES, LATEST  # noqa: E402
from tests.habits import HABITS  # noqa: E402

CLOCK, YEAR, GONE = 72.0, 365 * 24.0, 90 * 24.0  # hours
SEATS, TURNS, MOST_TABLES, NEW_TABLES = 4, 60, 4, 2
ASKS, ASKED_BY = 0.8, 0.5  # half of the tables ask for eight of ten
HAS_FRIEND, IN_POOL, SAYS_YES = 0.3, 0.1, 0.25
FOUND_A_DAY = 0.02  # strangers who find the seat by themselves
AT_ONCE, WEEK = 1 / 3, 7 * 24.0  # of those who vanish do so in their first week
BEGIN_WITHIN = 30 * 24.0


@dataclass(frozen=True)
class Scale:
    """How large it is: the people of a league, its games at a time, the share of people who vanish,
    how many leagues are played, and the seed of the first."""

    people: int = 200
    games: int = 80
    vanish: float = 0.15
    leagues: int = 10
    seed: int = 1


@dataclass(slots=True, eq=False)
class Somebody:
    """A person: how long they take at the median and how evenly, when they join, and are gone, who
    plays for them, how their latest turns went, at how many tables they have played one, and at how
    many they sit."""

    typical: float
    spread: float
    joins_at: float = 0.0
    gone: tuple[float, float] = (inf, inf)
    friend: Somebody | None = None
    is_in_pool: bool = False
    in_time: list[bool] = field(default_factory=list)
    begun: int = 0
    tables: int = 0

    def is_gone(self, now: float) -> bool:
        """Whether they have vanished and are not back."""
        return self.gone[0] <= now < self.gone[1]

    def is_late(self) -> bool:
        """Whether enough is known of them to say that they are less reliable than tables ask."""
        latest = self.in_time[-LATEST:]
        return len(latest) >= FEW and mean(latest) < ASKS


@dataclass(slots=True)
class Place:
    """A seat: its person, whether they have played a turn, how often in a row time ran out, since
    when they are absent, and when a substitute comes."""

    person: Somebody
    has_played: bool = False
    missed: int = 0
    absent_since: float = inf
    taken_at: float = inf


@dataclass(slots=True)
class Table:
    """A game under way, and the hours that it has stood still and that silence has played."""

    places: list[Place]
    number: int = 0
    still: float = 0.0
    empty: float = 0.0


@dataclass(slots=True)
class League:
    """A league that is played for a year, with or without ``gates`` and the ``search``."""

    dice: random.Random
    people: list[Somebody]
    gates: bool
    search: bool

    def play(self, games: int) -> list[Table]:
        """Play with that many games at a time; return those that ended."""
        agenda = [(self.dice.random() * BEGIN_WITHIN, number, Table([])) for number in range(games)]
        heapify(agenda)
        ended = []
        while agenda[0][0] < YEAR:
            now, number, table = agenda[0]
            if table.number == TURNS:
                self._stand_up(table, now)
                ended.append(table)
                table = Table([])
            table = table if table.places else self._sit_down(now)
            # A table that is not full waits a day for others.
            hours = self._turn(table, now) if table.places else 24
            heapreplace(agenda, (now + hours, number, table))
        return ended

    def _sit_down(self, now: float) -> Table:
        asks = self.dice.random() < ASKED_BY
        free = [one for one in self.people if self._may_sit(one, now, asks=asks)]
        people = self.dice.sample(free, SEATS) if len(free) >= SEATS else []
        for one in people:
            one.tables += 1
        return Table([Place(one) for one in people])

    def _may_sit(self, one: Somebody, now: float, *, asks: bool) -> bool:
        if now < one.joins_at or one.is_gone(now) or one.tables >= MOST_TABLES:
            return False
        is_limited = one.begun < FIRST_TABLES and one.tables >= NEW_TABLES
        return not self.gates or not (is_limited or (asks and one.is_late()))

    def _stand_up(self, table: Table, now: float) -> None:
        for place in table.places:
            place.person.tables -= 1
            table.empty += self._empty_hours(place, now)

    def _turn(self, table: Table, now: float) -> float:
        """Let the next seat have its turn; return how many hours it takes."""
        place = table.places[table.number % SEATS]
        table.number += 1
        if place.absent_since < inf:
            return self._absent_turn(table, place, now)
        hours = self._hours(place.person)
        end = place.person.gone[1]
        if place.person.is_gone(now + hours) and end > now + CLOCK:
            return self._missed_turn(table, place, now)
        place.person.in_time.append(True)
        place.person.begun += not place.has_played
        place.has_played, place.missed = True, 0
        return hours

    def _missed_turn(self, table: Table, place: Place, now: float) -> float:
        table.still += CLOCK
        place.person.in_time.append(False)
        place.missed += 1
        if place.missed >= Pace().absent_after:
            place.absent_since = now + CLOCK
            place.taken_at = self._find_substitute(place)
        return CLOCK

    def _absent_turn(self, table: Table, place: Place, now: float) -> float:
        """Let a friend play, or silence, if neither the owner is back nor a substitute there."""
        if now >= place.taken_at and (others := self._substitutes(table, now)):
            table.empty += self._empty_hours(place, place.taken_at)
            place.person.tables -= 1
            place.person = self.dice.choice(others)
            place.person.tables += 1
            place.absent_since, place.taken_at, place.missed = inf, inf, 0
            return self._hours(place.person)
        if not place.person.is_gone(now):
            table.empty += self._empty_hours(place, now)
            place.absent_since, place.taken_at, place.missed = inf, inf, 0
            return self._hours(place.person)
        friend = self._friend(place)
        return self._hours(friend) if friend else 0.1

    def _find_substitute(self, place: Place) -> float:
        """Return when somebody takes a seat: by themselves, or asked from the pool."""
        found = place.absent_since + 24 * self.dice.expovariate(FOUND_A_DAY)
        if not self.search:
            return found
        waits = STANDS_IN if self._friend(place) else ALONE
        at = place.absent_since + waits.total_seconds() / 3600
        for _ in range(MOST_OF_GAME // AT_A_TIME):
            if any(self.dice.random() < SAYS_YES for _ in range(AT_A_TIME)):
                return min(found, at + self.dice.random() * 24)
            at += NEXT_AFTER.total_seconds() / 3600
        return found

    def _substitutes(self, table: Table, now: float) -> list[Somebody]:
        sitting = [place.person for place in table.places]
        able = (one for one in self.people if one.is_in_pool or not self.search)
        return [one for one in able if one not in sitting and self._may_sit(one, now, asks=False)]

    def _friend(self, place: Place) -> Somebody | None:
        friend = place.person.friend if self.search else None
        return friend if friend and not friend.is_gone(place.absent_since) else None

    def _empty_hours(self, place: Place, until: float) -> float:
        """Return how long silence has played at a seat until then."""
        if place.absent_since == inf or self._friend(place):
            return 0.0
        return max(0.0, until - place.absent_since)

    def _hours(self, one: Somebody) -> float:
        return min(CLOCK, exp(self.dice.gauss(log(one.typical), one.spread)))


def draw_people(count: int, vanish: float, seed: int) -> list[Somebody]:
    """Return people of the habits of ``tests.habits``, a share of whom vanish once in the year."""
    dice = random.Random(seed)
    habits = dice.choices(HABITS, [habit.share for habit in HABITS], k=count)
    people = [Somebody(habit.turn, habit.spread) for habit in habits]
    for one in people:
        one.is_in_pool = dice.random() < IN_POOL
        if dice.random() < HAS_FRIEND:
            one.friend = dice.choice([other for other in people if other is not one])
    for one in dice.sample(people, round(vanish * count)):
        at, is_for_good = dice.random() * YEAR, dice.random() < 0.5
        one.gone = (at, inf if is_for_good else at + GONE)
        one.joins_at = at - WEEK if dice.random() < AT_ONCE else 0.0
    return people


def play_leagues(scale: Scale, *, gates: bool, search: bool) -> Iterator[Table]:
    """Yield the games of all leagues, with or without what is compared."""
    for seed in range(scale.seed, scale.seed + scale.leagues):
        people = draw_people(scale.people, scale.vanish, seed)
        yield from League(random.Random(seed), people, gates, search).play(scale.games)


def compare(scale: Scale) -> Iterator[str]:
    """Yield a row of figures for each of the four ways to play."""
    for gates in (False, True):
        for search in (False, True):
            tables = list(play_leagues(scale, gates=gates, search=search))
            still = [table.still / 24 for table in tables]
            empty = [table.empty / 24 for table in tables]
            hit = mean(one > 0 for one in still)
            yield (
                f"gates {gates!s:5} search {search!s:5}: {len(tables)} games, {hit:.1%} stood"
                f" still, {mean(still):.2f} days each, {mean(empty):.2f} days played by silence"
            )


def main() -> None:
    """Print the figures."""
    command = argparse.ArgumentParser(prog="python -m tests.vanishing", description=__doc__)
    for name in ("people", "games", "leagues", "seed"):
        command.add_argument(f"--{name}", type=int, default=getattr(Scale, name))
    command.add_argument("--vanish", type=float, default=Scale.vanish)
    for row in compare(Scale(**vars(command.parse_args()))):
        print(row)


if __name__ == "__main__":
    main()
