"""Divisions of one strength, and who rises and falls between two seasons.

Nobody is placed above somebody whom they have not passed by rising, or by rating where both are
new: so divisions are one ranking that is cut into pieces. By rising one passes a quarter of the
divisions above, so that among hundreds of them the strongest newcomer is at the top within twenty
seasons, and not 250; in a league of five divisions it is one division at a time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

SHARE = 4  # one of four rises, and one falls
PASSED = 4  # one of four divisions above is passed by rising


@dataclass(frozen=True, slots=True)
class DivisionSize:
    """How many people a division has: about ``wanted``, and never fewer than ``least``, which a
    table needs."""

    wanted: int
    least: int


def rank_entries(
    finished: Sequence[Sequence[int]], entered: Collection[int], ratings: Mapping[int, float]
) -> Sequence[int]:
    """Return the people who have ``entered`` in the order of their strength.

    ``finished`` are the divisions of the season before, the highest first, each in the order of its
    final table. Those who were in none come last, by ``ratings``.
    """
    known = {person for division in finished for person in division}
    moved = sorted(_moved_places(finished))
    new = sorted(set(entered) - known, key=lambda person: (-ratings.get(person, -math.inf), person))
    return [*(person for *_place, person in moved if person in entered), *new]


def _moved_places(finished: Sequence[Sequence[int]]) -> Iterable[tuple[int, int, int, int, int]]:
    """Yield for each person the number of their division after rise and fall, how they have come
    there, their division and place before, and themselves."""
    last = len(finished) - 1
    for number, division in enumerate(finished):
        moving = count_moving(len(division))
        for place, person in enumerate(division):
            if place < moving and number > 0:
                yield find_higher(number), RISEN, number, place, person
            elif place >= len(division) - moving and number < last:
                yield min(last, find_lower(number)), FALLEN, number, place, person
            else:
                yield number, STAYED, number, place, person


FALLEN, STAYED, RISEN = range(3)


def find_higher(number: int) -> int:
    """Return to which division one rises from another, both counted from 0."""
    return number - math.ceil(number / PASSED)


def find_lower(number: int) -> int:
    """Return to which division one falls from another, both counted from 0: the highest one from
    which one rises to it."""
    return max(1, math.ceil(number * PASSED / (PASSED - 1)))


def count_moving(size: int) -> int:
    """Return how many of a division rise, and as many fall: a quarter, and one at least where there
    are two."""
    return max(size // SHARE, min(1, size // 2))


def cut_into_divisions(ranking: Sequence[int], size: DivisionSize) -> Sequence[Sequence[int]]:
    """Return a ranking as divisions of about the wanted size, of which no two differ by more than
    one; none where there are too few people for one."""
    people = len(ranking)
    number = min(math.ceil(people / size.wanted), people // size.least)
    if number == 0:
        return []
    small, larger = divmod(people, number)
    # The larger ones come last: new people have a place there.
    ends = [small * (one + 1) + max(0, one + 1 - (number - larger)) for one in range(number)]
    return [ranking[start:end] for start, end in zip([0, *ends], ends, strict=False)]
