"""Draw the sea: water, lanes, the frame, and ornaments such as the compass rose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from conquest.core import Chart, Point
from conquest.kit.picture import water
from conquest.kit.picture.geometry import edge_data
from conquest.kit.picture.markup import Attributes, element, group, transform_to

from .maps import BoardMap
from .palette import IslandsPalette

_EDGE = 46
_BAR = 64
# The ornaments have their full size on boards at least this wide and high, and shrink on others.
_ROOMY = 2200


def draw_open_sea(board: BoardMap, palette: IslandsPalette, prefix: str) -> str:
    """Draw the paper, the frame with its scale bars and the water inside."""
    width, height = board.chart.size
    return (
        element("rect", width=width, height=height, fill=palette.paper)
        + water.draw_water(prefix, _EDGE, _EDGE, width - 2 * _EDGE, height - 2 * _EDGE)
        + element("path", d=_scale_bars(width, height), fill=palette.ink, opacity="0.8")
        + _draw_border(board.chart.size, 14, 2, palette.ink)
        + _draw_border(board.chart.size, 3, 3, palette.ink)
        + "".join(_draw_star(board, turn, palette) for turn in range(4))
    )


def draw_lanes(board: Chart, palette: IslandsPalette) -> str:
    """Draw the sea lanes as dotted lines on pale ones."""
    d = "".join(edge_data(board, way) for way in board.ways if way.kind == "lane")
    return element(
        "path",
        d=d,
        fill="none",
        stroke=palette.lane_bed,
        stroke_opacity="0.75",
        stroke_width=7.5,
        stroke_linecap="round",
    ) + element(
        "path",
        d=d,
        fill="none",
        stroke=palette.lane,
        stroke_width=4.4,
        stroke_dasharray="0.1 11",
        stroke_linecap="round",
    )


def draw_ornaments(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw a whale, a serpent, a sail and the compass rose, one in each corner."""
    width, height = board.flat
    beasts: Attributes = {
        "fill": palette.beast,
        "stroke": palette.beast_edge,
        "stroke_width": 3.5,
        "stroke_linejoin": "round",
    }
    return (
        group(_SERPENT, transform=_corner_transform(board, 170, height - 176), **beasts)
        + group(_WHALE, transform=_corner_transform(board, width - 186, 168), **beasts)
        + group(_SAIL, transform=_corner_transform(board, 166, 170), **beasts)
        + _draw_compass_rose(
            palette, _corner_transform(board, width - 176, height - 176, -90 * board.turned)
        )
    )


def _corner_transform(board: BoardMap, x: float, y: float, turn: float = 0) -> str:
    """Return the transformation that puts an ornament into its corner, scaled to the board."""
    scale, (width, height) = min(min(board.flat) / _ROOMY, 1), board.flat
    if scale == 1:
        return transform_to(board.seen_point((x, y)), turn)
    x = x * scale if x < width / 2 else width - (width - x) * scale
    y = y * scale if y < height / 2 else height - (height - y) * scale
    return f"{transform_to(board.seen_point((x, y)), turn)} scale({scale:.2f})"


def _scale_bars(width: float, height: float) -> str:
    near = _EDGE - 13
    right, below = width - _EDGE + 4, height - _EDGE + 4
    d = ""
    for across, down in zip_longest(_bar_positions(width), _bar_positions(height)):
        if across:
            at, length = across
            bar = f"h{length:g}v9h-{length:g}z"
            d += f"M{at:g} {near}{bar}M{at:g} {below:g}{bar}"
        if down:
            at, length = down
            bar = f"v{length:g}h9v-{length:g}z"
            d += f"M{near} {at:g}{bar}M{right:g} {at:g}{bar}"
    return d


def _bar_positions(side: float) -> Iterator[Point]:
    """Yield the start and the length of every other bar of a side."""
    count = 2 * round((side - 2 * _EDGE) / _BAR / 2)
    length = (side - 2 * _EDGE) / count
    return ((_EDGE + i * length, length) for i in range(0, count, 2))


def _draw_border(size: Point, out: float, width: float, ink: str) -> str:
    return element(
        "rect",
        x=_EDGE - out,
        y=_EDGE - out,
        width=size[0] - 2 * _EDGE + 2 * out,
        height=size[1] - 2 * _EDGE + 2 * out,
        fill="none",
        stroke=ink,
        stroke_width=width,
    )


