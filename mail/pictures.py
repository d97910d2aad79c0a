"""Makes pictures light enough for a letter."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

MAX_COLOURS = 128


def lighten(png: bytes) -> bytes:
    """Return the same picture in few colours, as a PNG of about a third of the size."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    paper = BytesIO()
    picture.quantize(MAX_COLOURS, kmeans=1, dither=Image.Dither.NONE).save(
        paper, "PNG", optimize=True
    )
    return paper.getvalue()
