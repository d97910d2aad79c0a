"""Random games of every rule set, kept for tests: submission by submission, and moments of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from conquest import fuzz, registry
from conquest.core import Numbers, Seat
from conquest.kit import chance
from conquest.registry import AnyRules

OVER = "over"
SEED = 5
FIRST_GAMES = 3
MAX_GAMES = 20

Moments: TypeAlias = Mapping[str, Any]
"""A state for each kind of what a rule set asks, and one of a game that is over."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission of a random game: the state it was made in, and what came of it."""

    state: Any
    seat: Seat
    text: str
    events: tuple[Any, ...]


@dataclass
class RandomGame:
    """A random game with all its submissions; ``key`` is that of its numbers."""

    rules: AnyRules
    key: bytes
    events: Sequence[Any] = ()
    state: Any = None
    submitted: list[Submitted] = field(default_factory=list)

    def numbers(self, state: Any) -> Numbers:
        """Return the game's numbers as they go on after a state."""
        return chance.keyed_numbers(self.key, self.rules.judgement.numbers_drawn(state))


class _Noted(fuzz.FuzzGame):
    """A random game of which every submission is noted."""

    def __init__(self, rules: AnyRules, seed: int, options: Mapping[str, Any]) -> None:
        super().__init__(rules, random.Random(seed), fuzz.Tally(), options)
        self.noted = RandomGame(rules, self.key)

    def play_text(self, seat: Seat, text: str) -> None:
        before, count = self.state, len(self.events)
        super().play_text(seat, text)
        happened = tuple(self.events[count:])
        self.noted.submitted.append(Submitted(before, seat, text, happened))

    def finished(self) -> RandomGame:
        while self.rules.judgement.outcome(self.state) is None:
            self.submit()
        self.noted.events, self.noted.state = tuple(self.events), self.state
        return self.noted


@cache
def game(slug: str, seed: int = SEED) -> RandomGame:
    """Return a random game with the first options there are."""
    return _Noted(registry.get_ruleset(slug), seed, {}).finished()


@cache
def game_elsewhere(slug: str, seed: int) -> RandomGame:
    """Return a random game at any table."""
    rules = registry.get_ruleset(slug)
    return _Noted(rules, seed, any_table(rules, seed)).finished()


def any_table(rules: AnyRules, seed: int) -> Mapping[str, Any]:
    """Return options of a table, chosen by chance."""
    return fuzz.random_options(rules, random.Random(seed))


@cache
def moments(slug: str) -> Moments:
    """Return moments of a rule set, each as late in its game as it is asked.

    What is never asked with the first options there are is looked for at other tables.
    """
    judgement = registry.get_ruleset(slug).judgement
    found: dict[str, Any] = {}
    for seed in range(FIRST_GAMES):
        found.update(_asked(game(slug, seed)))
        if found.keys() == {*judgement.decision_kinds, OVER}:
            return found
    for seed in range(MAX_GAMES):
        found = {**_asked(game_elsewhere(slug, seed)), **found}
        if found.keys() == {*judgement.decision_kinds, OVER}:
            return found
    raise AssertionError(f"never asked: {judgement.decision_kinds.keys() - found.keys()}")


def _asked(played: RandomGame) -> Moments:
    """Return the last moment of a game for each thing that is asked, and its end."""
    asked = played.rules.judgement.to_act
    found = {kind: one.state for one in played.submitted for kind in asked(one.state).values()}
    return {**found, OVER: played.state}
