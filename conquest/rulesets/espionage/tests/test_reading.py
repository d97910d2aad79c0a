"""How orders are read leniently and written canonically (O6, O19 to O23, EP3, EP20, 5.3)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquest.core import Ambiguous, Refused, Unreadable
from conquest.kit.hidden_army import SetupOrder, setup_order
from conquest.kit.submission import WordOrder
from conquest.rulesets.espionage.orders import EspionageTurn, PieceStep
from conquest.rulesets.espionage.ruleset import RULES

from . import positions
from .positions import camp, new_game, play

BOARD = """
    .. .. ..
    w5 .. ..
    wS w2 ..
"""
STATE = RULES.judgement.open_case({"position": {}})
SMALL = RULES.judgement.open_case({"options": {"size": 8}, "position": {}})


@pytest.mark.parametrize(
    "text",
    [
        "a2-b2 b1-c1",
        "a2xb2 b1xc1",
        "A2-B2 B1XC1",
        "a2-b2,b1-c1",
        "a2-b2, b1-c1",
        "a2-b2;b1-c1",
        "a2-b2 ; b1-c1 ;",
        "a2-b2\nb1-c1",
        "\r\n a2 - b2 \t b1 x c1 \r\n",
        "; a2-b2,,;\n\n,b1-c1",
        "> On Sunday Black wrote:\n> a2-a3 b1-b2\na2-b2 b1-c1",
        "  > a2-a3\na2-b2 # up the middle\nb1-c1 # and aside; draw?",
        "# nothing yet\r\na2-b2 b1-c1",
    ],
)
def test_a_turn_is_read_however_it_is_typed(text: str) -> None:
    """O19, EP3, 5.3: case, blanks, commas, comments and quoted lines do not matter."""
    v = play(BOARD, f"white:{text}")
    assert (v.refused, v.said["events"][0]["order"]) == (None, "a2-b2 b1-c1")


@pytest.mark.parametrize("between", [" ", ", ", "; ", "\n", " # so\n", "\n> quoted\n"])
def test_a_set_up_is_read_whatever_separates_its_words(between: str) -> None:
    """O19, EP20."""
    places = camp("white")
    for equals in ("=", " = ", "= "):
        text = between.join(["SetUp", *(f"{at}{equals}{rank}" for at, rank in places.items())])
        (order,) = RULES.notation.read_orders(new_game(), "white", text.lower())
        assert order == SetupOrder(tuple(places.items()))


@pytest.mark.parametrize(
    "text",
    [
        "b3-b4",
        "b3-b4 c3-c4",
        "j10-j9",
        "draw?",
        "draw!",
        "resign",
        "b3-b4 c3-c4; draw?",
        "draw?; b3-b4 c3-c4",
        "b3-b4 c3-c4; d3-d4",
        "setup a1=5 b1=S c2=P d2=M a10=Q",
    ],
)
def test_written_orders_read_back(text: str) -> None:
    """EP3, 5.3."""
    assert RULES.notation.write_orders(RULES.notation.read_orders(STATE, "white", text)) == text


def test_a_set_up_is_written_row_by_row() -> None:
    """5.3: in square order, row, then file."""
    (order,) = RULES.notation.read_orders(STATE, "white", "setup b10=q a10=m a2=5 c1=s b2=1")
    assert RULES.notation.write_orders((order,)) == "setup c1=S a2=5 b2=1 a10=M b10=Q"


SQUARES = st.sampled_from(sorted(f"{file}{row}" for file in "abcdefghij" for row in range(1, 11)))
STEPS = st.builds(PieceStep, SQUARES, SQUARES)
TURNS = st.builds(EspionageTurn, st.lists(STEPS, min_size=1, max_size=2).map(tuple))
SETUPS = st.dictionaries(SQUARES, st.sampled_from("12345SPMQ"), min_size=1).map(
    lambda places: setup_order(places.items())
)
WORDS = st.sampled_from(["draw?", "draw!", "resign"]).map(WordOrder)
PAIRS = st.builds(EspionageTurn, st.tuples(STEPS, STEPS))
SUBMISSIONS = st.one_of(
    st.lists(st.one_of(PAIRS, SETUPS, WORDS), min_size=1, max_size=4).map(tuple),
    st.tuples(TURNS, WORDS),
    st.tuples(WORDS, TURNS),
)


@settings(max_examples=60, deadline=None)
@given(SUBMISSIONS, st.randoms(use_true_random=False))
def test_random_orders_read_back_however_they_are_typed(orders: object, rng: object) -> None:
    """EP3, O19, 5.3."""
    assert isinstance(orders, tuple)
    text = RULES.notation.write_orders(orders)
    assert RULES.notation.read_orders(STATE, "black", text) == orders
    disguised = disguise(text, rng)
    assert RULES.notation.read_orders(STATE, "black", disguised) == orders
    assert (
        RULES.notation.write_orders(RULES.notation.read_orders(STATE, "white", disguised)) == text
    )


def disguise(text: str, rng: object) -> str:
    """Type a text differently: in other case, with other separators between its words."""
    choice = rng.choice  # type: ignore[attr-defined]
    words = re.split(r"[ ;]+", text)
    typed = [choice([word, word.upper(), word.replace("-", "x"), word.title()]) for word in words]
    between = [" ", "  ", ", ", ";", " ;\n", "\n> a1-a2\n", " # draw!\n", "\t"]
    return "".join(word + choice(between) for word in typed)


@settings(max_examples=120, deadline=None)
@given(st.text(alphabet="abj123-x=;, \n#>?!drawesignup510SQ", max_size=60) | st.text(max_size=40))
def test_any_text_is_read_or_unreadable(text: str) -> None:
    """O4, O21, O22: never anything else; and what was read is stable."""
    places = list[tuple[int | None, int]]()
    for state in (STATE, SMALL, new_game()):
        try:
            orders = RULES.notation.read_orders(state, "white", text)
        except Unreadable as unreadable:
            places.append((unreadable.order, len(RULES.notation.split_words(text))))
            continue
        written = RULES.notation.write_orders(orders)
        assert RULES.notation.read_orders(state, "white", written) == orders
        assert len(orders) == len(RULES.notation.split_words(text))
    assert all(order is not None and 0 <= order < max(1, n) for order, n in places)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(["a2-b2", "b1-c1", "draw?", "zz", "setup", "a1=5"]))))
def test_a_submission_is_split_into_words_and_joined(words: list[str]) -> None:
    """O19, O22: taking apart what was put together changes nothing."""
    parts = RULES.notation.split_words("; ".join(words))
    assert RULES.notation.split_words(RULES.notation.join_words(parts)) == parts
    assert " ".join(parts).split() == words


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "b3",
        "b3-",
        "-b3",
        "b3--b4",
        "b3-b4-b5",
        "b3b4",
        "b3*b4",
        "b3-b4!",
        "b3-b4 c3",
        "b3-b4 end",
        "3b-4b",
        "b-3",
        "b３-b4",
        "b\u0663-b4",
        "b3–b4",
        "draw",
        "draw ?",
        "draw??",
        "resign!",
        "pass",
        "end",
        "setup",
        "setup b3-b4",
        "setup a1",
        "setup a1:5",
        "setup a1=",
        "setup =5",
        "setup a1=5 draw",
        "a1=5",
        "setups a1=5",
        "e5-e7 +A f8",
        "\x00",
        "\ud800",
    ],
)
def test_unreadable_orders_are_refused(text: str) -> None:
    """5.3, O21: never as ambiguous."""
    with pytest.raises(Refused) as caught:
        RULES.notation.read_orders(STATE, "white", text)
    assert isinstance(caught.value, Unreadable)
    assert not isinstance(caught.value, Ambiguous)
    assert str(caught.value)


@pytest.mark.parametrize(
    "text", ["z9-z8", "a0-a1", "a11-a10", "k1-j1", "a01-a2", "setup a11=5", "setup z1=S"]
)
def test_a_square_that_is_not_on_the_board_is_unreadable(text: str) -> None:
    """O6."""
    with pytest.raises(Unreadable) as caught:
        RULES.notation.read_orders(STATE, "white", text)
    assert caught.value.rule == "O6"


@pytest.mark.parametrize("text", ["a8-a9", "h8-i8", "i1-i2", "setup a10=5", "a1-a2 j1-j2"])
def test_a_square_beyond_the_small_board_is_unreadable(text: str) -> None:
    """O6, HE22."""
    assert RULES.notation.read_orders(STATE, "white", text)
    with pytest.raises(Unreadable) as caught:
        RULES.notation.read_orders(SMALL, "white", text)
    assert caught.value.rule == "O6"


@pytest.mark.parametrize("text", ["", " ", "\n", ";;", ", ;\n", "# a2-b2", "> a2-b2 b1-c1"])
def test_an_empty_entry_is_unreadable(text: str) -> None:
    """O23."""
    assert play(BOARD, f"white:{text}").refused == ("unreadable", "O23")


def test_a_whole_entry_is_read_first() -> None:
    """O22: an unreadable order refuses it whatever stands before."""
    v = play(BOARD, "white: a2-d3; hello")
    assert (v.refused, v.place) == (("unreadable", "5.3"), (0, 1))
    v = play(BOARD, "white: a2-b2 b1-c1; draw?; z9-a1")
    assert (v.refused, v.place) == (("unreadable", "O6"), (0, 2))
    v = play(BOARD, "white: draw?; setup a1=9")
    assert (v.refused, v.place) == (("unreadable", "EP19"), (0, 1))


def test_separators_between_words_do_not_split_a_turn() -> None:
    """O19, O8: only a third step or another word does."""
    read = RULES.notation.read_orders
    assert len(read(STATE, "white", "b3-b4; c3-c4")) == 1
    assert len(read(STATE, "white", "b3-b4; c3-c4; d3-d4")) == 2
    assert len(read(STATE, "white", "b3-b4 draw? c3-c4")) == 3
    assert len(read(STATE, "white", "setup a1=5; b1=S\nc1=S, draw?")) == 2


def test_a_submission_is_split_into_words_readable_or_not() -> None:
    """O22: words are quoted in the case in which they were written."""
    split = RULES.notation.split_words
    assert split(" A2-b2 ; b1 x c1 hello\n# no\ndraw? ") == ("A2-b2 b1xc1", "hello", "draw?")
    assert split("setup a1=5; b1=S\nresign") == ("setup a1=5 b1=S", "resign")
    assert split("") == ()
    assert RULES.notation.join_words(["a2-b2 b1-c1", "", "draw?"]) == "a2-b2 b1-c1; draw?"


LONG = 65_536


@pytest.mark.parametrize(
    "text",
    [
        "b3-" * (LONG // 3),
        "b3-b4" * (LONG // 5),
        "b" * LONG,
        "3" * LONG,
        "b" + "3" * (LONG - 1),
        "b3-b" + "4" * (LONG - 4),
        ";" * LONG,
        ";," * (LONG // 2),
        "b3-b4;" * (LONG // 6),
        "b3-b4 c3-c4;" * (LONG // 12),
        "setup " + "a1=5 " * (LONG // 5 - 2),
        "setup a1=" + "5" * (LONG - 9),
        "setup " * (LONG // 6),
        "draw? " * (LONG // 6),
        "\n" * LONG,
        "#" * LONG,
        "#\n" * (LONG // 2),
        "> " * (LONG // 2),
        "-" * LONG,
        "x" * LONG,
        "=" * LONG,
        "1 " * (LONG // 2),
        "1 -" * (LONG // 3),
        " " * LONG,
        "\x00" * LONG,
        "b3-b4 " * LONG,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_long_nonsense_is_refused_whole(text: str) -> None:
    """5.3: reading goes over it once, so none of it can hold a server up; nothing comes of it."""
    state = positions.state_of(positions.set_up(BOARD))
    with pytest.raises(Refused) as caught:
        RULES.judgement.decide(state, "white", RULES.notation.read_orders(state, "white", text))
    assert str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_text_that_is_too_long_is_unreadable() -> None:
    """5.3: one character over the limit is too many, even in valid orders."""
    sound = "a2-b2 b1-c1"
    assert RULES.notation.read_orders(STATE, "white", sound + " " * (LONG - len(sound)))
    with pytest.raises(Unreadable) as caught:
        RULES.notation.read_orders(STATE, "white", sound + " " * (LONG - len(sound) + 1))
    assert caught.value.order == 0
