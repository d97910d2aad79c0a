"""Where things lie on a board: points and curves of the board's data, in board units.

Drawing reads this and never the rules; the rules read the same file and never its coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec

from .markup import number

Point: TypeAlias = tuple[float, float]
BOARDS = "conquest.kit.boards"


@dataclass(frozen=True, slots=True)
class Field:
    """A place to stand on; ``seat`` is the owner of a tower."""

    id: str
    at: Point
    terrain: str
    region: str
    tags: frozenset[str]
    seat: str | None


@dataclass(frozen=True, slots=True)
class Way:
    """An edge as it is drawn: a line, or a cubic curve with two control points."""

    start: str
    end: str
    kind: str
    bend: tuple[Point, Point] | None
    climbs: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A board as it is drawn, with the art computed for it beforehand."""

    id: str
    size: tuple[float, float]
    fields: Mapping[str, Field]
    ways: tuple[Way, ...]
    regions: Mapping[str, Mapping[str, Any]]
    between: Mapping[tuple[str, str], Way]

    def at(self, field: str) -> Point:
        return self.fields[field].at

    def curve(self, way: Way) -> tuple[Point, Point, Point, Point]:
        """Give the four points of the cubic curve a way follows, straight ones included."""
        a, b = self.at(way.start), self.at(way.end)
        return (a, *(way.bend or (along(a, b, 1 / 3), along(a, b, 2 / 3))), b)


@cache
def chart(board: str) -> Chart:
    """Read the board ``board`` (such as "four-islands") from the data beside the rules."""
    data = msgspec.json.decode((files(BOARDS) / f"{board}.json").read_bytes())
    ways = tuple(_way(edge) for edge in data["edges"])
    return Chart(
        id=data["id"],
        size=(data["size"][0], data["size"][1]),
        fields={field["id"]: _field(field) for field in data["fields"]},
        ways=ways,
        regions=data["regions"],
        between={ends: way for way in ways for ends in _both(way)},
    )


@cache
def artwork(board: str) -> dict[str, Any]:
    """Read the art computed for a board: outlines, decoration, places of labels."""
    art: dict[str, Any] = msgspec.json.decode((files(BOARDS) / f"{board}.art.json").read_bytes())
    return art


def plain(board: Chart) -> dict[str, Any]:
    """Give a board's fields and ways as plain JSON, for a page that finds its way about it.

    ``fields`` gives each field's point; ``ways`` each way by its ends with the two control
    points of its curve, an empty list where it is straight.
    """
    return {
        "size": board.size,
        "fields": {field.id: field.at for field in board.fields.values()},
        "ways": {
            f"{way.start} {way.end}": [round(x) for point in way.bend or () for x in point]
            for way in board.ways
        },
    }


def along(a: Point, b: Point, share: float) -> Point:
    """Give the point ``share`` (0 to 1) of the way from ``a`` to ``b``."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def on_curve(curve: Sequence[Point], share: float) -> Point:
    """Give the point at ``share`` (0 to 1) of a cubic curve of four points."""
    points = list(curve)
    while len(points) > 1:
        points = [along(a, b, share) for a, b in pairwise(points)]
    return points[0]


def sampled(board: Chart, way: Way, steps: int = 10) -> list[Point]:
    """Walk a way from start to end in ``steps`` equal shares of its curve."""
    if not way.bend:
        return [board.at(way.start), board.at(way.end)]
    curve = board.curve(way)
    return [on_curve(curve, step / steps) for step in range(steps + 1)]


def walk(board: Chart, fields: Sequence[str], steps: int = 8) -> list[Point]:
    """Walk a path of fields along the roads; fields not joined are bridged by a bow."""
    points = [board.at(fields[0])]
    for start, end in pairwise(fields):
        points += _stretch(board, start, end, steps)[1:]
    return points


def trimmed(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Cut ``start`` and ``end`` units off the two ends of a line; a short line keeps its middle."""
    if length(points) <= start + end:
        start = end = length(points) * 0.3
    return _behind(_behind(points, start)[::-1], end)[::-1]


def midway(points: Sequence[Point]) -> Point:
    """Give the point half the way along a line."""
    return _behind(points, length(points) / 2)[0]


def length(points: Sequence[Point]) -> float:
    """Measure a line."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def aside(points: Sequence[Point], distance: float) -> list[Point]:
    """Shift a line to its right by ``distance``, as traffic keeps to one side."""
    return [
        _shifted(points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)], point, distance)
        for i, point in enumerate(points)
    ]


def line(points: Iterable[Point]) -> str:
    """Write a broken line as path data."""
    (x, y), *rest = points
    return f"M{pair(x, y)}L" + " ".join(pair(u, v) for u, v in rest)


def stroke(board: Chart, way: Way) -> str:
    """Write one way as path data, relative and in whole units: it is drawn on a wide board."""
    a, *rest = [(round(x), round(y)) for x, y in board.curve(way)]
    if not way.bend:
        return f"M{pair(*a)}l{pair(rest[-1][0] - a[0], rest[-1][1] - a[1])}"
    return f"M{pair(*a)}c" + pairs((x - a[0], y - a[1]) for x, y in rest)


def pair(x: float, y: float) -> str:
    """Write two lengths, as short as SVG allows."""
    left, right = number(x), number(y)
    return left + right if right.startswith("-") else f"{left} {right}"


def pairs(points: Iterable[Point]) -> str:
    """Write points one behind the other, as short as SVG allows."""
    written = ""
    for point in points:
        text = pair(*point)
        written += text if not written or text.startswith("-") else f" {text}"
    return written


def heading(a: Point, b: Point) -> float:
    """Give the direction from ``a`` to ``b`` in degrees, clockwise from the right."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _field(data: Mapping[str, Any]) -> Field:
    return Field(
        id=data["id"],
        at=(data["x"], data["y"]),
        terrain=data["terrain"],
        region=data["region"],
        tags=frozenset(data["tags"]),
        seat=data.get("seat"),
    )


def _way(data: Mapping[str, Any]) -> Way:
    start, end = next(iter(data.get("oneway", {}).values()), (data["a"], data["b"]))
    bend = data.get("ctrl")
    return Way(
        start=start,
        end=end,
        kind=data["kind"],
        bend=((bend[0], bend[1]), (bend[2], bend[3])) if bend else None,
        climbs="oneway" in data,
    )


def _both(way: Way) -> tuple[tuple[str, str], tuple[str, str]]:
    return (way.start, way.end), (way.end, way.start)


def _stretch(board: Chart, start: str, end: str, steps: int) -> list[Point]:
    way = board.between.get((start, end))
    if way is None:
        return _bow(board.at(start), board.at(end), 2 * steps)
    points = sampled(board, way, steps)
    return points if way.start == start else points[::-1]


def _bow(a: Point, b: Point, steps: int) -> list[Point]:
    middle = _shifted(a, b, along(a, b, 0.5), math.dist(a, b) * 0.18)
    curve = (a, along(a, middle, 2 / 3), along(b, middle, 2 / 3), b)
    return [on_curve(curve, step / steps) for step in range(steps + 1)]


def _shifted(before: Point, after: Point, point: Point, distance: float) -> Point:
    far = math.dist(before, after) or 1
    dx, dy = (after[0] - before[0]) / far, (after[1] - before[1]) / far
    return point[0] - dy * distance, point[1] + dx * distance


def _behind(points: Sequence[Point], distance: float) -> list[Point]:
    for i, (a, b) in enumerate(pairwise(points)):
        step = math.dist(a, b)
        if step > distance:
            return [along(a, b, distance / step), *points[i + 1 :]]
        distance -= step
    return list(points[-2:])
