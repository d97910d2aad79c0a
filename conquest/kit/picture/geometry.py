"""Points, lines and curves of drawn boards, in board units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from conquest.core import Chart, Edge, Point

from .markup import format_length


def plain_chart(board: Chart) -> dict[str, Any]:
    """Return the fields and edges of a board as plain JSON, for the scripts of a page.

    ``fields`` has the point of each field; ``ways`` has each edge by its ends, with the two
    control points of its curve, an empty list where it is straight; ``beside`` has the places
    beside the fields, and ``names`` the middles of their written names, where there are any.
    """
    ways = {
        f"{way.start} {way.end}": [round(x) for point in way.bend or () for x in point]
        for way in board.ways
    }
    beside = {"beside": dict(board.beside)} if board.beside else {}
    names = {"names": dict(board.names)} if board.names else {}
    return {"size": board.size, "fields": dict(board.fields), "ways": ways, **beside, **names}


def point_between(a: Point, b: Point, share: float) -> Point:
    """Return the point ``share`` (0 to 1) of the way from ``a`` to ``b``."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def turn_point(point: Point, size: Point, quarters: int) -> Point:
    """Return a point of a board of this ``size`` after quarter turns of the board to the left."""
    (x, y), (width, height) = point, size
    for _ in range(quarters % 4):
        x, y, width, height = y, width - x, height, width
    return round(x, 1), round(y, 1)


def rotate_point(point: Point, middle: Point, degrees: float) -> Point:
    """Return a point turned clockwise around ``middle``."""
    x, y, angle = point[0] - middle[0], point[1] - middle[1], math.radians(degrees)
    right, down = math.cos(angle), math.sin(angle)
    return round(middle[0] + x * right - y * down, 1), round(middle[1] + x * down + y * right, 1)


def edge_curve(board: Chart, way: Edge) -> tuple[Point, Point, Point, Point]:
    """Return the four points of the cubic curve of an edge, even of a straight one."""
    a, b = board.point_of(way.start), board.point_of(way.end)
    return (a, *(way.bend or (point_between(a, b, 1 / 3), point_between(a, b, 2 / 3))), b)


def point_on_curve(curve: Sequence[Point], share: float) -> Point:
    """Return the point at ``share`` (0 to 1) of a cubic curve of four points."""
    points = list(curve)
    while len(points) > 1:
        points = [point_between(a, b, share) for a, b in pairwise(points)]
    return points[0]


def sample_edge(board: Chart, way: Edge, steps: int = 10) -> list[Point]:
    """Return points along an edge from start to end, in ``steps`` equal shares of its curve."""
    if not way.bend:
        return [board.point_of(way.start), board.point_of(way.end)]
    bent = edge_curve(board, way)
    return [point_on_curve(bent, step / steps) for step in range(steps + 1)]


@lru_cache(maxsize=1024)
def shifted_path(board: Chart, fields: tuple[str, ...], distance: float) -> tuple[Point, ...]:
    """Return points along a path of fields, to its right by ``distance``; kept, since each number
    of an arrow looks for its place beside the same lines."""
    return tuple(shift_line(path_points(board, fields), distance))


def path_points(board: Chart, fields: Sequence[str], steps: int = 8) -> list[Point]:
    """Return points along a path of fields; a bow joins fields without an edge between them."""
    points = [board.point_of(fields[0])]
    for start, end in pairwise(fields):
        points += _edge_points(board, start, end, steps)[1:]
    return points


def trim_line(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Cut ``start`` and ``end`` units off the two ends of a line; a short line keeps its middle."""
    if line_length(points) <= start + end:
        start = end = line_length(points) * 0.3
    return _cut_start(_cut_start(points, start)[::-1], end)[::-1]


def line_midpoint(points: Sequence[Point]) -> Point:
    """Return the point half the way along a line."""
    return _cut_start(points, line_length(points) / 2)[0]


def line_length(points: Sequence[Point]) -> float:
    """Return the length of a line in board units."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def shift_line(points: Sequence[Point], distance: float) -> list[Point]:
    """Shift a line to its right by ``distance``, as traffic keeps to one side."""
    return [
        _shift_point(points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)], point, distance)
        for i, point in enumerate(points)
    ]


def line_data(points: Iterable[Point]) -> str:
    """Return a line of several segments as SVG path data."""
    (x, y), *rest = points
    return f"M{format_pair(x, y)}L" + " ".join(format_pair(u, v) for u, v in rest)


def edge_data(board: Chart, way: Edge) -> str:
    """Return one edge as SVG path data."""
    # relative and in whole units: shorter, and exact enough on a board of many hundred units
    a, *rest = [(round(x), round(y)) for x, y in edge_curve(board, way)]
    if not way.bend:
        return f"M{format_pair(*a)}l{format_pair(rest[-1][0] - a[0], rest[-1][1] - a[1])}"
    return f"M{format_pair(*a)}c" + format_points((x - a[0], y - a[1]) for x, y in rest)


def format_pair(x: float, y: float) -> str:
    """Return two lengths as text, as short as SVG allows."""
    left, right = format_length(x), format_length(y)
    # a minus sign separates numbers as well as a blank does
    return left + right if right.startswith("-") else f"{left} {right}"


def format_points(points: Iterable[Point]) -> str:
    """Return a list of points as text, as short as SVG allows."""
    written = ""
    for point in points:
        text = format_pair(*point)
        written += text if not written or text.startswith("-") else f" {text}"
    return written


def direction_degrees(a: Point, b: Point) -> float:
    """Return the direction from ``a`` to ``b`` in degrees, clockwise from the right."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _edge_points(board: Chart, start: str, end: str, steps: int) -> list[Point]:
    way = board.edges_by_ends.get((start, end))
    if way is None:
        return _bow_points(board.point_of(start), board.point_of(end), 2 * steps)
    points = sample_edge(board, way, steps)
    return points if way.start == start else points[::-1]


def _bow_points(a: Point, b: Point, steps: int) -> list[Point]:
    middle = _shift_point(a, b, point_between(a, b, 0.5), math.dist(a, b) * 0.18)
    bent = (a, point_between(a, middle, 2 / 3), point_between(b, middle, 2 / 3), b)
    return [point_on_curve(bent, step / steps) for step in range(steps + 1)]


def _shift_point(before: Point, after: Point, point: Point, distance: float) -> Point:
    far = math.dist(before, after) or 1  # a path may come back to the same point
    dx, dy = (after[0] - before[0]) / far, (after[1] - before[1]) / far
    return point[0] - dy * distance, point[1] + dx * distance


def _cut_start(points: Sequence[Point], distance: float) -> list[Point]:
    for i, (a, b) in enumerate(pairwise(points)):
        step = math.dist(a, b)
        if step > distance:
            return [point_between(a, b, distance / step), *points[i + 1 :]]
        distance -= step
    return list(points[-2:])
