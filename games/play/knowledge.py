"""What a viewer knows of a game: the only state that pages, letters, pictures and bots work on.

The true position is seen by the store and by turns alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conquest.core import OPEN, Json, PositionReport, Seat, Viewer, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from games.models import Game
from games.play import store


@dataclass(frozen=True)
class KnownGame:
    """A game after some event, as a viewer knows it; what is hidden from them is not in it."""

    game: Game
    viewer: Viewer
    version: int
    state: Any

    @property
    def rules(self) -> AnyRules:
        return self.game.rules

    @cached_property
    def report(self) -> PositionReport:
        return self.rules.telling.report(self.state)

    @property
    def view(self) -> Json:
        """The state as plain JSON, for a file."""
        return self.rules.knowledge.write_view(self.state, self.viewer)


def known_game(
    game: Game, viewer: Viewer, version: int | None = None, *, then: Seat | None = None
) -> KnownGame:
    """Return what a viewer knows of a game after ``version`` events, by default in the present.

    A ``version`` that does not exist is moved to the nearest one. Once the game is over, ``then``
    can name a seat: the result is what that seat knew at the time.
    """
    upto = game.version if version is None else min(max(version, 1), game.version)
    eyes = effective_viewer(game, viewer, then)
    state = store.load_state(game, upto)
    if is_past_view(game, then) and game.rules.judgement.outcome(state):
        state = _state_before_end(game, upto)
    return KnownGame(game, eyes, upto, mask_state(game.rules, state, eyes))


def effective_viewer(game: Game, viewer: Viewer, then: Seat | None = None) -> Viewer:
    """Return with whose knowledge a viewer looks at a game.

    Once it has ended that is ``OPEN``, for its past, too, unless ``then`` names a seat.
    """
    # Before the end ``then`` must have no effect: it would show what another seat knows.
    if not game.has_ended:
        return viewer
    return then or OPEN


def is_past_view(game: Game, then: Seat | None) -> bool:
    """Whether a finished game is looked at as a seat knew it ``then``; its last position, which
    opened everything, is replaced by the one before."""
    return then is not None and game.has_ended


def past_viewers(game: Game) -> tuple[Seat, ...]:
    """Return the seats as which a game can be viewed: all once it is over, if pieces were hidden,
    else none."""
    if not game.has_ended or not game.rules.knowledge.has_hidden_pieces:
        return ()
    return game.rules.seating.table_layout(game.options).seats


def _state_before_end(game: Game, upto: int) -> Any:
    """Return the last position before the end, which has opened everything."""
    states = (store.load_state(game, version) for version in range(upto - 1, 0, -1))
    return next(state for state in states if not game.rules.judgement.outcome(state))


def mask_state(rules: AnyRules, state: Any, viewer: Viewer) -> Any:
    """Return a position as a viewer knows it."""
    # By way of the view, so that nothing can be in the state that the view does not show.
    return rules.knowledge.read_view(rules.knowledge.write_view(state, viewer))


def known_opening(game: Game) -> KnownGame:
    """Return a game that has not begun, set up as the public will know it."""
    rules = game.rules
    # With numbers of an empty key: the seed must tell nothing before the game begins.
    state = fold(rules, None, rules.judgement.start_game(game.options, chance.keyed_numbers(b"")))
    return KnownGame(game, None, 0, mask_state(rules, state, None))
