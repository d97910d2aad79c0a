"""How orders are read: leniently, and with two kinds of refusal (HB36, G1, G10, O4-O8, O19-O23)."""

from __future__ import annotations

import pytest

from conquest.core import Refused, Unreadable
from conquest.rulesets.bollwerk import RULES

from .table import new_game, play

BOARD = """
    . . . .
    . . . .
    Q . n .
    H . . .
"""


@pytest.mark.parametrize(
    "text",
    [
        "a2-b2 +A a3",
        "A2-B2+aA3",
        " a 2 - b 2  + A  a 3 ;",
        "\n\na2-b2 +A a3\n",
        "> On Sunday Black wrote:\n> a2-b2\na2-b2 +A a3",
        "a2-b2 +A a3 # a wall",
        "# a wall\r\na2-b2 +a a3\r\n",
    ],
)
def test_a_turn_is_read_however_it_is_typed(text: str) -> None:
    """HB36, 5.2: case, blanks, comments and quoted lines do not matter."""
    v = play(BOARD, f"white:{text}")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a2-b2 +A a3")


@pytest.mark.parametrize(
    "text",
    [
        "e5-e7",
        "e5-e7 +A f8",
        "e5-e7 +RA f8",
        "e5 +RB e6",
        "j4-i6 +B j8 +X i7",
        "b4 ~c6",
        "f4-f6-h8xg9",
        "a4xa18",
        "draw?",
        "draw!",
        "resign",
        "e5-e7; draw?",
        "draw?; e5-e7",
    ],
)
def test_written_orders_read_back(text: str) -> None:
    """HB36, 5.2: one space before each act, one between kind and square."""
    state = new_game()
    assert RULES.notation.write_orders(RULES.notation.read_orders(state, "white", text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "e5",  # no stone
        "e5-",
        "-e5",
        "e5--e7",
        "e5-x7",
        "e5e7",
        "e5-e7+",
        "e5-e7 +A",
        "e5-e7 +C f8",
        "e5-e7 +R f8",
        "e5-e7 ++A f8",
        "e5-e7 A f8",
        "e5-e7 ~",
        "e5-e7 +A f8 e9",
        "e5-e7 +A f8-f9",
        "e5-e7!",
        "e05-e7",
        "e5-e7 end",
        "pass",
        "end",
        "draw",
        "resign!",
        "setup a1=5",
        "5e-7e",
        "+A f8",
        "e\u0665-e7",
        "e5\u2013e7",
    ],
)
def test_unreadable_orders_are_refused(text: str) -> None:
    """5.2, O20 (there is no set-up stage), O21: never as ambiguous."""
    with pytest.raises(Unreadable):
        RULES.notation.read_orders(new_game(), "white", text)


@pytest.mark.parametrize("text", ["z9-e7", "a1-e7", "e5-a1", "e5-e7 +A a1", "b4 ~d20", "e5-e23"])
def test_a_square_that_is_not_on_the_board_is_unreadable(text: str) -> None:
    """O6."""
    with pytest.raises(Unreadable) as caught:
        RULES.notation.read_orders(new_game(), "white", text)
    assert caught.value.rule == "O6"


@pytest.mark.parametrize("text", ["", " ", "\n", ";;", "# nothing", "> e5-e7"])
def test_an_empty_entry_is_unreadable(text: str) -> None:
    """O23."""
    assert play(BOARD, f"white:{text}").refused == ("unreadable", "O23")


def test_a_whole_entry_is_read_first() -> None:
    """O22: an unreadable order refuses it whatever stands before."""
    v = play(BOARD, "white: a2-d3; hello")
    assert (v.refused, v.said["refused"]["order"]) == (("unreadable", "5.2"), 1)


def test_orders_are_read_out_of_turn_too() -> None:
    """O4: out of turn an order is illegal, unreadable text unreadable."""
    assert play(BOARD, "black: c2-d4", turn="white").refused == ("illegal", "O4")
    assert play(BOARD, "black: hello", turn="white").refused == ("unreadable", "5.2")


def test_two_turns_in_one_entry_are_refused() -> None:
    """O8, O19: a turn is one order; nothing of the entry counts."""
    for divider in (";", "\n"):
        v = play(BOARD, f"white: a2-b2{divider}b2-a2")
        assert (v.refused, v.said["refused"]["order"]) == (("illegal", "O4"), 1)
        assert (v.accepted, v.pieces["a2"]) == (0, "white Q")
    assert play(BOARD, "white: a2-b2, b2-a2").refused == ("unreadable", "5.2")


def test_a_dash_captures_where_the_position_makes_it_a_capture() -> None:
    """G1: for every piece but the Spy; what is written is exact."""
    v = play(BOARD, "white: a2-c2 +A a2")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a2xc2 +A a2")
    assert v.said["events"][0]["kind"] == "captured"


@pytest.mark.parametrize("text", ["a2xb2", "a1xb1", "a2xb2 +A c2"])
def test_an_x_where_nothing_is_captured_is_illegal(text: str) -> None:
    """G1."""
    assert play(BOARD, f"white: {text}").refused == ("illegal", "G1")


@pytest.mark.parametrize("text", ["a2-b2-c3", "a2-b2xc2", "a1-b1-c1"])
def test_only_guards_and_spies_move_in_chains(text: str) -> None:
    """G10."""
    assert play(BOARD, f"white: {text}").refused == ("illegal", "G10")


LONG = 65_536


@pytest.mark.parametrize(
    "text",
    [
        "e5-" * (LONG // 3),
        "e5" + "-e6" * (LONG // 3 - 1),
        "e5" + "+ae6" * (LONG // 4 - 1),
        "e" * LONG,
        "5" * LONG,
        "e" + "5" * (LONG - 1),
        ";" * LONG,
        "e5-e7;" * (LONG // 6),
        "\n" * LONG,
        "#" * LONG,
        "> " * (LONG // 2),
        "+" * LONG,
        "~a1" * (LONG // 3),
        " " * LONG,
        "e5-e7" * (LONG * 4),
    ],
    ids=lambda text: text[:6],
)
def test_long_nonsense_is_refused_whole(text: str) -> None:
    """5.2: reading goes over it once, so none of it can hold a server up."""
    state = new_game()
    with pytest.raises(Refused) as caught:
        RULES.judgement.decide(state, "white", RULES.notation.read_orders(state, "white", text))
    assert str(caught.value)


def test_a_submission_is_split_into_words_readable_or_not() -> None:
    """O22."""
    assert RULES.notation.split_words(" e5-e7  +A f8 ; hello\n# no\ndraw? ") == (
        "e5-e7 +A f8",
        "hello",
        "draw?",
    )


def test_a_stone_at_the_beginning_of_a_line_belongs_to_the_move_above_it() -> None:
    """O19: a turn is one order, on as many lines as one likes."""
    v = play(BOARD, "white: a2-b2\n\n  +A a3")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a2-b2 +A a3")


@pytest.mark.parametrize("divider", [";", ";\n", "\n;"])
def test_a_stone_behind_a_semicolon_is_an_order_of_its_own(divider: str) -> None:
    """O19: a semicolon ends an order, and a stone alone is none."""
    v = play(BOARD, f"white: a2-b2{divider}+A a3")
    assert (v.refused, v.said["refused"]["order"]) == (("unreadable", "5.2"), 1)
