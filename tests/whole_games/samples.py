"""``python -m tests.whole_games.samples``: play the sample game that each rule set shows visitors.

House players play some games; kept is the one with the most captures within a few steps.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from typing import Any

from conquest import registry
from conquest.core import Seat, fold
from conquest.kit import chance, texts
from conquest.registry import AnyRules
from tests.whole_games import after

KEY = b""
SEEDS = range(4)
STEPS = 32  # of a film of about a minute
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: who handed in what, and of each the numbers of steps and captures."""

    submissions: tuple[tuple[Seat, str], ...]
    counts: tuple[tuple[int, int], ...]

    def best_part(self) -> tuple[int, int, int]:
        """Return the captures of its most eventful part, and the first and last submission."""
        return max(self._part_from(first) for first in range(len(self.counts)))

    def _part_from(self, first: int) -> tuple[int, int, int]:
        steps = captures = 0
        last = first
        for place, (more, taken) in enumerate(self.counts[first:], start=first):
            if steps + more > STEPS:
                break
            steps, captures, last = steps + more, captures + taken, place
        return captures, first, last


def play(rules: AnyRules, seed: int) -> Played | None:
    """Return the game of a seed, None if it does not end."""
    judgement, dice = rules.judgement, random.Random(seed)
    state = fold(rules, None, judgement.start_game({}, chance.keyed_numbers(KEY)))
    submissions, counts = list[tuple[Seat, str]](), list[tuple[int, int]]()
    while len(submissions) < LONGEST and not judgement.outcome(state):
        seat = next(iter(judgement.to_act(state)))
        known = rules.knowledge.read_view(rules.knowledge.write_view(state, seat))
        propose = rules.composing.levels[-1].propose_orders
        text = propose(known, seat, chance.keyed_numbers(dice.randbytes(32)))
        submissions.append((seat, text))
        counts.append(_count(rules, state, seat, text))
        state = after(rules, state, seat, text, KEY)
    ended = judgement.outcome(state)
    return Played(tuple(submissions), tuple(counts)) if ended and ended.winners else None


def _count(rules: AnyRules, state: Any, seat: Seat, text: str) -> tuple[int, int]:
    orders = rules.notation.read_orders(state, seat, text)
    numbers = chance.keyed_numbers(KEY, rules.judgement.numbers_drawn(state))
    marks = [
        {mark.kind for mark in rules.telling.event_marks(event)}
        for event in rules.judgement.decide(state, seat, orders, numbers)
    ]
    return len(marks), sum("ghost" in kinds for kinds in marks)


def keep(rules: AnyRules, game: Played, folder: Any) -> None:
    """Write a game where its rule set reads it."""
    _captures, first, last = game.best_part()
    lines = ",\n  ".join(json.dumps(one) for one in game.submissions)
    text = f'{{"first": {first}, "last": {last}, "submissions": [\n  {lines}\n]}}\n'
    (folder / texts.SAMPLE).write_text(text, "utf-8")


def main(slugs: list[str]) -> None:
    """Play and keep a game of each rule set."""
    from pathlib import Path

    for slug in slugs or [slug for slug, _title in registry.ruleset_choices()]:
        rules = registry.get_ruleset(slug)
        games = [game for seed in SEEDS if (game := play(rules, seed))]
        best = max(games, key=Played.best_part)
        folder = Path("conquest/rulesets") / slug.replace("-", "_")
        keep(rules, best, folder)
        print(slug, best.best_part(), len(best.submissions), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
