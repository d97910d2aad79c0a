"""Places for the numbers of arrows: as near to the middle of their line as hides no figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product
from typing import TypeAlias

from conquest.core import Chart, Mark, Point

from .geometry import line_length, path_points, point_between, shifted_path
from .scene import BoardScene
from .tokens import RADIUS

LANE = 4.0  # arrows keep to the right of their line, so that two opposite ones lie side by side
HEIGHT, DIGIT = 26.0, 10.0
_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8, 0.0, 1.0)  # of a line, the best first
_LINES = ("arrow", "path")
_AIR, _SHAFT = 2.0, 30.0  # room around a number, and the part of a shaft that stays visible

Disc: TypeAlias = tuple[Point, float]


def badge_width(label: str) -> float:
    """Return the width of a badge in board units."""
    return HEIGHT + DIGIT * (len(label) - 1)


def badge_places(scene: BoardScene) -> Mapping[Mark, Point]:
    """Return where to write the number of each arrow or path that has one."""
    taken = [(scene.board.point_of(field), RADIUS) for field in scene.taken_fields]
    places: dict[Mark, Point] = {}
    for mark in scene.style.marks:
        if mark.kind in _LINES and mark.label and len(mark.fields) > 1:
            reach = badge_width(mark.label) / 2 * scene.style.magnify
            places[mark] = _free_place(scene, mark, reach, taken)
            taken.append((places[mark], reach))
    return places


def _free_place(scene: BoardScene, mark: Mark, reach: float, taken: list[Disc]) -> Point:
    """Return the first free place, or the one that covers least."""
    best, most = (0.0, 0.0), -math.inf
    for place in _candidate_places(scene, mark, reach):
        room = min((math.dist(place, at) - radius for at, radius in taken), default=math.inf)
        if room - reach >= _AIR:
            return place
        if room > most:
            best, most = place, room
    return best


def _candidate_places(scene: BoardScene, mark: Mark, reach: float) -> Iterator[Point]:
    """Yield places on a line and beside it, the best first."""
    # a number on a short arrow would cover all of it
    is_long = _path_length(scene.board, mark.fields) > 2 * (RADIUS + reach) + _SHAFT
    beside = (reach + 2 * LANE, RADIUS + reach, 1.5 * (RADIUS + reach))
    for offset in (0.0, *beside) if is_long else beside:
        sides = (LANE + offset, LANE - offset) if offset else (LANE,)
        for share, side in product(_SHARES, sides):
            place = _place_beside(scene.board, mark.fields, side, share)
            if _is_inside(scene, place, reach):
                yield place


@lru_cache(maxsize=2048)
def _path_length(board: Chart, fields: tuple[str, ...]) -> float:
    return line_length(path_points(board, fields))


@lru_cache(maxsize=4096)
def _place_beside(board: Chart, fields: tuple[str, ...], side: float, share: float) -> Point:
    """Return the point of a path shifted to its ``side``, at a ``share`` of its length."""
    line = shifted_path(board, fields, side)
    rest = line_length(line) * share
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if step >= rest and step:
            return point_between(a, b, rest / step)
        rest -= step
    return line[-1]


def _is_inside(scene: BoardScene, place: Point, reach: float) -> bool:
    x, y, wide, high = scene.style.box or (0.0, 0.0, *scene.board.size)
    return x + reach <= place[0] <= x + wide - reach and y + reach <= place[1] <= y + high - reach