def _draw_star(board: BoardMap, turn: int, palette: IslandsPalette) -> str:
    """Draw a star in the middle of a side of the frame; the northern one is red."""
    (width, height), deep = board.chart.size, board.chart.size[1 - turn % 2]
    x, y = width / 2, height / 2
    place = f"rotate({90 * turn} {x:g} {y:g}) translate({x:g} {y + deep / 2 - 30:g})"
    star = "M0-24 5-5 34 0 5 5 0 24-5 5-34 0-5-5Z"
    return element(
        "path",
        d=star,
        fill=palette.grail if (turn + board.turned) % 4 == 2 else palette.ink,
        stroke=palette.paper,
        stroke_width=3,
        transform=place,
    )


def _draw_compass_rose(palette: IslandsPalette, place: str) -> str:
    rays = "".join(
        _draw_ray(palette, turn) for turn in (*range(1, 16, 2), *range(2, 16, 4), 0, 4, 8, 12)
    )
    return group(
        element("circle", r=100, fill=palette.paper, opacity="0.55"),
        element("circle", r=100, fill="none", stroke=palette.ink, stroke_width=2),
        element("circle", r=74, fill="none", stroke=palette.ink, stroke_width=1.2),
        rays,
        element("circle", r=8, fill=palette.paper, stroke=palette.ink, stroke_width=1.5),
        element("path", d=_LILY, fill=palette.grail, stroke=palette.ink, stroke_width=1.5),
        transform=place,
    )


def _draw_ray(palette: IslandsPalette, turn: int) -> str:
    reach = 94 if turn % 4 == 0 else 66 if turn % 2 == 0 else 44
    dark = element("path", d=f"M0-{reach}L9-9 0 0Z", fill=palette.ink)
    pale = element(
        "path", d=f"M0-{reach}L-9-9 0 0Z", fill=palette.paper, stroke=palette.ink, stroke_width=1.2
    )
    return group(dark, pale, transform=f"rotate({turn * 22.5:g})")


_LILY = (
    "M0-136C8-124 10-116 4-106h14c-2-8 4-13 9-10 4 3 2 10-4 12-3 1-6 1-8 2v5H-15v-5"
    "c-2-1-5-1-8-2-6-2-8-9-4-12 5-3 11 2 9 10h14c-6-10-4-18 4-30Z"
)
_SERPENT = (
    '<path d="M-92 34C-92-10-52-10-50 34ZM-34 34C-34-26 14-26 16 34Z"/>'
    '<path d="M32 34C30-8 34-44 60-58c20-8 44 0 44 16 0 10-10 14-24 12l-12 4c-6 18-4 40 2 60Z"/>'
    '<circle cx="72" cy="-44" r="2"/><path d="M-118 22c8-14 20-18 26-12-2 12-10 18-26 12Z"/>'
    '<path d="M58-58l4-16 8 13"/>'
    '<path d="M-130 40q12-10 24 0t24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0" fill="none" '
    'stroke-width="4" stroke-linecap="round"/>'
)
_WHALE = (
    '<path d="M-84 20C-70-40 20-52 52 0c10 8 22 4 30-16-10-6-16-14-12-24 10 0 18 6 20 14 '
    '8-8 18-10 26-6-2 12-10 18-20 20C86 26 60 42 20 42-30 44-70 40-84 20Z"/>'
    '<path d="M-84 20c30 6 54 4 72-4M-38-34c-2-14-12-20-22-20M-38-34c2-14 12-20 22-20" '
    'fill="none" stroke-linecap="round"/><circle cx="-52" cy="2" r="2"/>'
)
_SAIL = (
    '<path d="M-88 40h34l12 14h70l14-20h44c-6 34-22 54-46 62H-52C-72 86-84 66-88 40Z"/>'
    '<path d="M-40 54v-116M24 54v-132" fill="none"/>'
    '<path d="M-66-46h54c10 26 10 54 0 82h-54c12-28 12-56 0-82ZM-2-60h58c12 30 12 60 0 90H-2'
    'c12-30 12-60 0-90Z"/><path d="M24-78l30 8-30 9M-40-62l24 6-24 7"/>'
    '<path d="M-110 98q12-10 24 0t24 0 24 0 24 0 24 0 24 0 24 0" fill="none" '
    'stroke-width="4" stroke-linecap="round"/>'
)
