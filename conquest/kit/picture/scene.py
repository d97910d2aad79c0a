"""What is to be drawn: a board, the figures on it and the style, held together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from conquest.core import Artist, Chart, Seat, Style

from .inks import FIGURES, NEUTRAL, THEMES, Figures, Inks


@dataclass(frozen=True, slots=True)
class Token:
    """A figure as it is drawn: ``badge`` is written beside it, such as a number, ``aboard`` the
    letter of another figure that is shown with it, smaller. What is no seat's has no ``seat``."""

    field: str
    seat: Seat | None
    letter: str
    badge: str = ""
    aboard: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. ``prefix`` keeps its ids apart from those of its neighbours on a page."""

    artist: Artist
    name: str
    board: Chart
    tokens: tuple[Token, ...]
    style: Style
    prefix: str

    @property
    def inks(self) -> Inks:
        return THEMES[self.style.theme]

    @property
    def taken(self) -> frozenset[str]:
        return frozenset(token.field for token in self.tokens)

    def figures(self, seat: Seat | None, letter: str) -> Figures:
        """Return the set of a seat, or the one that a letter has which is no seat's."""
        if seat is None:
            return NEUTRAL[self.artist.neutral[letter]]
        return FIGURES[self.style.colours.get(seat) or self.artist.colours[seat]]


def scene(artist: Artist, board: str, tokens: Iterable[Token], style: Style) -> Scene:
    """Set up a picture, its figures in the order of their fields."""
    placed = tuple(sorted(tokens, key=lambda token: token.field))
    name = artist.seen(board, style.turned)
    prefix = style.prefix or _prefix(name, placed, style)
    return Scene(artist, name, artist.chart(name), placed, style, prefix)


def _prefix(board: str, tokens: tuple[Token, ...], style: Style) -> str:
    seen = repr((board, tokens, style.theme, sorted(style.colours.items()), style.title, style.box))
    return "b" + hashlib.blake2s(seen.encode(), digest_size=4).hexdigest()
