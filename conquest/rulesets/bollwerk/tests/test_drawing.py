"""The drawn board is the board of the rules."""

from __future__ import annotations

import re

import pytest

from conquest.core import BoardStyle, Fault
from conquest.kit.picture.grid import rectangle
from conquest.rulesets.bollwerk import RULES, board
from conquest.rulesets.bollwerk.picture import SHELVES, board_grid

from .table import new_game, set_up

CHART = RULES.art.chart_of("A")


def draw_svg(style: BoardStyle | None = None, **position: object) -> str:
    state = RULES.judgement.open_case({"position": position})
    return RULES.telling.draw_board(state, style or BoardStyle(backdrop=""))


def test_every_named_board_is_drawn() -> None:
    """HB1: with the squares, zones, fields and start rows that the rules know."""
    assert RULES.art.boards == board.NAMES == (RULES.seating.table_layout({}).board,)
    assert set(CHART.fields) == set(board.named_board("A").squares)
    assert len(CHART.fields) == 178


def test_the_board_is_drawn_with_white_below() -> None:
    """G38."""
    assert CHART.point_of("e1")[1] > CHART.point_of("f22")[1]
    assert CHART.point_of("a4")[0] < CHART.point_of("j4")[0]
    (white, black) = (CHART.point_of(f"{seat}-A") for seat in RULES.seating.seats)
    assert white[1] > black[1]


def test_the_drawn_board_marks_zones_start_rows_and_end_fields() -> None:
    """HB1, B19: each start row, end zone and end field where board A has it."""
    specials = {
        (it.kind, it.owner): it.squares
        for it in board_grid(board.named_board("A"), SHELVES["A"]).specials
    }
    assert specials == {
        ("zone", "white"): rectangle("d1", "f3"),
        ("zone", "black"): rectangle("e20", "g22"),
        ("start", "white"): rectangle("a5", "j5"),
        ("start", "black"): rectangle("a18", "j18"),
        ("goal", "white"): {"e1"},
        ("goal", "black"): {"f22"},
    }


def test_pieces_stones_and_stocks_are_drawn() -> None:
    """B3, G32: a kind that is used up leaves its place empty."""
    picture = draw_svg(
        pieces={"e4": "white Q", "f19": "black Q"},
        stones={"c8": "RB"},
        stock={"white": {"X": 2}, "black": {}},
    )
    assert set(re.findall(r'data-f="([^"]+)"', picture)) == {"e4", "f19", "c8", "white-X"}
    assert ">2</text>" in picture
    assert (
        len(
            re.findall(
                'class="b-load"', RULES.telling.draw_board(new_game(), BoardStyle(backdrop=""))
            )
        )
        == 10
    )


def test_barred_squares_are_drawn_with_a_bar() -> None:
    """B101."""
    assert re.findall(r'class="m-bar"><g data-f="([^"]+)"', draw_svg(barred=["c9"])) == ["c9"]


def test_an_inline_board_is_not_drawn() -> None:
    """G33."""
    with pytest.raises(Fault):
        RULES.telling.draw_board(RULES.judgement.open_case(set_up("Q . .")), BoardStyle())
