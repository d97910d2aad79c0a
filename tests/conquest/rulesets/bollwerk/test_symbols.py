"""The figures of Bollwerk: ten pieces and five stones that differ even when they are small."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from conquest.core import BoardStyle
from conquest.kit.picture import Token, draw_svg, paint_png
from conquest.rulesets.bollwerk.picture import ARTIST
from conquest.rulesets.bollwerk.symbols import STONES, SYMBOLS
from tests.conquest.pictures import pixels

PIECES = "WCNKEHMGQS"
FIGURE, ACROSS = 50, 20  # units, pixels
LEAST = 64  # pixels of the smallest picture there is
PLAINLY = 60  # of 255 shades of grey


def test_every_piece_and_stone_has_a_symbol() -> None:
    """B16-B105: ten kinds of pieces, five kinds of stones."""
    assert SYMBOLS.keys() == {*PIECES, "A", "B", "RA", "RB", "X"}
    assert STONES.keys() == SYMBOLS.keys() - {*PIECES}


def test_every_piece_has_a_symbol_of_its_own() -> None:
    assert len({SYMBOLS[piece] for piece in PIECES}) == len(PIECES)


def paint_figure(seat: str | None, letter: str) -> list[int]:
    """Return the shades of grey of a figure painted 20 pixels wide."""
    x, y = ARTIST.chart_of("A").point_of("e10")
    side = LEAST * FIGURE / ACROSS
    part = BoardStyle(box=(x - side / 2, y - side / 2, side, side))
    picture = paint_png(draw_svg(ARTIST, "A", [Token("e10", seat, letter)], part), LEAST)
    return [sum(pixel[:3]) // 3 for pixel in pixels(picture)]


def nearest(seat: str | None, letters: Iterable[str]) -> int:
    """Return the number of pixels that plainly differ between the two most similar figures."""
    looks = [paint_figure(seat, letter) for letter in letters]
    return min(
        sum(abs(a - b) > PLAINLY for a, b in zip(one, other, strict=True))
        for one, other in combinations(looks, 2)
    )


@pytest.mark.parametrize("seat", ["white", "black"])
def test_pieces_differ_at_twenty_pixels(seat: str) -> None:
    assert nearest(seat, PIECES) >= 30


def test_stones_differ_at_twenty_pixels() -> None:
    assert nearest(None, STONES) >= 50
