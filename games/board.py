"""Boards on pages: the figures as SVG, to be laid over the backdrop of the reader's theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from conquest.core import BoardStyle, Chart, FieldLink, Mark, Phrase
from conquest.kit import picture
from games.models import Game, Seat

Box: TypeAlias = tuple[float, float, float, float]
MARGIN = 220.0
LEAST = 900.0


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A drawn position: the layer of figures, and beneath it by theme the backdrops, and over
    those the ``names`` of the fields where they bear them.

    ``chart`` is the address of what a script needs to find its way about the board.
    """

    layer: SafeString
    backdrops: Mapping[str, str]
    names: Mapping[str, str]
    chart: str

    def with_backdrop(self, theme: str = "") -> SafeString:
        """Lay the figures over the backdrop of a theme, or else over that of the device."""
        beneath = _backdrop_html("b-ground", self.backdrops, theme)
        return beneath + _backdrop_html("b-names", self.names, theme) + self.layer

    @property
    def print_html(self) -> SafeString:
        """The backdrop for paper, and the names of the fields over it."""
        shown = (one[THEMES[0]] for one in (self.backdrops, self.names) if one)
        return format_html_join("", _ON_PAPER, ((address,) for address in shown))


def board_picture(
    game: Game,
    seats: Iterable[Seat],
    state: Any,
    *,
    title: str = "",
    marks: tuple[Mark, ...] = (),
    links: Mapping[str, FieldLink] | None = None,
    labels: bool = False,
    box: Box | None = None,
    turned: int = 0,
) -> BoardPicture:
    """Return a position of a game, as its viewer knows it, drawn for a page.

    The board is ``turned`` to the left by so many quarters.
    """
    style = BoardStyle(
        colours={seat.name: seat.colour for seat in seats},
        marks=marks,
        links=links or {},
        backdrop="",
        box=box,
        title=title,
        labels=labels,
        turned=turned,
    )
    name = game.rules.art.turned_drawing(game.board, turned)
    return BoardPicture(
        layer=mark_safe(game.rules.telling.draw_board(state, style)),
        backdrops={theme: _backdrop_url(f"{name}-{theme}", box) for theme in THEMES},
        names={theme: _backdrop_url(f"{name}-{theme}-names", box) for theme in THEMES if labels},
        chart=static(f"boards/{name}.json"),
    )


def _backdrop_url(drawing: str, box: Box | None) -> str:
    """Return the address of a picture of an empty board, or of a part of it."""
    address = static(f"boards/{drawing}.svg")
    if box is None:
        return address
    return f"{address}#svgView(viewBox({','.join(f'{length:g}' for length in box)}))"


def box_around(
    game: Game,
    fields: Iterable[str],
    *,
    margin: float = MARGIN,
    least: float = LEAST,
    turned: int = 0,
) -> Box:
    """Return the square part of a board that shows these fields and what lies near.

    Lengths are in board units: ``margin`` on each side, ``least`` for the whole side.
    """
    drawn = _turned_chart(game, turned)
    points = [drawn.point_of(field) for field in fields]
    middle = tuple((min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True))
    width = max(max(axis) - min(axis) for axis in zip(*points, strict=True)) + 2 * margin
    return _fit_box(drawn, middle[0], middle[1], max(width, least))


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure: what it looks like, and its name."""

    picture: SafeString
    name: Phrase


def figure_legend(game: Game, seat: Seat) -> tuple[FigureKind, ...]:
    """Return the figures there are in a game, in the colours of a seat."""
    art = game.rules.art
    return tuple(
        FigureKind(mark_safe(picture.draw_figure(art, seat.name, letter, seat.colour)), name)
        for letter, name in game.rules.telling.figures.items()
    )


def fields_inside(game: Game, box: Box, fields: Iterable[str], *, turned: int = 0) -> list[str]:
    """Return those of the fields that lie in a part of a board."""
    drawn, (left, top, width, height) = _turned_chart(game, turned), box
    places = ((field, drawn.point_of(field)) for field in fields)
    return [
        field for field, (x, y) in places if left <= x <= left + width and top <= y <= top + height
    ]


def _turned_chart(game: Game, turned: int) -> Chart:
    """Return where the fields lie as the board is turned."""
    art = game.rules.art
    return art.chart_of(art.turned_drawing(game.board, turned))


def _fit_box(drawn: Chart, x: float, y: float, width: float) -> Box:
    """Move a square so that it stays on the board; it is not wider than the board."""
    width = min(width, *drawn.size)
    left = min(max(x - width / 2, 0), drawn.size[0] - width)
    top = min(max(y - width / 2, 0), drawn.size[1] - width)
    return round(left), round(top), round(width), round(width)


def _backdrop_html(kind: str, addresses: Mapping[str, str], theme: str) -> SafeString:
    """Show what is beneath the figures in a theme, or in that of the device."""
    if not addresses:
        return mark_safe("")
    if theme:
        return format_html('<img class="{}" src="{}" alt="">', kind, addresses[theme])
    return format_html(_BY_DEVICE, kind=kind, **addresses)


THEMES = ("light", "dark")
_BY_DEVICE = (
    '<picture class="{kind}"><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
    '<img src="{light}" alt=""></picture>'
)
_ON_PAPER = '<img class="print-only" src="{}" loading="lazy" alt="">'
