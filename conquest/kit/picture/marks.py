"""Marks over the board: reach, captures, paths, numbered arrows, lost figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from conquest.core import Chart, Mark, Point

from .badges import HEIGHT, LANE, badge_places, badge_width
from .geometry import (
    direction_degrees,
    format_points,
    line_data,
    path_points,
    shifted_path,
    trim_line,
)
from .inks import NOTE, OUTLINE
from .markup import Attributes, element, format_length, group, text_element, transform_to
from .scene import BoardScene
from .tokens import RADIUS, draw_face

_Drawn: TypeAlias = Callable[[BoardScene, Mark], str]
_ENDS: Mapping[str, int] = {"path": 2, "arrow": 2, "shut": 2}  # fewest fields; else one


def draw_beneath(scene: BoardScene) -> str:
    """Draw the marks under the figures: lines of paths and arrows, shades, coats."""
    return _draw_layer(scene, _BENEATH, "b-beneath")


def draw_above(scene: BoardScene) -> str:
    """Draw the marks over the figures: rings, numbers, swords and ghosts."""
    places = badge_places(scene)
    numbers = {"path": partial(_path_badge, places), "arrow": partial(_arrow_badge, places)}
    return _draw_layer(scene, {**_ABOVE, **numbers}, "b-above")


def _draw_layer(scene: BoardScene, kinds: Mapping[str, _Drawn], class_: str) -> str:
    return group(
        *(
            element("g", kinds[mark.kind](scene, mark), class_=f"m-{mark.kind}")
            for mark in scene.style.marks
            if mark.kind in kinds and len(mark.fields) >= _ENDS.get(mark.kind, 1)
        ),
        class_=class_,
    )


def _draw_ring(scene: BoardScene, mark: Mark) -> str:
    return _draw_on_each(
        scene, mark, _draw_halo(scene, scene.inks.plan) + _label_below(scene, mark, "plan")
    )


def _draw_reach(scene: BoardScene, mark: Mark) -> str:
    inks = scene.inks
    disc = element(
        "circle", r=RADIUS, fill=inks.bed, stroke=inks.reach, stroke_width=5
    ) + text_element(mark.label, 26, inks.reach)
    ring = _draw_halo(scene, inks.reach) + _label_below(scene, mark, "reach")
    return "".join(
        _draw_on_field(scene, field, ring if field in scene.taken_fields else disc)
        for field in mark.fields
    )


def _draw_capture(scene: BoardScene, mark: Mark) -> str:
    inks = scene.inks
    swords = element(
        "g",
        *_SWORDS,
        transform="translate(-28 -28)",
        fill=inks.bed,
        stroke=inks.danger,
    )
    return _draw_on_each(
        scene, mark, _draw_halo(scene, inks.danger) + swords + _label_below(scene, mark, "danger")
    )


def _draw_ghost(scene: BoardScene, mark: Mark) -> str:
    """Draw a lost figure: its symbol is the label, where the label is a letter of the game.

    Where another figure is on its field, the ghost is smaller and beside it.
    """
    inks, cross = scene.inks, "M-20-20 20 20M20-20-20 20"
    drawn = (
        group(_faint_figure(scene, mark), opacity="0.7")
        + element("path", d=cross, stroke=inks.bed, stroke_width=10, **_ROUND)
        + element("path", d=cross, stroke=inks.danger, stroke_width=5, **_ROUND)
    )
    beside = group(drawn, transform="translate(-27 25) scale(0.62)")
    return "".join(
        _draw_on_field(scene, field, beside if field in scene.taken_fields else drawn)
        for field in mark.fields
    )


def _draw_shade(scene: BoardScene, mark: Mark) -> str:
    """Draw a square that is the darker the higher its label is, a number of hundredths."""
    deep = round(0.12 + 0.7 * int(mark.label) / 100, 2)
    field: Attributes = {"x": -32, "y": -32, "width": 64, "height": 64, "opacity": deep}
    return _draw_on_each(scene, mark, element("rect", **field, fill=scene.inks.plan))


def _draw_odds(scene: BoardScene, mark: Mark) -> str:
    """Write the hundredths; below a figure they are written in the ink of danger."""
    low = _label_below(scene, mark, "danger")
    free = _draw_chip(mark.label, scene.inks.bed, scene.inks.plan, (0, 0))
    taken = scene.taken_fields
    return "".join(
        _draw_on_field(scene, field, low if field in taken else free) for field in mark.fields
    )


def _draw_bar(scene: BoardScene, mark: Mark) -> str:
    """Draw a barrier on a square that is barred for now, below any figure or ghost there."""
    inks = scene.inks
    drawn = (
        element("path", d="M-20-9V13M20-9V13", stroke=inks.bed, stroke_width=9, **_ROUND)
        + element("path", d="M-20-9V13M20-9V13", stroke=inks.danger, stroke_width=4.5, **_ROUND)
        + element("rect", **_PLANK, fill=inks.bed, stroke=inks.danger, stroke_width=2.5)
        + element("path", d=_STRIPES, fill=inks.danger)
    )
    low = group(drawn, transform="translate(0 19)")
    covered = scene.taken_fields | _ghost_fields(scene)
    return "".join(
        _draw_on_field(scene, field, low if field in covered else drawn) for field in mark.fields
    )


def _draw_lifted(scene: BoardScene, mark: Mark) -> str:
    """Draw a coat over squares that are no longer special, except their names, and a faint cross
    over the sign of their owner: in red it would look like something to be hit."""
    inks = scene.inks
    drawn = (
        element("path", d=_COAT, fill=inks.bed, opacity="0.72"),
        element("path", d=_STRUCK, stroke=_WORN, stroke_width=2.5, **_ROUND),
    )
    return _draw_on_each(scene, mark, "".join(drawn))


def _draw_shut(scene: BoardScene, mark: Mark) -> str:
    """Draw a raised bridge between two fields: upright planks in front of the first, on chains
    that hang over the gap."""
    start, end = (scene.board.point_of(field) for field in mark.fields[:2])
    gap = math.dist(start, end) - 2 * RADIUS
    hole: Attributes = {"x": RADIUS, "y": -13, "width": max(gap, 0), "height": 26}
    planks: Attributes = {"x": RADIUS + 2, "y": -19, "width": 10, "height": 38, "rx": 2}
    drawn = (
        element("rect", **hole, fill=_GAP),
        element("path", d=_HANGING, fill="none", stroke=_IRON, stroke_width=2.5),
        element("rect", **planks, fill=_WOOD, stroke=OUTLINE, stroke_width=2.5),
        element("path", d=_SEAMS, stroke=OUTLINE, stroke_width=1.3),
    )
    return element(
        "g",
        *drawn,
        data_f=mark.fields[0],
        transform=transform_to(start, direction_degrees(start, end)),
    )


def _draw_note(scene: BoardScene, mark: Mark) -> str:
    """Draw a label pinned to the lower edge of a figure, where it leaves the symbol visible."""
    wide = _NOTE_WIDTH + _NOTE_SIGN * len(mark.label)
    paper: Attributes = {"height": _NOTE_HEIGHT, "rx": 4, "fill": NOTE, "stroke": OUTLINE}
    label = element(
        "rect", x=-wide / 2, y=-_NOTE_HEIGHT / 2, width=wide, stroke_width=1.8, **paper
    ) + text_element(mark.label, 17, OUTLINE)
    return _draw_on_each(scene, mark, element("g", label, transform="translate(0 23)"))


def _ghost_fields(scene: BoardScene) -> set[str]:
    ghosts = (mark for mark in scene.style.marks if mark.kind == "ghost")
    return {field for mark in ghosts for field in mark.fields}


def _faint_figure(scene: BoardScene, mark: Mark) -> str:
    artist = scene.artist
    if mark.seat is None and mark.label not in artist.neutral:
        return ""
    set_ = scene.figure_set(mark.seat, mark.label)
    return "".join(draw_face(set_, artist.symbols.get(mark.label, "")))


def _draw_path(scene: BoardScene, mark: Mark) -> str:
    d = line_data(trim_line(path_points(scene.board, mark.fields), RADIUS + 3, RADIUS + 3))
    bed, ink = scene.inks.bed, scene.inks.reach
    dots: Attributes = {"stroke_width": 7, "stroke_dasharray": "0.1 12"}
    return element("path", d=d, fill="none", stroke=bed, stroke_width=12, **_ROUND) + element(
        "path", d=d, fill="none", stroke=ink, **dots, **_ROUND
    )


def _path_badge(places: Mapping[Mark, Point], scene: BoardScene, mark: Mark) -> str:
    if mark not in places:
        return ""
    inks, magnify = scene.inks, scene.style.magnify
    return _draw_chip(mark.label, inks.reach, inks.bed, places[mark], magnify=magnify)


def _draw_arrow(scene: BoardScene, mark: Mark) -> str:
    fill, _, edge = _arrow_inks(scene, mark)
    shaft, head = _arrow_data(scene.board, mark.fields)
    return (
        element("path", d=shaft, fill="none", stroke=edge, stroke_width=11, **_ROUND)
        + element("path", d=head, fill=edge, stroke=edge, stroke_width=5, **_ROUND)
        + element("path", d=shaft, fill="none", stroke=fill, stroke_width=6.5, **_ROUND)
        + element("path", d=head, fill=fill)
    )


@lru_cache(maxsize=2048)
def _arrow_data(board: Chart, fields: tuple[str, ...]) -> tuple[str, str]:
    """Return the shaft and the head of an arrow as SVG path data."""
    points = trim_line(shifted_path(board, fields, LANE), RADIUS / 2, RADIUS + 4)
    return line_data(trim_line(points, 0, 14)), _arrow_head(points)


def _arrow_badge(places: Mapping[Mark, Point], scene: BoardScene, mark: Mark) -> str:
    if mark not in places:
        return ""
    fill, ink, edge = _arrow_inks(scene, mark)
    return _draw_chip(mark.label, fill, ink, places[mark], edge, scene.style.magnify)


def _arrow_inks(scene: BoardScene, mark: Mark) -> tuple[str, str, str]:
    if mark.seat is None:
        return scene.inks.plan, scene.inks.bed, scene.inks.bed
    set_ = scene.figure_set(mark.seat, "")
    return set_.fill, set_.ink, set_.ink


def _arrow_head(points: list[Point]) -> str:
    tip = points[-1]
    base = trim_line(points, 0, 20)[-1]
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    wings = [(base[0] - dy * 0.6, base[1] + dx * 0.6), (base[0] + dy * 0.6, base[1] - dx * 0.6)]
    return "M" + format_points([tip, *wings]) + "Z"


def _draw_on_each(scene: BoardScene, mark: Mark, drawn: str) -> str:
    return "".join(_draw_on_field(scene, field, drawn) for field in mark.fields)


def _draw_on_field(scene: BoardScene, field: str, drawn: str) -> str:
    return element("g", drawn, data_f=field, transform=transform_to(scene.board.point_of(field)))


def _draw_halo(scene: BoardScene, ink: str) -> str:
    ring: Attributes = {"r": RADIUS + 9, "fill": "none"}
    return element("circle", **ring, stroke=scene.inks.bed, stroke_width=9) + element(
        "circle", **ring, stroke=ink, stroke_width=5
    )


def _label_below(scene: BoardScene, mark: Mark, ink: str) -> str:
    return _draw_chip(mark.label, getattr(scene.inks, ink), scene.inks.bed, (0, RADIUS + 14))


def _draw_chip(
    label: str, fill: str, ink: str, at: Point, edge: str | None = None, magnify: float = 1
) -> str:
    if not label:
        return ""
    wide = badge_width(label)
    return element(
        "g",
        element(
            "rect",
            x=-wide / 2,
            y=-HEIGHT / 2,
            width=wide,
            height=HEIGHT,
            rx=HEIGHT / 2,
            fill=fill,
            stroke=edge or ink,
            stroke_width=2,
        ),
        text_element(label, 18, ink),
        transform=transform_to(at) + (f" scale({format_length(magnify)})" if magnify != 1 else ""),
    )


_PLANK: Attributes = {"x": -29, "y": -6.5, "width": 58, "height": 13, "rx": 2.5}
_STRIPES = "".join(f"M{x}-6.5h7l-8 13h-7Z" for x in (-17, -3, 11, 25))
_COAT = "M-32-19H-7V-32H32V32H-32Z"
_WORN = "#8A7B5C"
_STRUCK = "M-32 18-18 32M-18 18-32 32"
_GAP, _WOOD, _IRON = "#3E3528", "#9A6B3A", "#C9C4B8"
_SEAMS = "".join(f"M{RADIUS + 2}{y:+}h10" for y in (-11.5, -4, 4, 11.5))
_HANGING = f"M{RADIUS + 11}-16q7 5 10 4M{RADIUS + 11} 16q7-5 10-4"
_NOTE_WIDTH, _NOTE_SIGN, _NOTE_HEIGHT = 9.0, 10.5, 20.0
_ROUND: Mapping[str, str] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
_SWORDS = (
    element("circle", r=14, stroke_width=2.5),
    element("path", d="M-8-8 7 7M8-8-7 7", fill="none", stroke_width=3.2, **_ROUND),
    element("path", d="M-8.5 2-3 7.5M8.5 2 3 7.5", fill="none", stroke_width=2.6, **_ROUND),
)
_BENEATH: Mapping[str, _Drawn] = {
    "lifted": _draw_lifted,
    "odds": _draw_shade,
    "shut": _draw_shut,
    "path": _draw_path,
    "arrow": _draw_arrow,
}
_ABOVE: Mapping[str, _Drawn] = {
    "reach": _draw_reach,
    "ring": _draw_ring,
    "capture": _draw_capture,
    "ghost": _draw_ghost,
    "bar": _draw_bar,
    "note": _draw_note,
    "odds": _draw_odds,
}
