"""Words on pictures: lines that fit, whatever people write."""

from __future__ import annotations

import pytest
from PIL import Image

from games.sharing.lettering import (
    ELLIPSIS,
    legible_text,
    load_font,
    shorten_text,
    wrap_text,
    write_lines,
)

FONT = load_font("Regular", 19)
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
TEXTS = [LONG, f"{LONG} {LONG}", "a b " * 200, "W" * 400, "one", ""]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("width", [60, 300])
def test_lines_fit_and_are_not_more_than_there_is_room_for(text: str, width: int) -> None:
    lines = wrap_text(text, FONT, width, 2)
    assert len(lines) <= 2
    assert all(FONT.getlength(line) <= width for line in lines)
    told = "".join(lines).replace(ELLIPSIS, "").replace(" ", "")
    assert text.replace(" ", "").startswith(told)
    assert (ELLIPSIS in "".join(lines)) == (told != text.replace(" ", ""))


def test_a_text_is_shortened_only_where_it_is_too_long() -> None:
    assert shorten_text("short", FONT, 300) == "short"
    shortened = shorten_text(LONG, FONT, 100)
    assert shortened.endswith(ELLIPSIS)
    assert FONT.getlength(shortened) <= 100


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zoë & Jürgen", "Zoë & Jürgen"),
        ("Ersébet Vő", "Ersébet Vo"),
        ("Łukasz", "South"),  # better than "ukasz"
        ("Autumn \U0001f342 round", "Autumn round"),
        ("Владимир", "South"),
        ("\u2068אליס\u2069", "South"),
        ("", "South"),
        ("a\nb\tc", "a b c"),
    ],
)
def test_signs_that_the_fonts_lack_are_left_out(text: str, expected: str) -> None:
    assert legible_text(text, "South") == expected


def test_lines_are_written_one_below_the_other() -> None:
    picture = Image.new("RGB", (200, 100), "white")
    assert write_lines(picture, (5, 5), ["one", "two"], FONT, "black") == 5 + 2 * 1.25 * 19
    top, bottom = picture.crop((0, 0, 200, 28)), picture.crop((0, 28, 200, 56))
    assert top.getbbox() is not None
    assert len(top.getcolors() or []) > 1 < len(bottom.getcolors() or [])
