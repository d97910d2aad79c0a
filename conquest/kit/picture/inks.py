"""Colours of the sets of figures, and of marks in the light and in the dark theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureSet:
    """A set of figures: each colour has a shape, so that nobody has to tell colours apart.

    With ``double`` the rim is a thick and a thin line.
    """

    fill: str
    ink: str
    rim: str
    shape: str
    dashed: bool = False
    double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Inks:
    """The inks of one theme: ``bed`` is the ground of a mark, the others are its meaning.

    ``edge`` is the light edge around figures, without which dark ones vanish on a dark board.
    """

    bed: str
    edge: str
    plan: str
    reach: str
    danger: str


OUTLINE = "#15181D"
NOTE = "#FFF6D0"

FIGURES: Mapping[str, FigureSet] = {
    "white": FigureSet("#FFFFFF", "#1C2430", "#1C2430", "circle"),
    "beige": FigureSet("#E2BE78", "#33240A", "#33240A", "square", True),
    "brown": FigureSet("#86451F", "#FFF4E3", "#FFE3BF", "hexagon"),
    "black": FigureSet("#1B1E24", "#FFFFFF", "#FFFFFF", "diamond", True),
}

NEUTRAL: Mapping[str, FigureSet] = {
    "tile": FigureSet("#F3ECDA", "#1C2430", "#8A7B5C", "tile"),
    "block": FigureSet("#6B6459", "#E9E2D3", "#E9E2D3", "tile"),
    "red tile": FigureSet("#F3ECDA", "#1C2430", "#B01E17", "edged", double=True),
    "red block": FigureSet("#6B6459", "#E9E2D3", "#B01E17", "edged", double=True),
    "die": FigureSet("#FBFAF6", "#1C2430", "#C9C2B4", "die"),
}

LIGHT = Inks(bed="#FFF9E8", edge="none", plan="#B3006B", reach="#0B4FD6", danger="#B3261E")
DARK = Inks(bed="#26261F", edge="#FFFDF5", plan="#FF7AC2", reach="#8FB4FF", danger="#FF8A80")
THEMES: Mapping[str, Inks] = {"light": LIGHT, "dark": DARK}
