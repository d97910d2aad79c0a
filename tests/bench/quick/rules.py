"""What the rules take of a core."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from conquest import bench
from conquest.bench import BenchGame
from tests.bench.quick import Costs
from tests.bench.quick.chess_game import ChessGame

SECONDS = 0.1


def rule_costs(middles: Iterable[BenchGame]) -> Costs:
    """Return ways to measure a move of chess, and a turn of each game, as it was played."""
    game = ChessGame()
    turns = {
        f"{middle.rules.slug}: a turn judged": partial(
            _spend, partial(bench.judge_turns, middle.rules, middle.turns), len(middle.turns)
        )
        for middle in middles
    }
    return {"a move of chess": partial(_spend, game.play, len(game.texts)), **turns}


def _spend(work: Callable[[], object], amount: int) -> float:
    """Return the seconds of a core for one of ``amount`` parts of a work, which is repeated."""
    work()  # not measured: the first call fills caches
    began, times = time.process_time(), 0
    while (passed := time.process_time() - began) < SECONDS:
        work()
        times += 1
    return passed / times / amount
