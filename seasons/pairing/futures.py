"""How a season may end: its open games are played through many times by chance."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seasons.pairing.results import LOSS, WIN, Meeting, Played
from seasons.pairing.standings import (
    NO_RESTS,
    Crosstable,
    OpenGame,
    add_up,
    make_crosstable,
    order_players,
)

BETA = 25 / 6  # how far a performance is from a strength, on openskill's scale
Rating: TypeAlias = tuple[float, float]
"""The mean and the deviation of a strength."""

NEWCOMER: Rating = (25.0, 25 / 3)


@dataclass(frozen=True, slots=True)
class Future:
    """In how many futures somebody ends among the first, among the last, and as the very first."""

    rises: int
    falls: int
    wins: int


def count_futures(
    players: Sequence[int],
    played: Sequence[Played],
    open_games: Sequence[OpenGame],
    ratings: Mapping[int, Rating],
    *,
    tie_breaks: Sequence[str],
    moving: int,
    chance: random.Random,
    number: int = 100,
    left: Collection[int] = (),
    rests: Mapping[int, int] = NO_RESTS,
) -> Mapping[int, Future]:
    """Return for each player in how many of ``number`` futures they rise, fall and win the season.

    Each future draws a strength for everybody from their rating, a mean with its deviation, as
    doubt about somebody is the same in all their games. At an open game everybody performs about
    as strong as they are, a side as the sum of its players, and nobody ends level. Who has ``left``
    neither rises nor wins, and stands last.
    """
    season = _Season.begin(players, played, open_games, left, rests)
    rises, falls, wins = Counter[int](), Counter[int](), Counter[int]()
    for _number in range(number):
        order = season.play_on(ratings, tie_breaks, chance)
        stayed = order[: len(season.staying)]
        wins.update(stayed[:1])
        rises.update(stayed[:moving])
        falls.update(order[max(0, len(order) - moving) :])
    return {player: Future(rises[player], falls[player], wins[player]) for player in players}


@dataclass(frozen=True, slots=True)
class _Game:
    """An open game: its players, their sides, and for each whom with their sides they meet."""

    seats: Sequence[tuple[int, int]]
    rivals: Sequence[tuple[int, int, Sequence[tuple[int, int]]]]

    @classmethod
    def set_up(cls, open_game: OpenGame, left: Collection[int]) -> _Game:
        seats = [*zip(*open_game, strict=True)]
        staying = [seat for seat in seats if seat[0] not in left]
        rivals = [
            (one, side, [seat for seat in staying if seat[1] != side]) for one, side in staying
        ]
        return cls(seats, [rival for rival in rivals if rival[2]])

    def play(
        self, strengths: Mapping[int, float], chance: random.Random
    ) -> Iterator[tuple[int, Sequence[Meeting]]]:
        """Yield whom each player has met, after a game by chance."""
        sides: dict[int, float] = defaultdict(float)
        for player, side in self.seats:
            sides[side] += chance.gauss(strengths[player], BETA)
        for player, side, rivals in self.rivals:
            own = sides[side]
            yield (
                player,
                [(other, WIN if own > sides[against] else LOSS) for other, against in rivals],
            )


@dataclass(frozen=True, slots=True)
class _Season:
    """A season before its end: what has been played, and what has not."""

    staying: Sequence[int]
    gone: Sequence[int]
    known: Crosstable
    open_games: Sequence[_Game]

    @classmethod
    def begin(
        cls,
        players: Sequence[int],
        played: Sequence[Played],
        open_games: Sequence[OpenGame],
        left: Collection[int],
        rests: Mapping[int, int],
    ) -> _Season:
        gone = [player for player in players if player in left]
        staying = [player for player in players if player not in left]
        known = make_crosstable(players, played, gone, rests)
        return cls(staying, gone, known, [_Game.set_up(one, gone) for one in open_games])

    def play_on(
        self, ratings: Mapping[int, Rating], tie_breaks: Sequence[str], chance: random.Random
    ) -> Sequence[int]:
        """Return the order of all players in one future."""
        names = {player for game in self.open_games for player, _side in game.seats}
        strengths = {
            player: chance.gauss(*ratings.get(player, NEWCOMER)) for player in sorted(names)
        }
        games = {player: [*own] for player, own in self.known.games.items()}
        for game in self.open_games:
            for player, meetings in game.play(strengths, chance):
                games.setdefault(player, []).append(meetings)
        future = add_up(games, self.known.rests)
        return [*order_players(future, self.staying, tie_breaks), *self.gone]
