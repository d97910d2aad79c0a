"""The empty board of squares: land in the sea, with stocks beside it."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.kit.picture import water
from conquest.kit.picture.geometry import format_pair
from conquest.kit.picture.markup import element, group, transform_to

from . import frame
from .palette import THEMES, Palette
from .specials import draw_specials, draw_walls
from .squares import FRAME, HALF, SIDE, Grid, Shelf, square_attributes, square_coordinates


def draw_backdrop(grid: Grid, board: str, theme: str) -> str:
    """Draw the empty board in a theme, as markup."""
    palette, prefix = THEMES[theme], f"{board}-{theme}"
    return "".join(
        (
            element(
                "defs",
                water.define_water(prefix, sea=palette.sea, deep=palette.deep, wave=palette.wave),
            ),
            _draw_sea(grid, palette, prefix),
            _draw_land(grid, palette),
            draw_specials(grid, palette),
            *(_draw_shelf(grid, shelf, palette) for shelf in grid.shelves),
            frame.draw_frame(grid, palette),
        )
    )


def draw_field_names(grid: Grid, theme: str) -> str:
    """Write the name of each square, in the ink of a theme."""
    return frame.write_square_names(grid, THEMES[theme])


def _draw_sea(grid: Grid, palette: Palette, prefix: str) -> str:
    width, height = grid.chart.size
    return element("rect", width=width, height=height, fill=palette.paper) + water.draw_water(
        prefix, FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME
    )


def _draw_land(grid: Grid, palette: Palette) -> str:
    """Draw the shallows around all squares, then the squares over them."""
    # strokes of one outline, each narrower than the one below it, so that only rings remain
    all_, tints = _squares_data(grid, grid.squares), palette.tints
    shades = (_squares_data(grid, _shaded_squares(grid, odd)) for odd in (0, 1))
    return (
        group(
            *(
                element("path", d=all_, stroke=ink, stroke_width=width)
                for width, ink in palette.rings
            ),
            element("path", d=all_, stroke=palette.coast, stroke_width=7),
            fill="none",
            stroke_linejoin="round",
        )
        + draw_walls(grid, palette)
        + "".join(element("path", d=d, fill=tint) for d, tint in zip(shades, tints, strict=True))
        + element("path", d=all_, fill="none", stroke=palette.line, stroke_width=1.2)
    )


def _shaded_squares(grid: Grid, odd: int) -> list[str]:
    return [square for square in grid.square_spots if sum(square_coordinates(square)) % 2 == odd]


def _squares_data(grid: Grid, squares: Iterable[str]) -> str:
    corners = map(grid.corner_of, grid.sort_squares(squares))
    return "".join(f"M{format_pair(*corner)}h{SIDE:g}v{SIDE:g}h-{SIDE:g}z" for corner in corners)


def _draw_shelf(grid: Grid, shelf: Shelf, palette: Palette) -> str:
    """Draw a stock as a wooden tray with a hollow for each place."""
    places = [grid.chart.point_of(slot) for slot in shelf.slots]
    x, y = min(x for x, _ in places) - HALF - 5, min(y for _, y in places) - HALF - 5
    tray = {
        "x": x,
        "y": y,
        "width": max(x for x, _ in places) + HALF + 5 - x,
        "height": max(y for _, y in places) + HALF + 5 - y,
        "rx": 10,
    }
    hollow = element("rect", **square_attributes(28), rx=7)
    return (
        element("rect", **tray, fill="#2B241A", opacity="0.25", transform="translate(3 5)")
        + element("rect", **tray, fill=palette.plank, stroke=palette.plank_edge, stroke_width=3)
        + group(
            *(element("g", hollow, transform=transform_to(at)) for at in places),
            fill=palette.slot,
            stroke=palette.plank_edge,
            stroke_width=1.6,
        )
    )
