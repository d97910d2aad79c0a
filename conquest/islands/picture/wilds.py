"""Draw the wilderness: glades, steps down from the roads, trails, underpasses, arrow slits."""

from __future__ import annotations

import math
from collections.abc import Iterator

from conquest.core import Edge, Point
from conquest.kit.picture.geometry import direction_degrees, edge_data, format_pair, point_between
from conquest.kit.picture.markup import Attributes, element, group, transform_to

from .maps import BoardMap
from .palette import IslandsPalette


def draw_trails(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw the trails through the wilderness, with steps where they leave a road."""
    ways = [way for way in board.chart.ways if way.kind == "wild"]
    if not ways:
        return ""
    d = "".join(edge_data(board.chart, way) for way in ways)
    treads = "".join(_tread_path(*ends) for ends in _trail_stairs(board, ways))
    return group(
        element("path", d=d, stroke=palette.trail, stroke_width=5.5, stroke_dasharray="0.1 11.5"),
        element("path", d=treads, stroke=palette.stair_edge, stroke_width=7.5),
        element("path", d=treads, stroke=palette.stair, stroke_width=4),
        fill="none",
        stroke_linecap="round",
    )


def draw_underpasses(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw a stone bridge where a trail leads below a road, with an opening on either side."""
    return "".join(
        group(*_draw_arch(palette), transform=transform_to(*board.underpass_point(road)))
        for road in board.passes.values()
    )


def draw_glades(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw the glades, the fields of the wilderness."""
    wild = [field.at for field in board.fields.values() if field.terrain == "wild"]
    if not wild:
        return ""
    bed = "".join(f"M{format_pair(*at)}h0" for at in wild)
    rims = "".join(f"M{format_pair(x - 19, y)}a19 19 0 1 1 38 0 19 19 0 1 1-38 0" for x, y in wild)
    tufts = "".join(f"M{format_pair(x, y)}{_TUFT}" for x, y in wild)
    return group(
        element("path", d=bed, stroke=palette.glade, stroke_width=40),
        element("path", d=rims, stroke=palette.trail_edge, stroke_width=3, stroke_dasharray="7 5"),
        element("path", d=tufts, stroke=palette.trail_edge, stroke_width=2.6),
        fill="none",
        stroke_linecap="round",
    )


def draw_slits(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw the arrow slits between fields, in the wall if one of them is a tower."""
    return "".join(_draw_slit(board, one, other, palette) for one, other in board.slits)


def _trail_stairs(board: BoardMap, ways: list[Edge]) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each trail that leaves a road, the road's end first."""
    for way in ways:
        ends = sorted((way.start, way.end), key=lambda end: board.fields[end].terrain == "wild")
        if board.fields[ends[0]].terrain != "wild":
            yield board.chart.point_of(ends[0]), board.chart.point_of(ends[1])


def _tread_path(foot: Point, top: Point) -> str:
    far = math.dist(foot, top)
    across = -(top[1] - foot[1]) / far, (top[0] - foot[0]) / far
    d = ""
    for away, half in ((31, 11), (38.5, 9), (46, 7)):
        x, y = point_between(foot, top, away / far)
        side = across[0] * half, across[1] * half
        d += f"M{format_pair(x - side[0], y - side[1])}l{format_pair(2 * side[0], 2 * side[1])}"
    return d


def _draw_arch(palette: IslandsPalette) -> Iterator[str]:
    stones = {"fill": palette.stone, "stroke": palette.stone_edge}
    mouths = "M-9-12a9 9 0 0 1 18 0ZM-9 12a9 9 0 0 0 18 0Z"
    yield element("path", d=mouths, fill=_DARK, stroke=palette.stone_edge, stroke_width=2)
    walls = "M-21-14h42v6.5h-42ZM-21 7.5h42v6.5h-42Z"
    yield element("path", d=walls, **stones, stroke_width=2.2, stroke_linejoin="round")


def _draw_slit(board: BoardMap, one: str, other: str, palette: IslandsPalette) -> str:
    """Draw one slit, on its own stone unless it is cut into a wall."""
    plate: Attributes = {"x": -9, "y": -7, "width": 18, "height": 14, "rx": 3, "stroke_width": 2}
    stone = element("rect", **plate, fill=palette.stone, stroke=palette.stone_edge)
    turn = direction_degrees(board.chart.point_of(one), board.chart.point_of(other))
    return group(
        "" if board.fields[one].seat else stone,
        element("path", d="M-6 0H6M0-3.5v7", stroke=palette.slit, stroke_width=2.8),
        transform=transform_to(board.slit_point(one, other), turn),
    )


_DARK = "#1E1810"
_TUFT = "m-9 6c0-5-1-8-3-10m3 10v-11m0 11c0-5 1-7 3-9m9 11c0-5-1-8-3-10m3 10v-12m0 12c0-5 1-7 3-9"
