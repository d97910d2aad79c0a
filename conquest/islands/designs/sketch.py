"""A board while it is designed: its fields with their coordinates, and their connections."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from conquest.core import Point
from conquest.kit.picture.geometry import point_on_curve


class BoardDesign:
    """A board being designed. Lengths are board units, the origin is the upper left corner."""

    def __init__(self, name: Mapping[str, str], size: Point, origin: Point = (0, 0)) -> None:
        self.name = name
        self.size = size
        self.origin = origin
        self.fields: dict[str, dict[str, Any]] = {}
        self.edges: dict[frozenset[str], dict[str, Any]] = {}
        self.outlines: dict[str, str] = {}

    def add_field(
        self, name: str, at: Point, terrain: str, region: str, *tags: str, **more: Any
    ) -> None:
        """Add a field at a point, relative to the origin of the design."""
        x, y = self.origin[0] + at[0], self.origin[1] + at[1]
        self.fields[name] = {
            "id": name,
            "x": round(x, 1),
            "y": round(y, 1),
            "terrain": terrain,
            "region": region,
            "tags": sorted(tags),
            **more,
        }

    def point_of(self, name: str) -> Point:
        return self.fields[name]["x"], self.fields[name]["y"]

    def join_fields(self, kind: str, one: str, other: str, **more: Any) -> None:
        """Join two fields, unless they are joined already."""
        edge = {"a": one, "b": other, "kind": kind, "tags": [], **more}
        self.edges.setdefault(frozenset((one, other)), edge)

    def chain_fields(self, kind: str, names: Sequence[str]) -> None:
        """Join fields in sequence by a smooth curve; a closed one ends with its first field."""
        spots = [self.point_of(name) for name in names]
        closed = names[0] == names[-1]
        first = spots[-2] if closed else _reflect_point(spots[1], spots[0])
        last = spots[1] if closed else _reflect_point(spots[-2], spots[-1])
        through = [first, *spots, last]
        for i, (one, other) in enumerate(pairwise(names)):
            self.join_fields(kind, one, other, ctrl=_smooth_bend(*through[i : i + 4]))

    def lay_bridge(self, kind: str, banks: tuple[str, str], decks: Sequence[str]) -> None:
        """Add a bridge in a straight line, its fields (``decks``) at even distances."""
        (x, y), (u, v) = map(self.point_of, banks)
        for i, deck in enumerate(decks, 1):
            share = i / (len(decks) + 1)
            at = (x + (u - x) * share - self.origin[0], y + (v - y) * share - self.origin[1])
            self.add_field(deck, at, "land", "bridges", "bridge")
        for one, other in pairwise((banks[0], *decks, banks[1])):
            self.join_fields(kind, one, other)

    def edges_of_kind(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """Return the connections of these kinds."""
        return (edge for edge in self.edges.values() if edge["kind"] in kinds)

    def edge_line(self, edge: Mapping[str, Any], steps: int = 12) -> list[Point]:
        """Return the points of a connection from end to end."""
        a, b = self.point_of(edge["a"]), self.point_of(edge["b"])
        if "ctrl" not in edge:
            return [a, b]
        x, y, u, v = edge["ctrl"]
        return [point_on_curve((a, (x, y), (u, v), b), step / steps) for step in range(steps + 1)]

    def as_data(self, board: str) -> dict[str, Any]:
        """Return the board as it is stored."""
        return {
            "id": board,
            "name": self.name,
            "size": self.size,
            "fields": list(self.fields.values()),
            "edges": list(self.edges.values()),
            "regions": {region: self._region_data(region) for region in self._region_names()},
        }

    def _region_names(self) -> Iterable[str]:
        return dict.fromkeys(field["region"] for field in self.fields.values())

    def _region_data(self, region: str) -> dict[str, Any]:
        names = [name for name, field in self.fields.items() if field["region"] == region]
        outline = self.outlines.get(region)
        return {"fields": names} | ({"outline": outline} if outline else {})


def curve_through(a: Point, middle: Point, b: Point) -> list[float]:
    """Return the control points of a curve from ``a`` to ``b`` that passes through ``middle``."""
    # Both control points coincide; at its middle a cubic curve is (a + 6 c + b) / 8.
    x, y = ((8 * middle[i] - a[i] - b[i]) / 6 for i in (0, 1))
    return [round(length, 1) for length in (x, y, x, y)]


def _reflect_point(a: Point, b: Point) -> Point:
    return 2 * b[0] - a[0], 2 * b[1] - a[1]


def _smooth_bend(before: Point, a: Point, b: Point, after: Point) -> list[float]:
    third = math.dist(a, b) / 3
    (x, y), (u, v) = _scale_direction(before, b, third), _scale_direction(a, after, third)
    return [round(length, 1) for length in (a[0] + x, a[1] + y, b[0] - u, b[1] - v)]


def _scale_direction(a: Point, b: Point, length: float) -> Point:
    far = math.dist(a, b) or 1
    return (b[0] - a[0]) / far * length, (b[1] - a[1]) / far * length
