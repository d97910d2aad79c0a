"""A scene: a board, the figures on it and the style, all that one picture needs."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from conquest.core import Artist, BoardStyle, Chart, Point, Seat

from .inks import FIGURES, NEUTRAL, THEMES, FigureSet, Inks

Box: TypeAlias = tuple[float, float, float, float]

FIGURE = 60.0  # as far as a figure with its badge reaches from its field


@dataclass(frozen=True, slots=True)
class Token:
    """A figure as it is drawn: ``badge`` is a text beside it, such as a number, ``aboard`` the
    letter of another figure that is drawn with it, smaller. Neutral figures have no ``seat``;
    one that a seat commands for another seat has that seat as ``owner``. A figure ``across``
    several fields is drawn in the middle of them, over all others."""

    field: str
    seat: Seat | None
    letter: str
    badge: str = ""
    aboard: str = ""
    owner: Seat | None = None
    across: tuple[str, ...] = dataclasses.field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class BoardScene:
    """One picture. ``prefix`` keeps its ids apart from those of other pictures on a page."""

    artist: Artist
    name: str
    board: Chart
    tokens: tuple[Token, ...]
    style: BoardStyle
    prefix: str

    @property
    def inks(self) -> Inks:
        return THEMES[self.style.theme]

    @property
    def taken_fields(self) -> frozenset[str]:
        return frozenset(token.field for token in self.tokens)

    def token_point(self, token: Token) -> Point:
        """Return the point at which a figure is drawn."""
        points = [self.board.point_of(field) for field in token.across or (token.field,)]
        xs, ys = zip(*points, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def figure_set(self, seat: Seat | None, letter: str) -> FigureSet:
        """Return the set of figures of a seat, or of a neutral figure by its letter."""
        if seat is None:
            return NEUTRAL[self.artist.neutral[letter]]
        return FIGURES[self.style.colours.get(seat) or self.artist.colours[seat]]


def build_scene(
    artist: Artist, board: str, tokens: Iterable[Token], style: BoardStyle
) -> BoardScene:
    """Return the scene of a position, its figures in the order of their fields."""
    name = artist.turned_drawing(board, style.turned)
    chart = artist.chart_of(name)
    shown = (token for token in tokens if _is_shown(chart, token, style.box))
    # equal positions have equal bytes; figures across several fields come last, over the others
    placed = tuple(sorted(shown, key=lambda token: (bool(token.across), token.field)))
    prefix = style.prefix or _id_prefix(name, placed, style)
    return BoardScene(artist, name, chart, placed, style, prefix)


def _is_shown(chart: Chart, token: Token, box: Box | None) -> bool:
    """Whether a figure can be seen in a part of the board: what happens to others does not change
    the picture of a part, which is painted once and kept (decision 25)."""
    if box is None:
        return True
    left, top, width, height = box
    points = [chart.point_of(field) for field in token.across or (token.field,)]
    return any(
        left - FIGURE <= x <= left + width + FIGURE and top - FIGURE <= y <= top + height + FIGURE
        for x, y in points
    )


def _id_prefix(board: str, tokens: tuple[Token, ...], style: BoardStyle) -> str:
    # by content: pictures on one page that differ need different ids
    content = repr(
        (board, tokens, style.theme, sorted(style.colours.items()), style.title, style.box)
    )
    content += "".join(repr(token.across) for token in tokens if token.across)
    return "b" + hashlib.blake2s(content.encode(), digest_size=4).hexdigest()
