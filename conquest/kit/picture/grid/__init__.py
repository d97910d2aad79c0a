"""An artist for games on squares, from plain data.

>>> from conquest.kit.picture import draw_svg
>>> from conquest.core import BoardStyle
>>> board = Grid(rectangle("a1", "c3"), (Special("goal", frozenset({"b3"}), "north"),))
>>> artist = grid_artist({"three": board}, symbols={}, colours={"north": "black"}, home=Path("."))
>>> draw_svg(artist, "three", [], BoardStyle(title="Empty")).startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from conquest.core import Artist, Seat, drawing_name

from .ground import draw_backdrop, draw_field_names
from .livery import draw_livery
from .squares import Grid, Shelf, Special, rectangle

__all__ = ["Grid", "Shelf", "Special", "grid_artist", "rectangle"]


def grid_artist(
    grids: Mapping[str, Grid],
    *,
    symbols: Mapping[str, str],
    colours: Mapping[Seat, str],
    home: Path,
    neutral: Mapping[str, str] | None = None,
    turned: Mapping[Seat, int] | None = None,
) -> Artist:
    """Return the artist of the boards ``grids``, by name; ``turned`` is the number of quarter turns
    to the left for each seat that does not see its own side near."""
    quarters = turned or {}
    drawn = {
        drawing_name(name, turn): grids[name].turn_left(turn)
        for turn in sorted({0, *quarters.values()})
        for name in grids
    }
    return Artist(
        boards=tuple(grids),
        chart_of=lambda board: drawn[board].chart,
        draw_backdrop=lambda board, theme: draw_backdrop(drawn[board], board, theme),
        draw_field_names=lambda board, theme: draw_field_names(drawn[board], theme),
        draw_livery=lambda board, style: draw_livery(drawn[board], colours, style),
        symbols=symbols,
        colours=colours,
        home=home,
        neutral=neutral or {},
        turned=quarters,
    )
