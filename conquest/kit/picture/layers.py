"""The empty board, layer over layer: sea, islands, roads, fields, names."""

from __future__ import annotations

from functools import cache

from . import castles, land, roads, sea
from .fields import names, places
from .geometry import artwork, chart
from .markup import element, number
from .palette import THEMES


@cache
def ground(board: str, theme: str, labels: bool) -> str:
    """Draw the empty board as a group, to be laid under the figures."""
    drawn, art, palette = chart(board), artwork(board), THEMES[theme]
    prefix = f"{board}-{theme}"
    return element(
        "g",
        element(
            "defs", sea.definitions(palette, prefix), land.definitions(drawn, art, palette, prefix)
        ),
        sea.open_sea(drawn, palette, prefix),
        land.islands(drawn, art, palette, prefix),
        sea.lanes(drawn, palette),
        roads.bridges(drawn, palette),
        roads.roads(drawn, palette),
        castles.walls(drawn, palette),
        roads.approaches(drawn, palette),
        castles.bastions(drawn, palette),
        places(drawn, palette),
        names(drawn, art, palette) if labels else "",
        sea.ornaments(drawn, palette),
        class_="b-ground",
        data_ground=f"{board} {theme} {'names' if labels else ''}",
    )


@cache
def backdrop(board: str, theme: str, labels: bool) -> str:
    """Draw the empty board ``board`` in the ``theme`` "light" or "dark" as an SVG of its own.

    With ``labels`` the fields bear their names. The castles are drawn without their seats'
    colours, which belong to the game and lie over the backdrop.
    """
    width, height = (number(length) for length in chart(board).size)
    return element(
        "svg",
        ground(board, theme, labels),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
    )
