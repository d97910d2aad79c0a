"""How a game begins: the box, board A, the set-up (B1-B3, HB1, HB2, G33, G34, G38)."""

from __future__ import annotations

import pytest

from conquest import judge
from conquest.core import Fault, no_numbers
from conquest.rulesets.bollwerk import RULES, board

from .table import NO_STONES, judge_case, new_game, play, set_up

START = {"ruleset": "bollwerk"}
FULL = {"A": 10, "B": 10, "RA": 1, "RB": 1, "X": 3}


def test_two_players_have_twenty_pieces_and_twenty_five_stones_each() -> None:
    """B1, B2, B3, B16, B80, B84, B90, B94, B98."""
    position = judge_case(START).position
    owners = [text.split()[0] for text in position["pieces"].values()]
    assert (owners.count("white"), owners.count("black")) == (20, 20)
    assert position["stock"] == {"white": FULL, "black": FULL}
    assert sum(FULL.values()) == 25
    assert RULES.seating.seats == RULES.judgement.seats(new_game()) == ("white", "black")


def test_board_a_has_178_squares() -> None:
    """B3, HB1."""
    squares = board.named_board("A").squares
    assert len(squares) == len(set(squares)) == 178
    assert {"a4", "j19", "d1", "f3", "e20", "g22"} <= set(squares)
    assert not {"a1", "c3", "g1", "d20", "h22", "k5", "a20"} & set(squares)


BOARD_A = """
19 h k g m s q e g n c
18 w w w w w w w w w w
5  W W W W W W W W W W
4  C N G E Q S M G K H
"""


def test_board_a_is_set_up_as_drawn() -> None:
    """HB1, G38: Black's pieces are White's, turned by half a turn."""
    pieces = judge_case(START).position["pieces"]
    rows = [line.split() for line in BOARD_A.split("\n") if line]
    drawn = {
        f"{file}{row}": f"{'white' if there.isupper() else 'black'} {there.upper()}"
        for row, *signs in rows
        for file, there in zip("abcdefghij", signs, strict=True)
    }
    assert pieces == drawn
    for square, text in pieces.items():
        file, row = ord(square[0]) - ord("a") + 1, int(square[1:])
        turned = f"{chr(ord('a') + 10 - file)}{23 - row}"
        assert pieces[turned].split()[1] == text.split()[1]
        assert pieces[turned].split()[0] != text.split()[0]


def test_board_a_has_its_zones() -> None:
    """HB1, G38."""
    ground = board.named_board("A")
    names = {seat: {ground.squares[n] for n in zone} for seat, zone in ground.zones.items()}
    assert names["white"] == {f"{file}{row}" for file in "def" for row in (1, 2, 3)}
    assert names["black"] == {f"{file}{row}" for file in "efg" for row in (20, 21, 22)}
    assert {seat: ground.squares[n] for seat, n in ground.fields.items()} == {
        "white": "e1",
        "black": "f22",
    }


def test_white_begins() -> None:
    """HB2."""
    assert judge_case(START).said["to_act"] == {"white": "turn"}
    assert judge_case(START).position["number"] == 1
    assert RULES.judgement.to_act(new_game()) == {"white": "turn"}


def test_the_board_may_be_left_out() -> None:
    """G33, 5.5: it is board A, with a position and without."""
    assert judge_case({**START, "board": "A"}).said == judge_case(START).said
    assert judge_case({**START, "board": None}).said == judge_case(START).said
    position = {"turn": "white", "number": 1, "pieces": {"j19": "black Q", "d1": "white Q"}}
    assert "fault" not in judge_case({**START, "position": position}).said


def test_an_inline_board_needs_pieces() -> None:
    """G33."""
    ground = {"squares": ["a1:c3"]}
    assert "fault" in judge_case({**START, "board": ground}).said
    assert "fault" in judge_case({**START, "board": ground, "position": {"turn": "white"}}).said
    assert "fault" not in judge_case({**START, "board": ground, "position": {"pieces": {}}}).said


