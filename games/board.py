"""Boards on pages: the figures as SVG, over the backdrop of the reader's theme."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeAlias

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from conquest.core import BoardStyle, Chart, Phrase
from conquest.kit import picture
from games.models import Game, Seat

Box: TypeAlias = tuple[float, float, float, float]
PLAIN = BoardStyle()
MARGIN = 220.0
LEAST = 900.0
NEAR_MARGIN = 50.0  # of a field from the edge of a part, so that its figure and name are in it
NEAR_STEP = 60  # parts begin at steps, so that many pictures share the same empty part of a board


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A drawn position: the layer of figures, the backdrops beneath it by theme, and the ``names``
    of the fields over those, where they are shown.

    ``chart`` is the URL of the data with which a script finds fields on the board.
    """

    layer: SafeString
    backdrops: Mapping[str, str]
    names: Mapping[str, str]
    chart: str
    size: tuple[float, float]
    is_part: bool = False

    def with_backdrop(self, theme: str = "", *, is_first: bool = False) -> SafeString:
        """Return the figures over the backdrop of a theme, or else of the device's.

        One that ``is_first`` is what a page is opened for, and is fetched before other pictures.
        """
        backdrop = _backdrop_html("b-ground", self.backdrops, theme, self.size, is_first=is_first)
        return backdrop + _backdrop_html("b-names", self.names, theme, self.size) + self.layer

    @property
    def print_html(self) -> SafeString:
        """The backdrop for paper, and the names of the fields over it."""
        urls = (pictures[THEMES[0]] for pictures in (self.backdrops, self.names) if pictures)
        return format_html_join("", _ON_PAPER, ((url,) for url in urls))


def board_picture(
    game: Game, seats: Iterable[Seat], state: Any, style: BoardStyle = PLAIN
) -> BoardPicture:
    """Return a position of a game, as its viewer knows it, drawn for a page.

    The figures have the colours of the ``seats``, and the page lays the empty board beneath them.
    """
    colours = {seat.name: seat.colour for seat in seats}
    name, box = game.rules.art.turned_drawing(game.board, style.turned), style.box
    drawn = game.rules.telling.draw_board(state, replace(style, colours=colours, backdrop=""))
    labels = THEMES if style.labels else ()
    return BoardPicture(
        # Drawn from the rule set's own shapes; titles and labels are escaped by the artist.
        layer=mark_safe(drawn),
        backdrops={theme: _backdrop_url(f"{name}-{theme}", box) for theme in THEMES},
        names={theme: _backdrop_url(f"{name}-{theme}-names", box) for theme in labels},
        chart=static(f"boards/{name}.json"),
        size=box[2:] if box else game.rules.art.chart_of(name).size,
        is_part=box is not None,
    )


def _backdrop_url(drawing: str, box: Box | None) -> str:
    """Return the URL of the picture of an empty board, or of a part of it."""
    url = static(f"boards/{drawing}.svg")
    if box is None:
        return url
    # A fragment of the one file, so that browsers and caches hold one picture for all parts.
    return f"{url}#svgView(viewBox({','.join(f'{length:g}' for length in box)}))"


def box_around(
    game: Game,
    fields: Iterable[str],
    *,
    margin: float = MARGIN,
    least: float = LEAST,
    turned: int = 0,
) -> Box:
    """Return a square part of the board that shows these fields and their surroundings.

    Lengths are in board units: ``margin`` on each side, ``least`` for the whole side.
    """
    chart = _turned_chart(game, turned)
    points = [chart.point_of(field) for field in fields]
    middle = tuple((min(axis) + max(axis)) / 2 for axis in zip(*points, strict=True))
    width = max(max(axis) - min(axis) for axis in zip(*points, strict=True)) + 2 * margin
    return _fit_box(chart, middle[0], middle[1], max(width, least))


def legible_box(game: Game, fields: Iterable[str], *, turned: int = 0) -> Box | None:
    """Return the part of the board with most of these fields, so small that the names of fields can
    be read on a phone; None without a field, or where the whole board tells the names."""
    large, chart = game.rules.art.large_names, _turned_chart(game, turned)
    points = [chart.point_of(field) for field in fields]
    if large is None or not points:
        return None
    width = round(min(large.width, *chart.size))
    lefts, tops = (
        _strips_by_start(axis, round(size), width)
        for axis, size in zip(zip(*points, strict=True), chart.size, strict=True)
    )
    best = max(product(lefts, tops), key=lambda corner: _rate_corner(lefts, tops, corner))
    return best[0], best[1], width, width


