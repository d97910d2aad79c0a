"""Draw the islands: shallows, coasts, plants, and the plateau of the grail."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from conquest.core import Point
from conquest.kit.picture.markup import element, format_length, group

from .maps import BoardMap
from .palette import IslandsPalette

_HALLOW = 40  # units from the outermost grail field to the edge of the hallowed ground
_BARE = 26  # units round the middle of a name without plants


def land_definitions(
    board: BoardMap, art: Mapping[str, Any], palette: IslandsPalette, prefix: str
) -> str:
    """Return definitions of the home island, the centre, all coasts together, and the plants.

    There is one outline for all home islands, which are drawn as rotated copies.
    """
    shapes = "".join(
        element("path", id=f"{prefix}-{name}", d=art[name], transform=_outline_transform(board))
        for name in ("isle", "isle-rim", "centre", "centre-rim", "plateau")
        if name in art
    )
    coasts = group(
        *(_use_turned(board, f"{prefix}-isle", seat) for seat in board.home_turns),
        element("use", href=f"#{prefix}-centre"),
        id=f"{prefix}-coasts",
    )
    plants = "".join(
        group(drawn, id=f"{prefix}-{kind}") for kind, drawn in _plant_symbols(palette).items()
    )
    return shapes + coasts + plants


def draw_islands(
    board: BoardMap, art: Mapping[str, Any], palette: IslandsPalette, prefix: str
) -> str:
    """Draw all land with the shallows round it."""
    return (
        _draw_shallows(palette, prefix)
        + group(
            *(
                _use_turned(board, f"{prefix}-isle", seat, palette.tints[seat])
                for seat in board.home_turns
            ),
            element("use", href=f"#{prefix}-centre", fill=palette.tints["C"]),
            stroke=palette.coast,
            stroke_width=4,
            stroke_linejoin="round",
        )
        + group(
            *(_use_turned(board, f"{prefix}-isle-rim", seat) for seat in board.home_turns),
            element("use", href=f"#{prefix}-centre-rim"),
            fill="none",
            stroke=palette.rim,
            stroke_opacity=palette.rim_opacity,
            stroke_width=5,
        )
        + (_draw_plateau(board, art, palette, prefix) if "plateau" in art else "")
        + _draw_plants(board, art, prefix)
    )


def _draw_shallows(palette: IslandsPalette, prefix: str) -> str:
    """Draw the shallows: strokes of all coasts at once, from the widest to the narrowest."""
    return group(
        *(
            element("use", href=f"#{prefix}-coasts", stroke=ink, stroke_width=width)
            for width, ink in palette.rings
        ),
        fill="none",
        stroke_linejoin="round",
    )


def _use_turned(board: BoardMap, shape: str, seat: str, fill: str | None = None) -> str:
    turn = _rotation_about(_board_middle(board.chart.size), board.home_turns[seat])
    return element("use", href=f"#{shape}", fill=fill, transform=turn)


def _outline_transform(board: BoardMap) -> str | None:
    """Return the transformation of an outline, which was computed for the unrotated board."""
    was, is_ = board.flat_middle, _board_middle(board.chart.size)
    moved = (
        f"translate({format_length(is_[0] - was[0])} {format_length(is_[1] - was[1])}) "
        if was != is_
        else ""
    )
    return moved + (_rotation_about(was, -90 * board.turned) or "") or None


def _board_middle(size: Point) -> Point:
    return size[0] / 2, size[1] / 2


def _rotation_about(middle: Point, degrees: int) -> str | None:
    x, y = map(format_length, middle)
    return f"rotate({degrees} {x} {y})" if degrees else None


def _draw_plateau(
    board: BoardMap, art: Mapping[str, Any], palette: IslandsPalette, prefix: str
) -> str:
    shape = f"#{prefix}-plateau"
    x, y = _board_middle(board.chart.size)
    grail = [field.at for field in board.fields.values() if "grail" in field.tags]
    reach = round(max(math.dist((x, y), at) for at in grail)) + _HALLOW
    middle = {"cx": x, "cy": y, "r": reach}
    return (
        element("use", href=shape, y=7, fill=palette.foot, stroke=palette.foot, stroke_width=20)
        + element("use", href=shape, fill=palette.plateau, stroke=palette.foot_edge, stroke_width=4)
        + element(
            "path",
            d=art["cliff"],
            stroke=palette.foot_edge,
            stroke_width=2,
            opacity="0.8",
            transform=_outline_transform(board),
        )
        + element("circle", **middle, fill=palette.hallow, opacity="0.75")
        + element(
            "circle",
            **middle,
            fill="none",
            stroke=palette.grail,
            stroke_width=3,
            stroke_dasharray="3 7",
        )
    )


def _draw_plants(board: BoardMap, art: Mapping[str, Any], prefix: str) -> str:
    """Draw the plants of each island upright, the nearer ones over the farther ones.

    Plants under names are left out, as names have other places on each rotation.
    """
    names = art["labels"][board.turned].values()
    return "".join(
        element("use", href=f"#{prefix}-{kind}", x=x, y=y)
        for plants in art["growth"].values()
        for y, x, kind in sorted((*board.seen_point((x, y))[::-1], kind) for kind, x, y in plants)
        if all(math.dist((x, y), name) > _BARE for name in names)
    )


def _plant_symbols(palette: IslandsPalette) -> Mapping[str, str]:
    inks = palette.growth
    return {
        "tree": _draw_trunk(palette, "M0 5v4") + _draw_crown(inks["tree"], 7.5),
        "bush": _draw_trunk(palette, "M0 4v3") + _draw_crown(inks["bush"], 6),
        "fir": _draw_trunk(palette, "M0 6v5")
        + _filled_path("M0-12 6.5 0H3.7L8 7H-8l4.3-7h-2.8Z", inks["fir"], 1.3),
        "palm": _draw_stem("M0 10C-1 4 0-1 2-6", palette)
        + _filled_path(
            "M2-6C-3-10-8-9-11-5c5-1 9-1 13-1C5-11 10-11 13-8 9-8 6-7 2-6c4 0 8 2 9 6-3-3-6-5-9-6"
            "-4 1-7 4-7 8 2-4 4-6 7-8Z",
            inks["palm"],
            0.9,
        ),
        "mount": _filled_path("M-26 14-6-17 3-4 9-12 27 14Z", inks["mount"], 1.7)
        + element("path", d="M-6-17 3-4-2 2-5-3-9 3-13-5Z", fill=inks["snow"][0])
        + element("path", d="M9-12 27 14H14Z", fill=inks["snow"][1], opacity="0.75"),
        "hill": _filled_path("M-22 10C-14-8-4-8 3 4 8-4 16-4 23 10Z", inks["hill"], 1.5),
        "dune": _filled_path("M-22 8C-12-8-2-8 8 0 13-4 19 0 24 8Z", inks["dune"], 1.4),
        "wheat": element("path", d=_WHEAT, fill="none", stroke=inks["wheat"][0], stroke_width=1.5),
        "hut": _filled_path("M-8 8V-1H8V8Z", inks["hut"], 1.3)
        + _filled_path("M-11 0 0-10 11 0Z", inks["roof"], 1.3)
        + element("path", d="M-2 8V3h4v5Z", fill=inks["hut"][1]),
    }


def _filled_path(d: str, inks: tuple[str, str], width: float) -> str:
    fill, edge = inks
    return element("path", d=d, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round")


def _draw_crown(inks: tuple[str, str], radius: float) -> str:
    crown = element("circle", cy=-1, r=radius, fill=inks[0], stroke=inks[1], stroke_width=1.3)
    light = "M-4-2a4.5 4.5 0 0 1 4.5-4"
    return crown + element(
        "path", d=light, fill="none", stroke="#FFFFFF", stroke_opacity="0.4", stroke_width=1.5
    )


def _draw_trunk(palette: IslandsPalette, d: str) -> str:
    return element("path", d=d, stroke=palette.growth["trunk"][0], stroke_width=2.2)


def _draw_stem(d: str, palette: IslandsPalette) -> str:
    return element("path", d=d, fill="none", stroke=palette.growth["trunk"][0], stroke_width=2.4)


_WHEAT = (
    "M-10 8V-4m0 0-3-3m3 3 3-3M-10 0l-3-3m3 3 3-3M0 9V-5m0 0-3-3m3 3 3-3M0-1l-3-3m3 3 3-3"
    "M10 8V-4m0 0L7-7m3 3 3-3M10 0 7-3m3 3 3-3"
)
