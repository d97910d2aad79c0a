"""The frame of a board of squares with the coordinates, and the names of the squares."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Point
from conquest.kit.picture.geometry import pair
from conquest.kit.picture.markup import FAMILY, element, group, moved, words

from .palette import Palette
from .squares import FRAME, HALF, SIDE, Grid, name

_BAR = 8.0


def frame(grid: Grid, palette: Palette) -> str:
    """Draw the frame of a chart: lines, scale bars, and the coordinates along them."""
    columns, rows = _spread(grid)
    (width, height), ink = grid.chart.size, palette.ink
    return (
        _border(grid, FRAME, 2, ink)
        + _border(grid, FRAME - _BAR - 2, 2, ink)
        + _border(grid, 6, 3, ink)
        + element("path", d=_bars(grid, columns, rows), fill=ink, opacity="0.8")
        + "".join(
            _coordinate(_across(grid, c), (grid.point((c, 0))[0], height), ink) for c in columns
        )
        + "".join(
            _coordinate(_along(grid, r), (width, grid.point((0, r))[1]), ink, True) for r in rows
        )
    )


def _across(grid: Grid, column: int) -> str:
    """Return what a column that is seen is called: a row's number after a quarter turn."""
    called = grid.called((column, 1))
    return str(called[1]) if grid.quarters % 2 else name(*called)[0]


def _along(grid: Grid, row: int) -> str:
    """Return what a row that is seen is called: a column's letter after a quarter turn."""
    called = grid.called((1, row))
    return name(*called)[0] if grid.quarters % 2 else str(called[1])


def _spread(grid: Grid) -> tuple[list[int], list[int]]:
    columns, rows = zip(*grid.spots.values(), strict=True)
    return sorted(set(columns)), sorted(set(rows))


def _border(grid: Grid, inset: float, width: float, ink: str) -> str:
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


def _bars(grid: Grid, columns: Iterable[int], rows: Iterable[int]) -> str:
    """Trace a bar along every second column and row, on both sides of the frame."""
    (width, height), near = grid.chart.size, FRAME - _BAR - 1
    d = ""
    for column in columns:
        x = grid.point((column - 0.5, 0))[0]
        if column % 2:
            d += "".join(
                f"M{pair(x, y)}h{SIDE:g}v{_BAR:g}h-{SIDE:g}z" for y in (near, height - FRAME + 1)
            )
    for row in rows:
        y = grid.point((0, row + 0.5))[1]
        if row % 2:
            d += "".join(
                f"M{pair(x, y)}v{SIDE:g}h{_BAR:g}v-{SIDE:g}z" for x in (near, width - FRAME + 1)
            )
    return d


def _coordinate(said: str, end: Point, ink: str, upright: bool = False) -> str:
    """Write a coordinate at both ends of its column or row."""
    x, y = end
    band = (FRAME - _BAR) / 2 + 2.5
    ends = ((band, y), (x - band, y)) if upright else ((x, band), (x, y - band))
    return "".join(words(said, 20, ink, transform=moved(at)) for at in ends)


def names(grid: Grid, palette: Palette) -> str:
    """Write its name into the upper left corner of each square, where figures leave it free."""
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
