"""The maps of the islands: the parts of a board's data that the drawing uses.

The rules read the same file, but never its coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, TypeAlias

import msgspec

from conquest.core import Chart, Edge, Point, drawing_name
from conquest.islands.board import LETTERS as SEATS
from conquest.islands.board import board_names
from conquest.kit.picture.geometry import (
    direction_degrees,
    edge_curve,
    point_between,
    point_on_curve,
    turn_point,
)

Ends: TypeAlias = tuple[str, str]

LETTERS = "".join(SEATS.values())
BOARDS = "conquest.islands.boards"
QUARTERS = range(4)
NAME_SIZE, LARGE_SIZE = 17.0, 27.0  # of the font of names, in board units
_WALL = 38.0
DRAWINGS: Mapping[str, tuple[str, int]] = {
    drawing_name(board, quarters): (board, quarters)
    for board, quarters in product(board_names(), QUARTERS)
}


@dataclass(frozen=True, slots=True)
class MapField:
    """A field with its point; ``seat`` is the owner of a tower."""

    id: str
    at: Point
    terrain: str
    region: str
    tags: frozenset[str]
    seat: str | None


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A board as it is drawn: its fields, their points, and the regions of land.

    Points are those on the board rotated by ``turned`` quarters to the left, except for the
    outlines of the regions. ``passes`` are the roads above trails, and ``slits`` the pairs of
    fields with an arrow slit between them; roads and trails are given by their ends. ``flat`` is
    the size of the unrotated board.
    """

    chart: Chart
    fields: Mapping[str, MapField]
    regions: Mapping[str, Mapping[str, Any]]
    passes: Mapping[Ends, Ends]
    slits: tuple[Ends, ...]
    flat: Point
    turned: int = 0

    def seen_point(self, point: Point) -> Point:
        """Return where a point of the unrotated board is drawn."""
        return turn_point(point, self.flat, self.turned)

    def slit_point(self, one: str, other: str) -> Point:
        """Return the point of a slit: half way between its fields, or in the wall of a tower."""
        a, b = self.chart.point_of(one), self.chart.point_of(other)
        return point_between(a, b, _WALL / math.dist(a, b) if self.fields[one].seat else 0.5)

    def underpass_point(self, road: Ends) -> tuple[Point, float]:
        """Return the middle of a road, where trails lead below it, and its direction there."""
        bend = edge_curve(self.chart, self.chart.edges_by_ends[road])
        return point_on_curve(bend, 0.5), direction_degrees(
            point_on_curve(bend, 0.45), point_on_curve(bend, 0.55)
        )

    @property
    def home_turns(self) -> Mapping[str, int]:
        """The seats with an island, and how many degrees clockwise it is rotated from the
        southern one."""
        seats = [seat for seat in LETTERS if f"island-{seat}" in self.regions]
        return {seat: turn * 360 // len(seats) for turn, seat in enumerate(seats)}

    @property
    def flat_middle(self) -> Point:
        """The middle of the unrotated board."""
        return self.flat[0] / 2, self.flat[1] / 2


@cache
def read_map(drawn: str) -> BoardMap:
    """Return the map of a drawing, such as "four-islands", from the data of its board."""
    board, quarters = DRAWINGS[drawn]
    data = msgspec.json.decode((files(BOARDS) / f"{board}.json").read_bytes())
    fields = {field["id"]: _read_field(field) for field in data["fields"]}
    chart = Chart(
        size=(data["size"][0], data["size"][1]),
        fields={name: field.at for name, field in fields.items()},
        ways=tuple(_read_way(edge) for edge in data["edges"] if edge["kind"] != "fire"),
    )
    trails = (edge for edge in data["edges"] if edge["kind"] == "wild" and "under" in edge)
    passes = {_edge_ends(edge): _split_road(edge["under"]) for edge in trails}
    slits = tuple(_edge_ends(edge) for edge in data["edges"] if "slit" in edge["tags"])
    return _turn_map(BoardMap(chart, fields, data["regions"], passes, slits, chart.size, quarters))


@cache
def chart_of(drawn: str) -> Chart:
    """Return the chart of a drawing: the points of its fields, connections and names."""
    board = read_map(drawn)
    names = read_artwork(drawn)["labels"][board.turned]
    return replace(board.chart, names={field: (x, y) for field, (x, y) in names.items()})


@cache
def read_artwork(drawn: str) -> dict[str, Any]:
    """Return the artwork of a board: outlines, decoration, and the places of names for each
    rotation: of plain ones as "labels", of "large-labels", too."""
    board, _ = DRAWINGS[drawn]
    art: dict[str, Any] = msgspec.json.decode((files(BOARDS) / f"{board}.art.json").read_bytes())
    return art


def _turn_map(board: BoardMap) -> BoardMap:
    """Return a map with all points rotated to where they are drawn."""
    fields = {
        name: replace(field, at=board.seen_point(field.at)) for name, field in board.fields.items()
    }
    chart = Chart(
        size=(board.flat[1], board.flat[0]) if board.turned % 2 else board.flat,
        fields={name: field.at for name, field in fields.items()},
        ways=tuple(_turn_bend(board, way) for way in board.chart.ways),
    )
    return replace(board, chart=chart, fields=fields)


def _turn_bend(board: BoardMap, way: Edge) -> Edge:
    if way.bend is None:
        return way
    one, other = way.bend
    return replace(way, bend=(board.seen_point(one), board.seen_point(other)))


def _read_field(data: Mapping[str, Any]) -> MapField:
    return MapField(
        id=data["id"],
        at=(data["x"], data["y"]),
        terrain=data["terrain"],
        region=data["region"],
        tags=frozenset(data["tags"]),
        seat=data.get("seat"),
    )


def _edge_ends(edge: Mapping[str, Any]) -> Ends:
    return edge["a"], edge["b"]


def _split_road(written: str) -> Ends:
    one, other = written.split("-")
    return one, other


def _read_way(data: Mapping[str, Any]) -> Edge:
    # A stair is drawn upwards: the direction that is open to all.
    start, end = next(iter(data.get("oneway", {}).values()), (data["a"], data["b"]))
    bend = data.get("ctrl")
    return Edge(
        start=start,
        end=end,
        bend=((bend[0], bend[1]), (bend[2], bend[3])) if bend else None,
        kind=data["kind"],
    )
