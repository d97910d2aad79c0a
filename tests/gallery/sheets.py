"""A page in its guises on one sheet: light and dark, at a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image

SCALE, TALLEST, GAP = 0.5, 2000, 12


def write(path: Path, pictures: Iterable[bytes]) -> None:
    """Lay screenshots beside each other at half their size, the longest cut off below."""
    shown = [_fitted(Image.open(BytesIO(png)).convert("RGB")) for png in pictures]
    width = sum(one.width for one in shown) + GAP * (len(shown) - 1)
    sheet = Image.new("RGB", (width, max(one.height for one in shown)), "#808080")
    left = 0
    for one in shown:
        sheet.paste(one, (left, 0))
        left += one.width + GAP
    sheet.save(path, quality=60, method=6)


def _fitted(picture: Image.Image) -> Image.Image:
    cut = picture.crop((0, 0, picture.width, min(picture.height, TALLEST)))
    size = (round(cut.width * SCALE), round(cut.height * SCALE))
    return cut.resize(size, Image.Resampling.LANCZOS)
