"""Draw the fields of the board and their names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from conquest.core import Point
from conquest.kit.picture.geometry import format_pair, point_between
from conquest.kit.picture.markup import FAMILY, Attributes, element, group, transform_to

from .maps import LARGE_SIZE, NAME_SIZE, BoardMap, MapField
from .palette import IslandsPalette

Places: TypeAlias = Mapping[str, tuple[int, int]]


def draw_fields(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw all fields except towers: land, sea, harbours with an anchor, grails with a cup."""
    land, sea = _plain_fields(board, "land"), _plain_fields(board, "sea")
    return (
        _draw_discs(land, 23, 3, palette.field, palette.field_edge)
        + _draw_discs(sea, 21, 3, palette.sea_field, palette.sea_field_edge)
        + _draw_harbours(_tagged_fields(board, "harbour"), palette)
        + _draw_grails(_tagged_fields(board, "grail"), palette)
    )


def draw_names(
    board: BoardMap, art: Mapping[str, Any], palette: IslandsPalette, *, is_large: bool = False
) -> str:
    """Write the names of the fields beside them; those at sea have another colour."""
    at = art["large-labels" if is_large else "labels"][board.turned]
    size = LARGE_SIZE if is_large else NAME_SIZE
    at_sea = [field for field in board.fields.values() if field.terrain == "sea"]
    ashore = [field for field in board.fields.values() if field.terrain != "sea"]
    return group(
        _draw_pointers(board, at, size, palette.label, palette.label_halo),
        _draw_labels(ashore, at, size, palette.label, palette.label_halo),
        _draw_labels(at_sea, at, size, palette.sea_label, palette.sea_label_halo),
        class_="b-names",
        font_size=size,
        font_weight="700",
        font_family=FAMILY,
        text_anchor="middle",
        stroke_width=round(size / 4.25, 1),
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _plain_fields(board: BoardMap, terrain: str) -> list[MapField]:
    special = {"castle", "harbour", "grail"}
    return [
        field
        for field in board.fields.values()
        if field.terrain == terrain and not field.tags & special
    ]


def _tagged_fields(board: BoardMap, tag: str) -> list[MapField]:
    return [field for field in board.fields.values() if tag in field.tags]


def _draw_discs(fields: Iterable[MapField], radius: float, edge: float, fill: str, ink: str) -> str:
    """Draw discs of one kind of field."""
    # Round dots of one path: the shortest markup for many circles.
    d = "".join(f"M{format_pair(*field.at)}h0" for field in fields)
    return "".join(
        element("path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
        for stroke, width in ((ink, 2 * radius + edge), (fill, 2 * radius - edge))
    )


def _draw_harbours(fields: list[MapField], palette: IslandsPalette) -> str:
    discs = _draw_discs(fields, 25, 4, palette.sea_field, palette.sea_field_edge)
    anchors: Attributes = {
        "fill": "none",
        "stroke": palette.sea_field_edge,
        "stroke_width": 3.2,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    return discs + group(*_repeat_at_fields(fields, element("path", d=_ANCHOR)), **anchors)


def _draw_grails(fields: list[MapField], palette: IslandsPalette) -> str:
    return (
        _draw_discs(fields, 27, 2.5, palette.hallow, palette.grail_edge)
        + _draw_discs(fields, 22.5, 2, palette.grail, palette.grail_edge)
        + group(*_repeat_at_fields(fields, element("path", d=_CUP)), fill=palette.cup)
    )


def _repeat_at_fields(fields: Iterable[MapField], drawn: str) -> list[str]:
    return [element("g", drawn, transform=transform_to(field.at)) for field in fields]


def _draw_labels(fields: Iterable[MapField], at: Places, size: float, ink: str, halo: str) -> str:
    base = round(size * 0.35)  # below the middle of a capital letter
    places = ((field.id, *at[field.id]) for field in fields)
    return group(
        *(element("text", name, x=x, y=y + base) for name, x, y in places),
        fill=ink,
        stroke=halo,
    )


def _draw_pointers(board: BoardMap, at: Places, size: float, ink: str, halo: str) -> str:
    """Draw a short line from a field to its name where another field is nearly as near to it."""
    d = "".join(
        f"M{format_pair(*(round(x) for x in start))}L{format_pair(*(round(x) for x in end))}"
        for start, end in _pointers(board, at, size)
    )
    return "".join(
        element("path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
        for stroke, width in ((halo, 7), (ink, 3))
    )


def _pointers(board: BoardMap, at: Places, size: float) -> Iterator[tuple[Point, Point]]:
    for field in board.fields.values():
        end = _nearest_of_name(field.id, at[field.id], size, field.at)
        gap = math.dist(end, field.at)
        others = (
            math.dist(_nearest_of_name(field.id, at[field.id], size, other.at), other.at)
            for other in board.fields.values()
            if other is not field and math.dist(other.at, field.at) < _NEIGHBOURS
        )
        if min(others, default=math.inf) < _NEARLY * gap:
            yield point_between(field.at, end, min(1, _RIM / gap)), end


def _nearest_of_name(name: str, middle: Point, size: float, place: Point) -> Point:
    """Return the point of a written name that is nearest to a place."""
    wide, high = len(name) * size * _HALF_WIDE, size * _HALF_HIGH
    x, y = (
        max(at - half, min(at + half, there))
        for at, half, there in zip(middle, (wide, high), place, strict=True)
    )
    return x, y


_HALF_WIDE, _HALF_HIGH = 0.3118, 0.4  # of a capital letter, as shares of the size of the font
_NEARLY = 1.35  # times as far away, another field can be taken for the one that is named
_NEIGHBOURS = 160.0
_RIM = 22.0  # of a field, from its middle
_ANCHOR = (
    "M-2.7-7.5a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0M0-4.5V10M-5-.5H5M-9 3c1 5 4.5 7 9 7s8-2 9-7"
)
_CUP = (
    "M-7-9.5H7c0 6.5-2.3 10-5.5 11v4c2.7.4 4.5 1.7 5 4h-13c.5-2.3 2.3-3.6 5-4v-4C-4.7.5-7-3-7-9.5Z"
)
