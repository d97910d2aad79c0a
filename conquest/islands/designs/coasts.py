"""Generate coasts: an outline of all fields and roads of an island, smoothed and roughened."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Any

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import unary_union

from conquest.core import Point

from .sketch import BoardDesign

STRIDE = 19.0  # units between the points of a curve
_ASHORE, _WAYSIDE, _BAY, _APPROACH = 54.0, 46.0, 40.0, 30.0
_LAND = ("road", "drawbridge")


def coast_ring(
    board: BoardDesign, names: Iterable[str], rough: float, seed: int, folds: int = 1
) -> Any:
    """Return the coast round the fields as a polygon, with a bay for each of its harbours.

    ``rough`` is how far it strays from the smooth outline; ``folds`` is how often it repeats
    itself on the way round.
    """
    fields = set(names)
    parts = [Spot(board.point_of(name)).buffer(_ASHORE) for name in sorted(fields)]
    for edge in board.edges_of_kind(*_LAND):
        if {edge["a"], edge["b"]} <= fields:
            parts.append(LineString(board.edge_line(edge)).buffer(_WAYSIDE))
    # Grown, shrunk and grown again: this closes narrow inlets and rounds the corners.
    land = Polygon(unary_union(parts).exterior).buffer(60).buffer(-96).buffer(36)
    return _cut_bays(board, fields, _roughen_coast(land, rough, seed, folds))


def outline_path(*coasts: Any) -> str:
    """Return SVG path data of closed curves along coasts."""
    return "".join(_closed_curve(_space_points(coast)) for coast in coasts)


def _cut_bays(board: BoardDesign, fields: set[str], land: Any) -> Any:
    quays = [edge for edge in board.edges_of_kind("quay") if {edge["a"], edge["b"]} & fields]
    docks = {*(end for edge in quays for end in (edge["a"], edge["b"]))} - fields
    for dock in sorted(docks):
        land = land.difference(Spot(board.point_of(dock)).buffer(_BAY))
    for lane in board.edges_of_kind("lane"):
        if {lane["a"], lane["b"]} & docks:
            land = land.difference(LineString(board.edge_line(lane)).buffer(_APPROACH))
    # Smooth the edges of the cuts; a cut can split off crumbs, so the largest part is the island.
    land = land.buffer(-7).buffer(14).buffer(-7)
    return max(land.geoms, key=lambda part: part.area) if hasattr(land, "geoms") else land


def _roughen_coast(land: Any, rough: float, seed: int, folds: int) -> Any:
    chance = random.Random(seed)
    # Waves of whole numbers close after one turn; the faster ones are the weaker.
    octaves = ((2, 7, 1.0), (9, 17, 0.62), (22, 37, 0.36), (48, 66, 0.2))
    waves = [
        (chance.randint(low, high) * folds, chance.random() * math.tau, strength)
        for low, high, strength in octaves
    ]
    coast, count = land.exterior, int(land.exterior.length / 20)
    points = []
    for i in range(count):
        share = i / count
        away = sum(s * math.sin(math.tau * n * share + shift) for n, shift, s in waves)
        points.append(_point_beside(coast, share, away * rough / 2))
    return Polygon(points).buffer(0)


def _point_beside(coast: Any, share: float, away: float) -> Point:
    """Return the point at a distance beside the coast, at a share (0 to 1) of its length."""
    here = coast.interpolate(share, normalized=True)
    there = coast.interpolate((share + 1e-4) % 1, normalized=True)
    dx, dy = there.x - here.x, there.y - here.y
    far = math.hypot(dx, dy) or 1
    return here.x - dy / far * away, here.y + dx / far * away


def _space_points(coast: Any) -> list[Point]:
    line = coast.exterior
    count = max(12, int(line.length / STRIDE))
    points = [line.interpolate(i / count, normalized=True) for i in range(count)]
    return [(point.x, point.y) for point in points]


def _closed_curve(points: Sequence[Point]) -> str:
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i, b in enumerate(points):
        a, c, after = points[i - 1], points[(i + 1) % len(points)], points[(i + 2) % len(points)]
        d += (
            f"C{b[0] + (c[0] - a[0]) / 6:.1f} {b[1] + (c[1] - a[1]) / 6:.1f} "
            f"{c[0] - (after[0] - b[0]) / 6:.1f} {c[1] - (after[1] - b[1]) / 6:.1f} "
            f"{c[0]:.1f} {c[1]:.1f}"
        )
    return d + "Z"
