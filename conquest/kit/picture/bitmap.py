"""Boards as PNG, for letters: an empty board is painted once for each size and then reused."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from importlib.resources import files
from math import ceil
from typing import TypeAlias

from conquest.core import Fault

from .ground import find_ground, standalone_svg
from .markup import element

try:
    import resvg
    from resvg import usvg
except ModuleNotFoundError:  # those who only judge and play need no painter
    HAS_PAINTER = False
else:
    HAS_PAINTER = True

Box: TypeAlias = tuple[float, float, float, float]

NARROWEST, WIDEST = 64, 2000
_BOX = re.compile(r'<svg xmlns="[^"]+" viewBox="(\S+) (\S+) (\S+) (\S+)"')
FONTS = {
    weight: str(files("conquest.kit.picture") / "fonts" / f"AtkinsonHyperlegibleNext-{weight}.ttf")
    for weight in ("Regular", "Bold")
}


def paint_png(svg: str, width: int) -> bytes:
    """Paint a picture drawn by this package as PNG, ``width`` pixels wide (64 to 2000).

    A picture higher than wide may become narrower, as its height is limited too.

    :raises Fault: if this package did not draw it, or if it only refers to its backdrop.
    """
    pixels = _pixel_width(svg, width)
    return paint_svg(_with_bitmap(svg, pixels), pixels)


def paint_layers(svg: str, width: int) -> tuple[bytes, ...]:
    """Paint a picture as ``paint_png`` does, but as two layers of one size: the empty board, or the
    part of it that is shown, and the figures on it."""
    pixels, drawn = _pixel_width(svg, width), find_ground(svg)
    empty = _paint_empty_board(drawn, pixels, view_box(svg))
    return empty, paint_svg(svg.replace(drawn, ""), pixels)


def _pixel_width(svg: str, width: int) -> int:
    """Return the width in pixels of a picture that should be ``width`` wide."""
    box = _BOX.match(svg)
    if box is None or not find_ground(svg):
        raise Fault("Only a whole board drawn here can be painted.")
    wide, high = float(box[3]), float(box[4])
    pixels = max(NARROWEST, min(WIDEST, width))
    return min(pixels, int(WIDEST * wide / high)) if high > wide else pixels


def view_box(svg: str) -> Box:
    """Return the part of the board that a picture shows: x, y, width, height in board units.

    :raises Fault: if this package did not draw it.
    """
    box = _BOX.match(svg)
    if box is None:
        raise Fault("Only a board drawn here can be painted.")
    x, y, width, height = map(float, box.groups())
    return x, y, width, height


def _with_bitmap(svg: str, pixels: int) -> str:
    """Return a picture with a bitmap in place of its empty board, where it shows all of it."""
    box, drawn = _BOX.match(svg), find_ground(svg)
    if box is None or not _is_whole_board(drawn, box):
        return svg
    return svg.replace(drawn, _bitmap_element(drawn, pixels, float(box[3]), float(box[4])))


def _is_whole_board(drawn: str, box: re.Match[str]) -> bool:
    # the size is in the opening tag: no need to search through all of a drawing
    return (box[1], box[2]) == ("0", "0") and f'data-size="{box[3]} {box[4]}"' in drawn[:80]


@lru_cache(maxsize=12)
def _bitmap_element(drawn: str, pixels: int, width: float, height: float) -> str:
    data = b64encode(_paint_empty_board(drawn, pixels, (0, 0, width, height))).decode()
    return element(
        "image",
        href=f"data:image/png;base64,{data}",
        width=width,
        height=height,
        image_rendering="optimizeSpeed",  # painted at this very size: smoothing would blur it
    )


# painting the board again for each picture takes three times as long (decision 25)
@lru_cache(maxsize=32)
def _paint_empty_board(drawn: str, pixels: int, box: Box) -> bytes:
    left, top, width, height = box
    return paint_svg(standalone_svg(drawn, width, height, left=left, top=top), pixels)


def paint_svg(svg: str, pixels: int) -> bytes:
    """Paint any SVG of this package, ``pixels`` wide.

    :raises Fault: if the painter, resvg, is not installed.
    """
    if not HAS_PAINTER:
        raise Fault("A board is painted as PNG by resvg, which is not installed.")
    tree = usvg.Tree.from_str(svg, _own_fonts())
    (wide, high), (_x, _y, width, height) = tree.int_size(), view_box(svg)
    lines = ceil(pixels * high / wide)
    # It is stretched to whole pixels in each direction; the numbers are a matrix, row by row.
    stretched = (pixels / width, 0, 0, 0, lines / height, 0)
    return bytes(resvg.render(tree, stretched, bg_size=(pixels, lines)))


def _own_fonts() -> usvg.Options:
    """Return options with the fonts of this package alone: the same picture on every machine.

    They are made for each picture, since no other thread can use them, and that costs nothing.
    """
    options = usvg.Options.default()
    for font in FONTS.values():
        options.load_font_file(font)
    options.font_family = "Atkinson Hyperlegible Next"
    return options
