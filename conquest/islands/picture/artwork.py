"""Compute the artwork of the boards: coasts, decoration, places of labels.

``python -m conquest.islands.picture.artwork`` writes it beside the boards' data, as
``conquest/islands/boards/<board>.art.json``. Only this module and ``lettering`` need shapely.
Random numbers have fixed seeds, so that every run writes the same bytes.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import msgspec
from shapely import prepare
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import unary_union

from conquest.core import Point, drawing_name
from conquest.islands.board import FOLDER, board_names
from conquest.kit.picture.geometry import format_pair, format_points, rotate_point, sample_edge

from . import maps
from .lettering import place_names
from .maps import BoardMap, MapField

Crop: TypeAlias = tuple[str, int, float, float]
Plant: TypeAlias = tuple[str, int, int]

# For each island: kind, number, room that one needs, and distance from others, in board units.
_GROWTH: Mapping[str, tuple[Crop, ...]] = {
    "S": (("hut", 7, 13, 90), ("hill", 22, 20, 50), ("wheat", 44, 13, 30), ("tree", 90, 8, 23)),
    "W": (("fir", 170, 8, 21), ("tree", 60, 8, 21)),
    "N": (("mount", 34, 24, 44), ("fir", 130, 8, 22)),
    "E": (("dune", 50, 20, 42), ("palm", 90, 10, 28)),
    "C": (("bush", 70, 8, 22),),
}
_VERGES = {"wild": 9}  # plants may come nearer to trails than to roads


def compute_artwork(views: Sequence[BoardMap]) -> dict[str, Any]:
    """Return what is computed beforehand of a board's picture.

    ``views`` are its maps in all four rotations, the unrotated one first.
    """
    board = views[0]
    (isle,), plateaus = _coast_points(board, "island-S"), _coast_points(board, "grail-plateau")
    middle = [*_coast_points(board, "centre"), *_coast_points(board, "isles")]
    coasts = {
        seat: [[rotate_point(point, board.flat_middle, turn) for point in isle]]
        for seat, turn in board.home_turns.items()
    }
    coasts["C"] = middle
    shores = [*chain(*coasts.values()), *plateaus]
    letters = list(_place_names_on_views(views, shores, maps.NAME_SIZE))
    bare = _bare_ground(board, letters[0]).union(_join_coasts(plateaus).buffer(24))
    return {
        "isle": smooth_path(isle),
        "isle-rim": smooth_path(_inner_ring(isle, 11)),
        "centre": "".join(map(smooth_path, middle)),
        "centre-rim": "".join(smooth_path(_inner_ring(coast, 11)) for coast in middle),
        **(
            {"plateau": smooth_path(plateaus[0]), "cliff": _cliff_path(board, plateaus[0])}
            if plateaus
            else {}
        ),
        "growth": {
            seat: _grow_plants(_join_coasts(shores), bare, _GROWTH[seat], seed)
            for seed, (seat, shores) in enumerate(coasts.items(), 3)
        },
        "labels": _rounded_places(letters),
        "large-labels": _rounded_places(_place_names_on_views(views, shores, maps.LARGE_SIZE)),
    }


def _rounded_places(views: Iterable[Mapping[str, Point]]) -> list[dict[str, list[int]]]:
    return [{field: [round(x), round(y)] for field, (x, y) in names.items()} for names in views]


def smooth_path(ring: list[Point]) -> str:
    """Return SVG path data of a closed Catmull-Rom curve through the points, in whole units."""
    # Whole, relative numbers keep the path data short.
    spots = [(round(x), round(y)) for x, y in ring]
    here, d = spots[0], f"M{format_pair(*spots[0])}"
    for i, there in enumerate(spots[1:] + spots[:1], 1):
        control = _control_before(spots[i - 1], there, spots[(i + 1) % len(spots)])
        offsets = [(control[0] - here[0], control[1] - here[1])]
        offsets.append((there[0] - here[0], there[1] - here[1]))
        d += (
            ("c" + format_points([_first_control(spots), *offsets]))
            if i == 1
            else "s" + format_points(offsets)
        )
        here = there
    return d + "z"


def main() -> None:
    for board in board_names():
        (FOLDER / f"{board}.art.json").write_bytes(write_artwork(board))


def write_artwork(board: str) -> bytes:
    """Return the artwork of a board as JSON bytes, to be stored beside its data."""
    views = [maps.read_map(drawing_name(board, quarters)) for quarters in maps.QUARTERS]
    return msgspec.json.encode(compute_artwork(views)) + b"\n"


def _first_control(spots: list[tuple[int, int]]) -> Point:
    before, after = spots[-1], spots[1]
    return (after[0] - before[0]) / 6, (after[1] - before[1]) / 6


def _control_before(a: Point, b: Point, c: Point) -> Point:
    return round(b[0] - (c[0] - a[0]) / 6, 1), round(b[1] - (c[1] - a[1]) / 6, 1)


def _coast_points(board: BoardMap, region: str) -> list[list[Point]]:
    """Return the points of a region's outlines, that is, the ends of their curves."""
    outline = board.regions.get(region, {}).get("outline", "")
    return [_outline_points(closed) for closed in outline.split("Z") if closed]


