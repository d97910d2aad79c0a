"""Boards as PNG, for letters: the empty board is painted once a size, the figures each time."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from importlib.resources import files

import resvg_py

from conquest.core import Fault

from .ground import find_ground, standalone_svg
from .markup import element

NARROWEST, WIDEST = 64, 2000
_BOX = re.compile(r'<svg xmlns="[^"]+" viewBox="(\S+) (\S+) (\S+) (\S+)"')
_FONTS = [
    str(files("conquest.kit.picture") / "fonts" / f"AtkinsonHyperlegibleNext-{weight}.ttf")
    for weight in ("Regular", "Bold")
]


def paint_png(svg: str, width: int) -> bytes:
    """Paint a picture drawn by this package as PNG, ``width`` pixels wide (64 to 2000).

    A picture higher than wide may become narrower, as its height is limited too. Raises
    ``Fault`` for a picture of other origin and for one that only refers to its backdrop.
    """
    pixels = _pixel_width(svg, width)
    return paint_svg(_with_bitmap(svg, pixels), pixels)


def paint_layers(svg: str, width: int) -> tuple[bytes, ...]:
    """Paint a picture as ``paint_png`` does, but in parts of one size to be laid on each other:
    where it shows a whole board, first that, which is kept, and then what stands on it.
    """
    pixels, box, drawn = _pixel_width(svg, width), _BOX.match(svg), find_ground(svg)
    if box is None or not _is_whole_board(drawn, box):
        return (paint_svg(svg, pixels),)
    empty = _paint_empty_board(drawn, pixels, float(box[3]), float(box[4]))
    return empty, paint_svg(svg.replace(drawn, ""), pixels)


def _pixel_width(svg: str, width: int) -> int:
    """Return how wide a picture will be."""
    box = _BOX.match(svg)
    if box is None or not find_ground(svg):
        raise Fault("Only a whole board drawn here can be painted.")
    wide, high = float(box[3]), float(box[4])
    pixels = max(NARROWEST, min(WIDEST, width))
    return min(pixels, int(WIDEST * wide / high)) if high > wide else pixels


def view_box(svg: str) -> tuple[float, float, float, float]:
    """Return what part of the board a picture drawn by this package shows: x, y, width, height.

    :raises Fault: for a picture of other origin.
    """
    found = _BOX.match(svg)
    if found is None:
        raise Fault("Only a board drawn here can be painted.")
    x, y, width, height = map(float, found.groups())
    return x, y, width, height


def _with_bitmap(svg: str, pixels: int) -> str:
    """Put a bitmap of the empty board in place of its drawing, where all of it is shown."""
    box, drawn = _BOX.match(svg), find_ground(svg)
    if box is None or not _is_whole_board(drawn, box):
        return svg
    return svg.replace(drawn, _bitmap_element(drawn, pixels, float(box[3]), float(box[4])))


def _is_whole_board(drawn: str, box: re.Match[str]) -> bool:
    return (box[1], box[2]) == ("0", "0") and f'data-size="{box[3]} {box[4]}"' in drawn[:80]


@lru_cache(maxsize=12)
def _bitmap_element(drawn: str, pixels: int, width: float, height: float) -> str:
    data = b64encode(_paint_empty_board(drawn, pixels, width, height)).decode()
    return element(
        "image",
        href=f"data:image/png;base64,{data}",
        width=width,
        height=height,
        image_rendering="optimizeSpeed",
    )


@lru_cache(maxsize=12)
def _paint_empty_board(drawn: str, pixels: int, width: float, height: float) -> bytes:
    return paint_svg(standalone_svg(drawn, width, height), pixels)


def paint_svg(svg: str, pixels: int) -> bytes:
    """Paint any SVG of this package, so many pixels wide."""
    found = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=pixels,
        skip_system_fonts=True,
        font_files=_FONTS,
        font_family="Atkinson Hyperlegible Next",
    )
    return bytes(found)
