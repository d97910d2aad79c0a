"""Colours of boards of squares, in the light and in the dark theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The inks of one theme. ``tints`` are for even and odd squares; ``rings`` are width and ink
    of strokes from the open water to the coast."""

    paper: str
    ink: str
    sea: str
    deep: str
    wave: str
    rings: tuple[tuple[float, str], ...]
    coast: str
    tints: tuple[str, str]
    line: str
    hatch: str
    stone: str
    stone_edge: str
    mortar: str
    goal: str
    goal_edge: str
    goal_bed: str
    rock: str
    rock_edge: str
    plank: str
    plank_edge: str
    slot: str
    label: str
    label_halo: str


LIGHT = Palette(
    paper="#F2E7CF",
    ink="#3B3227",
    sea="#BFD9E3",
    deep="#A3C7D6",
    wave="#9CC0CF",
    rings=((40, "#CADFE7"), (28, "#A9C9D6"), (25, "#DCEBEE"), (14, "#8DB5C6"), (10, "#EAF3F3")),
    coast="#7A6A4B",
    tints=("#E3D6A6", "#F1E8C8"),
    line="#B9A878",
    hatch="#A08A55",
    stone="#C9C2B4",
    stone_edge="#6F675A",
    mortar="#EFEADF",
    goal="#C0332B",
    goal_edge="#7C1A15",
    goal_bed="#F6E3D2",
    rock="#CDC6B4",
    rock_edge="#6F6654",
    plank="#C79F66",
    plank_edge="#5E4526",
    slot="#E3C796",
    label="#4A3B20",
    label_halo="#F4ECD0",
)

DARK = Palette(
    paper="#1D242B",
    ink="#B9AE94",
    sea="#1C3644",
    deep="#162B37",
    wave="#2A4B5B",
    rings=((40, "#203D4C"), (28, "#33586A"), (25, "#244454"), (14, "#416C7F"), (10, "#2F5364")),
    coast="#8C7C5A",
    tints=("#34321F", "#454230"),
    line="#5F593F",
    hatch="#7D744F",
    stone="#6D685D",
    stone_edge="#B0A797",
    mortar="#8D877A",
    goal="#E0625A",
    goal_edge="#F0A79B",
    goal_bed="#4A2B24",
    rock="#55534C",
    rock_edge="#A39C8B",
    plank="#5E4A2C",
    plank_edge="#BFA06C",
    slot="#43361F",
    label="#E8DCB9",
    label_halo="#3A3828",
)

THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK}