def _outline_points(outline: str) -> list[Point]:
    lengths = [float(n) for n in re.findall(r"-?[\d.]+", outline)]
    return [(lengths[i], lengths[i + 1]) for i in range(0, len(lengths) - 2, 6)]


def _join_coasts(coasts: Iterable[list[Point]]) -> Any:
    return unary_union([Polygon(coast) for coast in coasts])


def _inner_ring(ring: list[Point], distance: float) -> list[Point]:
    inner = Polygon(ring).buffer(-distance).exterior
    steps = int(inner.length / 20)
    points = [inner.interpolate(i / steps, normalized=True) for i in range(steps)]
    return [(point.x, point.y) for point in points]


def _cliff_path(board: BoardMap, plateau: list[Point]) -> str:
    edge, middle, d = Polygon(plateau).exterior, board.flat_middle, ""
    for i in range(144):
        spot = edge.interpolate(i / 144, normalized=True)
        share = 9 / math.dist(middle, (spot.x, spot.y))
        out = format_pair((spot.x - middle[0]) * share, (spot.y - middle[1]) * share)
        d += f"M{format_pair(spot.x, spot.y)}l{out}"
    return d


def _place_names_on_views(
    views: Sequence[BoardMap], shores: list[list[Point]], size: float
) -> Iterator[Mapping[str, Point]]:
    """Yield the places of the names on each view of a board.

    The islands are rotated copies: where a field of a view lies at the place of a field of the
    unrotated board, its name takes the place of the other's name.
    """
    names = place_names(views[0], shores, size=size)
    at = {_name_spot(views[0].fields[name]): where for name, where in names.items()}
    for view in views:
        alike = {name: at.get(_name_spot(view.fields[name])) for name in names}
        known = {name: where for name, where in alike.items() if where}
        seen = [[*map(view.seen_point, shore)] for shore in shores]
        yield place_names(view, seen, known, size)


def _name_spot(field: MapField) -> tuple[Point, int]:
    """Return the key of a place for a name: the point of the field, and the name's length."""
    return field.at, len(field.id)


def _bare_ground(board: BoardMap, letters: Mapping[str, Point]) -> Any:
    """Return the area without plants: on roads and fields, in castles, under names."""
    ways = [
        LineString(sample_edge(board.chart, way)).buffer(_VERGES.get(way.kind, 22))
        for way in board.chart.ways
    ]
    fields = [Spot(field.at).buffer(42) for field in board.fields.values()]
    names = [Spot(at).buffer(20) for at in letters.values()]
    keep = _keep_middle(board)
    keeps = [
        Spot(rotate_point(keep, board.flat_middle, turn)).buffer(135)
        for turn in board.home_turns.values()
    ]
    slits = [Spot(board.slit_point(*ends)).buffer(14) for ends in board.slits]
    return unary_union([*ways, *fields, *names, *keeps, *slits])


def _keep_middle(board: BoardMap) -> Point:
    towers = [field.at for field in board.fields.values() if field.region == "castle-S"]
    return sum(x for x, _ in towers) / len(towers), sum(y for _, y in towers) / len(towers)


def _grow_plants(land: Any, bare: Any, crops: tuple[Crop, ...], seed: int) -> list[Plant]:
    """Return the plants of an island, sorted from back to front."""
    # Those that need most room come first, and each takes its room from the ground.
    chance = random.Random(seed)
    ground = land.buffer(-14).difference(bare)
    grown: list[Plant] = []
    for kind, count, room, apart in crops:
        beds = ground.buffer(-room)
        for spot in _scatter_spots(beds, count, apart, chance):
            grown.append((kind, round(spot[0]), round(spot[1])))
            ground = ground.difference(Spot(spot).buffer(room))
    return sorted(grown, key=lambda plant: (plant[2], plant[1]))


def _scatter_spots(ground: Any, count: int, apart: float, chance: random.Random) -> list[Point]:
    prepare(ground)
    x0, y0, x1, y1 = ground.bounds
    spots: list[Point] = []
    # The ground may have no room for all: give up after enough tries.
    for _ in range(count * 50):
        spot = (chance.uniform(x0, x1), chance.uniform(y0, y1))
        if len(spots) == count:
            break
        if all(math.dist(spot, other) > apart for other in spots) and ground.contains(Spot(spot)):
            spots.append(spot)
    return spots


if __name__ == "__main__":
    main()
