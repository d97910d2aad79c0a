"""Trees of conditional turns: read, written, grown by a line, and tried out on what is known."""

from __future__ import annotations

from typing import Any

import pytest

from conquest import registry
from conquest.core import Illegal, Refused, Unreadable, fold
from conquest.kit import chance
from games.ahead.conditional_turns import tree as trees
from games.ahead.conditional_turns.tree import Reply
from games.play.knowledge import mask_state

BOLLWERK = registry.get_ruleset("bollwerk")
FIRST, SECOND = "a18-a17 +B a16", "c18-b17 +B a17"
TREE = (
    Reply(FIRST, "b5-a6 +RA a7", (Reply("e18-d17 +RA d16", "b4-a6"), Reply("e19-e20", "b4-c6"))),
    Reply(SECOND, "i5-i6"),
)
TEXT = """\
a18-a17 +B a16 > b5-a6 +RA a7 > e18-d17 +RA d16 > b4-a6
a18-a17 +B a16 > b5-a6 +RA a7 > e19-e20 > b4-c6
c18-b17 +B a17 > i5-i6"""


def after(*texts: str) -> Any:
    """Return the position of Bollwerk after turns of White and Black in turn."""
    judgement = BOLLWERK.judgement
    state = fold(BOLLWERK, None, judgement.start_game({}, chance.keyed_numbers(bytes(32))))
    for text in texts:
        seat = next(iter(judgement.to_act(state)))
        orders = BOLLWERK.notation.read_orders(state, seat, text)
        state = fold(BOLLWERK, state, judgement.decide(state, seat, orders))
    return state


def refusal_of(text: str) -> Refused:
    """Return why White, who has moved, cannot say a tree ahead."""
    known = after("a5-a6 +X b6")
    try:
        trees.check_tree(BOLLWERK, known, "white", trees.read_tree(BOLLWERK, text))
    except Refused as refused:
        return refused
    raise AssertionError


def test_tree_is_read_from_its_lines_and_written_as_them() -> None:
    assert trees.read_tree(BOLLWERK, TEXT) == TREE
    assert trees.write_tree(TREE) == TEXT


def test_tree_is_read_leniently() -> None:
    """What a line has to say is said once, with blanks and empty lines as one likes."""
    text = f"\n{SECOND}>i5-i6\n\n {SECOND} >  i5-i6 > e19-e20 > b4-c6  "
    (reply,) = trees.read_tree(BOLLWERK, text)
    assert reply == Reply(SECOND, "i5-i6", (Reply("e19-e20", "b4-c6"),))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Nothing is said."),
        (" \n ", "Nothing is said."),
        (FIRST, "Line 1 ends with a turn of the other side"),
        (f"{SECOND} > i5-i6\n{FIRST} > i5-i6 > e19-e20", "Line 2 ends with a turn of the other"),
        (f"{FIRST} >", "In line 1 a turn is missing before or after “>”."),
        (f"> {FIRST}", "In line 1 a turn is missing before or after “>”."),
        (
            f"{FIRST} > i5-i6\n{FIRST} > b4-a6",
            f"Line 2 answers {FIRST} otherwise than a line before it.",
        ),
        ("a > " * 13 + "b", "Line 1 has more than 6 answers."),
        ("\n".join(f"a{n} > b" for n in range(21)), "There are more than 20 lines."),
        ("a > b" + " " * 4000, "This is longer than 4000 characters."),
    ],
)
def test_tree_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    refused = refusal_of(text)
    assert isinstance(refused, Unreadable)
    assert str(refused).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("a18-a8 > i5-i6", Illegal, "a18-a8: "),
        (f"{FIRST} > i5-i19", Illegal, "i5-i19: "),
        (f"{FIRST} > i5-i6 > i6-i7 > i7-i8", Illegal, "i6-i7: "),
        ("nonsense > i5-i6", Unreadable, "nonsense: "),
        ("resign > i5-i6", Unreadable, "After resign you would owe no turn."),
        ("draw? > i5-i6", Unreadable, "After draw? you would owe no turn."),
        (
            f"{FIRST} > i5-i6\n{FIRST.upper()} > i5-i6",
            Unreadable,
            f"{FIRST} and {FIRST.upper()} lead to the same position.",
        ),
        (f"{FIRST} > draw? > {SECOND} > i5-i6", Unreadable, f"Before {SECOND}, your own turn"),
    ],
)
def test_tree_that_cannot_be_played_is_refused(
    text: str, kind: type[Refused], sentence: str
) -> None:
    refused = refusal_of(text)
    assert isinstance(refused, kind)
    assert str(refused).startswith(sentence)


def test_tree_grows_by_a_line_and_gives_up_what_contradicts_it() -> None:
    added = trees.with_line(BOLLWERK, TEXT, ("e19-e20", "b4-c6"))
    assert added.splitlines() == [*TEXT.splitlines(), "e19-e20 > b4-c6"]
    changed = trees.with_line(BOLLWERK, TEXT, (FIRST, "b4-c6"))
    assert changed.splitlines() == [f"{SECOND} > i5-i6", f"{FIRST} > b4-c6"]
    longer = trees.with_line(BOLLWERK, TEXT, (SECOND, "i5-i6", "e19-e20", "b4-c6"))
    assert longer.splitlines() == [*TEXT.splitlines()[:2], f"{SECOND} > i5-i6 > e19-e20 > b4-c6"]


def test_positions_are_told_apart_by_what_is_seen_of_them() -> None:
    known = mask_state(BOLLWERK, after("a5-a6 +X b6"), "white")
    prints = trees.foreseen_prints(BOLLWERK, known, "white", TREE)
    real = [after("a5-a6 +X b6", text) for text in (FIRST, SECOND)]
    assert prints == [trees.print_position(BOLLWERK, state, "white") for state in real]
    assert len(set(prints)) == 2


def test_a_turn_that_cannot_be_made_is_foreseen_by_nothing() -> None:
    known = after("a5-a6 +X b6")
    assert trees.foreseen_prints(BOLLWERK, known, "white", (Reply("a18-a2", "i5-i6"),)) == [""]
