"""The table of a season: points, what decides between equal points, and what is certain before the
end."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import TypeAlias

from seasons.pairing.results import WIN, Meeting, Played, is_win, list_meetings, sum_points

OpenGame: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A game that is not over: its players, and their sides."""

NO_RESTS: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table. Points are half points; a player has won a game if nobody of it is
    placed before them and not all are level."""

    player: int
    rank: int  # from 1; no two have the same
    points: int
    games: int
    wins: int
    ties: tuple[int, ...]  # in the order of the tie-breaks that were asked for


@dataclass(frozen=True, slots=True)
class PointRange:
    """Half points that somebody has at least and at most when all is played."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class RiseProspect:
    """Whether somebody can still be among the first, and whether they will be for certain."""

    possible: bool
    certain: bool


Games: TypeAlias = Mapping[int, Sequence[Sequence[Meeting]]]
"""What each player has met in each of their games, in the order of the games."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Games, half points of those who rested, and the half points that both come to."""

    games: Games
    rests: Mapping[int, int]
    points: Mapping[int, int]

    def list_meetings(self, player: int) -> Iterable[Meeting]:
        """Return whom a player has met in all games."""
        return [meeting for game in self.games[player] for meeting in game]


def add_up(games: Games, rests: Mapping[int, int] = NO_RESTS) -> Crosstable:
    """Return games with the points that they come to."""
    points = {
        player: sum(map(sum_points, own)) + rests.get(player, 0) for player, own in games.items()
    }
    return Crosstable(games, rests, points)


def make_crosstable(
    players: Iterable[int],
    played: Iterable[Played],
    left: Collection[int] = (),
    rests: Mapping[int, int] = NO_RESTS,
) -> Crosstable:
    """Return what games come to for players, and for others who have played with them."""
    games: dict[int, list[Sequence[Meeting]]] = {player: [] for player in players}
    for game in played:
        for player, meetings in list_meetings(game, left).items():
            games.setdefault(player, []).append(meetings)
    return add_up(games, rests)


