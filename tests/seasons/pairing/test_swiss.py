"""A Swiss: nobody is left out, nobody meets again while that can be avoided, seats are even."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from seasons.pairing import exchanges
from seasons.pairing.results import Played
from seasons.pairing.standings import rank_players
from seasons.pairing.swiss import SwissRound, pair_round, points_of_rest


@dataclass
class Swiss:
    """A Swiss that is played by chance: the seeding is the strength."""

    size: int
    players: list[int]
    chance: random.Random
    played: list[Played] = field(default_factory=list)
    rested: list[int] = field(default_factory=list)

    def pair(self) -> SwissRound:
        return pair_round(
            self.players, self.played, self.rested, size=self.size, chance=self.chance
        )

    def play(self, tables: SwissRound) -> None:
        for table in tables.tables:
            places = [1 + int(self.chance.gauss(player / 40, 3) // 2) for player in table]
            self.played.append(Played(table, tuple(range(self.size)), tuple(places)))
        self.rested += tables.resting

    def play_rounds(self, number: int) -> None:
        for _round in range(number):
            self.play(self.pair())

    def met(self) -> Counter[frozenset[int]]:
        tables = (game.players for game in self.played)
        return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))

    def seat_spreads(self) -> list[int]:
        """Return how much oftener each player has had one seat than another."""
        had = Counter(
            (player, seat) for game in self.played for seat, player in enumerate(game.players)
        )
        times = [[had[player, seat] for seat in range(self.size)] for player in self.players]
        return [max(one) - min(one) for one in times]


def begin(size: int, number: int, seed: int) -> Swiss:
    return Swiss(size, [*range(number)], random.Random(seed))


def check_round(swiss: Swiss, tables: SwissRound) -> None:
    """Everybody sits at one table, or is one of the fewest who rest, of those who rested least."""
    sitting = [player for table in tables.tables for player in table]
    assert sorted([*sitting, *tables.resting]) == sorted(swiss.players)
    assert {len(table) for table in tables.tables} <= {swiss.size}
    assert len(tables.resting) == len(swiss.players) % swiss.size
    rests = Counter(swiss.rested)
    least = sorted(rests[one] for one in swiss.players)[: len(tables.resting)]
    assert sorted(rests[one] for one in tables.resting) == least


def check_swiss(size: int, number: int, rounds: int, seed: int) -> None:
    """People leave at any time, and each round has all who stay."""
    swiss = begin(size, number, seed)
    for _round in range(rounds):
        tables = swiss.pair()
        check_round(swiss, tables)
        swiss.play(tables)
        swiss.players = [one for one in swiss.players if swiss.chance.random() > 0.03]
    if number > 8 * size * rounds:
        assert max(swiss.met().values()) == 1
        assert max(swiss.seat_spreads()) <= 3


@pytest.mark.parametrize("size", [2, 3, 4])
def test_hundreds_are_placed_whatever_their_number(size: int) -> None:
    chance, placed = random.Random(size), 0
    while placed < 400:
        number = chance.choice([2, 3, 5, 7, 8, 12, 19, 33, 70, 150])
        check_swiss(size, number, 5, chance.randrange(1_000))
        placed += number


@pytest.mark.thorough
@pytest.mark.parametrize("size", [2, 3, 4])
def test_ten_thousand_entries_are_placed_whatever_their_number(size: int) -> None:
    chance, placed = random.Random(size), 0
    while placed < 10_000:
        number = int(2 * 500 ** chance.random())
        check_swiss(size, number, chance.randint(1, 9), chance.randrange(1_000))
        placed += number


def test_a_thousand_are_paired_round_after_round() -> None:
    swiss = begin(2, 1_000, 1)
    swiss.play_rounds(6)
    assert max(swiss.met().values()) == 1
    assert max(swiss.seat_spreads()) <= 2


def test_a_thousand_sit_at_tables_of_four() -> None:
    swiss = begin(4, 1_001, 1)
    swiss.play_rounds(4)
    assert max(swiss.met().values()) == 1
    assert max(swiss.seat_spreads()) <= 2
    assert len(set(swiss.rested)) == 4


def has_perfect_round(players: Sequence[int], met: Collection[frozenset[int]]) -> bool:
    """Whether everybody can have an opponent whom they have not met, by trying all."""
    if not players:
        return True
    first, *others = players
    return any(
        frozenset((first, one)) not in met
        and has_perfect_round([other for other in others if other != one], met)
        for one in others
    )


def count_avoidable(number: int, seed: int) -> int:
    """Return in how many rounds of a Swiss some meet again although nobody would have to."""
    swiss, avoidable = begin(2, number, seed), 0
    for _round in range(number - 1):
        tables, met = swiss.pair(), swiss.met().keys()
        if any(frozenset(table) in met for table in tables.tables):
            sitting = sorted(player for table in tables.tables for player in table)
            avoidable += has_perfect_round(sitting, met)
        swiss.play(tables)
    return avoidable


@pytest.mark.parametrize("number", [4, 5, 6, 7, 8, 9, 10, 12])
def test_nobody_meets_again_while_that_can_be_avoided(number: int) -> None:
    assert sum(count_avoidable(number, seed) for seed in range(12)) == 0


def test_exchanges_of_two_alone_would_let_people_meet_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: without longer ways some would meet again for nothing."""
    monkeypatch.setattr(exchanges, "STEPS", 0)
    assert sum(count_avoidable(10, seed) for seed in range(12)) > 0


