"""Wild paths and arrow slits of the boards that have them (G13, G26, G31).

A wilderness is an area enclosed by roads. Knights and camels enter it by steps from the named
road fields, and go from one to the next by an underpass; catapults shoot into it from all fields
around it (GR13).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import polygonize, unary_union

from conquest.core import Point

from .sketch import BoardDesign, curve_through

Pair: TypeAlias = tuple[str, str]

NEAR = 200.0  # units: the longest shot between land and sea


class Area(NamedTuple):
    """A wilderness: the point where a figure stands in it, and the fields with steps into it."""

    at: Point
    steps: tuple[str, ...]


class Underpass(NamedTuple):
    """A wild path from one wilderness into another, below the road between two fields."""

    one: str
    other: str
    road: Pair


class Wilds(NamedTuple):
    """The wilds of an island, or of a part of it; ``slits`` are pairs of fields."""

    areas: Mapping[str, Area]
    passes: tuple[Underpass, ...]
    slits: tuple[Pair, ...]

    def rename_and_move(
        self, named: Callable[[str], str], placed: Callable[[Point], Point]
    ) -> Wilds:
        """Return the same wilds with other names in another place."""
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


def lay_wild_paths(board: BoardDesign, region: str, wilds: Wilds) -> None:
    """Add the wild paths and arrow slits of an island."""
    for name, area in wilds.areas.items():
        board.add_field(name, area.at, "wild", region)
        for step in area.steps:
            board.join_fields("wild", name, step)
    for one, other, road in wilds.passes:
        bend = curve_through(board.point_of(one), _road_middle(board, road), board.point_of(other))
        board.join_fields("wild", one, other, ctrl=bend, under="-".join(road))
    cut_slits(board, wilds.slits)


def cut_slits(board: BoardDesign, pairs: Iterable[Pair]) -> None:
    """Add arrow slits between fields that no road joins."""
    for one, other in pairs:
        board.join_fields("fire", one, other, tags=["slit"])


def aim_from_castles(board: BoardDesign) -> None:
    """Let each tower shoot at the castle road on either side of its gate.

    Shots between neighbouring towers are added when a board is read (A75).
    """
    for gate in list(board.edges_of_kind("drawbridge")):
        tower = next(end for end in (gate["a"], gate["b"]) if "castle" in board.fields[end]["tags"])
        ring = {gate["a"], gate["b"]} - {tower}
        beside = [
            field for field in _road_neighbours(board, *ring) if _is_start(board, field, "soldier")
        ]
        cut_slits(board, ((tower, field) for field in beside))


def aim_into_wilds(board: BoardDesign) -> None:
    """Let every field round a wilderness shoot into it."""
    faces = list(
        polygonize(
            unary_union([LineString(board.edge_line(e)) for e in board.edges_of_kind("road")])
        )
    )
    for name in [name for name, field in board.fields.items() if field["terrain"] == "wild"]:
        for field in _fields_around(board, _face_around(faces, board.point_of(name))):
            board.join_fields("fire", name, field)


def aim_over_coasts(board: BoardDesign) -> None:
    """Let land and sea fields shoot at the nearest field of the other kind (G31).

    No road may lie between. Fields with a quay are left out: it already leads to the nearest.
    """
    docks = {end for edge in board.edges_of_kind("quay") for end in (edge["a"], edge["b"])}
    land = [name for name, field in board.fields.items() if _is_dry(field)]
    sea = [name for name, field in board.fields.items() if field["terrain"] == "sea"]
    for shore, water in ((land, sea), (sea, land)):
        for here in [name for name in shore if name not in docks]:
            for there in _nearest_open(board, here, water):
                board.join_fields("fire", *sorted((here, there)), tags=["coast"])


def _road_middle(board: BoardDesign, road: Pair) -> Point:
    line = board.edge_line(board.edges[frozenset(road)], 12)
    return line[6] if len(line) > 2 else _midpoint(*line)


def _midpoint(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _road_neighbours(board: BoardDesign, field: str) -> Iterator[str]:
    """Yield the fields that roads join to a field."""
    for edge in list(board.edges_of_kind("road")):
        if field in (edge["a"], edge["b"]):
            yield edge["b"] if edge["a"] == field else edge["a"]


def _is_start(board: BoardDesign, field: str, piece: str) -> bool:
    return bool(board.fields[field].get("start", {}).get("piece") == piece)


def _is_dry(field: Mapping[str, Any]) -> bool:
    return field["terrain"] == "land" and not {"castle", "grail"} & {*field["tags"]}


def _nearest_open(board: BoardDesign, here: str, others: Iterable[str]) -> Iterator[str]:
    """Yield the nearest fields with nothing between; those equally far are all nearest."""
    far = {other: math.dist(board.point_of(here), board.point_of(other)) for other in others}
    reach = min(min(far.values()) + 0.5, NEAR)
    return (other for other in far if far[other] < reach and _is_line_free(board, here, other))


def _is_line_free(board: BoardDesign, one: str, other: str) -> bool:
    shot = LineString([board.point_of(one), board.point_of(other)])
    walls = (
        edge for edge in board.edges_of_kind("road") if not {one, other} & {edge["a"], edge["b"]}
    )
    return not any(shot.intersects(LineString(board.edge_line(edge))) for edge in walls)


def _face_around(faces: Iterable[Polygon], at: Point) -> Polygon:
    return next(face for face in faces if face.contains(Spot(at)))


def _fields_around(board: BoardDesign, face: Polygon) -> Iterator[str]:
    """Yield the road fields on the edge of a face."""
    for name, field in board.fields.items():
        if _is_dry(field) and face.exterior.distance(Spot(board.point_of(name))) < 1:
            yield name
