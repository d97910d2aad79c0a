"""The drawn boards, each derived from its board in the rules, with shelves for the stocks, and the
positions on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from conquest.core import BoardStyle, Fault, Mark, Point, Seat
from conquest.kit.picture import Token, draw_svg
from conquest.kit.picture.grid import Grid, Shelf, Special, grid_artist
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.sides import FREE, KINDS, SEATS, STONES, seat_of
from conquest.rulesets.bollwerk.symbols import STONES as STONE_INKS
from conquest.rulesets.bollwerk.symbols import SYMBOLS

SHELVES: Mapping[str, Mapping[Seat, Point]] = {"A": {"white": (7.7, 2.2), "black": (1.3, 21.8)}}
"""Column and row of the upper left slot of each stock, by board."""

ACROSS = 3  # slots in a row of a shelf


def board_grid(board: SquareBoard, corners: Mapping[Seat, Point]) -> Grid:
    """Return a board as it is drawn, with the shelf of each seat at its corner."""
    return Grid(
        frozenset(board.squares),
        tuple(_special_areas(board)),
        tuple(
            Shelf(tuple(stock_slot(seat, kind) for kind in STONE_INKS), ACROSS, corner, seat)
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
    neutral=STONE_INKS,
    home=Path(__file__).parent,
)


def draw_board(state: State, style: BoardStyle) -> str:
    """Return a position as SVG, with a bar over each square where no stone may be laid (B101).

    :raises Fault: if its board is an inline one, for which there is no picture.
    """
    if state.board.name is None:
        raise Fault("only a named board can be drawn")
    bars = tuple(Mark("bar", (state.board.squares[square],)) for square in state.barred)
    tokens = (*_board_tokens(state), *_stock_tokens(state))
    marked = replace(style, marks=(*bars, *style.marks))
    return draw_svg(ARTIST, state.board.name, tokens, marked)


def _board_tokens(state: State) -> Iterator[Token]:
    for square, sign in zip(state.board.squares, state.cells, strict=True):
        if sign in STONES:
            yield Token(square, None, STONES[sign])
        elif sign != FREE:
            yield Token(square, seat_of(sign), sign.upper())


def _stock_tokens(state: State) -> Iterator[Token]:
    """Yield the stones in stock beside the board, each kind with its count (B3)."""
    for seat in SEATS:
        for kind, count in zip(KINDS, state.stock[seat], strict=True):
            if count:
                yield Token(stock_slot(seat, kind), None, kind, str(count))
