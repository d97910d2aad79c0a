"""The table of a season: points, tie-breaks one after the other, and what is certain early."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from seasons.pairing.results import Played, score_game
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.standings import (
    TIE_BREAKS,
    Line,
    OpenGame,
    count_possible,
    find_certain,
    make_crosstable,
    order_players,
    rank_players,
)

ALL = [*TIE_BREAKS]


def win(winner: int, loser: int) -> Played:
    return Played((winner, loser), (0, 1), (1, 2))


def draw(one: int, other: int) -> Played:
    return Played((one, other), (0, 1), (1, 1))


def order_of(lines: Sequence[Line]) -> list[int]:
    return [line.player for line in lines]


def play_all(games: Sequence[OpenGame], chance: random.Random) -> list[Played]:
    return [
        Played(players, sides, tuple(chance.choice([1, 2, 2]) for _seat in players))
        for players, sides in games
    ]


def open_league(players: Sequence[int]) -> list[OpenGame]:
    rounds = pair_rounds(len(players))
    return [((players[one], players[two]), (0, 1)) for pairs in rounds for one, two in pairs]


def test_more_points_stand_before_fewer() -> None:
    lines = rank_players([1, 2, 3], [win(3, 1), win(3, 2), draw(1, 2)], tie_breaks=[])
    assert lines == [
        Line(player=3, rank=1, points=4, games=2, wins=2, ties=()),
        Line(player=1, rank=2, points=1, games=2, wins=0, ties=()),
        Line(player=2, rank=3, points=1, games=2, wins=0, ties=()),
    ]


def test_seeding_decides_last() -> None:
    assert order_of(rank_players([5, 2, 9], [], tie_breaks=ALL)) == [5, 2, 9]


def test_those_who_left_stand_last_as_seeded_and_their_games_count_for_nobody() -> None:
    played = [win(1, 2), win(1, 3), win(4, 3), win(2, 4), draw(3, 2)]
    lines = rank_players([1, 2, 3, 4], played, tie_breaks=["wins"], left={1, 2})
    assert order_of(lines) == [4, 3, 1, 2]
    assert [(line.points, line.games, line.wins) for line in lines] == [
        (2, 1, 1), (0, 1, 0), (0, 0, 0), (0, 0, 0),
    ]  # fmt: skip


def test_direct_games_decide_among_those_who_are_level() -> None:
    played = [win(2, 1), win(1, 3), win(1, 4), win(3, 2), win(2, 4), win(4, 3)]
    lines = rank_players([1, 2, 3, 4], played, tie_breaks=["direct"])
    assert order_of(lines) == [2, 1, 4, 3]
    assert [line.ties for line in lines] == [(2,), (0,), (2,), (0,)]


def test_direct_games_are_compared_among_those_whom_a_tie_break_left_level() -> None:
    """Three are level on points; wins part one of them, and only the other two are compared."""
    played = [draw(1, 2), draw(1, 3), draw(1, 4), win(2, 3), draw(2, 4), win(3, 4)]
    lines = rank_players([1, 3, 2, 4], played, tie_breaks=["wins", "direct"])
    assert [(line.player, line.points) for line in lines] == [(2, 4), (3, 3), (1, 3), (4, 2)]
    assert lines[1].ties == (1, 0)  # won one, and is alone among those level with three points


def test_more_wins_stand_before_more_level_games() -> None:
    played = [win(2, 3), win(4, 2), draw(1, 3), draw(1, 4)]
    assert order_of(rank_players([1, 2], played, tie_breaks=["wins"])) == [2, 1]


def test_sonneborn_berger_counts_the_points_of_those_who_were_beaten() -> None:
    played = [win(1, 3), win(2, 4), win(3, 4)]
    lines = rank_players([2, 1, 3, 4], played, tie_breaks=["sonneborn_berger"])
    assert [(line.player, line.ties) for line in lines] == [
        (1, (4,)), (2, (0,)), (3, (0,)), (4, (0,)),
    ]  # fmt: skip


def test_buchholz_counts_the_points_of_all_opponents() -> None:
    played = [win(1, 3), win(2, 4), win(3, 4), win(5, 1), win(6, 2), win(5, 6)]
    lines = rank_players([2, 1, 3, 4, 5, 6], played, tie_breaks=["buchholz"])
    values = {line.player: line.ties[0] for line in lines}
    assert values[1] == 2 + 4
    assert values[2] == 0 + 2
    assert values[4] == 2 + 2


def test_a_rest_counts_as_an_opponent_with_ones_own_points_for_buchholz() -> None:
    played = [win(1, 2), win(1, 3), win(4, 2)]
    lines = rank_players([2, 1, 3, 4], played, tie_breaks=["buchholz"], rests={4: 2})
    assert [(line.player, line.points, line.ties[0]) for line in lines[:2]] == [
        (4, 4, 0 + 4), (1, 4, 0 + 0),
    ]  # fmt: skip


def test_early_points_count_more_for_progress() -> None:
    played = [win(1, 3), win(4, 2), win(2, 3), win(4, 1)]
    lines = rank_players([2, 1, 3, 4], played, tie_breaks=["progress"])
    assert [(line.player, line.ties) for line in lines[1:3]] == [(1, (6,)), (2, (4,))]


def test_those_who_are_not_ranked_still_count_as_opponents() -> None:
    assert [one.points for one in rank_players([1, 2], [win(1, 9)], tie_breaks=ALL)] == [2, 0]


@pytest.mark.parametrize("name", ALL)
def test_a_tie_break_never_goes_before_points(name: str) -> None:
    chance = random.Random(name)
    for number in range(2, 12):
        played = play_all(open_league([*range(number)]), chance)
        lines = rank_players([*range(number)], played, tie_breaks=[name])
        keys = [(line.points, line.ties) for line in lines]
        assert keys == sorted(keys, reverse=True)
        assert sorted(order_of(lines)) == [*range(number)]
        assert [line.rank for line in lines] == [*range(1, number + 1)]
        points = {player: 0 for player in range(number)}
        for game in played:
            for player, more in score_game(game).items():
                points[player] += more
        assert {line.player: line.points for line in lines} == points


def test_a_season_that_anybody_leaves_at_any_moment_ranks_those_who_stay_by_each_other() -> None:
    chance = random.Random(4)
    for _season in range(100):
        number = chance.randint(2, 10)
        games = open_league([*range(number)])
        played = play_all(games[: chance.randint(0, len(games))], chance)
        left = {player for player in range(number) if chance.random() < 0.3}
        lines = rank_players([*range(number)], played, tie_breaks=ALL[:4], left=left)
        among = [game for game in played if not left & {*game.players}]
        stay = [player for player in range(number) if player not in left]
        without = rank_players(stay, among, tie_breaks=ALL[:4])
        assert [*lines[: len(stay)]] == [*without]
        assert order_of(lines[len(stay) :]) == sorted(left)


@pytest.mark.parametrize("names", [ALL, ["direct", "wins"], ["sonneborn_berger", "direct"], []])
def test_the_order_alone_is_the_order_of_the_table(names: list[str]) -> None:
    chance = random.Random(8)
    for number in range(2, 12):
        players = chance.sample(range(number), number)
        played = play_all(open_league(players), chance)
        order = order_players(make_crosstable(players, played), players, names)
        assert [*order] == order_of(rank_players(players, played, tie_breaks=names))


def test_points_that_are_possible() -> None:
    games: list[OpenGame] = [((1, 2, 3), (0, 1, 2)), ((3, 4), (0, 1))]
    found = count_possible([1, 2, 3, 4], [win(1, 4)], games, left={2}, rests={3: 2})
    assert {player: (one.least, one.most) for player, one in found.items()} == {
        1: (2, 4), 2: (0, 0), 3: (2, 6), 4: (0, 2),
    }  # fmt: skip


def futures_of(games: Sequence[OpenGame]) -> list[list[Played]]:
    """Return each way in which games of two can end."""
    return [
        [Played(*game, places) for game, places in zip(games, ends, strict=True)]
        for ends in product([(1, 2), (2, 1), (1, 1)], repeat=len(games))
    ]


@pytest.mark.parametrize("moving", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_certain_holds_in_every_future(seed: int, moving: int) -> None:
    """All futures are played through, with the tie-breaks of every season."""
    chance = random.Random(seed)
    games = chance.sample(open_league([1, 2, 3, 4, 5]), 10)
    played, still_open = play_all(games[:6], chance), games[6:]
    left = {5} if seed % 2 else set()
    first = [
        {
            *order_of(
                rank_players([1, 2, 3, 4, 5], [*played, *rest], tie_breaks=ALL, left=left)[:moving]
            )
        }
        for rest in futures_of(still_open)
    ]
    found = find_certain([1, 2, 3, 4, 5], played, still_open, moving, left=left)
    for player, prospect in found.items():
        if not prospect.possible:
            assert not any(player in one for one in first)
        if prospect.certain:
            assert all(player in one for one in first)


def test_somebody_is_through_before_the_end_and_somebody_is_out() -> None:
    played = [win(1, one) for one in (2, 3, 4)] + [win(2, 4), win(3, 4)]
    found = find_certain([1, 2, 3, 4], played, [((2, 3), (0, 1))], 1)
    assert {player: (one.possible, one.certain) for player, one in found.items()} == {
        1: (True, True), 2: (False, False), 3: (False, False), 4: (False, False),
    }  # fmt: skip


def test_equal_points_are_not_certain_before_all_is_played() -> None:
    played = [win(1, 2)]
    found = find_certain([1, 2, 3], played, [((2, 3), (0, 1))], 1)
    assert found[1].possible
    assert not found[1].certain
    assert found[3].possible


def test_when_all_is_played_the_table_decides() -> None:
    played = [Played(pair, (0, 1), (1, 1)) for pair in combinations([1, 2, 3], 2)]
    found = find_certain([3, 1, 2], played, [], 1, tie_breaks=ALL)
    assert {player: one.certain for player, one in found.items()} == {1: False, 2: False, 3: True}
    alone = find_certain([1, 2], [win(1, 2)], [], 2, left={1})
    assert [alone[1].certain, alone[2].certain] == [False, True]
