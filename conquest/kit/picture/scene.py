"""What is to be drawn: a board, the figures on it and the style, held together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from conquest.core import Seat, Style

from .geometry import Chart, chart
from .palette import COLOURS, FIGURES, THEMES, Figures, Palette


@dataclass(frozen=True, slots=True)
class Token:
    """A figure as it is drawn: ``load`` are the letters of all aboard, the outermost first."""

    field: str
    seat: str
    letter: str
    load: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. ``prefix`` keeps its ids apart from those of its neighbours on a page."""

    board: Chart
    tokens: tuple[Token, ...]
    style: Style
    prefix: str

    @property
    def palette(self) -> Palette:
        return THEMES[self.style.theme]

    @property
    def taken(self) -> frozenset[str]:
        return frozenset(token.field for token in self.tokens)

    def figures(self, seat: Seat) -> Figures:
        """Give the set a seat plays with; without a choice S is white, W beige, N brown."""
        return FIGURES[self.style.colours.get(seat) or COLOURS[seat]]


def scene(board: str, tokens: Iterable[Token], style: Style) -> Scene:
    """Set up a picture, its figures in the order of their fields."""
    placed = tuple(sorted(tokens, key=lambda token: token.field))
    prefix = style.prefix or _prefix(board, placed, style)
    return Scene(chart(board), placed, style, prefix)


def _prefix(board: str, tokens: tuple[Token, ...], style: Style) -> str:
    seen = repr((board, tokens, style.theme, sorted(style.colours.items()), style.title, style.box))
    return "b" + hashlib.blake2s(seen.encode(), digest_size=4).hexdigest()
