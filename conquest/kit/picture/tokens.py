"""Figures on the board: the shape shows the colour, the symbol the kind, the badge a number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product

from conquest.core import Point, Seat

from .inks import NOTE, OUTLINE, FigureSet, Inks
from .markup import element, group, text_element, transform_to
from .scene import BoardScene, Token

RADIUS = 25.0
EDGE = 5.5  # a light rim by night that is seen in small pictures of a whole board, too
_BADGE, _NOTCH = "#FFD84D", "#F3ECDA"


def define_figures(scene: BoardScene) -> str:
    """Define every figure on the board once, by seat and letter.

    A picture that a script changes defines every figure of every seat.
    """
    kinds = (
        _all_figures(scene) if scene.style.prefix else {(it.seat, it.letter) for it in scene.tokens}
    )
    return "".join(
        group(
            *_figure_parts(
                scene.figure_set(seat, letter), scene.artist.symbols[letter], scene.inks
            ),
            id=_figure_id(scene, seat, letter),
        )
        # sorted: a set has another order in every process
        for seat, letter in sorted(kinds, key=lambda kind: (kind[0] or "", kind[1]))
    )


def draw_figures(scene: BoardScene) -> str:
    """Draw the figures of a scene, in its order."""
    return group(*(_draw_token(scene, token) for token in scene.tokens), class_="b-figures")


def draw_outline(shape: str, radius: float, **attributes: str | float | None) -> str:
    """Draw the closed shape of a set of figures around the origin."""
    if shape == "circle":
        return element("circle", r=radius, **attributes)
    if shape in _ROUNDING:
        side = radius * 0.9
        return element(
            "rect",
            x=-side,
            y=-side,
            width=2 * side,
            height=2 * side,
            rx=radius * _ROUNDING[shape],
            **attributes,
        )
    points = " ".join(f"{x * radius:.1f},{y * radius:.1f}" for x, y in _CORNERS[shape])
    return element("polygon", points=points, stroke_linejoin="round", **attributes)


def draw_symbol(drawing: str, ground: str, ink: str, size: float) -> str:
    """Draw a symbol around the origin, ``size`` units wide."""
    return group(
        drawing,
        transform=f"scale({size / 48:.3f}) translate(-24.5 -24)",
        color=ink,
        stroke=ground,
    )


def _all_figures(scene: BoardScene) -> set[tuple[Seat | None, str]]:
    neutral = scene.artist.neutral
    own = scene.artist.symbols.keys() - neutral
    return {*product(scene.style.colours, own), *product((None,), neutral)}


def _figure_id(scene: BoardScene, seat: Seat | None, letter: str) -> str:
    return f"{scene.prefix}-{seat or ''}-{letter}"


def _figure_parts(set_: FigureSet, drawing: str, inks: Inks) -> tuple[str, ...]:
    return (
        draw_outline(
            set_.shape, RADIUS + 2.5, fill=OUTLINE, opacity="0.35", transform="translate(2 3)"
        ),
        draw_outline(set_.shape, RADIUS + EDGE, fill=inks.edge, class_="b-edge"),
        *draw_face(set_, drawing),
    )


def draw_face(set_: FigureSet, drawing: str = "") -> tuple[str, ...]:
    """Draw a figure around the origin, without shadow, edge or badge."""
    return (
        draw_outline(set_.shape, RADIUS, fill=set_.fill, stroke=OUTLINE, stroke_width=2.4),
        _draw_double_rim(set_) if set_.double else _draw_rim(set_),
        draw_symbol(drawing, set_.fill, set_.ink, RADIUS * _SIZES[set_.shape]) if drawing else "",
    )


def _draw_rim(set_: FigureSet) -> str:
    return draw_outline(
        set_.shape,
        RADIUS - 4,
        fill="none",
        stroke=set_.rim,
        stroke_width=1.2,
        stroke_dasharray="2.5 2.5" if set_.dashed else None,
    )


def _draw_double_rim(set_: FigureSet) -> str:
    """Draw a thick rim with notches all around it, and a thin one inside."""
    thick, thin = RADIUS - 3.5, RADIUS - 9
    return (
        draw_outline(set_.shape, thick, fill="none", stroke=set_.rim, stroke_width=5)
        + draw_outline(
            set_.shape,
            thick,
            fill="none",
            stroke=_NOTCH,
            stroke_width=5,
            stroke_dasharray="2.6 7.4",
        )
        + draw_outline(set_.shape, thin, fill="none", stroke=set_.rim, stroke_width=2)
    )


def _draw_token(scene: BoardScene, token: Token) -> str:
    return element(
        "g",
        element("use", href=f"#{_figure_id(scene, token.seat, token.letter)}"),
        _draw_aboard(scene.artist.symbols[token.aboard]) if token.aboard else "",
        _draw_owner(scene, token.owner, token.letter) if token.owner else "",
        _draw_badge(token.badge) if token.badge else "",
        data_f=token.field,
        transform=transform_to(scene.token_point(token)),
    )


def _draw_badge(text: str) -> str:
    return element(
        "g",
        element("circle", r=11, fill=_BADGE, stroke=OUTLINE, stroke_width=2),
        text_element(text, 16, OUTLINE),
        transform="translate(24 -24)",
        class_="b-load",
    )


def _draw_aboard(drawing: str) -> str:
    return element(
        "g",
        element("circle", r=12.5, fill=NOTE, stroke=OUTLINE, stroke_width=2),
        draw_symbol(drawing, NOTE, OUTLINE, 18),
        transform="translate(25 24)",
        class_="b-aboard",
    )


def _draw_owner(scene: BoardScene, owner: Seat, letter: str) -> str:
    """Draw the owner of a figure that another seat commands: its own figure, small, at the foot."""
    small = group(*draw_face(scene.figure_set(owner, letter), scene.artist.symbols[letter]))
    rim = draw_outline(scene.figure_set(owner, letter).shape, RADIUS + 4, fill=NOTE)
    return group(rim, small, transform="translate(-22 22) scale(0.52)", class_="b-owner")


_SIZES: Mapping[str, float] = {
    "circle": 1.44,
    "square": 1.44,
    "hexagon": 1.44,
    "diamond": 1.24,
    "tile": 1.5,
    "edged": 1.06,
    "die": 1.44,
}
_ROUNDING: Mapping[str, float] = {"square": 0.28, "tile": 0.06, "edged": 0.06, "die": 0.5}
_CORNERS: Mapping[str, tuple[Point, ...]] = {
    "hexagon": tuple(
        (1.08 * math.cos(math.radians(60 * i + 30)), 1.08 * math.sin(math.radians(60 * i + 30)))
        for i in range(6)
    ),
    "diamond": ((0, -1.24), (1.24, 0), (0, 1.24), (-1.24, 0)),
}
