"""The drawn boards: each is derived from its board in the rules, with shelves for the stocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from conquest.core import Point, Seat
from conquest.kit.picture.grid import Grid, Shelf, Special, grid_artist
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.sides import SEATS
from conquest.rulesets.bollwerk.symbols import STONES, SYMBOLS

SHELVES: Mapping[str, Mapping[Seat, Point]] = {"A": {"white": (7.7, 2.2), "black": (1.3, 21.8)}}
"""Column and row of the upper left slot of each stock, by board."""

ACROSS = 3  # slots in a row of a shelf


def board_grid(board: SquareBoard, corners: Mapping[Seat, Point]) -> Grid:
    """Return a board as it is drawn, with the shelf of each seat at its corner."""
    return Grid(
        frozenset(board.squares),
        tuple(_special_areas(board)),
        tuple(
            Shelf(tuple(stock_slot(seat, kind) for kind in STONES), ACROSS, corner, seat)
            for seat, corner in corners.items()
        ),
    )


def stock_slot(seat: Seat, kind: str) -> str:
    """Return the name of the slot for a seat's stones of one kind."""
    return f"{seat}-{kind}"


def _special_areas(board: SquareBoard) -> Iterator[Special]:
    """Yield end zones, start rows and end fields."""
    for seat in SEATS:
        yield Special("zone", _square_names(board, board.zones[seat]), seat)
    for seat in SEATS:
        yield Special("start", _square_names(board, _start_row(board, seat)), seat)
    for seat, square in board.fields.items():
        yield Special("goal", _square_names(board, (square,)), seat)


def _start_row(board: SquareBoard, seat: Seat) -> Iterator[int]:
    """Yield the squares from which a seat's guards have a double step (B19)."""
    return (square for square, far in enumerate(board.ways.double[seat]) if far)


def _square_names(board: SquareBoard, squares: Iterable[int]) -> frozenset[str]:
    return frozenset(board.squares[square] for square in squares)


ARTIST = grid_artist(
    {name: board_grid(boards.named_board(name), corners) for name, corners in SHELVES.items()},
    symbols=SYMBOLS,
    colours={"white": "white", "black": "black"},
    turned={"black": 2},
    neutral=STONES,
    home=Path(__file__).parent,
)
