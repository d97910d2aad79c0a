"""What `options` lists, and what a page shows of each choice (O14, EP3, EP5)."""

from __future__ import annotations

import pytest

from conquest.core import Refused
from conquest.rulesets.espionage.ruleset import RULES

from . import judging, naive
from .positions import (
    armies,
    decide_events,
    fast,
    game,
    judge_case,
    known_state,
    play,
    set_up,
    state_of,
    words,
)

BOARD = """
    b1 .. ..
    .. ^^ ..
    w5 w3 wS
"""


def test_a_turn_of_two_moves_is_listed_in_either_order() -> None:
    """O14, E7, HE6: whole turns only."""
    listed = play(".. ..\nw5 wS\nwQ .. .. .. bQ b1", bare=True, volcanoes=["b1", "a4"]).options()
    assert {"a2-a3 b2-b3", "b2-b3 a2-a3"} <= set(listed)
    assert all(len(text.split()) == 2 for text in listed)


def test_options_are_sorted_and_canonical() -> None:
    """O14, EP3: by code point, each one once."""
    for case in (set_up(BOARD), set_up(BOARD, options={"moves": 1})):
        listed = judging.options(case)
        assert listed == sorted(set(listed))
        state = state_of(case)
        for text in listed:
            assert (
                RULES.notation.write_orders(RULES.notation.read_orders(state, "white", text))
                == text
            )


def test_options_list_no_words_and_no_set_ups() -> None:
    """O14: never resign, nor offers and their acceptance; during the set-up nothing."""
    assert play(BOARD, draw="black").options() == play(BOARD).options()
    assert judge_case({"ruleset": "espionage"}).options() == []
    assert judge_case({"ruleset": "espionage", "orders": armies()[:1]}).options() == []


def test_options_are_empty_once_the_game_is_over() -> None:
    """O14, O9."""
    assert play(BOARD, "white: resign").options() == []


def test_options_are_those_of_the_seat_on_turn() -> None:
    """O14: in either case sorted."""
    assert fast("..", turn="white").options() == ["j4-i4", "j4-j3", "j4-j5"]
    assert fast("..", turn="black").options() == ["j7-i7", "j7-j6", "j7-j8"]


@pytest.mark.parametrize("options", [{}, {"moves": 1}, {"pair": "pieces"}])
def test_options_are_exactly_the_legal_turns(options: dict[str, object]) -> None:
    """O14, EP5, EP22: tried out over all squares."""
    case = set_up(BOARD, options=options, last={"white": ["b1-c1"]})
    state, listed = state_of(case), set(judging.options(case))
    near = [f"{file}{row}" for file in "abcd" for row in range(1, 5)]
    steps = [f"{one}-{two}" for one in near for two in near if max(naive.apart(one, two)) < 3]
    firsts = [step for step in steps if _is_legal(state, step) or "a1" in step or "c1" in step]
    texts = [*steps, *(f"{one} {two}" for one in firsts for two in steps)]
    legal = {text for text in texts if _is_legal(state, text)}
    assert legal == {text for text in listed if not words(text) - set(steps)}
    assert len(legal) > 2


def _is_legal(state: object, text: str) -> bool:
    try:
        decide_events(state, "white", text)  # type: ignore[arg-type]
    except Refused:
        return False
    return True


def test_the_number_of_choices_of_a_first_turn() -> None:
    """O14, E7, HE20: a row of pieces in front, each of which can go one square up."""
    assert len(game(moves=1).options()) == sum(rank in naive.MOBILE for rank in "SPPPPMMMMQ")
    pairs = game().options()
    assert len(pairs) == len(naive.turns(game().position, {}))
    assert "a3-a4 b3-b4" in pairs


def test_a_choice_is_labelled_with_what_it_does() -> None:
    """E4, E8: an attack on a hidden piece does not name it."""
    state = known_state("b1 b2\nw3 wS", options={"moves": 1}, uncovered={"white": ["a2"]})
    choices = {choice.text: choice for choice in RULES.composing.legal_choices(state, "white")}
    assert str(choices["a1-a2"].words) == "captain a1: attack the corporal on a2"
    assert choices["a1-a2"].captures
    hidden = known_state("b1 ..\nw3 ..", options={"moves": 1})
    choices = {choice.text: choice for choice in RULES.composing.legal_choices(hidden, "white")}
    assert str(choices["a1-a2"].words) == "captain a1: attack the hidden piece on a2"
    assert (str(choices["a1-b1"].words), choices["a1-b1"].captures) == ("captain a1: to b1", False)


def test_possible_captures_are_all_attacks_on_turn_or_not() -> None:
    """E8: as if the turn began now; every hidden enemy may be able to attack."""
    state = known_state("b1 .. bM\nw3 wS wQ")
    assert [choice.text for choice in RULES.composing.possible_captures(state, "white")] == [
        "a1-a2"
    ]
    assert {choice.text for choice in RULES.composing.possible_captures(state, "black")} == {
        "a2-a1"
    }
    hidden = known_state("b1 .. bM\nw3 .. wQ")
    assert {choice.text for choice in RULES.composing.possible_captures(hidden, "black")} == {
        "a2-a1",
        "c2-c1",
    }
    over = state_of({**set_up("b1\nw3"), "position": play("b1\nw3", "white: resign").position})
    assert RULES.composing.possible_captures(over, "white") == ()
    assert RULES.composing.unaffordable_fields(state, "white") == {}