def test_a_board_may_lack_zone_field_and_start_row() -> None:
    """G34: for one seat or for both."""
    drawing = """
        . Q .
        . . .
    """
    for part in ({}, {"end_field": {"black": "c2"}}, {"end_zone": {"white": ["a1:b1"]}}):
        v = play(drawing, "white: b2-a2", board=part)
        assert (v.refused, v.outcome) == (None, None)
    assert play(drawing, "white: b2 +A a1", board={"end_zone": {"black": ["a1"]}}).refused is None


@pytest.mark.parametrize(
    "ground",
    [
        "B",
        "a",
        7,
        [],
        {},
        {"squares": []},
        {"squares": "a1:c3"},
        {"squares": ["a0:c3"]},
        {"squares": ["a1:c3:d4"]},
        {"squares": ["11"]},
        {"squares": [1]},
        {"squares": ["a1:c3"], "size": 3},
        {"squares": ["a1:c3"], "end_zone": ["a1"]},
        {"squares": ["a1:c3"], "end_zone": {"white": ["d4"]}},
        {"squares": ["a1:c3"], "end_zone": {"green": ["a1"]}},
        {"squares": ["a1:c3"], "end_field": {"white": "d4"}},
        {"squares": ["a1:c3"], "end_field": {"white": 4}},
        {"squares": ["a1:c3"], "start_row": {"white": "1"}},
        {"squares": ["a1:c3"], "start_row": {"white": True}},
    ],
)
def test_an_invalid_board_is_a_fault(ground: object) -> None:
    """O5, O6, O18: an answer of its own, no refusal."""
    case = {**START, "board": ground, "position": {"pieces": {}}}
    assert set(judge.verdict(case)) == {"fault"}


def test_a_table_chooses_its_seats_or_draws_lots() -> None:
    """B1, HB1, HB2: White and Black, nobody has a partner; the judge knows nothing of lots."""
    table = RULES.seating.table_layout({})
    assert (table.board, table.seats, table.sides) == (
        "A",
        ("white", "black"),
        (("white",), ("black",)),
    )
    assert [RULES.seating.table_layout({"seats": how}).lots for how in ("choice", "lot")] == [
        False,
        True,
    ]
    assert new_game(seats="lot") == new_game()
    assert "fault" in judge_case({**START, "options": {"seats": "lot"}}).said


@pytest.mark.parametrize("options", [{"seats": "dice"}, {"seats": ["lot"]}, {"size": 8}])
def test_a_table_with_invalid_options_is_a_fault(options: dict[str, object]) -> None:
    """HB2, O18."""
    with pytest.raises(Fault):
        RULES.seating.table_layout(options)
    with pytest.raises(Fault):
        RULES.judgement.start_game(options, no_numbers)


def test_a_started_game_is_the_case_without_a_position() -> None:
    """G33: with its options."""
    for options in ({}, {"cannon": "next"}, {"quiet": 20}, {"cannon": "line", "quiet": 100}):
        assert new_game(**options) == RULES.judgement.open_case({"options": options})


def test_a_stock_left_out_is_full_and_a_kind_left_out_is_none() -> None:
    """G32: written in full."""
    assert play("Q .").stock == {"white": FULL, "black": FULL}
    some = play("Q .", stock={"black": {"X": 1}}).stock
    assert some == {"white": FULL, "black": {"A": 0, "B": 0, "RA": 0, "RB": 0, "X": 1}}
    none = play("Q .", stock=NO_STONES).stock
    assert sum(none["white"].values()) == sum(none["black"].values()) == 0
    assert play("Q .", stock={"white": {"A": 400}}).stock["white"]["A"] == 400


@pytest.mark.parametrize("count", [-1, 1.5, "3", True, None])
def test_a_stock_is_a_whole_number(count: object) -> None:
    """G37."""
    assert set(judge.verdict(set_up("Q .", stock={"white": {"A": count}}))) == {"fault"}
