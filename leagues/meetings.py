"""How much a game counts for ratings: less each time between the same people in a season.

Of two who meet in a calendar year, each further game counts half as much as the one before, and
none from the eleventh on. With several opponents it is the average, so that a game with friends
counts in full for the stranger among them. Two house players always meet as if for the first time.
A game with a program account counts for such accounts and house players, and for no person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, TypeAlias

from django.db import connection

from accounts.models import Person
from leagues.models import QueuedGame

COUNTED = 10  # games of two people in a season; those after count for nothing
Pair: TypeAlias = tuple[int, int]  # two people, the lower number first

# What is shown of a queued game counts no more, as in LAST_RESULT. Ended by the limit, the search
# goes through the results of ``one`` in the season at most.
MET = """
    SELECT FROM {table} mine
    WHERE ruleset = %(ruleset)s AND person_id = one AND ended_at >= %(since)s
        AND (ended_at, game_id) < (%(until)s, %(game)s)
        AND EXISTS (SELECT FROM {table} WHERE game_id = mine.game_id AND person_id = other)
"""
MET_BEFORE = f"""
    SELECT one, other, number
    FROM unnest(%(ones)s::bigint[], %(others)s::bigint[]) AS pair (one, other)
    CROSS JOIN LATERAL (
        SELECT count(*) AS number FROM (
            {MET.format(table="leagues_stagedresult")} UNION ALL
            {MET.format(table="leagues_result")}
                AND NOT EXISTS (SELECT FROM leagues_queuedgame WHERE game_id = mine.game_id)
            LIMIT {COUNTED}
        ) AS met
    ) AS earlier
"""


class Meetings:
    """How often people have met in a season, from game to game; nobody counts it of two of the
    ``house``. Games with one of the ``programs`` count for no person."""

    def __init__(
        self,
        season: int,
        earlier: Mapping[Pair, int],
        house: Collection[int] = (),
        programs: Collection[int] = (),
    ) -> None:
        """Begin with what there was ``earlier`` in a season; there was nothing of later ones."""
        self._met = Counter({(season, *pair): number for pair, number in earlier.items()})
        self._house, self._programs = frozenset(house), frozenset(programs)

    def add_game(self, season: int, people: Collection[int]) -> None:
        """Count a game of these people."""
        pairs = (pair for pair in pairs_of(people) if not self._house.issuperset(pair))
        self._met.update((season, *pair) for pair in pairs)

    def is_apart(self, person: int, circle: Collection[int]) -> bool:
        """Whether a game of a circle does not count for a person, since a program played in it."""
        is_machine = person in self._house or person in self._programs
        return not is_machine and not self._programs.isdisjoint(circle)

    def weigh(self, season: int, person: int, opponents: Collection[int]) -> float:
        """Return how much a game counts for a person, from 1 down to 0."""
        if not opponents:
            return 1.0
        met = [self._met[(season, min(person, one), max(person, one))] for one in opponents]
        return sum(map(weigh_meeting, met)) / len(met)


def weigh_meeting(earlier: int) -> float:
    """Return how much a game of two counts after a number of ``earlier`` ones."""
    return 0.5**earlier if earlier < COUNTED else 0.0


def pairs_of(people: Iterable[int]) -> Iterable[Pair]:
    """Return all pairs of some people."""
    return combinations(sorted(set(people)), 2)


def season_of(at: datetime) -> int:
    """Return the season of a moment: the calendar year in UTC."""
    return at.astimezone(UTC).year


def meetings_before(first: QueuedGame, games: Iterable[Collection[int]]) -> Meetings:
    """Return how often the people of some games have met in the season of the first of them, and
    before it."""
    pairs = {pair for people in games for pair in pairs_of(people)}
    house, season = _house_players(pairs), season_of(first.ended_at)
    given: dict[str, Any] = {"ruleset": first.ruleset, "since": datetime(season, 1, 1, tzinfo=UTC)}
    given |= {"until": first.ended_at, "game": first.pk}
    # Sought among the games of a person: a house player has played a tenth of all.
    sought = [(b, a) if a in house else (a, b) for a, b in pairs if not house.issuperset((a, b))]
    given |= {"ones": [one for one, _ in sought], "others": [other for _, other in sought]}
    with connection.cursor() as cursor:
        cursor.execute(MET_BEFORE, given)
        rows = cursor.fetchall()
    earlier = {(min(one, other), max(one, other)): number for one, other, number in rows}
    return Meetings(season, earlier, house, _program_accounts(pairs))


def _house_players(pairs: Collection[Pair]) -> set[int]:
    numbers = {number for pair in pairs for number in pair}
    return set(Person.objects.filter(pk__in=numbers, is_house=True).values_list("pk", flat=True))


def _program_accounts(pairs: Collection[Pair]) -> set[int]:
    numbers = {number for pair in pairs for number in pair}
    found = Person.objects.filter(pk__in=numbers, is_program=True)
    return set(found.values_list("pk", flat=True))
