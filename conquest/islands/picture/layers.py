"""The empty board, layer over layer: sea, islands, roads, fields, names."""

from __future__ import annotations

from conquest.kit.picture import water
from conquest.kit.picture.markup import element

from . import castles, fields, land, maps, roads, sea, wilds
from .palette import THEMES


def backdrop(drawing: str, theme: str) -> str:
    """Draw the empty board of a ``drawing`` in the ``theme`` "light" or "dark", as markup.

    The castles are drawn without their seats' colours, which belong to the game and lie over
    the backdrop.
    """
    drawn, art, palette = maps.read(drawing), maps.artwork(drawing), THEMES[theme]
    chart, prefix = drawn.chart, f"{drawing}-{theme}"
    return "".join(
        (
            element(
                "defs",
                water.define_water(prefix, sea=palette.sea, deep=palette.deep, wave=palette.wave),
                land.definitions(drawn, art, palette, prefix),
            ),
            sea.open_sea(drawn, palette, prefix),
            land.islands(drawn, art, palette, prefix),
            wilds.trails(drawn, palette),
            sea.lanes(chart, palette),
            roads.bridges(drawn, palette),
            roads.roads(chart, palette),
            wilds.underpasses(drawn, palette),
            castles.walls(drawn, palette),
            roads.approaches(chart, palette),
            castles.bastions(drawn, palette),
            wilds.slits(drawn, palette),
            wilds.glades(drawn, palette),
            fields.places(drawn, palette),
            sea.ornaments(drawn, palette),
        )
    )


def names(drawing: str, theme: str) -> str:
    """Write the names of the fields of a ``drawing``, but for the towers, which bear their own."""
    return fields.names(maps.read(drawing), maps.artwork(drawing), THEMES[theme])
