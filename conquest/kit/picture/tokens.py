"""Figures on the board: the shape tells the colour, the symbol the kind, the badge the load."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product

from .geometry import Point
from .markup import element, group, moved, words
from .palette import OUTLINE, Figures, Palette
from .scene import Scene, Token
from .symbols import SYMBOLS

RADIUS = 25.0
_VESSELS = frozenset("BG")
_BADGE, _CHIP = "#FFD84D", "#FFF6D0"


def definitions(scene: Scene) -> str:
    """Define every pair of seat and letter that stands on the board, once.

    A picture that is to change has every figure of every seat at hand.
    """
    kinds = sorted(
        product(scene.style.colours, SYMBOLS)
        if scene.style.prefix
        else {(token.seat, token.letter) for token in scene.tokens}
    )
    return "".join(
        group(
            *_figure(scene.figures(seat), letter, scene.palette),
            id=f"{scene.prefix}-{seat}{letter}",
        )
        for seat, letter in kinds
    )


def figures(scene: Scene) -> str:
    """Draw the figures in the order of their fields, so that equal positions look equal."""
    return group(*(_standing(scene, token) for token in scene.tokens), class_="b-figures")


def outline(shape: str, radius: float, **attributes: str | float | None) -> str:
    """Draw the closed shape of a set of figures round the origin."""
    if shape == "circle":
        return element("circle", r=radius, **attributes)
    if shape == "square":
        side = radius * 0.9
        return element(
            "rect",
            x=-side,
            y=-side,
            width=2 * side,
            height=2 * side,
            rx=radius * 0.28,
            **attributes,
        )
    points = " ".join(f"{x * radius:.1f},{y * radius:.1f}" for x, y in _CORNERS[shape])
    return element("polygon", points=points, stroke_linejoin="round", **attributes)


def symbol(letter: str, ground: str, ink: str, size: float) -> str:
    """Draw the symbol of a letter round the origin, ``size`` units wide."""
    return group(
        SYMBOLS[letter],
        transform=f"scale({size / 48:.3f}) translate(-24.5 -24)",
        color=ink,
        stroke=ground,
    )


def _figure(set_: Figures, letter: str, palette: Palette) -> tuple[str, ...]:
    return (
        outline(set_.shape, RADIUS + 2.5, fill=OUTLINE, opacity="0.35", transform="translate(2 3)"),
        outline(set_.shape, RADIUS + 3, fill=palette.edge, class_="b-edge"),
        outline(set_.shape, RADIUS, fill=set_.fill, stroke=OUTLINE, stroke_width=2.4),
        outline(
            set_.shape,
            RADIUS - 4,
            fill="none",
            stroke=set_.rim,
            stroke_width=1.2,
            stroke_dasharray="2.5 2.5" if set_.dashed else None,
        ),
        symbol(letter, set_.fill, set_.ink, RADIUS * _SIZES[set_.shape]),
    )


def _standing(scene: Scene, token: Token) -> str:
    return element(
        "g",
        element("use", href=f"#{scene.prefix}-{token.seat}{token.letter}"),
        *_cargo(token),
        data_f=token.field,
        transform=moved(scene.board.at(token.field)),
    )


def _cargo(token: Token) -> tuple[str, ...]:
    if not token.load:
        return ()
    return (_aboard(token.load[0]), _count(token)) if token.letter in _VESSELS else (_count(token),)


def _count(token: Token) -> str:
    return element(
        "g",
        element("circle", r=11, fill=_BADGE, stroke=OUTLINE, stroke_width=2),
        words(str(len(token.load)), 16, OUTLINE),
        transform="translate(20.5 -20.5)",
        class_="b-load",
    )


def _aboard(letter: str) -> str:
    return element(
        "g",
        element("circle", r=12.5, fill=_CHIP, stroke=OUTLINE, stroke_width=2),
        symbol(letter, _CHIP, OUTLINE, 18),
        transform="translate(20.5 19)",
        class_="b-aboard",
    )


_SIZES: Mapping[str, float] = {"circle": 1.44, "square": 1.44, "hexagon": 1.44, "diamond": 1.24}
_CORNERS: Mapping[str, tuple[Point, ...]] = {
    "hexagon": tuple(
        (1.08 * math.cos(math.radians(60 * i + 30)), 1.08 * math.sin(math.radians(60 * i + 30)))
        for i in range(6)
    ),
    "diamond": ((0, -1.24), (1.24, 0), (0, 1.24), (-1.24, 0)),
}
