"""Helpers to examine pictures in tests: as a tree, by colour, pixel by pixel."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

from PIL import Image


def parsed(picture: str) -> ElementTree.Element:
    """Read a picture as a tree, its tags without their name space."""
    return ElementTree.fromstring(re.sub(' xmlns="[^"]+"', "", picture))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1 (WCAG 2)."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def size(painted: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in pixels."""
    return struct.unpack(">II", painted[16:24])


def pixels(painted: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the pixels of a PNG of eight bits and four channels, without the fourth."""
    bands = Image.open(BytesIO(painted)).split()
    yield from zip(*(band.tobytes() for band in bands[:3]), strict=True)


def like(painted: bytes, colour: str) -> int:
    """Count the pixels of a picture that are nearly of a colour."""
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return sum(
        all(abs(a - b) < 24 for a, b in zip(pixel, wanted, strict=True))
        for pixel in pixels(painted)
    )


def assert_whole(picture: str, *images: str) -> None:
    """Assert that a picture is complete in itself and shows only these images."""
    for element in parsed(picture).iter():
        assert element.tag not in {"style", "script", "foreignObject", "iframe"}
        assert not [key for key in element.attrib if key == "style" or key.startswith("on")]
        if element.tag == "image":
            assert element.attrib["href"] in images
        if element.tag == "use":
            assert element.attrib["href"].startswith("#")
    defined = Counter(re.findall(r'\bid="([^"]+)"', picture))
    wanted = {one or other for one, other in re.findall(r'href="#([^"]+)"|url\(([^)]+)\)', picture)}
    assert {name.removeprefix("#") for name in wanted} <= defined.keys()
    assert set(defined.values()) <= {1}
