"""How reliable a person is, worked out of the latest of their records alone, so that it recovers
with play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from math import sqrt
from statistics import median
from typing import NamedTuple, Protocol, TypeAlias

from django.db.models import QuerySet

from accounts.models import Person
from games.models import Game, ReliabilityRecord

LATEST = 50  # of each kind
FEW = 10  # with fewer turns and answers somebody is new
MANY = 30  # from here on a share says enough by itself
FIRST_TABLES = 2  # at which a newcomer has to have finished a turn
Z = 1.645  # nine times of ten the share lies within
Kind = ReliabilityRecord.Kind
Row: TypeAlias = tuple[str, bool, int | None, int]


class Gate(Protocol):
    """What asks for reliability: a table, a season or a cup."""

    asks_in_time: int
    asks_finished: int


class RecordRow(NamedTuple):
    """What counts of a record."""

    kind: str
    is_kept: bool
    seconds: int | None
    game: int


@dataclass(frozen=True, slots=True)
class KeptCount:
    """How many of ``total`` were kept."""

    kept: int = 0
    total: int = 0

    def __add__(self, other: KeptCount) -> KeptCount:
        return KeptCount(self.kept + other.kept, self.total + other.total)

    def is_at_least(self, of_ten: int) -> bool:
        """Whether the share is at least that many of ten."""
        return self.kept * 10 >= of_ten * self.total

    @property
    def likely_tenths(self) -> tuple[int, int]:
        """Between how many of ten the share lies nine times of ten, as so few say (Wilson)."""
        if not self.total:
            return 0, 10
        share, n = self.kept / self.total, self.total
        middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        spread = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        return max(0, int((middle - spread) * 10)), min(10, -int(-(middle + spread) * 10 // 1))


@dataclass(frozen=True, slots=True)
class Reliability:
    """The latest turns, answers and games of a person: how many were in time, or finished; how long
    they usually take; and whether they have ``begun``, with a turn at two tables."""

    turns: KeptCount = KeptCount()
    answers: KeptCount = KeptCount()
    games: KeptCount = KeptCount()
    usual_time: timedelta | None = None
    has_begun: bool = False

    @property
    def in_time(self) -> KeptCount:
        """Turns and answers together."""
        return self.turns + self.answers

    @property
    def is_new(self) -> bool:
        """Whether too little is known to say how reliable they are."""
        return self.in_time.total < FEW

    @property
    def is_unsure(self) -> bool:
        """Whether enough is known to say something, but not much."""
        return not self.is_new and self.in_time.total < MANY


def measure(rows: Iterable[RecordRow]) -> Reliability:
    """Return what records say, at most the latest of each kind. Pure."""
    rows = list(rows)
    kept_turns = [row for row in rows if row.kind == Kind.TURN and row.is_kept]
    times = [row.seconds for row in rows if row.is_kept and row.seconds is not None]
    return Reliability(
        turns=_count(rows, Kind.TURN),
        answers=_count(rows, Kind.ANSWER),
        games=_count(rows, Kind.GAME),
        usual_time=timedelta(seconds=median(times)) if times else None,
        # Who fills all that is looked at with one long game is no newcomer either.
        has_begun=len({row.game for row in kept_turns}) >= FIRST_TABLES
        or len(kept_turns) >= LATEST // 2,
    )


def _count(rows: Iterable[RecordRow], kind: str) -> KeptCount:
    kept = [row.is_kept for row in rows if row.kind == kind]
    return KeptCount(sum(kept), len(kept))


def load_reliability(person: Person) -> Reliability:
    """Return how reliable a person is, by one query of at most ``LATEST`` rows of each kind."""
    return measure(RecordRow(*row) for row in latest_records(person))


def latest_records(person: Person) -> QuerySet[ReliabilityRecord, Row]:
    """Select the latest records of a person, of each kind as many as are looked at."""
    turns, answers, games = (_latest_of_kind(person, kind) for kind in Kind)
    return turns.union(answers, games, all=True)


def _latest_of_kind(person: Person, kind: str) -> QuerySet[ReliabilityRecord, Row]:
    # What was annulled counts for nothing.
    own = ReliabilityRecord.objects.filter(person=person, kind=kind)
    counted = own.exclude(game__status=Game.Status.ANNULLED).order_by("-at")
    return counted.values_list("kind", "is_kept", "seconds", "game_id")[:LATEST]
