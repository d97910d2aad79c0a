"""Games in lists: a small picture beside the first of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from conquest import core
from games import boards, queries
from games.models import Game, Seat

Card: TypeAlias = tuple[queries.Row, boards.Board | None]
PICTURES = 8


def pictured(rows: Iterable[queries.Row]) -> list[Card]:
    """Pair games with their pictures; a long list has some at its beginning only."""
    return [(row, board(row) if place < PICTURES else None) for place, row in enumerate(rows)]


def board(row: queries.Row) -> boards.Board:
    """Draw a game as the person in the row sees it, or else the public."""
    viewer = row.mine.name if row.mine else None
    view = row.game.rules.view(queries.position(row.game, row.game.version), viewer)
    return boards.board(row.game, row.seats, view)


def opening(game: Game, seats: Sequence[Seat]) -> boards.Board:
    """Draw a game that has not begun, set up; its seed stays out of the picture."""
    rules, names = game.rules, tuple(seat.name for seat in seats)
    state = core.fold(rules, None, rules.start(game.board, names, b"", game.options))
    return boards.board(game, seats, rules.view(state, None))
