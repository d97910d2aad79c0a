"""Divisions: nobody is lost, nobody is placed above somebody they have not passed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from seasons.pairing.divisions import (
    DivisionSize,
    count_moving,
    cut_into_divisions,
    find_higher,
    find_lower,
    rank_entries,
)

PAIRS, FOURS = DivisionSize(8, 2), DivisionSize(4, 4)


def play(divisions: Sequence[Sequence[int]], chance: random.Random) -> list[list[int]]:
    """Return divisions in the order of a season by chance."""
    return [chance.sample(list(one), len(one)) for one in divisions]


@pytest.mark.parametrize("size", [PAIRS, FOURS, DivisionSize(8, 4), DivisionSize(6, 3)])
def test_ten_thousand_entries_are_placed_once_whatever_their_number(size: DivisionSize) -> None:
    """Seasons one after the other: people come, and leave at any time."""
    chance, placed = random.Random(5), 0
    divisions: Sequence[Sequence[int]] = []
    next_person = 0
    while placed < 10_000:
        new = range(next_person, next_person + chance.choice([0, 1, 7, 90, 1_000]))
        next_person = new.stop
        before = {person for division in divisions for person in division}
        stay = {person for person in before if chance.random() < 0.8}
        entered = stay | set(new)
        ratings = {person: chance.gauss(25, 8) for person in new}
        ranking = rank_entries(play(divisions, chance), entered, ratings)
        assert sorted(ranking) == sorted(entered)
        divisions = cut_into_divisions(ranking, size)
        if len(entered) < size.least:
            assert divisions == []
            continue
        assert [person for division in divisions for person in division] == list(ranking)
        lengths = [len(division) for division in divisions]
        assert max(lengths) - min(lengths) <= 1
        assert min(lengths) >= size.least
        placed += len(ranking)


def test_a_quarter_rises_and_a_quarter_falls() -> None:
    finished = [[*range(8)], [*range(8, 16)], [*range(16, 24)]]
    ranking = rank_entries(finished, range(24), {})
    divisions = [set(one) for one in cut_into_divisions(ranking, PAIRS)]
    assert divisions == [
        {0, 1, 2, 3, 4, 5, 8, 9},
        {6, 7, 10, 11, 12, 13, 16, 17},
        {14, 15, 18, 19, 20, 21, 22, 23},
    ]


def test_one_falls_to_the_highest_division_from_which_one_rises_again() -> None:
    for number in range(500):
        risers = [lower for lower in range(1, 1_000) if find_higher(lower) == number]
        assert find_lower(number) == min(risers)


def test_rising_is_one_division_in_a_small_league_and_a_quarter_of_those_above_in_a_large_one() -> (
    None
):
    assert [find_higher(number) for number in range(1, 5)] == [0, 1, 2, 3]
    assert [find_lower(number) for number in range(4)] == [1, 2, 3, 4]
    assert (find_higher(200), find_lower(150)) == (150, 200)


def test_the_best_newcomer_of_250_divisions_is_at_the_top_within_twenty_seasons() -> None:
    divisions = [[*range(first, first + 8)] for first in range(0, 2_000, 8)]
    best = divisions[-1][-1]
    seasons = 0
    while best not in divisions[0]:
        finished = [sorted(one, key=lambda person: (person != best, person)) for one in divisions]
        divisions = [
            list(one) for one in cut_into_divisions(rank_entries(finished, range(2_000), {}), PAIRS)
        ]
        seasons += 1
    assert seasons <= 20


def test_those_who_stay_in_a_large_league_are_moved_by_few_divisions() -> None:
    """Twice as many rise to the first divisions as fall out of them, so others make room."""
    finished = [[*range(first, first + 8)] for first in range(0, 2_000, 8)]
    divisions = cut_into_divisions(rank_entries(finished, range(2_000), {}), PAIRS)
    after = {person: number for number, one in enumerate(divisions) for person in one}
    moved = [after[person] - number for number, one in enumerate(finished) for person in one[2:6]]
    assert max(moved) <= 5
    assert min(moved) >= -16


@pytest.mark.parametrize(
    ("size", "moving"), [(1, 0), (2, 1), (3, 1), (4, 1), (7, 1), (8, 2), (9, 2)]
)
def test_how_many_move(size: int, moving: int) -> None:
    assert count_moving(size) == moving


def test_new_people_come_last_by_rating_and_those_without_one_after_them() -> None:
    ranking = rank_entries([[1, 2, 3, 4]], {1, 2, 4, 10, 11, 12}, {10: 20.0, 11: 30.0})
    assert ranking == [1, 2, 4, 11, 10, 12]


def test_nobody_passes_somebody_without_rising() -> None:
    """The order of two changes where one of them rises or falls, and nowhere else."""
    chance = random.Random(11)
    divisions = [[*range(first, first + 8)] for first in range(0, 320, 8)]
    for _season in range(50):
        finished = play(divisions, chance)
        before = {
            one: (row, place) for row, all_ in enumerate(finished) for place, one in enumerate(all_)
        }
        ranking = rank_entries(finished, range(320), {})
        for upper, lower in pairwise(ranking):
            (row, place), (other_row, other_place) = before[upper], before[lower]
            if row > other_row:  # passed: risen, or the other has fallen
                rises = place < count_moving(8)
                falls = other_place >= 8 - count_moving(8)
                assert rises or falls
        divisions = [list(one) for one in cut_into_divisions(ranking, PAIRS)]
