"""Helpers to examine pictures in tests: as a tree, by colour, pixel by pixel."""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree


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
    """Yield the pixels of a PNG of eight bits and four channels."""
    width, _ = size(painted)
    chunks = re.finditer(rb"IDAT", painted)
    data = zlib.decompress(b"".join(_chunk_of(painted, found.start()) for found in chunks))
    stride, above = 4 * width, bytearray(4 * width)
    for start_ in range(0, len(data), stride + 1):
        line = bytearray(data[start_ + 1 : start_ + 1 + stride])
        _unfilter(data[start_], line, above)
        yield from zip(line[0::4], line[1::4], line[2::4], strict=True)
        above = line


def _chunk_of(painted: bytes, at_: int) -> bytes:
    (length,) = struct.unpack(">I", painted[at_ - 4 : at_])
    return painted[at_ + 4 : at_ + 4 + length]


def _unfilter(kind: int, line: bytearray, above: bytearray) -> None:
    for i in range(len(line)):
        left, corner = (line[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        line[i] = (line[i] + _predicted(kind, left, above[i], corner)) % 256


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


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
