"""The frame of a board of squares with its coordinates, and the names of the squares."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Point
from conquest.kit.picture.geometry import format_pair
from conquest.kit.picture.markup import FAMILY, element, group, text_element, transform_to

from .palette import Palette
from .squares import FRAME, HALF, SIDE, Grid, square_name

_BAR = 8.0
_COORDINATE = 25.0  # can be read on a phone, where a board is some 350 pixels wide
_NARROW = " scale(0.82 1)"  # lets two digits stand between the lines of the frame


def draw_frame(grid: Grid, palette: Palette) -> str:
    """Draw the frame of a board: lines, scale bars, and the coordinates along them."""
    columns, rows = _columns_and_rows(grid)
    (width, height), ink = grid.chart.size, palette.ink
    return (
        _draw_border(grid, FRAME, 2, ink)
        + _draw_border(grid, FRAME - _BAR - 2, 2, ink)
        + _draw_border(grid, 6, 3, ink)
        + element("path", d=_bar_data(grid, columns, rows), fill=ink, opacity="0.8")
        + "".join(
            _write_coordinate(_column_label(grid, c), (grid.point_at((c, 0))[0], height), ink)
            for c in columns
        )
        + "".join(
            _write_coordinate(_row_label(grid, r), (width, grid.point_at((0, r))[1]), ink, True)
            for r in rows
        )
    )


def _column_label(grid: Grid, column: int) -> str:
    """Return the label of a drawn column: after a quarter turn it is the number of a row."""
    spot = grid.named_spot((column, 1))
    return str(spot[1]) if grid.quarters % 2 else square_name(*spot)[0]


def _row_label(grid: Grid, row: int) -> str:
    """Return the label of a drawn row: after a quarter turn it is the letter of a column."""
    spot = grid.named_spot((1, row))
    return square_name(*spot)[0] if grid.quarters % 2 else str(spot[1])


def _columns_and_rows(grid: Grid) -> tuple[list[int], list[int]]:
    columns, rows = zip(*grid.square_spots.values(), strict=True)
    return sorted(set(columns)), sorted(set(rows))


def _draw_border(grid: Grid, inset: float, width: float, ink: str) -> str:
    wide, high = grid.chart.size
    return element(
        "rect",
        x=inset,
        y=inset,
        width=wide - 2 * inset,
        height=high - 2 * inset,
        fill="none",
        stroke=ink,
        stroke_width=width,
    )


def _bar_data(grid: Grid, columns: Iterable[int], rows: Iterable[int]) -> str:
    """Return path data of a bar along every second column and row, on both sides of the frame."""
    (width, height), near = grid.chart.size, FRAME - _BAR - 1
    d = ""
    for column in columns:
        x = grid.point_at((column - 0.5, 0))[0]
        if column % 2:
            d += "".join(
                f"M{format_pair(x, y)}h{SIDE:g}v{_BAR:g}h-{SIDE:g}z"
                for y in (near, height - FRAME + 1)
            )
    for row in rows:
        y = grid.point_at((0, row + 0.5))[1]
        if row % 2:
            d += "".join(
                f"M{format_pair(x, y)}v{SIDE:g}h{_BAR:g}v-{SIDE:g}z"
                for x in (near, width - FRAME + 1)
            )
    return d


def _write_coordinate(label: str, end: Point, ink: str, upright: bool = False) -> str:
    """Write a coordinate at both ends of its column or row."""
    x, y = end
    band = (FRAME - _BAR) / 2 + 2.5
    ends = ((band, y), (x - band, y)) if upright else ((x, band), (x, y - band))
    narrow = _NARROW if len(label) > 1 else ""
    return "".join(
        text_element(label, _COORDINATE, ink, transform=transform_to(at) + narrow) for at in ends
    )


def write_square_names(grid: Grid, palette: Palette) -> str:
    """Write the name of each square into its upper left corner, which figures leave free."""
    return group(
        *(
            element("text", square, x=x - HALF + 3, y=y - HALF + 11.5)
            for square, (x, y) in grid.chart.fields.items()
        ),
        class_="b-names",
        font_size=11.5,
        font_weight="700",
        font_family=FAMILY,
        fill=palette.label,
        stroke=palette.label_halo,
        stroke_width=3.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )
