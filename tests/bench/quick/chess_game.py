"""A yardstick that stays as it is: python-chess reads, judges and plays a game of chess."""

from __future__ import annotations

import random

import chess

PLIES = 80


class ChessGame:
    """A random game of a seed, as texts that are read again."""

    def __init__(self, seed: int = 1) -> None:
        dice, board = random.Random(seed), chess.Board()
        self.texts: list[str] = []
        while len(self.texts) < PLIES and not board.is_game_over():
            move = dice.choice([*board.legal_moves])
            self.texts.append(board.san(move))
            board.push(move)

    def play(self) -> None:
        """Read each move, see that it is legal, and play it."""
        board = chess.Board()
        for text in self.texts:
            board.push_san(text)
