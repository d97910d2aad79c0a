"""Boards as PNG, for letters: the empty board is painted once a size, the figures each time."""

from __future__ import annotations

from importlib.resources import files

import resvg_py

NARROWEST, WIDEST = 64, 2000
_FONTS = [
    str(files("conquest.kit.picture") / "fonts" / f"AtkinsonHyperlegibleNext-{weight}.ttf")
    for weight in ("Regular", "Bold")
]


def png(svg: str, width: int) -> bytes:
    """Paint a picture drawn by this package as PNG, ``width`` pixels wide."""
    return _painted(svg, max(NARROWEST, min(WIDEST, width)))


def _painted(svg: str, width: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=_FONTS,
            font_family="Atkinson Hyperlegible Next",
        )
    )
