"""Bots against each other: how often each wins, and how long games and turns take."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from statistics import median
from types import MappingProxyType
from typing import Any

from conquest import registry
from conquest.core import BotLevel, Fault, Numbers, Options, Phrase, Seat, fold
from conquest.kit import chance
from conquest.kit.case_values import read_object
from conquest.registry import AnyRules

DICE = "random"
NONE: Options = MappingProxyType({})
LONGEST = 5_000  # turns of a game that is broken off and counts for nobody


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``tournament``."""
    command.add_argument("ruleset")
    command.add_argument("player", help=f"a level of the rule set, or {DICE}")
    command.add_argument("others", help="the level of all other seats")
    command.add_argument("--games", type=int, default=100)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--options", type=json.loads, default={}, help="of all tables, as JSON")
    command.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    command.set_defaults(run=run_tournament)


def run_tournament(asked: argparse.Namespace) -> int:
    """Play the games and print a summary as one line of JSON; return 2 if they cannot be played."""
    try:
        rules = registry.get_ruleset(asked.ruleset)
        for name in (asked.player, asked.others):
            find_level(rules, name)
        rules.seating.table_layout(read_object(asked.options, "options"))
    except Fault as fault:
        print(json.dumps({"fault": str(fault)}))
        return 2
    seeds = range(asked.seed, asked.seed + asked.games)
    print(json.dumps(summarize_games(_play_games(asked, seeds))))
    return 0


def _play_games(asked: argparse.Namespace, seeds: Sequence[int]) -> list[TournamentGame]:
    names = asked.rulesets, asked.ruleset, asked.player, asked.others
    played = list[TournamentGame]()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in pool.map(_play_seed, seeds, repeat(names), repeat(asked.options)):
            played.append(game)
            # a tournament takes long: what has been played is told beside the summary
            line = f"{len(played)} of {len(seeds)}: {game.seat} {game.score}, {game.reason}"
            print(f"{line}, {game.turns} turns", file=sys.stderr, flush=True)
    return played


def _play_seed(
    seed: int, names: tuple[Sequence[str], str, str, str], options: Options
) -> TournamentGame:
    """Play the game of a seed in a process of the pool."""
    # a process that was not forked knows none of the packages that were added
    packages, slug, player, others = names
    for package in packages:
        registry.add_package(package)
    rules = registry.get_ruleset(slug)
    return play_game(rules, find_level(rules, player), find_level(rules, others), seed, options)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A finished game: the player's seat, who won and why, and how many turns it took.

    ``seconds`` has the time the player took for each answer, in seconds of a core.
    """

    seat: Seat
    winners: tuple[Seat, ...]
    reason: str
    turns: int
    seconds: tuple[float, ...]

    @property
    def score(self) -> str:
        """How the player did: won, shared (with others), drawn or lost."""
        if not self.winners:
            return "drawn"
        if self.seat not in self.winners:
            return "lost"
        return "won" if len(self.winners) == 1 else "shared"


def find_level(rules: AnyRules, name: str) -> BotLevel[Any]:
    """Return a strength of bots by its name.

    :raises Fault: if there is none.
    """
    for level in (
        *rules.composing.levels,
        BotLevel(DICE, Phrase(DICE), partial(_random_order, rules)),
    ):
        if level.name == name:
            return level
    raise Fault(f"{rules.slug} has no level {name!r}")


def play_game(
    rules: AnyRules,
    player: BotLevel[Any],
    others: BotLevel[Any],
    seed: int,
    options: Options = NONE,
) -> TournamentGame:
    """Play and return the game of a seed; the player's seat changes from seed to seed."""
    key = random.Random(seed).randbytes(32)
    judgement = rules.judgement
    state = fold(rules, None, judgement.start_game(options, chance.keyed_numbers(key)))
    seats = rules.seating.table_layout(options).seats
    mine, seconds, turns = seats[seed % len(seats)], list[float](), 0
    while not judgement.outcome(state) and turns < LONGEST:
        seat = next(iter(judgement.to_act(state)))
        mind = player if seat == mine else others
        began = time.process_time()  # of this process: games played at the same time do not count
        text = _propose_orders(
            rules, state, seat, mind, chance.keyed_numbers(b"%b %d" % (key, turns))
        )
        if seat == mine:
            seconds.append(time.process_time() - began)
        orders = rules.notation.read_orders(state, seat, text)
        numbers = chance.keyed_numbers(key, judgement.numbers_drawn(state))
        state = fold(rules, state, judgement.decide(state, seat, orders, numbers))
        turns += 1
    outcome = judgement.outcome(state)
    winners, reason = (outcome.winners, outcome.reason) if outcome else ((), "broken off")
    return TournamentGame(
        mine, tuple(winners), reason, judgement.turn_number(state), tuple(seconds)
    )


def _propose_orders(
    rules: AnyRules, state: Any, seat: Seat, mind: BotLevel[Any], numbers: Numbers
) -> str:
    """Return the text that a bot hands in, from what its seat knows."""
    known = rules.knowledge.read_view(rules.knowledge.write_view(state, seat))
    return mind.propose_orders(known, seat, numbers)


def _random_order(rules: AnyRules, state: Any, seat: Seat, numbers: Numbers) -> str:
    """Return any legal order, or the end of the turn."""
    texts = [choice.text for choice in rules.composing.legal_choices(state, seat)]
    texts += filter(None, [rules.judgement.end_word(state, seat)])
    if not texts:  # a set-up, of which there are too many to list
        return rules.composing.levels[0].propose_orders(state, seat, numbers)
    return texts[numbers(len(texts))]


def summarize_games(results: Iterable[TournamentGame]) -> dict[str, Any]:
    """Return how often the player won, how games ended, and how long games and answers took."""
    played = list(results)
    turns = [result.turns for result in played]
    seconds = [second for result in played for second in result.seconds]
    return {
        "games": len(played),
        **{name: 0 for name in ("won", "shared", "drawn", "lost")},
        **Counter(result.score for result in played),
        "winners": dict(Counter(seat for result in played for seat in result.winners)),
        "reasons": dict(Counter(result.reason for result in played)),
        "turns": {"median": median(turns), "least": min(turns), "most": max(turns)},
        "seconds": {"median": round(median(seconds), 3), "most": round(max(seconds), 3)},
    }
