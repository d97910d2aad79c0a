"""``python -m tests.whole_games``: play a game to each kind of end, and keep the shortest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from conquest import registry
from conquest.core import Seat, fold
from conquest.kit import chance

from . import FOLDER, KEY, WholeGame, after, allied, keep
from .arranged import ARRANGED

SEEDS = range(16)
LONGEST = 400
TABLES: tuple[tuple[str, Mapping[str, Any]], ...] = tuple(
    (slug, options)
    for slug in ("conquest", "grand-conquest")
    for options in ({}, {"players": 3}, {"players": 2}, {"partners": True})
)


def by_house_players(slug: str, options: Mapping[str, Any], seed: int) -> WholeGame | None:
    """Return the game of a seed, None if it does not end."""
    rules, dice = registry.get_ruleset(slug), random.Random(seed)
    state = fold(rules, None, rules.judgement.start_game(options, chance.keyed_numbers(KEY)))
    propose, submissions = rules.composing.levels[-1].propose_orders, list[tuple[Seat, str]]()
    while len(submissions) < LONGEST and not rules.judgement.outcome(state):
        seat = next(iter(rules.judgement.to_act(state)))
        known = rules.knowledge.read_view(rules.knowledge.write_view(state, seat))
        text = propose(known, seat, chance.keyed_numbers(dice.randbytes(32)))
        submissions.append((seat, text))
        state = after(rules, state, seat, text)
    outcome = rules.judgement.outcome(state)
    return WholeGame(slug, options, outcome.reason, submissions) if outcome else None


def games() -> Iterator[WholeGame]:
    """Yield a game for each kind of end at each kind of table."""
    for slug, options in TABLES:
        shortest: dict[str, WholeGame] = {}
        for seed in SEEDS:
            game = by_house_players(slug, options, seed)
            if game and len(game.submissions) < _length(shortest.get(game.reason)):
                shortest[game.reason] = game
        yield from shortest.values()
    yield from ARRANGED
    yield from (allied.four(1666), allied.alone(1047, players=2))


def _length(game: WholeGame | None) -> int:
    return len(game.submissions) if game else LONGEST


if __name__ == "__main__":
    found = list(games())
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for game in found:
        keep(game)
