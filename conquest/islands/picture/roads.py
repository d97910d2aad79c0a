"""Draw connections over land: roads, bridges of stone and rope, gates, quays and stairs."""

from __future__ import annotations

import math
from collections.abc import Iterable

from conquest.core import Chart, Edge, Point
from conquest.kit.picture.geometry import direction_degrees, edge_data
from conquest.kit.picture.markup import Attributes, element, group, transform_to

from .maps import BoardMap
from .palette import IslandsPalette

_SHADE = "#2C3B42"
_SHORT = 160  # units: a shorter rope bridge has room for one warning sign only


def draw_roads(board: Chart, palette: IslandsPalette) -> str:
    """Draw all roads with their edges."""
    return _draw_road(_trace_ways(board, "road"), palette)


def draw_approaches(board: Chart, palette: IslandsPalette) -> str:
    """Draw the connections off the roads: castle gates, quays, and stairs to the grail."""
    stairs = "".join(_draw_stair(board, way, palette) for way in board.ways if way.kind == "step")
    gates = _draw_road(_trace_ways(board, "gate"), palette)
    return gates + _draw_drawbridges(board, palette) + _draw_quays(board, palette) + stairs


def draw_bridges(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw each bridge as a whole, from bank to bank over its fields."""
    return "".join(
        group(
            *(_draw_rope_bridge if kind == "suspension" else _draw_stone_bridge)(
                math.dist(start, end), palette
            ),
            transform=transform_to(start, direction_degrees(start, end)),
        )
        for kind, start, end in _bridge_spans(board)
    )


def _trace_ways(board: Chart, kind: str) -> str:
    return "".join(edge_data(board, way) for way in board.ways if way.kind == kind)


def _draw_road(d: str, palette: IslandsPalette) -> str:
    return group(
        element("path", d=d, stroke=palette.road_edge, stroke_width=15),
        element("path", d=d, stroke=palette.road, stroke_width=9.5),
        fill="none",
        stroke_linecap="round",
    )


def _draw_drawbridges(board: Chart, palette: IslandsPalette) -> str:
    """Draw all drawbridges lowered: decks of planks between chains."""
    # Raised ones are marks of a position, which are drawn over the backdrop.
    ways = [way for way in board.ways if way.kind == "drawbridge"]
    return "".join(
        _draw_drawbridge(board.point_of(way.start), board.point_of(way.end), palette)
        for way in ways
    )


def _draw_drawbridge(tower: Point, road: Point, palette: IslandsPalette) -> str:
    length = round(math.dist(tower, road)) - 24
    seams = "".join(f"M{x}-9v18" for x in range(34, length, 6))
    deck = {"x": 26, "y": -10, "width": length - 26, "height": 20, "rx": 1.5}
    return group(
        element("rect", **deck, fill=palette.plank, stroke=palette.plank_edge, stroke_width=2.5),
        element("path", d=seams, stroke=palette.plank_edge, stroke_width=1.4),
        element("path", d=f"M24-12H{length}M24 12H{length}", **_chain_style(palette)),
        transform=transform_to(tower, direction_degrees(tower, road)),
    )


def _chain_style(palette: IslandsPalette) -> Attributes:
    return {"stroke": palette.stone_edge, "stroke_width": 3, "stroke_dasharray": "3 2"}


def _draw_quays(board: Chart, palette: IslandsPalette) -> str:
    d = _trace_ways(board, "quay")
    return group(
        element("path", d=d, stroke=palette.plank_edge, stroke_width=15),
        element("path", d=d, stroke=palette.plank, stroke_width=10),
        element("path", d=d, stroke=palette.plank_edge, stroke_width=10, stroke_dasharray="1.5 6"),
        fill="none",
    )


def _bridge_spans(board: BoardMap) -> Iterable[tuple[str, Point, Point]]:
    """Yield the kind and the banks of each bridge."""
    # The fields of a bridge share a name up to the last digit.
    banks: dict[str, tuple[str, list[str]]] = {}
    for way in board.chart.ways:
        if way.kind in ("bridge", "suspension"):
            ends = (way.start, way.end)
            decks = [end[:-1] for end in ends if board.fields[end].region == "bridges"]
            ashore = [end for end in ends if board.fields[end].region != "bridges"]
            banks.setdefault((*decks, "-".join(ends))[0], (way.kind, []))[1].extend(ashore)
    for kind, (start, end) in banks.values():
        yield kind, board.chart.point_of(start), board.chart.point_of(end)


def _draw_stone_bridge(length: float, palette: IslandsPalette) -> Iterable[str]:
    stones = {"fill": palette.stone, "stroke": palette.stone_edge}
    shadow = {"x": 20, "y": -19, "width": length - 40, "height": 44, "rx": 5}
    yield element("rect", **shadow, fill=_SHADE, opacity="0.22")
    for x in (length * 0.18, length * 0.5, length * 0.82):
        yield element("path", d=_pier_path(round(x)), **stones, stroke_width=2.5)
    deck = {"x": 12, "y": -20, "width": length - 24, "height": 40, "rx": 6}
    yield element("rect", **deck, **stones, stroke_width=3)
    joints = "".join(f"M{x}-19v6M{x} 19v-6" for x in range(24, int(length) - 18, 13))
    yield element("path", d=joints, stroke=palette.stone_edge, stroke_width=2.5)
    rails = f"M16-12H{length - 16:.0f}M16 12H{length - 16:.0f}"
    yield element("path", d=rails, stroke=palette.stone_edge, stroke_width=1.5)
    yield element("path", d=f"M10 0H{length - 10:.0f}", stroke=palette.road, stroke_width=10)


def _pier_path(x: int) -> str:
    return f"M{x - 13}-19h26v-9q-13-9-26 0ZM{x - 13} 19h26v9q-13 9-26 0Z"


def _draw_rope_bridge(length: float, palette: IslandsPalette) -> Iterable[str]:
    far = round(length) - 16
    yield element("rect", x=16, y=-14, width=far - 16, height=40, fill=_SHADE, opacity="0.2")
    planks = "".join(f"M{x}-14v28" for x in range(24, far - 2, 9))
    yield element("path", d=planks, stroke=palette.rope, stroke_width=5.5)
    ropes = "".join(f"M14 {y}Q{length / 2:.0f} {y * 0.4:.0f} {far + 2} {y}" for y in (-22, 22))
    yield element("path", d=ropes, fill="none", stroke=palette.rope_edge, stroke_width=3.2)
    posts = f"M16-26v52M{far}-26v52"
    yield element("path", d=posts, stroke=palette.rope_edge, stroke_width=7, stroke_linecap="round")
    signs = (length / 6, length / 2, length * 5 / 6) if length > _SHORT else (length / 2,)
    crosses = "".join(f"M{x - 9:.0f}-9l18 18m-18 0 18-18" for x in signs)
    for ink, width in ((palette.warning_bed, 7.5), (palette.warning, 3.8)):
        yield element(
            "path", d=crosses, fill="none", stroke=ink, stroke_width=width, stroke_linecap="round"
        )


def _draw_stair(board: Chart, way: Edge, palette: IslandsPalette) -> str:
    """Draw a stair with arrows: elephants and chariots go only this way (C43)."""
    foot, top = board.point_of(way.start), board.point_of(way.end)
    length = round(math.dist(foot, top))
    arrows = "".join(f"M{length // 2 - 24 + 17 * i}-10l13 10-13 10" for i in range(3))
    return group(
        element("path", d=f"M0 0H{length}", stroke=palette.stair_edge, stroke_width=32),
        element("path", d=f"M0 0H{length}", stroke=palette.stair, stroke_width=26),
        element(
            "path",
            d=arrows,
            fill="none",
            stroke=palette.grail_edge,
            stroke_width=5,
            stroke_linejoin="round",
            stroke_linecap="round",
        ),
        transform=transform_to(foot, direction_degrees(foot, top)),
    )
