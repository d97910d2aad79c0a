"""The error for a game whose stored data cannot be trusted."""

from __future__ import annotations

from games.models import Game


class DamagedError(Exception):
    """The stored position or an event of a game is damaged; ``manage.py verify`` tells more."""

    def __init__(self, game: Game, what: str) -> None:
        super().__init__(f"game {game.pk}: {what} is damaged")
        self.game = game
