"""Draw the castles: stone walls on the backdrop, keep and towers in the colour of their seat."""

from __future__ import annotations

import math

from conquest.core import BoardStyle, Point
from conquest.kit.picture.inks import FIGURES, OUTLINE
from conquest.kit.picture.markup import element, group, transform_to

from . import maps
from .maps import BoardMap
from .palette import COLOURS, IslandsPalette

_WALL, _KEEP, _TOWER = 1.52, 0.46, 21.0


def draw_walls(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw the walls of all castles, without the colours of seats."""
    return "".join(_draw_wall(towers, palette) for towers in _towers_by_seat(board).values())


def draw_bastions(board: BoardMap, palette: IslandsPalette) -> str:
    """Draw the stone of all towers with their battlements."""
    return group(
        *(
            group(_BATTLEMENTS, transform=transform_to(at))
            for towers in _towers_by_seat(board).values()
            for at in towers
        ),
        fill=palette.stone,
        stroke=palette.stone_edge,
        stroke_width=2.5,
    )


def draw_livery(board: str, style: BoardStyle) -> str:
    """Draw keep and towers of each castle in the colour of its seat's figures."""
    drawn = maps.read_map(board)
    return group(
        *(
            group(*_colour_castle(drawn, style, seat, towers), class_=f"b-castle b-castle-{seat}")
            for seat, towers in _towers_by_seat(drawn).items()
        ),
        stroke=OUTLINE,
        stroke_width=2.5,
        stroke_linejoin="round",
    )


def _towers_by_seat(board: BoardMap) -> dict[str, list[Point]]:
    castles: dict[str, list[Point]] = {}
    for field in board.fields.values():
        if field.seat:
            castles.setdefault(field.seat, []).append(field.at)
    return castles


def _draw_wall(towers: list[Point], palette: IslandsPalette) -> str:
    points = _castle_corners(towers, _WALL)
    return (
        element(
            "polygon", points=points, fill="#2B241A", opacity="0.25", transform="translate(3 5)"
        )
        + element(
            "polygon",
            points=points,
            fill=palette.stone,
            stroke=palette.stone_edge,
            stroke_width=9,
            stroke_linejoin="round",
        )
        + element(
            "polygon",
            points=points,
            fill="none",
            stroke=palette.mortar,
            stroke_width=4,
            stroke_dasharray="9 7",
            stroke_linejoin="round",
        )
    )


def _colour_castle(board: BoardMap, style: BoardStyle, seat: str, towers: list[Point]) -> list[str]:
    set_ = FIGURES[style.colours.get(seat) or COLOURS[seat]]
    drawn = [element("polygon", points=_castle_corners(towers, _KEEP), fill=set_.fill)]
    drawn += [element("circle", cx=x, cy=y, r=_TOWER, fill=set_.fill) for x, y in towers]
    return drawn


def _castle_corners(towers: list[Point], reach: float) -> str:
    """Return the corners of a castle, ``reach`` times as far from its middle as its towers."""
    cx = sum(x for x, _ in towers) / len(towers)
    cy = sum(y for _, y in towers) / len(towers)
    # Sorted by their angle round the middle, so that the wall does not cross itself.
    spots = sorted(towers, key=lambda at: math.atan2(at[1] - cy, at[0] - cx))
    return " ".join(f"{cx + (x - cx) * reach:.1f},{cy + (y - cy) * reach:.1f}" for x, y in spots)


_BATTLEMENTS = "".join(
    element("rect", x=-5, y=-32, width=10, height=9, transform=f"rotate({turn})" if turn else None)
    for turn in range(0, 360, 45)
) + element("circle", r=26)
