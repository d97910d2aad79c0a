"""A new game of every rule set, and a small board for Conquest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquest import registry
from conquest.core import fold
from conquest.kit import chance
from conquest.registry import AnyRules
from tests.conquest import moments as kept
from tests.conquest.moments import Moments, RandomGame


@pytest.fixture(params=sorted(registry.find_rulesets()))
def rules(request: pytest.FixtureRequest) -> AnyRules:
    """Every rule set in turn."""
    return registry.get_ruleset(request.param)


@pytest.fixture
def opening(rules: AnyRules) -> Any:
    """The first state of a game of the rule set with its default options."""
    return fold(rules, None, rules.judgement.start_game({}, chance.keyed_numbers(bytes(32))))


@pytest.fixture
def moments(rules: AnyRules) -> Moments:
    """States of random games of the rule set, one for each kind of decision."""
    return kept.moments(rules.slug)


@pytest.fixture
def random_game(rules: AnyRules) -> RandomGame:
    """A random game of the rule set with all its submissions."""
    return kept.game(rules.slug)


@pytest.fixture
def conquest() -> AnyRules:
    """The rules of Conquest."""
    return registry.get_ruleset("conquest")


@pytest.fixture
def small(conquest: AnyRules) -> Callable[..., Any]:
    """Set up a position on a small board; both seats keep an elephant far away.

    ::

        st1 - s1 - s2 - s3 - h1 ~ m1 ~ h2 - s4
                   |
                   g1
    """

    def set_up(pieces: dict[str, str], **rest: Any) -> Any:
        board = {
            "fields": {
                **dict.fromkeys(("s1", "s2", "s3", "s4", "s8", "s9"), "land"),
                "st1": "castle south",
                "wt1": "castle west",
                "g1": "grail central",
                "h1": "harbour",
                "h2": "harbour",
                "m1": "sea",
            },
            "roads": ["st1-s1", "s1-s2", "s2-s3", "s3-h1", "h2-s4", "s2-g1"],
            "lanes": ["h1-m1", "m1-h2"],
        }
        home = {"s8": "south E(S,S)", "s9": "west E(S,S)"}
        position = {"turn": "south", "number": 9, "pieces": home | pieces} | rest
        return conquest.judgement.open_case({"board": board, "position": position})

    return set_up
