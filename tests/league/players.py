"""The people of a simulated league: how strong they are, how they play, and when they vanish."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log

from accounts.models import Person
from tests.habits import HABITS, Habit

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CLOCK = 72.0  # hours of a turn
STRENGTH, APART = 25.0, 25 / 4  # on openskill's scale: half of all within 180 points about 1500
BETA = 25 / 6  # how far a performance is from a strength
SILENCE = 0.0  # how well silence plays
AT_ONCE = (2, 3, 3, 3, 4, 5, 7)
LASTING, RETURNING = 0.7, 0.85  # who plays in every season, and who of the others enters again
IN_POOL = 0.1  # who takes over seats of games, as in tests.vanishing


@dataclass(slots=True, eq=False)
class Player:
    """A person with a true strength and a habit. They are ``gone`` from a moment on until another
    one, if they vanish."""

    person: Person
    strength: float
    habit: Habit
    at_once: int
    is_lasting: bool
    is_in_pool: bool
    gone: tuple[datetime, datetime] | None = None

    def is_gone(self, now: datetime) -> bool:
        """Whether they have vanished and are not back."""
        return self.gone is not None and self.gone[0] <= now < self.gone[1]

    def take_time(self, dice: random.Random) -> float:
        """Return the hours that they take for a turn."""
        return min(CLOCK, exp(dice.gauss(log(self.habit.turn), self.habit.spread)))

    def perform(self, dice: random.Random) -> float:
        """Return how well they play a game."""
        return dice.gauss(self.strength, BETA)


def make_players(count: int, dice: random.Random, *, first: int = 1) -> list[Player]:
    """Make people, of the habits of docs/clocks.md."""
    habits = dice.choices(HABITS, [one.share for one in HABITS], k=count)
    people = Person.objects.bulk_create(_list_people(count, first), batch_size=1_000)
    return [
        Player(
            person,
            dice.gauss(STRENGTH, APART),
            habit,
            dice.choice(AT_ONCE),
            is_lasting=dice.random() < LASTING,
            is_in_pool=dice.random() < IN_POOL,
        )
        for person, habit in zip(people, habits, strict=True)
    ]


def _list_people(count: int, first: int) -> Iterator[Person]:
    for number in range(first, first + count):
        address, name = f"player-{number}@example.org", f"Player {number}"
        # What saving a person sets beside it.
        yield Person(email=address, mailbox=address, name=name, likeness=name.casefold())


def let_vanish(
    players: Sequence[Player], share: float, span: tuple[datetime, datetime], dice: random.Random
) -> list[Player]:
    """Let a share of players vanish at a moment of a span each, half of them for good and the
    others for three months; return them."""
    begin, end = span
    vanishing = dice.sample(players, round(share * len(players)))
    for one in vanishing:
        at = begin + dice.random() * (end - begin)
        one.gone = at, (at + 3_650 * DAY if dice.random() < 0.5 else at + 90 * DAY)
    return vanishing
