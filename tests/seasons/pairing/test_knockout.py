"""A knockout: everybody is drawn once, the best meet late, and it ends whatever people do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from seasons.pairing.knockout import draw_groups, draw_knockout, next_tables, place_of
from seasons.pairing.results import Played

Tables = Sequence[tuple[int, ...]]


@dataclass
class Cup:
    """A cup that is played: by strength, the lower number first, or by chance."""

    size: int
    players: Sequence[int]
    chance: random.Random | None = None
    leaving: float = 0
    left: set[int] = field(default_factory=set)
    rounds: list[Tables] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)

    def play(self) -> None:
        tables = draw_knockout(self.players, size=self.size)
        while tables:
            self.rounds.append(tables)
            self.leave(tables)
            games = [self.play_table(table) for table in tables if self.needs_game(table)]
            self.played += games
            self.leave(tables)
            tables = next_tables(
                tables, games, size=self.size, seeding=self.players, left=self.left
            )

    def needs_game(self, table: tuple[int, ...]) -> bool:
        staying = {*table} - self.left
        return len(staying) > self.size // 2 or (len(self.rounds[-1]) == 1 and len(staying) > 1)

    def play_table(self, table: tuple[int, ...]) -> Played:
        order = self.chance.sample(table, len(table)) if self.chance else sorted(table)
        places = tuple(order.index(player) + 1 for player in table)
        return Played(table, tuple(range(len(table))), places)

    def leave(self, tables: Tables) -> None:
        """Let some people leave, by chance."""
        if self.chance:
            sitting = [player for table in tables for player in table]
            self.left |= {one for one in sitting if self.chance.random() < self.leaving}

    def places(self) -> dict[int, int]:
        return dict(place_of(self.rounds, self.played, seeding=self.players, left=self.left))

    def is_in(self, number: int) -> set[int]:
        return {player for table in self.rounds[number] for player in table}


def check_draw(number: int, size: int) -> None:
    """Everybody is drawn once, the best have the byes, and all play at full tables."""
    tables = draw_knockout(range(number), size=size)
    assert sorted(player for table in tables for player in table) == [*range(number)]
    byes = sorted(one for table in tables if len(table) <= size // 2 < number for one in table)
    assert byes == [*range(len(byes))]
    lengths = {len(table) for table in tables if len(table) > size // 2}
    assert lengths == {size} or number < size or (size, number) == (4, 5)


def check_cup(cup: Cup) -> None:
    """Nobody sits at two tables of a round, or in a round after they have left; all are placed."""
    cup.play()
    for number in range(len(cup.rounds)):
        sitting = [player for table in cup.rounds[number] for player in table]
        assert len(sitting) == len(set(sitting))
        assert number == 0 or {*sitting} <= cup.is_in(number - 1)
    assert len(cup.rounds[-1]) == 1
    assert sorted(cup.places().values()) == [*range(1, len(cup.players) + 1)]
    assert sorted(cup.places()) == sorted(cup.players)


@pytest.mark.parametrize("size", [2, 4])
def test_everybody_is_drawn_once_and_the_best_have_the_byes(size: int) -> None:
    for number in [*range(2, 130), 999, 1_000]:
        check_draw(number, size)


@pytest.mark.parametrize("size", [2, 4])
def test_byes_are_in_the_first_round_alone_and_all_later_tables_are_full(size: int) -> None:
    for number in range(size, 130):
        cup = Cup(size, range(number))
        check_cup(cup)
        for tables in cup.rounds[1:]:
            assert {len(table) for table in tables} == {size}


@pytest.mark.parametrize("size", [2, 4])
def test_the_best_meet_as_late_as_can_be(size: int) -> None:
    """If the better one goes on each time, each round has the best of the one before."""
    for number in range(2, 130):
        cup = Cup(size, range(number))
        check_cup(cup)
        for one in range(1, len(cup.rounds)):
            assert cup.is_in(one) == {*range(len(cup.is_in(one)))}
        last = len(cup.rounds[-1][0])
        assert [cup.places()[player] for player in range(last)] == [*range(1, last + 1)]


def test_two_go_on_from_a_table_of_four_and_one_where_the_number_is_odd() -> None:
    tables = draw_knockout(range(7), size=4)
    assert tables == [(0, 1), (2,), (3, 4, 5, 6)]
    game = Played((3, 4, 5, 6), (0, 1, 2, 3), (4, 3, 1, 2))
    assert next_tables(tables, [game], size=4, seeding=range(7)) == [(0, 1, 2, 5)]


@pytest.mark.parametrize(
    ("number", "tables"),
    [
        (0, []),
        (1, [(0,)]),
        (3, [(0, 1, 2)]),
        (5, [(0, 1), (2, 3, 4)]),
        (6, [(0, 1), (2, 3, 4, 5)]),
        (8, [(0, 3, 4, 7), (1, 2, 5, 6)]),
        (9, [(0,), (1, 4, 5, 8), (2, 3, 6, 7)]),
    ],
)
def test_draws_of_four(number: int, tables: Tables) -> None:
    assert draw_knockout(range(number), size=4) == tables


def test_who_has_left_does_not_go_on_and_the_next_one_does() -> None:
    tables = [(0, 3), (1, 2)]
    games = [Played((0, 3), (0, 1), (1, 2)), Played((1, 2), (0, 1), (1, 2))]
    assert next_tables(tables, games, size=2, seeding=range(4), left=[0]) == [(3, 1)]
    fours = [(0, 3, 4, 7), (1, 2, 5, 6)]
    games = [Played(table, (0, 1, 2, 3), (1, 2, 3, 4)) for table in fours]
    assert next_tables(fours, games, size=4, seeding=range(8), left=[3]) == [(0, 4, 1, 2)]


def test_where_nobody_is_left_the_opponents_have_a_bye() -> None:
    tables = [(0, 7), (3, 4), (1, 6), (2, 5)]
    games = [Played((1, 6), (0, 1), (1, 2)), Played((2, 5), (0, 1), (1, 2))]
    second = next_tables(tables, games, size=2, seeding=range(8), left=[0, 7, 3, 4, 1])
    assert second == [(), (6, 2)]
    third = next_tables(second, [Played((6, 2), (0, 1), (1, 2))], size=2, seeding=range(8))
    assert third == [(6,)]
    assert next_tables(third, [], size=2, seeding=range(8)) == []


def test_a_table_needs_no_game_if_all_who_stay_go_on() -> None:
    assert next_tables([(0, 3), (1, 2)], [], size=2, seeding=range(4), left=[3, 1]) == [(0, 2)]


def test_a_table_that_was_not_played_is_refused() -> None:
    with pytest.raises(ValueError, match="not been played"):
        next_tables([(0, 3), (1, 2)], [], size=2, seeding=range(4))


def test_of_those_who_are_level_the_better_seeded_goes_on() -> None:
    games = [Played((0, 3), (0, 1), (1, 1)), Played((1, 2), (0, 1), (1, 1))]
    assert next_tables([(0, 3), (1, 2)], games, size=2, seeding=[3, 2, 1, 0]) == [(3, 2)]


def test_pairs_that_play_together_go_on_together() -> None:
    tables = [(0, 3, 4, 7), (1, 2, 5, 6)]
    games = [Played(table, (0, 0, 1, 1), (2, 2, 1, 1)) for table in tables]
    assert next_tables(tables, games, size=4, seeding=range(8)) == [(4, 7, 5, 6)]


def test_places_are_by_round_then_by_the_last_game_then_by_seeding() -> None:
    rounds: list[Tables] = [[(0, 3), (1, 2)], [(3, 2)]]
    last = Played((3, 2), (0, 1), (2, 1))
    assert place_of(rounds, [last], seeding=range(4)) == {2: 1, 3: 2, 0: 3, 1: 4}
    assert place_of(rounds, [], seeding=range(4), left=[2]) == {3: 1, 2: 2, 0: 3, 1: 4}
    assert place_of(rounds[:1], [], seeding=range(4)) == {0: 1, 1: 2, 2: 3, 3: 4}


def check_many(size: int, entries: int) -> None:
    chance, placed = random.Random(size), 0
    while placed < entries:
        number = int(2 * 500 ** chance.random())
        seeding = chance.sample(range(2 * number), number)
        check_cup(Cup(size, seeding, chance, leaving=chance.choice([0, 0.02, 0.2, 0.9])))
        placed += number


@pytest.mark.parametrize("size", [2, 4])
def test_cups_end_whenever_people_leave(size: int) -> None:
    check_many(size, 10_000)


def test_nobody_goes_on_who_has_left() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        size = chance.choice([2, 4])
        tables = draw_knockout(range(chance.randint(size + 1, 60)), size=size)
        cup = Cup(size, range(60), chance)
        games = [cup.play_table(table) for table in tables]
        sitting = [player for table in tables for player in table]
        left = set(chance.sample(sitting, chance.randint(0, len(sitting))))
        after = next_tables(tables, games, size=size, seeding=range(60), left=left)
        on = {player for table in after for player in table}
        assert not on & left
        shared = len(tables) % 2
        for table in tables:
            staying = {*table} - left
            assert len(on & staying) == min(len(staying), size // 2) or shared


@pytest.mark.parametrize("least", [2, 4])
def test_groups_are_even_and_none_is_too_small(least: int) -> None:
    for number in [*range(200), 1_000]:
        for size in (4, 5, 8):
            groups = draw_groups(range(number), size, least=least)
            assert sorted(one for group in groups for one in group) == [
                *range(number if groups else 0)
            ]
            assert bool(groups) == (number >= least)
            lengths = {len(group) for group in groups}
            assert not groups or max(lengths) - min(lengths) <= 1
            assert min(lengths, default=least) >= least


def test_groups_are_dealt_out_by_turns_and_back() -> None:
    assert draw_groups(range(10), 4) == [(0, 5, 6), (1, 4, 7), (2, 3, 8, 9)]
    assert draw_groups(range(7), 4, least=4) == [(0, 1, 2, 3, 4, 5, 6)]
