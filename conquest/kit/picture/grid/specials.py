"""Special squares: each kind can be recognised by its drawing, without any colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from conquest.core import Point
from conquest.kit.picture.geometry import format_pair
from conquest.kit.picture.markup import element, group, transform_to

from .palette import Palette
from .squares import HALF, SIDE, Grid, Special, square_attributes

_Drawn: TypeAlias = Callable[[Grid, Special, Palette], str]
_OUT = 5.0


def draw_specials(grid: Grid, palette: Palette) -> str:
    """Draw all special squares of a board, in their order."""
    return "".join(_KINDS[special.kind](grid, special, palette) for special in grid.specials)


def draw_walls(grid: Grid, palette: Palette) -> str:
    """Draw walls around the zones towards the water, visible beside their squares."""
    zones = [special.squares for special in grid.specials if special.kind == "zone"]
    d = "".join(_shore_data(grid, squares) for squares in zones)
    return group(
        element("path", d=d, stroke=palette.stone_edge, stroke_width=15),
        element("path", d=d, stroke=palette.stone, stroke_width=10),
        element("path", d=d, stroke=palette.mortar, stroke_width=4, stroke_dasharray="9 7"),
        fill="none",
        stroke_linecap="square",
    )


def _draw_zone(grid: Grid, zone: Special, palette: Palette) -> str:
    """Hatch a zone, and draw a threshold where it borders on other squares."""
    # by owner: the zones of different seats are hatched differently, not only coloured
    turn = _special_owners(grid).index(zone.owner) % len(_HATCHES)
    hatches = element("path", d=_HATCHES[turn])
    threshold = element("path", d=_threshold_data(grid, zone.squares), fill="none")
    return _draw_each(grid, zone, hatches, stroke=palette.hatch, stroke_width=1.6) + group(
        threshold, stroke=palette.stone_edge, stroke_width=3.2
    )


def _draw_goal(grid: Grid, goal: Special, palette: Palette) -> str:
    """Draw a target on each goal, and a double frame that is visible around a figure on it."""
    target = (
        element("rect", **square_attributes(HALF), fill=palette.goal_bed)
        + element(
            "rect", **square_attributes(30), fill="none", stroke=palette.goal_edge, stroke_width=3.2
        )
        + element(
            "rect", **square_attributes(25.5), fill="none", stroke=palette.goal, stroke_width=1.8
        )
        + element("circle", r=20, fill="none", stroke=palette.goal, stroke_width=5)
        + element("circle", r=10.5, fill="none", stroke=palette.goal, stroke_width=4)
        + element("circle", r=4, fill=palette.goal)
    )
    return _draw_each(grid, goal, target)


def _draw_start(grid: Grid, start: Special, palette: Palette) -> str:
    """Mark the corners of squares from which something starts."""
    return _draw_each(
        grid,
        start,
        element("path", d=_TICKS),
        fill="none",
        stroke=palette.hatch,
        stroke_width=2.6,
        stroke_linecap="round",
    )


def _draw_rough(grid: Grid, rough: Special, palette: Palette) -> str:
    """Draw rocks on squares that nobody can enter."""
    return _draw_each(
        grid,
        rough,
        element("path", d=_ROCKS),
        fill=palette.rock,
        stroke=palette.rock_edge,
        stroke_width=2,
        stroke_linejoin="round",
    )


def _special_owners(grid: Grid) -> list[str | None]:
    return list(dict.fromkeys(special.owner for special in grid.specials))


def _draw_each(grid: Grid, special: Special, drawn: str, **attributes: str | float | None) -> str:
    squares = grid.sort_squares(special.squares)
    placed = (
        element("g", drawn, transform=transform_to(grid.chart.point_of(square)))
        for square in squares
    )
    return group(*placed, **attributes)


def _shore_data(grid: Grid, squares: frozenset[str]) -> str:
    """Return path data of the edge of an area towards the water, a little outside of it."""
    return "".join(
        f"M{format_pair(x + _OUT * (right - abs(up)), y - _OUT * (up + abs(right)))}"
        f"{'h' if up else 'v'}{SIDE + 2 * _OUT:g}"
        for beyond, (x, y), right, up in _area_edges(grid, squares)
        if beyond not in grid.squares
    )


def _threshold_data(grid: Grid, squares: frozenset[str]) -> str:
    """Return path data of the edge of an area towards other squares."""
    return "".join(
        f"M{format_pair(x, y)}{'h' if up else 'v'}{SIDE:g}"
        for beyond, (x, y), right, up in _area_edges(grid, squares)
        if beyond in grid.squares
    )


def _area_edges(grid: Grid, squares: frozenset[str]) -> Iterator[tuple[str, Point, int, int]]:
    """Yield each side of an area's edge: the square beyond it, its start, its direction."""
    for square in grid.sort_squares(squares):
        column, row = grid.square_spots[square]
        x, y = grid.corner_of(square)
        for right, up in ((-1, 0), (1, 0), (0, 1), (0, -1)):
            beyond = grid.squares_by_spot.get((column + right, row + up), "")
            if beyond not in squares:
                yield beyond, (x + SIDE * (right == 1), y + SIDE * (up == -1)), right, up


_KINDS: Mapping[str, _Drawn] = {
    "zone": _draw_zone,
    "goal": _draw_goal,
    "start": _draw_start,
    "rough": _draw_rough,
}
_STEPS = [round(SIDE * step / 6 - HALF) for step in range(7)]
_HATCHES = (
    "".join(f"M-33 {at}L{at}-33M{at} 33L33 {at}" for at in _STEPS[1:]),
    "".join(f"M-33 {at}L{-at} 33M{at}-33L33 {-at}" for at in _STEPS[:-1]),
    "".join(f"M-33 {at}H33" for at in _STEPS[1:]),
    "".join(f"M{at}-33V33" for at in _STEPS[1:]),
)
_TICKS = "M-27-17v-10h10M17-27h10v10M27 17v10h-10M-17 27h-10v-10"
_ROCKS = "M-28 22-15-4-8 4 0-18 9-2 15-9 28 22ZM0-18 3 0-3 8M15-9 14 4M-15-4-14 8"
