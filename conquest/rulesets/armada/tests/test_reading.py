"""Texts of orders (5.4, I4 to I6, I26, I57, O4, O6, O8, O19, O20, O22, O23)."""

from __future__ import annotations

import time

import pytest

from conquest.core import Unreadable
from conquest.rulesets.armada.ruleset import RULES

from .positions import camp, judge_case, play, set_up, setup, state_of

BOARD = "s3 .. .. ..\n.. .. n1 ..\n.. #2 .. .."


def canonical_text(text: str, drawing: str = BOARD) -> str:
    """Return a text as it is written canonically."""
    return RULES.notation.write_orders(
        RULES.notation.read_orders(state_of(set_up(drawing)), "south", text)
    )


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("A3-B3", "a3-b3"),
        (" a3 - b3 - b2 ", "a3-b3-b2"),
        ("a3-d3", "a3-b3-c3-d3"),
        ("a3-c3-c2", "a3-b3-c3xc2"),
        ("a3-b3-b2*b1 # break it", "a3-b3-b2*b1"),
        ("a3 b3", ""),
        ("> quoted\na3-b3", "a3-b3"),
        ("THROW  F6", "throw f6"),
        ("Ally North", "ally north"),
        ("Consent", "consent"),
        ("REFUSE", "refuse"),
        ("skip", "skip"),
        ("resign", "resign"),
        ("throw f6 f7", ""),
        ("throw", ""),
        ("a3", ""),
        ("a3x", ""),
        ("a3xb3-c3", ""),
        ("a3*b3xc3", ""),
        ("a3--b3", ""),
        ("draw?", ""),
        ("end", ""),
        ("pass", ""),
    ],
)
def test_orders_are_read_leniently_and_written_canonically(text: str, canonical: str) -> None:
    """I4, I5: case and blanks do not matter."""
    if canonical:
        assert canonical_text(text) == canonical_text(canonical) == canonical
    else:
        with pytest.raises(Unreadable):
            canonical_text(text)


def test_the_places_of_a_set_up_may_be_separated_in_any_way() -> None:
    """O19: written in square order."""
    places = [f"{square}={rank}" for square, rank in camp("south").items()]
    text = setup(camp("south"))
    for between in (" ", ", ", "; ", "\n", " ;\n", ","):
        said = f"SETUP {between.join(reversed(places))}"
        assert canonical_text(said) == text
    assert canonical_text(text.replace("=", " = ")) == text


@pytest.mark.parametrize("text", ["z9-a1", "a1-z9", "throw m13", "a12-a11", "a0-a1", "a01-a2"])
def test_squares_off_the_board_are_unreadable(text: str) -> None:
    """O6, I26: also those of the larger board."""
    assert play(BOARD, f"south: {text}").refused == ("unreadable", "O6")


def test_one_submission_is_one_order() -> None:
    """O8: the second is at fault, and nothing of the entry holds."""
    for text in ("a3-b3; b3-c3", "a3-b3\na3-b3", "a3-b3; resign"):
        v = play(BOARD, f"south: {text}")
        assert (v.refused, v.place, v.accepted) == (("illegal", "O8"), (0, 1), 0)
        assert v.pieces["a3"] == "s3"


def test_the_whole_entry_is_read_first() -> None:
    """O22: an unreadable order after an illegal one."""
    v = play(BOARD, "south: a3-a9; nonsense")
    assert (v.refused, v.place) == (("unreadable", "5.4"), (0, 1))


@pytest.mark.parametrize("text", ["", "  ", "# a3-b3", "> a3-b3", ";;"])
def test_an_empty_text_is_no_order(text: str) -> None:
    """O23."""
    assert play(BOARD, f"south: {text}").refused == ("unreadable", "O23")


def test_a_readable_order_of_a_seat_not_to_act_is_illegal() -> None:
    """O4, O3: reading comes first, and later entries are not carried out."""
    v = play(BOARD, "north: c2-c3", "south: a3-b3", turn="south")
    assert (v.refused, v.accepted, v.place) == (("illegal", "O4"), 0, (0, 0))
    assert play(BOARD, "north: nonsense", turn="south").refused == ("unreadable", "5.4")


@pytest.mark.parametrize("text", ["throw f6", "skip", setup(camp("south"))])
def test_orders_of_another_stage_are_illegal(text: str) -> None:
    """O20."""
    assert play(BOARD, f"south: {text}").refused == ("illegal", "O20")


@pytest.mark.parametrize("text", ["draw?", "draw!", "setup; e1=4"])
def test_there_is_no_draw_to_offer(text: str) -> None:
    """O12."""
    assert play(BOARD, f"south: {text}").refused[0] == "unreadable"  # type: ignore[index]


def test_no_order_is_ambiguous() -> None:
    """O21: whatever is read means one thing."""
    v = judge_case(set_up(BOARD, "south: a3-b3", "north: c2-c3"))
    assert v.refused is None


@pytest.mark.parametrize(
    "part", ["a1-", "setup ", "a1=1 ", "\n", ";", "-", "=", " = ", "throw ", " ", "a  "]
)
def test_nonsense_orders_are_read_in_linear_time(part: str) -> None:
    state = state_of(set_up(BOARD))
    text = (part * 65_536)[:65_536]
    began = time.process_time()
    with pytest.raises(Unreadable):
        RULES.notation.read_orders(state, "south", text)
    assert time.process_time() - began < 0.5