def _score_direct(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    """Half points in meetings of those who are level so far."""
    group = set(level)
    return [
        sum(points for other, points in crosstable.list_meetings(player) if other in group)
        for player in level
    ]


def _count_wins(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    return [sum(map(is_win, crosstable.games[player])) for player in level]


def _score_sonneborn_berger(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    """The points of each opponent, times the half points against them."""
    return [
        sum(points * crosstable.points[other] for other, points in crosstable.list_meetings(player))
        for player in level
    ]


def _score_buchholz(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    """The points of all opponents. Who has met fewer than others are reckoned as having met
    themselves instead, so that neither a rest nor an opponent who left tells against them."""
    met = [
        [crosstable.points[other] for other, _points in crosstable.list_meetings(one)]
        for one in level
    ]
    most = max(map(len, met))
    return [
        sum(points) + (most - len(points)) * crosstable.points[player]
        for player, points in zip(level, met, strict=True)
    ]


def _score_progress(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    """The sum of the points after each round, for which a rest counts as the last one."""
    return [
        sum(
            accumulate(
                [*map(sum_points, crosstable.games[player]), crosstable.rests.get(player, 0)]
            )
        )
        for player in level
    ]


def _keep_seeding(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    """Each their own value, since those who are level stand in the order of the seeding."""
    return range(len(level), 0, -1)


TieBreak: TypeAlias = Callable[[Crosstable, Sequence[int]], Sequence[int]]

TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "direct": _score_direct,
        "wins": _count_wins,
        "sonneborn_berger": _score_sonneborn_berger,
        "buchholz": _score_buchholz,
        "progress": _score_progress,
        "seeding": _keep_seeding,
    }
)
"""What decides between those who are level so far: a value for each, of which more is better."""


def rank_players(
    players: Sequence[int],
    played: Sequence[Played],
    *,
    tie_breaks: Sequence[str],
    left: Collection[int] = (),
    rests: Mapping[int, int] = NO_RESTS,
) -> Sequence[Line]:
    """Return the table of ``players``, who come in the order of their seeding, which decides last.

    Who has ``left`` stands last, in the order seeded, and what was achieved against them counts for
    nobody. Games may have other players, too, whose results count: so those who leave a Swiss are
    not among the players, and keep what they did there. ``rests`` are the half points of those who
    rested.
    """
    gone = frozenset(left)
    crosstable = make_crosstable(players, played, gone, rests)
    staying = [player for player in players if player not in gone]
    ties = break_ties(crosstable, staying, tie_breaks)
    none = (0,) * len(tie_breaks)
    order = [*ties, *(player for player in players if player in gone)]
    return [
        _make_line(crosstable, player, rank, ties.get(player, none))
        for rank, player in enumerate(order, 1)
    ]


def _make_line(crosstable: Crosstable, player: int, rank: int, ties: tuple[int, ...]) -> Line:
    games = crosstable.games[player]
    return Line(player, rank, crosstable.points[player], len(games), sum(map(is_win, games)), ties)


def break_ties(
    crosstable: Crosstable, players: Sequence[int], tie_breaks: Sequence[str]
) -> Mapping[int, tuple[int, ...]]:
    """Return players from the first to the last, with their values of the tie-breaks; ``players``
    come in the order of their seeding."""
    keys: dict[int, tuple[int, ...]] = {player: (crosstable.points[player],) for player in players}
    order = _sort_by(keys, players)
    for name in tie_breaks:
        for _key, group in groupby(list(order), keys.__getitem__):
            level = list(group)
            for player, value in zip(level, TIE_BREAKS[name](crosstable, level), strict=True):
                keys[player] += (value,)
        order = _sort_by(keys, order)
    return {player: keys[player][1:] for player in order}


def _sort_by(
    keys: Mapping[int, int] | Mapping[int, tuple[int, ...]], players: Sequence[int]
) -> Sequence[int]:
    # Stable also if reversed: those with the same key stay in the order of their seeding.
    return sorted(players, key=keys.__getitem__, reverse=True)


def order_players(
    crosstable: Crosstable, players: Sequence[int], tie_breaks: Sequence[str]
) -> Sequence[int]:
    """Return players in the same order as break_ties, in half of the time: values are worked out
    only for those who are level."""
    return _part(crosstable, players, [_points_of, *map(TIE_BREAKS.__getitem__, tie_breaks)])


def _points_of(crosstable: Crosstable, level: Sequence[int]) -> Sequence[int]:
    return [crosstable.points[player] for player in level]


def _part(
    crosstable: Crosstable, level: Sequence[int], values: Sequence[TieBreak]
) -> Sequence[int]:
    if len(level) <= 1 or not values:
        return level
    first, *others = values
    found = dict(zip(level, first(crosstable, level), strict=True))
    groups = groupby(_sort_by(found, level), found.__getitem__)
    return [one for _value, group in groups for one in _part(crosstable, [*group], others)]


def count_possible(
    players: Sequence[int],
    played: Sequence[Played],
    open_games: Sequence[OpenGame],
    *,
    left: Collection[int] = (),
    rests: Mapping[int, int] = NO_RESTS,
) -> Mapping[int, PointRange]:
    """Return how many half points each player has at least and at most when all is played: as if
    they lost or won each open game, whatever that means for others."""
    gone = frozenset(left)
    least = make_crosstable(players, played, gone, rests).points
    most = dict(least)
    for names, sides in open_games:
        level = Played(names, sides, (1,) * len(names))
        for player, meetings in list_meetings(level, gone).items():
            most[player] += WIN * len(meetings)
    return {player: PointRange(least[player], most[player]) for player in players}


def find_certain(
    players: Sequence[int],
    played: Sequence[Played],
    open_games: Sequence[OpenGame],
    moving: int,
    *,
    tie_breaks: Sequence[str] = (),
    left: Collection[int] = (),
    rests: Mapping[int, int] = NO_RESTS,
) -> Mapping[int, RiseProspect]:
    """Return for each player whether they can still be among the first ``moving``, and whether they
    will be for certain.

    Both are right but careful while games are open: they compare the most points of one with the
    least of others, as if all could win at once, and let equal points go either way. So somebody
    can be through, or out, a little before this says so.
    """
    if not open_games:
        lines = rank_players(players, played, tie_breaks=tie_breaks, left=left, rests=rests)
        first = {line.player for line in lines[:moving]} - set(left)
        return {player: RiseProspect(player in first, player in first) for player in players}
    ranges = count_possible(players, played, open_games, left=left, rests=rests)
    staying = [ranges[player] for player in players if player not in left]
    least, most = sorted(one.least for one in staying), sorted(one.most for one in staying)
    return {
        player: NO_PROSPECT if player in left else _compare(own, least, most, moving)
        for player, own in ranges.items()
    }


NO_PROSPECT = RiseProspect(possible=False, certain=False)


def _compare(
    own: PointRange, least: Sequence[int], most: Sequence[int], moving: int
) -> RiseProspect:
    """Compare somebody with the least and the most points of all, themselves included, from the
    fewest to the most."""
    surely_before = len(least) - bisect_right(least, own.most)
    maybe_before = len(most) - bisect_left(most, own.least) - 1
    return RiseProspect(possible=surely_before < moving, certain=maybe_before < moving)
