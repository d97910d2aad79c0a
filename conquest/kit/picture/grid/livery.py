"""The colours of seats on a board of squares: flags on goals, signs in zones.

They are drawn apart from the backdrop, which is one file for all tables, whatever their colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquest.core import BoardStyle, Point, Seat
from conquest.kit.picture.inks import FIGURES, OUTLINE, THEMES, FigureSet
from conquest.kit.picture.markup import element, group, transform_to
from conquest.kit.picture.tokens import draw_outline

from .squares import HALF, Grid

_RADIUS, _ASIDE = 5.5, 25.0


def draw_livery(grid: Grid, colours: Mapping[Seat, str], style: BoardStyle) -> str:
    """Draw the flags and signs of all owners; ``colours`` has the sets where none is chosen."""
    edge, sets = THEMES[style.theme].edge, {**colours, **style.colours}
    owned = ((_draw_flag, _goal_places(grid)), (_draw_sign, _corner_places(grid)))
    return group(
        *(
            element("g", drawn(FIGURES[sets[owner]], edge), transform=transform_to(at))
            for drawn, places in owned
            for owner, at in places
        ),
        class_="b-livery",
    )


def _goal_places(grid: Grid) -> Iterator[tuple[Seat, Point]]:
    for special in grid.specials:
        if special.owner and special.kind == "goal":
            for square in grid.sort_squares(special.squares):
                yield special.owner, grid.chart.point_of(square)


def _corner_places(grid: Grid) -> Iterator[tuple[Seat, Point]]:
    """Yield a corner of each square of a zone, and of each stock, that figures leave free."""
    goals = {square for it in grid.specials if it.kind == "goal" for square in it.squares}
    for special in grid.specials:
        if special.owner and special.kind == "zone":
            for square in grid.sort_squares(special.squares - goals):
                x, y = grid.chart.point_of(square)
                yield special.owner, (x - _ASIDE, y + _ASIDE)
    for shelf in grid.shelves:
        if shelf.owner:
            x, y = grid.chart.point_of(shelf.slots[0])
            yield shelf.owner, (x - HALF - 2, y - HALF - 2)


def _draw_sign(set_: FigureSet, edge: str) -> str:
    return draw_outline(set_.shape, _RADIUS + 1.8, fill=edge, class_="b-edge") + draw_outline(
        set_.shape, _RADIUS, fill=set_.fill, stroke=OUTLINE, stroke_width=1.8
    )


def _draw_flag(set_: FigureSet, edge: str) -> str:
    return element("path", d=_WIDER, fill=edge, class_="b-edge") + element(
        "path",
        d=_FLAG,
        fill=set_.fill,
        stroke=OUTLINE,
        stroke_width=2,
        stroke_linejoin="round",
    )


_FLAG = "M17-8V-38L32.5-31.5 17-25"
_WIDER = "M14.5-5.5V-42L38-31.5 19.5-23V-5.5Z"
