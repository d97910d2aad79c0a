"""Boards as pictures: SVG for pages, PNG for letters. The artist of a game draws the board, this
package what all games share: figures, marks and links over it."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Artist, BoardStyle, Seat

from . import links, marks
from . import tokens as figures
from .bitmap import layers, png
from .ground import backdrop, ground, names
from .inks import FIGURES, NEUTRAL
from .markup import element, number
from .preview import preview
from .scene import Scene, Token, scene

__all__ = ["Token", "backdrop", "figure", "layers", "names", "png", "preview", "svg"]


def svg(artist: Artist, board: str, tokens: Iterable[Token], style: BoardStyle) -> str:
    """Draw a position as SVG.

    ``board`` is one the ``artist`` knows; tokens stand on the fields of its chart. With
    ``style.backdrop`` the empty board is only referred to, with "" left out, else drawn into
    the picture. Figures, marks and linked boards' fields carry their field in ``data-f``.
    Nothing in it needs a style sheet, a script or anything from elsewhere.
    """
    return _drawn(scene(artist, board, tokens, style))


def figure(artist: Artist, seat: Seat, letter: str, colour: str = "") -> str:
    """Draw a figure of a seat by itself as SVG, or one that is no seat's; it has no words."""
    neutral = artist.neutral.get(letter)
    set_ = NEUTRAL[neutral] if neutral else FIGURES[colour or artist.colours[seat]]
    return element(
        "svg",
        *figures.face(set_, artist.symbols[letter]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-33 -33 66 66",
        aria_hidden="true",
    )


def _drawn(scene: Scene) -> str:
    if scene.style.bare:
        return _changing(scene)
    x, y, width, height = scene.style.box or (0, 0, *scene.board.size)
    return element(
        "svg",
        _ground(scene),
        element("defs", figures.definitions(scene)),
        scene.artist.draw_livery(scene.name, scene.style),
        element("g", _changing(scene), class_="b-scene"),
        links.anchors(scene),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(length) for length in (x, y, width, height)),
        class_=f"b-board b-{scene.style.theme}",
        **_told(scene.style),
    )


def _changing(scene: Scene) -> str:
    return marks.beneath(scene) + figures.figures(scene) + marks.above(scene)


def _ground(scene: Scene) -> str:
    style, (width, height) = scene.style, scene.board.size
    if style.backdrop is None:
        return ground(scene.artist, scene.name, style.theme, style.labels)
    if not style.backdrop:
        return ""
    return element("image", href=style.backdrop, width=width, height=height)


def _told(style: BoardStyle) -> dict[str, str]:
    """Name the picture for those who do not see it; one with links is no mere image."""
    if not style.title:
        return {} if style.links else {"aria_hidden": "true"}
    return {"role": "group" if style.links else "img", "aria_label": style.title}
