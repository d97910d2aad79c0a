"""Find a place for the name of every field, clear of roads, figures and other names.

Part of the artwork, computed beforehand; needs shapely.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from shapely import STRtree  # type: ignore[import-untyped]
from shapely.geometry import LineString, MultiPoint, box  # type: ignore[import-untyped]
from shapely.geometry import Point as Spot

from .geometry import Chart, Field, Point, sampled

SIZE = 17.0
_WIDE, _HIGH = SIZE * 0.62, SIZE * 0.78
_HALF_WAYS = {"lane": 5.0, "bridge": 30.0, "suspension": 30.0, "step": 18.0, "quay": 10.0}
_ROAD = 9.0
_FIGURE = 30.0


def lettered(board: Chart) -> dict[str, Point]:
    """Place the names, the fields with most roads first; gives the middle of each name.

    Towers bear their names inside and are left out.
    """
    obstacles = [*_ways(board), *_places(board), *_walls(board)]
    tree = STRtree([shape for shape, _, _ in obstacles])
    placed: dict[str, Any] = {}
    for field in sorted(_named(board), key=lambda field: (-_roads(board, field), field.id)):
        _, _, at = min(
            (_harm(field, at, tree, obstacles, placed), i, at) for i, at in enumerate(_tries(field))
        )
        placed[field.id] = _frame(field, at)
    return {name: (frame.centroid.x, frame.centroid.y) for name, frame in sorted(placed.items())}


def _named(board: Chart) -> list[Field]:
    return [field for field in board.fields.values() if field.seat is None]


def _roads(board: Chart, field: Field) -> int:
    return sum(field.id in (way.start, way.end) for way in board.ways)


def _ways(board: Chart) -> Iterator[tuple[Any, float, str]]:
    for way in board.ways:
        shape = LineString(sampled(board, way)).buffer(_HALF_WAYS.get(way.kind, _ROAD))
        yield shape, 0.7 if way.kind == "lane" else 1.0, ""


def _places(board: Chart) -> Iterator[tuple[Any, float, str]]:
    for field in board.fields.values():
        yield Spot(field.at).buffer(_FIGURE), 4.0, field.id


def _walls(board: Chart) -> Iterator[tuple[Any, float, str]]:
    for seat in {field.seat for field in board.fields.values() if field.seat}:
        towers = [field.at for field in board.fields.values() if field.seat == seat]
        yield MultiPoint(towers).convex_hull.buffer(30), 4.0, ""


def _tries(field: Field) -> Iterator[Point]:
    """Try below first, then round the field both ways, near before far."""
    x, y = field.at
    for far in (0.0, 5.0, 10.0):
        for step in (0, 16, 1, 31, 2, 30, 3, 29, 4, 28, *range(5, 28)):
            angle = math.radians(step * 11.25)
            right, down = math.sin(angle), math.cos(angle)
            away = _clearance(field, right, down) + far
            yield x + right * away, y + down * away


def _clearance(field: Field, right: float, down: float) -> float:
    """Measure how far off the middle of a name must lie for its frame to clear a figure."""
    wide, high = len(field.id) * _WIDE / 2, _HIGH / 2
    away = _FIGURE
    while (
        math.hypot(max(abs(right) * away - wide, 0), max(abs(down) * away - high, 0)) < _FIGURE + 1
    ):
        away += 0.5
    return away


def _frame(field: Field, at: Point) -> Any:
    wide, high = len(field.id) * _WIDE / 2, _HIGH / 2
    return box(at[0] - wide, at[1] - high, at[0] + wide, at[1] + high)


def _harm(
    field: Field,
    at: Point,
    tree: Any,
    obstacles: list[tuple[Any, float, str]],
    placed: dict[str, Any],
) -> float:
    frame = _frame(field, at)
    hidden: float = sum(
        obstacles[i][0].intersection(frame).area * obstacles[i][1]
        for i in tree.query(frame)
        if obstacles[i][2] != field.id
    )
    crowded: float = sum(other.intersection(frame.buffer(3)).area for other in placed.values())
    return round(hidden + 5 * crowded + 0.8 * math.dist(at, field.at), 3)
