"""The curve of a game as a picture: round numbers, lines, boxes, and the same in rows."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import Column, Phrase
from games.models import Seat
from games.pages.curve import BETWEEN_LABELS, Curve, build_curve
from games.replay.timeline import Timeline, TimelineTurn

MAIN = Column("score", Phrase("Win points"), Phrase("one"), Phrase("many"), is_main=True)
SEATS = [
    Seat(name=name, order=order, colour=colour)
    for order, (name, colour) in enumerate((("south", "white"), ("west", "beige")))
]


def curve_of(*numbers: tuple[int, int], used: dict[str, int] | None = None) -> Curve:
    turns = (
        TimelineTurn(number, {"south": south, "west": west}, (used or {}) if number else {})
        for number, (south, west) in enumerate(numbers)
    )
    found = build_curve(Timeline(MAIN, tuple(turns), ()), SEATS)
    assert found is not None
    return found


def heights(line: Any) -> list[float]:
    return [float(point.partition(",")[2]) for point in line.points.split()]


@pytest.mark.parametrize(
    ("numbers", "marks"),
    [
        ([(14, 12), (24, 30)], [0, 10, 20, 30]),
        ([(26, 26), (24, 30)], [24, 26, 28, 30]),
        ([(20, 20), (20, 19)], [16, 17, 18, 19, 20]),
        ([(0, 0), (0, 0)], [0, 1]),
        ([(-3, 0), (2, 4)], [-4, -2, 0, 2, 4]),
        ([(0, 0), (120, 0)], [0, 50, 100, 150]),
    ],
)
def test_curve_stands_between_round_numbers(numbers: Any, marks: list[int]) -> None:
    assert [tick.number for tick in curve_of(*numbers).ticks] == marks


def test_curve_rises_with_the_number() -> None:
    south, west = curve_of((4, 4), (6, 3), (8, 2)).lines
    assert heights(south) == sorted(heights(south), reverse=True)
    assert heights(west) == sorted(heights(west))
    assert heights(south)[0] == heights(west)[0]
    assert south.dash != west.dash


def test_curve_labels_are_kept_apart_where_lines_end_together() -> None:
    south, west = curve_of((4, 4), (5, 5)).lines
    assert abs(float(south.label) - float(west.label)) >= BETWEEN_LABELS


def test_curve_has_bars_only_where_points_are_used() -> None:
    assert curve_of((1, 1), (2, 2)).bars == ()
    found = curve_of((1, 1), (2, 2), (3, 3), used={"south": 10, "west": 10})
    assert found.most is not None
    assert found.most.number == 10
    assert len(found.bars) == 4
    assert found.height > curve_of((1, 1), (2, 2)).height
    assert found.rows[1].used == ((SEATS[0], 10), (SEATS[1], 10))


def test_curve_has_the_same_numbers_in_rows() -> None:
    rows = curve_of((1, 1), (2, 0)).rows
    assert [(row.turn, row.numbers) for row in rows] == [(0, (1, 1)), (1, (2, 0))]


def test_curve_is_none_without_turns_or_a_main_number() -> None:
    start = TimelineTurn(0, {"south": 1}, {})
    assert build_curve(Timeline(MAIN, (start,), ()), SEATS) is None
    assert build_curve(Timeline(None, (start, start), ()), SEATS) is None


def test_curve_bears_a_seat_without_a_number() -> None:
    turns = (TimelineTurn(0, {"south": 1}, {}), TimelineTurn(1, {"south": 2}, {}))
    found = build_curve(Timeline(MAIN, turns, ()), SEATS)
    assert found is not None
    assert len(found.lines) == 1
    assert found.rows[0].numbers == (1, None)
