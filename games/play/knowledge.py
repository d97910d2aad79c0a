"""What a viewer knows of a game: all that pages, letters, pictures and bots ever work on.

The true position stays between the store and the choke point of turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conquest.core import OPEN, Json, Report, Viewer, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from games.models import Game
from games.play import store


@dataclass(frozen=True)
class Known:
    """A game after some event, as a viewer knows it. What is hidden from him is not in it."""

    game: Game
    viewer: Viewer
    version: int
    state: Any

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @cached_property
    def report(self) -> Report:
        return self.rules.telling.report(self.state)

    @property
    def view(self) -> Json:
        """The same as plain JSON, for a file."""
        return self.rules.knowledge.view(self.state, self.viewer)


def known(game: Game, viewer: Viewer, version: int | None = None) -> Known:
    """Return what a viewer knows of a game after ``version`` events, or the nearest there are.

    Without a ``version`` it is the present.
    """
    upto = game.version if version is None else min(max(version, 1), game.version)
    eyes = eyes_of(game, viewer)
    return Known(game, eyes, upto, masked(game.rules, store.load(game, upto), eyes))


def eyes_of(game: Game, viewer: Viewer) -> Viewer:
    """Return who looks: once a game is over everything is open, in its past, too."""
    return OPEN if game.status == Game.Status.OVER else viewer


def masked(rules: AnyRules, state: Any, viewer: Viewer) -> Any:
    """Return a position as a viewer knows it."""
    return rules.knowledge.seen(rules.knowledge.view(state, viewer))


def opening(game: Game) -> Known:
    """Return a game that has not begun, set up, as the public will know it.

    The numbers are anybody's: the seed of the game stays out of it.
    """
    rules = game.rules
    state = fold(rules, None, rules.judgement.start(game.options, chance.numbers(b"")))
    return Known(game, None, 0, masked(rules, state, None))
