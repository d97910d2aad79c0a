"""Boards as pictures: SVG for pages, PNG for letters. The artist of a game draws the board; this
package draws what all games share: figures, marks and links over it."""

from __future__ import annotations

from collections.abc import Iterable

from conquest.core import Artist, BoardStyle, Seat

from . import links, marks
from . import tokens as figures
from .bitmap import paint_layers, paint_png
from .ground import backdrop_svg, draw_ground, names_svg
from .inks import FIGURES, NEUTRAL
from .markup import element, format_length
from .preview import paint_preview
from .scene import BoardScene, Token, build_scene

__all__ = [
    "Token",
    "backdrop_svg",
    "draw_figure",
    "draw_svg",
    "names_svg",
    "paint_layers",
    "paint_png",
    "paint_preview",
]


def draw_svg(artist: Artist, board: str, tokens: Iterable[Token], style: BoardStyle) -> str:
    """Draw a position as SVG.

    ``board`` is one the ``artist`` knows; tokens stand on the fields of its chart. A URL in
    ``style.backdrop`` refers to the empty board, "" leaves it out, ``None`` draws it into the
    picture. Figures, marks and the fields of boards with links have their field in ``data-f``.
    The picture needs no style sheet, no script and nothing else from outside.
    """
    return _draw_scene(build_scene(artist, board, tokens, style))


def draw_figure(artist: Artist, seat: Seat, letter: str, colour: str = "") -> str:
    """Draw one figure as SVG, of a seat or of the neutral set, without a title."""
    neutral = artist.neutral.get(letter)
    set_ = NEUTRAL[neutral] if neutral else FIGURES[colour or artist.colours[seat]]
    return element(
        "svg",
        *figures.draw_face(set_, artist.symbols[letter]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-33 -33 66 66",
        aria_hidden="true",
    )


def _draw_scene(scene: BoardScene) -> str:
    if scene.style.bare:
        return _draw_foreground(scene)
    x, y, width, height = scene.style.box or (0, 0, *scene.board.size)
    return element(
        "svg",
        _draw_background(scene),
        element("defs", figures.define_figures(scene)),
        scene.artist.draw_livery(scene.name, scene.style),
        element("g", _draw_foreground(scene), class_="b-scene"),
        links.draw_anchors(scene),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(format_length(length) for length in (x, y, width, height)),
        class_=f"b-board b-{scene.style.theme}",
        **_aria_attributes(scene.style),
    )


def _draw_foreground(scene: BoardScene) -> str:
    return marks.draw_beneath(scene) + figures.draw_figures(scene) + marks.draw_above(scene)


def _draw_background(scene: BoardScene) -> str:
    style, (width, height) = scene.style, scene.board.size
    if style.backdrop is None:
        return draw_ground(
            scene.artist, scene.name, style.theme, style.labels, is_large=style.large_labels
        )
    if not style.backdrop:
        return ""
    return element("image", href=style.backdrop, width=width, height=height)


def _aria_attributes(style: BoardStyle) -> dict[str, str]:
    """Return the attributes that name the picture for screen readers."""
    # with the role "img" screen readers would not find the links in it
    if not style.title:
        return {} if style.links else {"aria_hidden": "true"}
    return {"role": "group" if style.links else "img", "aria_label": style.title}
