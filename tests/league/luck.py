"""Whether somebody's place depends on when they were to meet somebody who vanished.

``python -m tests.league.luck`` plays many divisions by the pure functions of seasons. In each one
of eight vanishes after some of their games; their others were with those who had not met them yet.
Told is how likely the others rise who had met them, and who had not; and in how many divisions the
order of those who stay is another one if it had happened at another moment.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

from seasons.pairing.divisions import count_moving
from seasons.pairing.results import Played
from seasons.pairing.round_robin import pair_rounds
from seasons.pairing.standings import rank_players
from seasons.pairing.tables import plan_tables
from seasons.pairing.vanishing import has_vanished

SIZE, GAMES_OF_FOUR = 8, 4
STRENGTH, APART, BETA = 25.0, 3.0, 25 / 6
TIE_BREAKS = ("direct", "wins", "sonneborn_berger")

Rule: TypeAlias = Callable[[Sequence[bool]], bool]
"""Whether somebody has left, by which of their games they had left, in the order of their ends."""

RULES: dict[str, Rule] = {
    "games against the absent are wins": lambda left: False,
    "nothing counts against who left half": lambda left: 2 * sum(left) >= len(left),
    "as it is": lambda left: has_vanished(left, 0),
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game as everybody would have played it."""

    players: tuple[int, ...]
    levels: tuple[float, ...]

    def count(self, absent: int | None) -> Played:
        """Return how it counts, with somebody last who was absent in the end."""
        order = sorted(
            range(len(self.players)),
            key=lambda seat: (self.players[seat] == absent, -self.levels[seat]),
        )
        places = tuple(order.index(seat) + 1 for seat in range(len(order)))
        return Played(self.players, tuple(range(len(order))), places)


@dataclass(slots=True)
class Luck:
    """Who of those who stayed rose: of those who had met who vanished, and of the others; and in
    how many divisions the order of those who stayed hung on the moment."""

    met: list[bool] = field(default_factory=list)
    not_met: list[bool] = field(default_factory=list)
    divisions: int = 0
    differing: int = 0

    @property
    def difference(self) -> float:
        """How much likelier those rise who had not met them."""
        return _mean(self.not_met) - _mean(self.met)

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        share = _mean([*self.met, *self.not_met])
        return sqrt(share * (1 - share) * (1 / len(self.met) + 1 / len(self.not_met)))


def _mean(values: Sequence[bool]) -> float:
    return sum(values) / max(1, len(values))


def play_division(dice: random.Random, table: int) -> list[Game]:
    """Return the games of a division at tables of a size, in the order in which they end."""
    strengths = [dice.gauss(STRENGTH, APART) for _player in range(SIZE)]
    return [
        Game(players, tuple(dice.gauss(strengths[one], BETA) for one in players))
        for players in _list_tables(dice, table)
    ]


def _list_tables(dice: random.Random, table: int) -> Iterator[tuple[int, ...]]:
    if table == 2:
        for pairs in pair_rounds(SIZE):
            yield from pairs
    else:
        planned = plan_tables(SIZE, table, GAMES_OF_FOUR, dice).tables
        yield from map(tuple, planned)


def rank_division(games: Sequence[Game], gone: int, moment: int, rule: Rule) -> Sequence[int]:
    """Return the final order of a division from which somebody is gone after some of their
    games."""
    left, played = list[bool](), list[Played]()
    for game in games:
        is_own = gone in game.players
        is_left = is_own and len(left) >= moment
        left += [is_left] * is_own
        played.append(game.count(gone if is_left else None))
    out = {gone} if rule(left) else set[int]()
    lines = rank_players(range(SIZE), played, tie_breaks=TIE_BREAKS, left=out)
    return [line.player for line in lines]


def measure_luck(divisions: int, table: int, rule: Rule, seed: int = 1) -> Luck:
    """Return what comes of a number of divisions by a rule; the games are those of the seed."""
    dice, luck = random.Random(seed), Luck()
    for _division in range(divisions):
        games, gone = play_division(dice, table), dice.randrange(SIZE)
        own = [game for game in games if gone in game.players]
        orders = [rank_division(games, gone, moment, rule) for moment in range(len(own))]
        moment = dice.randrange(len(own))
        met = {player for game in own[:moment] for player in game.players}
        risen = orders[moment][: count_moving(SIZE)]
        for player in set(range(SIZE)) - {gone}:
            (luck.met if player in met else luck.not_met).append(player in risen)
        staying = {tuple(one for one in order if one != gone) for order in orders}
        luck.divisions += 1
        luck.differing += len(staying) > 1
    return luck


def describe(divisions: int, seed: int = 1) -> str:
    """Return what comes of each rule as a Markdown table."""
    rows = [
        ["tables of", "rule", "had met them", "had not", "difference", "another order"],
        ["---"] * 6,
    ]
    for table in (2, 4):
        for name, rule in RULES.items():
            luck = measure_luck(divisions, table, rule, seed)
            rows.append(
                [
                    str(table),
                    name,
                    f"{_mean(luck.met):.1%}",
                    f"{_mean(luck.not_met):.1%}",
                    f"{100 * luck.difference:+.1f} ± {100 * luck.error:.1f}",
                    f"{luck.differing / luck.divisions:.0%}",
                ]
            )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def main() -> None:
    """Print the table."""
    command = argparse.ArgumentParser(prog="python -m tests.league.luck", description=__doc__)
    command.add_argument("--divisions", type=int, default=4_000)
    command.add_argument("--seed", type=int, default=1)
    print(describe(**vars(command.parse_args())), end="")


if __name__ == "__main__":
    main()
