"""Games in lists, the first of them with a small picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from conquest.core import BoardStyle
from games import board, queries
from games.models import Game, Seat
from games.play.knowledge import known_game
from games.play.knowledge import known_opening as set_up

Card: TypeAlias = tuple[queries.GameRow, board.BoardPicture | None]
# Each picture is a board drawn for this reader alone, so no cache helps.
MAX_PICTURES = 8


def picture_cards(rows: Iterable[queries.GameRow]) -> list[Card]:
    """Return games with their pictures; in a long list only the first have one."""
    return [
        (row, None if row.is_damaged or place >= MAX_PICTURES else draw_thumbnail(row))
        for place, row in enumerate(rows)
    ]


def draw_thumbnail(row: queries.GameRow) -> board.BoardPicture:
    """Draw a game as the person in the row knows it, or else the public."""
    viewer, turned = (row.mine.name, row.mine.rotation) if row.mine else (None, 0)
    return board.board_picture(
        row.game, row.seats, known_game(row.game, viewer).state, BoardStyle(turned=turned)
    )


def draw_opening(game: Game, seats: Sequence[Seat]) -> board.BoardPicture:
    """Draw the opening position of a game that has not begun."""
    return board.board_picture(game, seats, set_up(game).state)