def close_box(game: Game, fields: Collection[str], *, turned: int = 0) -> Box | None:
    """Return the part of the board that shows all of these fields, a legible one if there is; None
    for the whole board, where it tells the names or there is no field."""
    box = legible_box(game, fields, turned=turned)
    if box is None or len(fields_inside(game, box, fields, turned=turned)) == len(fields):
        return box
    return box_around(game, fields, turned=turned)


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip across the board: ``members`` are the numbers of the points in it, as bits, and
    ``offset`` is how far its middle is from theirs."""

    members: int
    offset: float


def _strips_by_start(axis: Sequence[float], size: int, width: int) -> dict[int, Strip]:
    """Return the strips of a width along one axis by where they begin."""
    starts = {*range(0, size - width, NEAR_STEP), size - width}
    return {start: _find_strip(axis, start, width) for start in sorted(starts)}


def _find_strip(axis: Sequence[float], start: int, width: int) -> Strip:
    inside = [
        number
        for number, at in enumerate(axis)
        if start + NEAR_MARGIN <= at <= start + width - NEAR_MARGIN
    ]
    places = [axis[number] for number in inside] or [math.inf]
    middle = (min(places) + max(places)) / 2
    return Strip(sum(1 << number for number in inside), abs(middle - start - width / 2))


def _rate_corner(
    lefts: Mapping[int, Strip], tops: Mapping[int, Strip], corner: tuple[int, int]
) -> tuple[int, float]:
    """Return how many points a part with this corner has, and how well they are in its middle."""
    column, row = lefts[corner[0]], tops[corner[1]]
    return (column.members & row.members).bit_count(), -column.offset - row.offset


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure: its picture and its name."""

    picture: SafeString
    name: Phrase


def figure_legend(game: Game, seat: Seat) -> tuple[FigureKind, ...]:
    """Return the kinds of figures of a game, in the colours of a seat."""
    art = game.rules.art
    return tuple(
        FigureKind(mark_safe(picture.draw_figure(art, seat.name, letter, seat.colour)), name)
        for letter, name in game.rules.telling.figures.items()
    )


def fields_inside(game: Game, box: Box, fields: Iterable[str], *, turned: int = 0) -> list[str]:
    """Return those of the fields that are in a part of a board."""
    chart, (left, top, width, height) = _turned_chart(game, turned), box
    places = ((field, chart.point_of(field)) for field in fields)
    return [
        field for field, (x, y) in places if left <= x <= left + width and top <= y <= top + height
    ]


def _turned_chart(game: Game, turned: int) -> Chart:
    """Return the places of the fields on the rotated board."""
    art = game.rules.art
    return art.chart_of(art.turned_drawing(game.board, turned))


def _fit_box(chart: Chart, x: float, y: float, width: float) -> Box:
    """Return a square moved so that it stays on the board, and at most as wide as the board."""
    width = min(width, *chart.size)
    left = min(max(x - width / 2, 0), chart.size[0] - width)
    top = min(max(y - width / 2, 0), chart.size[1] - width)
    return round(left), round(top), round(width), round(width)


def _backdrop_html(
    kind: str,
    urls: Mapping[str, str],
    theme: str,
    size: tuple[float, float],
    *,
    is_first: bool = False,
) -> SafeString:
    """Return the picture beneath the figures in a theme, or in that of the device.

    Its size is said, so that the page has room for it before it comes.
    """
    if not urls:
        return mark_safe("")
    wide, high = map(round, size)
    room = format_html('width="{}" height="{}"{}', wide, high, _FIRST if is_first else "")
    if theme:
        return format_html(_IN_THEME, kind=kind, src=urls[theme], room=room)
    return format_html(_BY_DEVICE, kind=kind, room=room, **urls)


THEMES = ("light", "dark")
_FIRST = mark_safe(' fetchpriority="high"')
_BY_DEVICE = (
    '<picture class="{kind}"><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
    '<img src="{light}" alt="" {room}></picture>'
)
_IN_THEME = '<img class="{kind}" src="{src}" alt="" {room}>'
_ON_PAPER = '<img class="print-only" src="{}" loading="lazy" alt="">'
