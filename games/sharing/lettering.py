"""Words on pictures: broken into lines that fit, in the fonts of boards."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from accounts.display_text import plain_text
from conquest.kit.picture.bitmap import FONTS

Font = ImageFont.FreeTypeFont
ELLIPSIS = "…"
MISSING = "\uffff"  # a sign that no font has


@dataclass(frozen=True, slots=True)
class ThemeInks:
    """The colours of a theme, as in ``static/css/site.css``."""

    paper: str
    ink: str
    muted: str


INKS = {
    "light": ThemeInks(paper="#f6f1e4", ink="#1c2430", muted="#565e69"),
    "dark": ThemeInks(paper="#14191e", ink="#e8e2d2", muted="#aeb0a8"),
}


@cache
def load_font(weight: str, size: int) -> Font:
    """Return a font of boards, "Regular" or "Bold", ``size`` pixels high."""
    return ImageFont.truetype(FONTS[weight], size, layout_engine=ImageFont.Layout.BASIC)


def legible_text(text: str, instead: str = "") -> str:
    """Return a text as the fonts can write it: letters without the accents that they lack, and no
    signs that they do not have; what stands ``instead`` where they lack a letter, or all of it."""
    written = [_legible_sign(sign) for sign in plain_text(text)]
    is_whole = all(
        new or not sign.isalnum() for sign, new in zip(plain_text(text), written, strict=True)
    )
    return " ".join("".join(written).split()) if is_whole and any(written) else instead


def _legible_sign(sign: str) -> str:
    """Return a sign, or its letter without accents; "" if the fonts have neither."""
    forms = (sign, unicodedata.normalize("NFD", sign)[0])
    return next((one for one in forms if _can_draw(one)), "")


@lru_cache(maxsize=2000)
def _can_draw(sign: str) -> bool:
    if sign.isspace():
        return True
    font = load_font("Regular", 20)
    return sign.isprintable() and bytes(font.getmask(sign)) != bytes(font.getmask(MISSING))


def wrap_text(text: str, font: Font, width: float, lines: int) -> list[str]:
    """Return a text in at most as many ``lines`` of a ``width`` in pixels; what has no room ends in
    an ellipsis."""
    broken = list(_break_lines(text, font, width))
    if len(broken) <= lines:
        return broken
    rest = " ".join(broken[lines - 1 :])
    return [*broken[: lines - 1], shorten_text(rest, font, width)]


def shorten_text(text: str, font: Font, width: float) -> str:
    """Return a text in one line of a ``width`` in pixels, with an ellipsis where it is longer."""
    if font.getlength(text) <= width:
        return text
    count = _fitting_signs(text, font, width - font.getlength(ELLIPSIS))
    return text[:count].rstrip() + ELLIPSIS


def _break_lines(text: str, font: Font, width: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) <= width:
            line = longer
            continue
        if line:
            yield line
        *full, line = _break_word(word, font, width)
        yield from full
    if line:
        yield line


def _break_word(word: str, font: Font, width: float) -> Iterator[str]:
    """Yield the parts of a word that each fit in a line."""
    while font.getlength(word) > width:
        count = max(1, _fitting_signs(word, font, width))
        yield word[:count]
        word = word[count:]
    yield word


def _fitting_signs(text: str, font: Font, width: float) -> int:
    """Return how many of the first signs of a text fit in a width."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if font.getlength(text[:middle]) <= width else (low, middle - 1)
    return low


def write_lines(
    picture: Image.Image, at: tuple[float, float], lines: list[str], font: Font, ink: str
) -> float:
    """Write lines on a picture from a corner on; return the height of what follows them."""
    left, top = at
    draw, leading = ImageDraw.Draw(picture), 1.25 * font.size
    for line in lines:
        draw.text((left, top), line, font=font, fill=ink)
        top += leading
    return top
