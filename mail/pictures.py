"""Makes pictures light enough for a letter, and keeps them for others who are sent the same one."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO

from django.core.cache import caches
from PIL import Image

MAX_COLOURS = 256
EFFORT = 6  # of 9; the highest takes ten times as long and saves three in a hundred
UNREADABLE = (OSError, EOFError, pickle.PickleError, zlib.error)  # as a power cut leaves files
FORM = f"octree {MAX_COLOURS} {EFFORT}"


def cached_picture(drawing: str, width: int, paint: Callable[[str, int], Sequence[bytes]]) -> bytes:
    """Return a drawing painted ``width`` pixels wide, and light; painted once for all who get it.

    ``paint`` returns pictures of one size, from the lowest to what is laid over it. A drawing is
    known by what is drawn, letter for letter: no two that differ are one picture, so that
    a picture never shows more than its reader may see.
    """
    seen = hashlib.sha256(f"{FORM} {width} {drawing}".encode()).hexdigest()
    pictures, known = caches["pictures"], None
    with suppress(*UNREADABLE):
        known = pictures.get(seen)
    if known is None:
        known = merge_pictures(*paint(drawing, width))
        with suppress(OSError):  # such as a full disk: the letter leaves all the same
            pictures.set(seen, known)
    return bytes(known)


def merge_pictures(lowest: bytes, *others: bytes) -> bytes:
    """Return pictures laid on each other, in few colours, as a PNG of about a third of the size."""
    picture = _open_picture(lowest).copy()
    for png in others:
        picture.alpha_composite(Image.open(BytesIO(png)).convert("RGBA"))
    few = picture.convert("RGB").quantize(
        MAX_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    paper = BytesIO()
    few.save(paper, "PNG", compress_level=EFFORT)
    return paper.getvalue()


@lru_cache(maxsize=6)
def _open_picture(png: bytes) -> Image.Image:
    """Open a picture that comes again and again, such as the lowest of others."""
    return Image.open(BytesIO(png)).convert("RGBA")
