"""The empty board, layer over layer: sea, islands, roads, fields, names."""

from __future__ import annotations

from conquest.kit.picture import water
from conquest.kit.picture.markup import element

from . import castles, land, maps, roads, sea
from .fields import names, places
from .palette import THEMES


def backdrop(drawing: str, theme: str, labels: bool) -> str:
    """Draw the empty board of a ``drawing`` in the ``theme`` "light" or "dark", as markup.

    With ``labels`` the fields bear their names. The castles are drawn without their seats'
    colours, which belong to the game and lie over the backdrop.
    """
    drawn, art, palette = maps.read(drawing), maps.artwork(drawing), THEMES[theme]
    chart, prefix = drawn.chart, f"{drawing}-{theme}"
    return "".join(
        (
            element(
                "defs",
                water.definitions(prefix, sea=palette.sea, deep=palette.deep, wave=palette.wave),
                land.definitions(drawn, art, palette, prefix),
            ),
            sea.open_sea(drawn, palette, prefix),
            land.islands(drawn, art, palette, prefix),
            sea.lanes(chart, palette),
            roads.bridges(drawn, palette),
            roads.roads(chart, palette),
            castles.walls(drawn, palette),
            roads.approaches(chart, palette),
            castles.bastions(drawn, palette),
            places(drawn, palette),
            names(drawn, art, palette) if labels else "",
            sea.ornaments(drawn, palette),
        )
    )