def test_where_people_must_meet_again_all_are_paired_all_the_same() -> None:
    swiss = begin(2, 4, 3)
    for _round in range(8):
        tables = swiss.pair()
        check_round(swiss, tables)
        swiss.play(tables)
    assert max(swiss.met().values()) - min(swiss.met().values()) <= 1


def test_the_upper_half_meets_the_lower_half_in_the_order_of_the_seeding() -> None:
    pairs = begin(2, 8, 1).pair()
    assert [sorted(table) for table in pairs.tables] == [[0, 4], [1, 5], [2, 6], [3, 7]]
    fours = begin(4, 9, 1).pair()
    assert [sorted(table) for table in fours.tables] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert fours.resting == (8,)


def test_winners_meet_winners() -> None:
    swiss = begin(2, 8, 1)
    swiss.played = [Played((one, one + 4), (0, 1), (1, 2)) for one in range(4)]
    met = {frozenset(table) for table in swiss.pair().tables}
    assert met == {frozenset(pair) for pair in [(0, 2), (1, 3), (4, 6), (5, 7)]}


def test_who_had_the_first_seat_less_often_gets_it() -> None:
    swiss = begin(2, 2, 1)
    for _round in range(10):
        before = [game.players[0] for game in swiss.played]
        first = swiss.pair().tables[0][0]
        assert before.count(first) <= before.count(1 - first)
        swiss.play_rounds(1)
    assert swiss.seat_spreads() == [0, 0]


def test_the_lowest_of_those_who_have_not_rested_rest() -> None:
    swiss = begin(3, 5, 1)
    assert swiss.pair().resting == (3, 4)
    swiss.rested = [3, 4]
    swiss.played = [Played((0, 1, 2), (0, 1, 2), (1, 2, 3))]
    assert swiss.pair().resting == (1, 2)
    swiss.rested = [3, 4, 1, 2]
    assert 0 in swiss.pair().resting


@pytest.mark.parametrize(("size", "points"), [(2, 2), (3, 2), (4, 4)])
def test_a_rest_is_worth_half_of_a_table_rounded_up(size: int, points: int) -> None:
    assert points_of_rest(size) == points


def test_a_rest_counts_for_the_next_pairing() -> None:
    swiss = begin(2, 3, 1)
    swiss.played, swiss.rested = [Played((0, 1), (0, 1), (1, 2))], [2]
    assert sorted(swiss.pair().tables[0]) == [0, 2]


def test_too_few_for_a_table_rest() -> None:
    assert begin(4, 3, 1).pair() == SwissRound([], (0, 1, 2))
    assert begin(2, 0, 1).pair() == SwissRound([], ())


def test_those_who_left_are_not_paired_and_what_was_won_against_them_counts() -> None:
    swiss = begin(2, 5, 1)
    swiss.played = [Played((2, 0), (0, 1), (1, 2)), Played((1, 3), (0, 1), (1, 2))]
    swiss.players = [1, 2, 3, 4]
    assert {frozenset(table) for table in swiss.pair().tables} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


def test_the_same_chance_pairs_the_same_round() -> None:
    first, second = begin(4, 40, 9), begin(4, 40, 9)
    first.play_rounds(4)
    second.play_rounds(4)
    assert first.played == second.played


def test_the_strongest_end_at_the_top_and_the_weakest_at_the_bottom() -> None:
    """The lower number wins each game."""
    swiss = begin(2, 64, 5)
    for _round in range(6):
        tables = swiss.pair().tables
        swiss.played += [
            Played(table, (0, 1), (1, 2) if table[0] < table[1] else (2, 1)) for table in tables
        ]
    lines = rank_players(swiss.players, swiss.played, tie_breaks=["buchholz"])
    assert [lines[0].player, lines[-1].player] == [0, 63]
    assert {line.player for line in lines[:8]} < {*range(24)}
    assert {line.player for line in lines[-8:]} < {*range(40, 64)}
