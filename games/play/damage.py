"""A game that is not as it was stored: nobody guesses what it was."""

from __future__ import annotations

from games.models import Game


class DamagedError(Exception):
    """What is stored of a game is not what was stored: ``manage.py verify`` tells more."""

    def __init__(self, game: Game, what: str) -> None:
        super().__init__(f"game {game.pk}: {what} is damaged")
        self.game = game
