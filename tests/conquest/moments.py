"""Random games of every rule set for tests: their submissions, and states of them."""

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
"""A state for each kind of decision of a rule set, and one of a finished game."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission of a random game, with the state before it and its events."""

    state: Any
    seat: Seat
    text: str
    events: tuple[Any, ...]


@dataclass
class RandomGame:
    """A random game with all its submissions; its numbers come from ``key``."""

    rules: AnyRules
    key: bytes
    events: Sequence[Any] = ()
    state: Any = None
    submitted: list[Submitted] = field(default_factory=list)

    def numbers(self, state: Any) -> Numbers:
        """Return the game's numbers as they go on after a state."""
        return chance.keyed_numbers(self.key, self.rules.judgement.numbers_drawn(state))


class _RecordedGame(fuzz.FuzzGame):
    """A fuzz game that records every submission."""

    def __init__(self, rules: AnyRules, seed: int, options: Mapping[str, Any]) -> None:
        super().__init__(rules, random.Random(seed), fuzz.Tally(), options)
        self.standing = {}  # each answer is a submission of its own
        self.noted = RandomGame(rules, self.key)

    def play_text(self, seat: Seat, text: str) -> None:
        before, count = self.state, len(self.events)
        super().play_text(seat, text)
        happened = tuple(self.events[count:])
        self.noted.submitted.append(Submitted(before, seat, text, happened))

    def play_to_end(self) -> RandomGame:
        while self.rules.judgement.outcome(self.state) is None:
            self.submit()
        self.noted.events, self.noted.state = tuple(self.events), self.state
        return self.noted


@cache
def game(slug: str, seed: int = SEED) -> RandomGame:
    """Return a random game at a table with the default options."""
    return _RecordedGame(registry.get_ruleset(slug), seed, {}).play_to_end()


@cache
def game_elsewhere(slug: str, seed: int) -> RandomGame:
    """Return a random game at a table with random options."""
    rules = registry.get_ruleset(slug)
    return _RecordedGame(rules, seed, any_table(rules, seed)).play_to_end()


def any_table(rules: AnyRules, seed: int) -> Mapping[str, Any]:
    """Return random options of a table."""
    return fuzz.random_options(rules, random.Random(seed))


@cache
def moments(slug: str) -> Moments:
    """Return a state for each kind of decision of a rule set, as late in its game as possible.

    Kinds that never occur with the default options are looked for at other tables.
    """
    judgement = registry.get_ruleset(slug).judgement
    found: dict[str, Any] = {}
    for seed in range(FIRST_GAMES):
        found.update(_last_moments(game(slug, seed)))
        if found.keys() == {*judgement.decision_kinds, OVER}:
            return found
    for seed in range(MAX_GAMES):
        found = {**_last_moments(game_elsewhere(slug, seed)), **found}
        if found.keys() == {*judgement.decision_kinds, OVER}:
            return found
    raise AssertionError(f"never asked: {judgement.decision_kinds.keys() - found.keys()}")


def _last_moments(played: RandomGame) -> Moments:
    """Return the last state of a game for each kind of decision, and its end."""
    asked = played.rules.judgement.to_act
    found = {kind: one.state for one in played.submitted for kind in asked(one.state).values()}
    return {**found, OVER: played.state}
