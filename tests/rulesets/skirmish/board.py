"""The boards, called glades: their squares, the squares of each seat, and the table's options."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from conquest.core import Artist, Fault, Option, Options, Phrase, Seat, Seating, TableLayout
from conquest.kit.picture.grid import Grid, Shelf, Special, grid_artist, rectangle
from conquest.kit.picture.grid.squares import square_coordinates, square_name
from conquest.kit.picture.symbols import DICE, HORSE, UNSEEN, cut_line, draw_limbs, fill_shape

Square: TypeAlias = str
SEATS = ("ash", "cedar", "birch", "elm")
NAMES: Mapping[Seat, Phrase] = {
    "ash": Phrase("Ash"),
    "cedar": Phrase("Cedar"),
    "birch": Phrase("Birch"),
    "elm": Phrase("Elm"),
}
TEAMS = (("ash", "birch"), ("cedar", "elm"))
DIE = "die"
SIZES = (5, 6)


def board_squares(size: int) -> frozenset[Square]:
    """Return the squares of a glade."""
    return rectangle("a1", square_name(size, size))


def setup_squares(seat: Seat, size: int) -> tuple[Square, ...]:
    """Return the squares on which a seat sets up: the middle of its edge."""
    middle = range(2, size)
    along = {
        "ash": [(at, 1) for at in middle],
        "birch": [(at, size) for at in middle],
        "cedar": [(1, at) for at in middle],
        "elm": [(size, at) for at in middle],
    }
    return tuple(square_name(*at) for at in along[seat])


def inner_squares(size: int) -> tuple[Square, ...]:
    """Return the squares that do not lie on an edge."""
    return tuple(sorted(rectangle("b2", square_name(size - 1, size - 1))))


def adjacent_squares(square: Square, size: int) -> tuple[Square, ...]:
    """Return the squares beside a square, not across corners."""
    column, row = square_coordinates(square)
    steps = ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row))
    return tuple(square_name(x, y) for x, y in steps if 1 <= x <= size and 1 <= y <= size)


def table_layout(options: Options) -> TableLayout:
    """Return the board, the seats and the sides of a table with some options.

    :raises Fault: if an option is unknown or impossible, or two exclude each other.
    """
    chosen = {option.name: option.default for option in OPTIONS} | dict(options)
    for option in OPTIONS:
        _check_option(option, chosen.pop(option.name))
    if chosen:
        raise Fault(f"there is no option {min(map(str, chosen))[:40]!r}")
    values = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    if values["teams"] and values["players"] != 4:
        raise Fault(Phrase("Teams want four players."))
    seats = SEATS if values["players"] == 4 else ("ash", "birch")
    sides = TEAMS if values["teams"] else tuple((seat,) for seat in seats)
    return TableLayout(f"glade-{values['size']}", seats, sides, lots=bool(values["lots"]))


def _check_option(option: Option, chosen: Any) -> None:
    if option.between:
        low, high = option.between
        fits = type(chosen) is int and low <= chosen <= high
    else:
        fits = any(chosen == one and type(chosen) is type(one) for one, _said in option.choices)
    if not fits:
        raise Fault(f"the option {option.name!r} cannot be so")


def _switch_option(named: str, title: Phrase, about: Phrase | None = None, **only: Any) -> Option:
    answers = ((False, Phrase("no")), (True, Phrase("yes")))
    return Option(named, title, answers, about=about, only_if=only)


OPTIONS = (
    Option("players", Phrase("Players"), ((2, Phrase("two")), (4, Phrase("four")))),
    _switch_option("teams", Phrase("Teams of two"), Phrase("Ash and Birch against Cedar and Elm."),
            players=(4,)),
    Option("size", Phrase("Squares a side"), between=SIZES, start=5),
    _switch_option("lots", Phrase("Draw seats by lot")),
)  # fmt: skip

SEATING = Seating(
    seats=SEATS,
    names=NAMES,
    colours={
        "white": Phrase("white"),
        "beige": Phrase("beige"),
        "brown": Phrase("brown"),
        "black": Phrase("black"),
    },
    options=OPTIONS,
    table_layout=table_layout,
)


def _board_grid(size: int) -> Grid:
    zones = (Special("zone", frozenset(setup_squares(seat, size)), seat) for seat in SEATS)
    return Grid(
        board_squares(size), tuple(zones), (Shelf((DIE,), 1, (size + 1.6, (size + 1) / 2)),)
    )


_GUARD = fill_shape("M24 4 41 10V25C41 34 34 41 24 45 14 41 7 34 7 25V10Z") + cut_line(
    "M24 11V38M13 22H35", 4
)
_CAPTAIN = fill_shape("M24 3 30 18 46 18 33 28 38 44 24 34 10 44 15 28 2 18 18 18Z")
_FENCE = draw_limbs("M8 10V40M24 8V42M40 10V40M3 18H45M3 32H45", 4)
ARTIST: Artist = grid_artist(
    {f"glade-{size}": _board_grid(size) for size in range(SIZES[0], SIZES[1] + 1)},
    symbols={"1": HORSE, "2": _GUARD, "3": _CAPTAIN, "fence": _FENCE, **DICE, **UNSEEN},
    colours=dict(zip(SEATS, SEATING.colours, strict=True)),
    turned={"birch": 2},
    neutral={"fence": "block", **dict.fromkeys(DICE, "die")},
    home=Path(__file__).parent,
)
