"""What the larger game has beside roads and lanes: wild paths and arrow slits (G13, G26, G31).

A wilderness is the land that roads shut in. Knights and camels come into it by steps, from the
roads that are named, and from one into the next by an underpass; a catapult shoots into it from
all round (GR13).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import polygonize, unary_union

from conquest.core import Point

from .sketch import Sketch, through

Pair: TypeAlias = tuple[str, str]

NEAR = 200.0


class Area(NamedTuple):
    """A wilderness: where a figure stands in it, and the fields with steps into it."""

    at: Point
    steps: tuple[str, ...]


class Underpass(NamedTuple):
    """Where a wild path leads from one wilderness into another, below the road between two
    fields."""

    one: str
    other: str
    road: Pair


class Wilds(NamedTuple):
    """All of an island, or of a part of it; ``slits`` are pairs of fields."""

    areas: Mapping[str, Area]
    passes: tuple[Underpass, ...]
    slits: tuple[Pair, ...]

    def seen(self, named: Callable[[str], str], placed: Callable[[Point], Point]) -> Wilds:
        """Return the same under other names in another place."""
        return Wilds(
            areas={
                named(name): Area(placed(area.at), tuple(map(named, area.steps)))
                for name, area in self.areas.items()
            },
            passes=tuple(
                Underpass(named(one), named(other), (named(a), named(b)))
                for one, other, (a, b) in self.passes
            ),
            slits=tuple((named(one), named(other)) for one, other in self.slits),
        )


def explore(board: Sketch, region: str, wilds: Wilds) -> None:
    """Lay the wild paths of an island, and cut its arrow slits."""
    for name, area in wilds.areas.items():
        board.field(name, area.at, "wild", region)
        for step in area.steps:
            board.join("wild", name, step)
    for one, other, road in wilds.passes:
        bend = through(board.at(one), _middle(board, road), board.at(other))
        board.join("wild", one, other, ctrl=bend, under="-".join(road))
    aim(board, wilds.slits)


def aim(board: Sketch, pairs: Iterable[Pair]) -> None:
    """Cut arrow slits between fields that no road joins."""
    for one, other in pairs:
        board.join("fire", one, other, tags=["slit"])


def aim_from_castles(board: Sketch) -> None:
    """Let each tower shoot at the castle road on either side of its gate.

    That towers shoot at their neighbours is so on every board (A75).
    """
    for gate in list(board.joined("drawbridge")):
        tower = next(end for end in (gate["a"], gate["b"]) if "castle" in board.fields[end]["tags"])
        ring = {gate["a"], gate["b"]} - {tower}
        beside = [field for field in _along(board, *ring) if _is_start(board, field, "soldier")]
        aim(board, ((tower, field) for field in beside))


def aim_into_wilds(board: Sketch) -> None:
    """Let every field round a wilderness shoot into it."""
    faces = list(polygonize(unary_union([LineString(board.line(e)) for e in board.joined("road")])))
    for name in [name for name, field in board.fields.items() if field["terrain"] == "wild"]:
        for field in _round(board, _face(faces, board.at(name))):
            board.join("fire", name, field)


def aim_over_coasts(board: Sketch) -> None:
    """Let land and sea shoot at what of the other lies nearest (G31), if no road lies between.

    Where a quay leads, it leads to what lies nearest.
    """
    docks = {end for edge in board.joined("quay") for end in (edge["a"], edge["b"])}
    land = [name for name, field in board.fields.items() if _is_dry(field)]
    sea = [name for name, field in board.fields.items() if field["terrain"] == "sea"]
    for shore, water in ((land, sea), (sea, land)):
        for here in [name for name in shore if name not in docks]:
            for there in _nearest(board, here, water):
                board.join("fire", *sorted((here, there)), tags=["coast"])


def _middle(board: Sketch, road: Pair) -> Point:
    line = board.line(board.edges[frozenset(road)], 12)
    return line[6] if len(line) > 2 else _between(*line)


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _along(board: Sketch, field: str) -> Iterator[str]:
    """Yield the fields a road leads to."""
    for edge in list(board.joined("road")):
        if field in (edge["a"], edge["b"]):
            yield edge["b"] if edge["a"] == field else edge["a"]


def _is_start(board: Sketch, field: str, piece: str) -> bool:
    return bool(board.fields[field].get("start", {}).get("piece") == piece)


def _is_dry(field: Mapping[str, Any]) -> bool:
    return field["terrain"] == "land" and not {"castle", "grail"} & {*field["tags"]}


def _nearest(board: Sketch, here: str, others: Iterable[str]) -> Iterator[str]:
    """Yield what lies nearest and in the open; two as far are both nearest."""
    far = {other: math.dist(board.at(here), board.at(other)) for other in others}
    reach = min(min(far.values()) + 0.5, NEAR)
    return (other for other in far if far[other] < reach and _is_open(board, here, other))


def _is_open(board: Sketch, one: str, other: str) -> bool:
    shot = LineString([board.at(one), board.at(other)])
    walls = (edge for edge in board.joined("road") if not {one, other} & {edge["a"], edge["b"]})
    return not any(shot.intersects(LineString(board.line(edge))) for edge in walls)


def _face(faces: Iterable[Polygon], at: Point) -> Polygon:
    return next(face for face in faces if face.contains(Spot(at)))


def _round(board: Sketch, face: Polygon) -> Iterator[str]:
    """Yield the road fields on the edge of a face."""
    for name, field in board.fields.items():
        if _is_dry(field) and face.exterior.distance(Spot(board.at(name))) < 1:
            yield name
