"""Draw the empty board in layers: sea, islands, roads, fields, names."""

from __future__ import annotations

from conquest.kit.picture import water
from conquest.kit.picture.markup import element

from . import castles, fields, land, maps, roads, sea, wilds
from .palette import THEMES


def draw_backdrop(drawing: str, theme: str) -> str:
    """Return the markup of the empty board of a ``drawing``, in the ``theme`` "light" or "dark".

    The castles have no colours: these belong to a game and are drawn over the backdrop.
    """
    drawn, art, palette = maps.read_map(drawing), maps.read_artwork(drawing), THEMES[theme]
    # The prefix keeps the ids apart where a page shows several boards or both themes.
    chart, prefix = drawn.chart, f"{drawing}-{theme}"
    return "".join(
        (
            element(
                "defs",
                water.define_water(prefix, sea=palette.sea, deep=palette.deep, wave=palette.wave),
                land.land_definitions(drawn, art, palette, prefix),
            ),
            sea.draw_open_sea(drawn, palette, prefix),
            land.draw_islands(drawn, art, palette, prefix),
            wilds.draw_trails(drawn, palette),
            sea.draw_lanes(chart, palette),
            roads.draw_bridges(drawn, palette),
            roads.draw_roads(chart, palette),
            wilds.draw_underpasses(drawn, palette),
            castles.draw_walls(drawn, palette),
            roads.draw_approaches(chart, palette),
            castles.draw_bastions(drawn, palette),
            wilds.draw_slits(drawn, palette),
            wilds.draw_glades(drawn, palette),
            fields.draw_fields(drawn, palette),
            sea.draw_ornaments(drawn, palette),
        )
    )


def draw_field_names(drawing: str, theme: str, *, is_large: bool = False) -> str:
    """Return the markup of the names of the fields of a ``drawing``."""
    drawn, art = maps.read_map(drawing), maps.read_artwork(drawing)
    return fields.draw_names(drawn, art, THEMES[theme], is_large=is_large)
