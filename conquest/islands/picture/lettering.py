"""Find a place for the name of each field, clear of roads, figures and other names.

This is part of the artwork that is computed beforehand; it needs shapely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from shapely import STRtree, box
from shapely.geometry import LineString, MultiPoint
from shapely.geometry import Point as Spot

from conquest.core import Point
from conquest.kit.picture.geometry import sample_edge

from .maps import NAME_SIZE, BoardMap, MapField

Frame: TypeAlias = tuple[float, float, float, float]
Obstacle: TypeAlias = tuple[Any, float, str]

# The size of a capital letter, as a share of the size of the font.
_WIDE, _HIGH = 0.62, 0.8
# Half the drawn width of each kind of connection, with a margin.
_HALF_WAYS = {
    "lane": 6.0,
    "bridge": 31.0,
    "suspension": 30.0,
    "step": 19.0,
    "quay": 11.0,
    "wild": 5.0,
}
_ROAD = 11.0
_FIGURE = 34.0
_NEAR = 90.0


def place_names(
    board: BoardMap,
    shores: Iterable[list[Point]],
    known: Mapping[str, Point] | None = None,
    size: float = NAME_SIZE,
) -> dict[str, Point]:
    """Return the middle of each name. Fields with many roads, which have least room, come first.

    ``shores`` are closed lines that names should not cross; names that are ``known`` stay. ``size``
    is that of the font.
    Towers are named outside their walls, where no figure hides the name.
    """
    obstacles = [
        *_road_obstacles(board),
        *_field_obstacles(board),
        *_castle_obstacles(board),
        *_shore_obstacles(shores),
        *_stone_obstacles(board),
    ]
    placed = dict(known or {})
    nameless = [field for field in board.fields.values() if field.id not in placed]
    for field in sorted(nameless, key=lambda field: (-_count_roads(board, field), field.id)):
        others = [thing for thing in obstacles if thing[2] != field.id]
        names = [_name_frame(name, at, size) for name, at in _names_nearby(field, placed)]
        placed[field.id] = _least_harm(field, others, names, size)
    return dict(sorted(placed.items()))


def _names_nearby(field: MapField, placed: dict[str, Point]) -> Iterator[tuple[str, Point]]:
    return ((name, at) for name, at in placed.items() if math.dist(at, field.at) < 2 * _NEAR)


def _count_roads(board: BoardMap, field: MapField) -> int:
    return sum(field.id in (way.start, way.end) for way in board.chart.ways)


def _road_obstacles(board: BoardMap) -> Iterator[Obstacle]:
    for way in board.chart.ways:
        shape = LineString(sample_edge(board.chart, way)).buffer(_HALF_WAYS.get(way.kind, _ROAD))
        yield shape, 0.7 if way.kind == "lane" else 1.0, ""


def _field_obstacles(board: BoardMap) -> Iterator[Obstacle]:
    for field in board.fields.values():
        yield Spot(field.at).buffer(_FIGURE), 4.0, field.id
        yield Spot(field.at).buffer(_FIGURE + 14), 0.5, field.id


def _castle_obstacles(board: BoardMap) -> Iterator[Obstacle]:
    for seat in sorted({field.seat for field in board.fields.values() if field.seat}):
        towers = [field.at for field in board.fields.values() if field.seat == seat]
        yield MultiPoint(towers).convex_hull.buffer(30), 4.0, ""


def _stone_obstacles(board: BoardMap) -> Iterator[Obstacle]:
    """Yield the stones of arrow slits and of underpasses."""
    for at in (board.slit_point(*ends) for ends in board.slits):
        yield Spot(at).buffer(11), 1.5, ""
    for at, _ in (board.underpass_point(road) for road in board.passes.values()):
        yield Spot(at).buffer(20), 1.0, ""


def _shore_obstacles(shores: Iterable[list[Point]]) -> Iterator[Obstacle]:
    for shore in shores:
        yield LineString([*shore, shore[0]]).buffer(6), 0.5, ""


def _candidate_points(field: MapField, size: float) -> Iterator[Point]:
    """Yield places for a name: below the field, above it, then around it, near before far."""
    x, y = field.at
    for far in (0.0, 5.0, 10.0):
        for step in (0, 16, 1, 31, 2, 30, 3, 29, 4, 28, *range(5, 16), *range(17, 28)):
            angle = math.radians(step * 11.25)
            right, down = math.sin(angle), math.cos(angle)
            away = _measure_clearance(len(field.id), right, down, size) + far
            yield x + right * away, y + down * away


@cache
def _measure_clearance(letters: int, right: float, down: float, size: float) -> float:
    """Return how far away the middle of a name must be for its frame to clear a figure."""
    wide, high = letters * size * _WIDE / 2, size * _HIGH / 2
    away = _FIGURE
    while _gap_to_frame(abs(right) * away - wide, abs(down) * away - high) < _FIGURE + 1:
        away += 0.5
    return away


def _gap_to_frame(across: float, down: float) -> float:
    return math.hypot(max(across, 0), max(down, 0))


def _name_frame(name: str, at: Point, size: float) -> Frame:
    wide, high = len(name) * size * _WIDE / 2, size * _HIGH / 2
    return at[0] - wide, at[1] - high, at[0] + wide, at[1] + high


def _least_harm(field: MapField, others: list[Obstacle], names: list[Frame], size: float) -> Point:
    """Return the first of the places where a name hides and crowds least."""
    tree = STRtree([shape for shape, _, _ in others])
    least, best = math.inf, field.at
    for at in _candidate_points(field, size):
        frame = _name_frame(field.id, at, size)
        crowded, far = sum(_shared_area(frame, other) for other in names), math.dist(at, field.at)
        # What the name hides takes longest to measure: skip it where the rest is too much already.
        if round(5 * crowded + 2 * far, 3) >= least:
            continue
        harm = round(_hidden_area(frame, tree, others) + 5 * crowded + 2 * far, 3)
        if harm < least:
            least, best = harm, at
    return best


def _hidden_area(frame: Frame, tree: STRtree, others: list[Obstacle]) -> float:
    name = box(*frame)
    near = (others[i] for i in sorted(tree.query(name)))
    hidden: float = sum(shape.intersection(name).area * weight for shape, weight, _ in near)
    return hidden


def _shared_area(a: Frame, b: Frame) -> float:
    """Return the area that two names with a margin round them share."""
    across = min(a[2], b[2]) - max(a[0], b[0]) + 6
    down = min(a[3], b[3]) - max(a[1], b[1]) + 16
    return max(across, 0) * max(down, 0)
