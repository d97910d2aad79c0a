"""The islands rotated by quarters: each seat's own side is nearest, and everything is upright."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from conquest.core import BoardStyle, drawing_name
from conquest.islands import board as boards
from conquest.islands.board import SEATS
from conquest.islands.picture import ARTIST, maps
from conquest.kit.picture import backdrop_svg
from conquest.kit.picture.geometry import turn_point
from tests.conquest.islands.test_picture import ALICE, BOARD, BOB, MARKS, start, svg
from tests.conquest.pictures import parsed

THREE = "three-islands"
BY_SEAT = pytest.mark.parametrize(
    ("board", "seat"),
    [*product([BOARD], SEATS), *product([THREE], boards.named_board(THREE).order)],
)
BY_BOARD = pytest.mark.parametrize("board", [BOARD, THREE])
BY_QUARTER = pytest.mark.parametrize("quarters", maps.QUARTERS)
DRAWINGS = [drawing_name(BOARD, quarters) for quarters in maps.QUARTERS]


def test_the_fourth_quarter_brings_every_field_back() -> None:
    size = maps.chart_of(BOARD).size
    for field, start_ in maps.chart_of(BOARD).fields.items():
        at = start_
        for drawn in (*DRAWINGS[1:], BOARD):
            at = turn_point(at, size, 1)
            assert at == maps.chart_of(drawn).point_of(field)


def test_bends_of_ways_turn_with_their_ends() -> None:
    before = maps.chart_of(BOARD)
    for quarters, drawn in enumerate(DRAWINGS):
        for one, other in zip(before.ways, maps.chart_of(drawn).ways, strict=True):
            assert (one.start, one.end, one.kind) == (other.start, other.end, other.kind)
            bend = tuple(turn_point(point, before.size, quarters) for point in one.bend or ())
            assert bend == (other.bend or ())


@BY_SEAT
def test_each_seat_sees_its_own_castle_below_all_others(board: str, seat: str) -> None:
    drawn = maps.read_map(ARTIST.turned_drawing(board, ARTIST.turned[seat]))
    towers = [field for field in drawn.fields.values() if field.seat]
    own = [field.at[1] for field in towers if field.seat == seat[0].upper()]
    assert len(own) == 5
    assert min(own) > max(field.at[1] for field in towers if field.seat != seat[0].upper())


def test_other_numbers_of_quarters_show_the_board_unturned() -> None:
    assert ARTIST.quarter_turns == (0, 1, 2, 3)
    assert {ARTIST.turned_drawing(BOARD, quarters) for quarters in (0, 4, 17, -1)} == {BOARD}


@pytest.mark.parametrize(("quarters", "theme"), list(product(maps.QUARTERS, ("light", "dark"))))
def test_every_name_is_upright_and_near_its_field(quarters: int, theme: str) -> None:
    board = parsed(backdrop_svg(ARTIST, DRAWINGS[quarters], theme, True))
    texts = {text.text: text for text in board.iter("text")}
    assert len(texts) == 358
    above = {child: parent for parent in board.iter() for child in parent}
    for name, text in texts.items():
        x, y = maps.chart_of(DRAWINGS[quarters]).point_of(name or "")
        assert 30 < abs(float(text.attrib["x"]) - x) + abs(float(text.attrib["y"]) - y) < 90
        place: object = text
        while place in above:
            assert "rotate" not in place.get("transform", "")
            place = above[place]


@BY_BOARD
@BY_QUARTER
def test_no_name_is_written_across_another(quarters: int, board: str) -> None:
    names = maps.read_artwork(board)["labels"][quarters]
    assert names.keys() == maps.read_artwork(board)["labels"][0].keys()
    spots = sorted(names.values())
    for place, (x, y) in enumerate(spots):
        near = [at for at in spots[place + 1 :] if at[0] - x < 30]
        assert all(abs(at[1] - y) >= 13 for at in near)


@BY_QUARTER
def test_pieces_anchors_cups_and_plants_are_upright(quarters: int) -> None:
    style = BoardStyle(turned=quarters, labels=True, marks=MARKS)
    board = parsed(svg(BOARD, start(), style))
    standing = [
        *board.findall(".//*[@class='b-figures']/*"),
        *(one for one in board.iter("use") if one.get("x")),
    ]
    assert len(standing) > 600
    assert not [one for one in standing if "rotate" in one.get("transform", "")]


def test_figures_and_marks_stand_where_the_fields_are_seen() -> None:
    for quarters, drawn in enumerate(DRAWINGS):
        style = BoardStyle(turned=quarters, backdrop="", marks=MARKS)
        x, y = maps.chart_of(drawn).point_of("S12")
        board = parsed(svg(BOARD, [ALICE, BOB], style))
        placed = {one.get("transform") for one in board.findall(".//*[@data-f='S12']")}
        assert placed == {f"translate({x:g} {y:g})"}


def test_a_turned_picture_has_the_same_parts() -> None:
    """But for plants, which make room for the names."""
    kinds = []
    for drawn in DRAWINGS:
        board = parsed(backdrop_svg(ARTIST, drawn, "light", False))
        kinds.append(Counter(one.tag for one in board.iter() if not one.get("x")))
    assert kinds[0] == kinds[1] == kinds[2] == kinds[3]


def test_a_turned_picture_marks_the_north() -> None:
    norths = []
    for drawn in DRAWINGS:
        board = parsed(backdrop_svg(ARTIST, drawn, "light", False))
        stars = [one for one in board.iter("path") if one.get("d", "").startswith("M0-24 5-5")]
        red = [one.get("transform", "") for one in stars if one.get("fill") != "#3B3227"]
        norths += [transform.split(" ")[0].removeprefix("rotate(") for transform in red]
    assert norths == ["180", "90", "0", "270"]
