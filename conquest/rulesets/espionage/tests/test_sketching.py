"""A turn being composed, as on a page, on what its author knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conquest.core import Illegal, Mark, Refused, Sketch, Unreadable
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ruleset import RULES

from . import naive, twins
from .positions import (
    FAST,
    armies,
    decide_events,
    known_state,
    new_game,
    play_events,
    set_up,
    state_of,
    words,
)

BOARD = """
    b1 .. ..
    .. .. ..
    w5 w3 wS
"""
RANKS_DECIDE = "Here the ranks decide."


def at(text: str, drawing: str = BOARD, seat: str = "white", **rest: Any) -> Sketch[State]:
    return RULES.composing.sketch(known_state(drawing, seat, **rest), seat, text)


def texts(found: Sketch[State]) -> set[str]:
    return {choice.text for choice in found.choices}


def test_a_sketch_begins_with_every_first_move() -> None:
    """E5, E7."""
    found = at("")
    assert texts(found) == words("a1-a2 b1-b2 c1-c2 c1-d1 j4-j5 j4-j3 j4-i4")
    assert (found.steps, found.lacks, found.is_partial, found.is_blocked) == (
        (),
        None,
        False,
        False,
    )
    one = next(choice for choice in found.choices if choice.text == "a1-a2")
    assert (str(one.words), str(one.kind), one.way) == (
        "general a1: to a2",
        "general",
        ("a1", "a2"),
    )
    assert (one.piece, one.origin, one.target, one.captures) == ("a1", "a1", "a2", False)


def test_a_turn_with_one_move_lacks_the_second() -> None:
    """HE6, EP5: it cannot be handed in so, and is not over."""
    found = at("a1-a2")
    assert found.is_partial
    assert found.is_blocked
    assert (
        str(found.lacks) == "A turn is two moves by pieces of different kinds: add the second one."
    )
    assert [(step.text, str(step.phrase)) for step in found.steps] == [
        ("a1-a2", "General a1 to a2")
    ]
    assert found.steps[0].marks == (Mark("arrow", ("a1", "a2"), "white"),)
    assert (found.state.turn, found.state.number) == ("white", 9)
    assert texts(found) == words("b1-a1 b1-b2 c1-c2 c1-d1 j4-j5 j4-j3 j4-i4")
    pieces = at("a1-a2", options={"pair": "pieces"})
    assert str(pieces.lacks) == "A turn is two moves by different pieces: add the second one."


def test_with_both_moves_the_turn_is_complete() -> None:
    """E7: nothing can follow it."""
    found = at("a1-a2 b1-b2")
    assert (found.is_partial, found.is_blocked, found.lacks, found.refused) == (
        False,
        False,
        None,
        None,
    )
    assert found.step_texts == ("a1-a2", "b1-b2")
    assert (found.state.turn, found.state.number, found.choices) == ("black", 10, ())
    assert (found.close.turn, found.close.number) == ("white", 9)
    assert RULES.notation.read_orders(
        found.state, "white", RULES.notation.join_words(found.step_texts)
    )


def test_in_the_fast_variants_one_move_is_enough() -> None:
    """HE20."""
    found = at("a1-a2", options=FAST)
    assert (found.is_partial, found.choices, found.state.turn) == (False, (), "black")
    two = at("a1-a2 b1-b2", options=FAST)
    assert (two.refused is not None and two.refused.rule, two.rest) == ("HE20", ("b1-b2",))


def test_a_hidden_fight_says_that_the_ranks_decide_and_the_plan_goes_on() -> None:
    """HE7, EP6, E4."""
    drawing = "b2 ..\nw3 ..\nw5 .."
    found = at("a2-a3 a1-a2", drawing)
    first, second = found.steps
    assert str(first.unforeseen) == RANKS_DECIDE
    assert str(first.phrase) == "Captain a2: attack the hidden piece on a3"
    assert (first.kinds, first.marks) == ((), (Mark("arrow", ("a2", "a3"), "white"),))
    assert (second.unforeseen, str(second.phrase)) == (None, "General a1 to a2")
    assert (found.is_partial, found.refused, found.state.turn) == (False, None, "black")


def test_a_hidden_fight_alone_lacks_a_second_move() -> None:
    """HE6, EP5."""
    found = at("a2-a3", "b2 ..\nw3 ..\nw5 ..")
    assert found.is_partial
    assert words("a1-a2 a1-b1 j4-j5") <= texts(found)


def test_a_second_attack_on_the_same_square_says_when_it_comes_to_it() -> None:
    """HE7, EP6."""
    found = at("b1-b2 a2-b2", "w5 b2\n.. w3")
    assert [bool(step.unforeseen) for step in found.steps] == [True, True]
    assert str(found.steps[1].unforeseen) == (
        "If the attack before it fails, this piece goes on to b2; else it stays"
    )
    assert not found.is_partial


def test_two_hidden_fights_are_both_left_open() -> None:
    """E4, HE7."""
    found = at("a1-a2 b1-b2", "b2 b4\nw3 w5")
    assert [str(step.unforeseen) for step in found.steps] == [RANKS_DECIDE] * 2


@pytest.mark.parametrize(
    ("foe", "said"),
    [
        ("b2", "Captain a1 attacks a2 and beats the lieutenant"),
        ("b4", "Captain a1 attacks a2 and falls to the colonel"),
        ("bM", "Captain a1 steps on the mine on a2; both are gone"),
    ],
)
def test_a_fight_with_a_known_piece_is_foreseen(foe: str, said: str) -> None:
    """E11, E12, E17, E19: what a spy uncovered is reckoned with."""
    found = at("a1-a2 b1-b2", f"{foe} ..\nw3 w5", uncovered={"white": ["a2"]})
    assert (str(found.steps[0].phrase), found.steps[0].unforeseen) == (said, None)
    assert found.steps[0].captures


def test_a_known_headquarters_ends_the_game_and_the_second_move_has_only_to_be_named() -> None:
    """EP5, EP7, E31."""
    drawing, marks = "bQ ..\nw3 w5", {"white": ["a2"]}
    first = at("a1-a2", drawing, uncovered=marks)
    assert first.is_partial
    assert first.state.outcome is not None
    both = at("a1-a2 b1-b2", drawing, uncovered=marks)
    assert (both.is_partial, both.refused) == (False, None)
    assert str(both.steps[1].phrase) == (
        "The game is over before this move; it only has to be named."
    )
    assert both.steps[0].kinds == ("fought", "game_ended")


def test_a_lapsed_move_is_foreseen_if_the_fight_is() -> None:
    """EP6, HE7."""
    found = at("b1-b2 a2-b2", "w5 b2\n.. w3", uncovered={"white": ["b2"]})
    assert found.steps[1].kinds == ("lapsed",)
    assert found.state.pieces["a2"].rank == "5"


def test_a_second_move_onto_the_attacked_square_can_be_left_out() -> None:
    """EP5."""
    board = """
        .. .. ..
        w3 b1 w5
        ^^ ^^ ^^
        wQ .. ..
        .. bQ b1
    """
    volcanoes = ["a3", "b3", "c3", "a5", "c5", "d4"]
    found = at("a4-b4", board, bare=True, volcanoes=volcanoes)
    assert not found.is_partial
    assert str(found.lacks) == (
        "A second move could follow onto the attacked square; none is needed."
    )
    assert texts(found) == {"c4-b4"}


def test_no_draw_is_foreseen_after_a_hidden_fight() -> None:
    """EP16, HE18: a fight resets the count of quiet moves, however it ends."""
    found = at("a1-a2 b1-b2", "b2 ..\nw3 w5", quiet=199)
    assert found.state.outcome is None
    assert found.steps[1].kinds == ("stepped",)


@pytest.mark.parametrize("drawing", [BOARD, "..\nb2\nw5 w3"])
def test_a_piece_that_follows_the_first_one_attacks_nobody(drawing: str) -> None:
    """E7, EP22: the square has been left."""
    found = at("a1-a2", drawing)
    (choice,) = (choice for choice in found.choices if choice.text == "b1-a1")
    assert (str(choice.label), choice.captures) == ("to a1", False)


def test_a_turn_without_attack_captures_nothing() -> None:
    """E7, O14: in the list of whole turns, too."""
    listed = RULES.composing.legal_choices(known_state(BOARD), "white")
    (choice,) = (choice for choice in listed if choice.text == "a1-a2 b1-a1")
    assert str(choice.label) == "general a1: to a2; captain b1: to a1"
    assert not choice.captures


def test_a_step_says_what_spies_uncover() -> None:
    """E18, HE11: of what is hidden it only draws where."""
    found = at("c1-c2 a1-a2", "b1 b2 ..\n.. .. ..\nw5 w3 wS", uncovered={"white": ["a3"]})
    assert Mark("ring", ("b3",), "white") in found.steps[0].marks
    assert str(found.steps[0].phrase) == "Spy c1 to c2"


@pytest.mark.parametrize(
    ("text", "kind", "order", "rest"),
    [
        ("hello", Unreadable, 0, ("hello",)),
        ("a1-a3", Illegal, 0, ("a1-a3",)),
        ("a1-a2 b1-b3", Illegal, 0, ("b1-b3",)),
        ("a1-a2 a2-a3", Illegal, 0, ("a2-a3",)),
        ("a1-a2 b1-b2; c1-c2", Illegal, 1, ("c1-c2",)),
        ("draw?; a1-a3 b1-b2", Illegal, 1, ("a1-a3", "b1-b2")),
        ("a1-a2 b1-b2; draw!; draw?", Illegal, 1, ("draw!", "draw?")),
        ("a1-a2 b1-b2; setup a1=5", Illegal, 1, ("setup a1=5",)),
        ("setup a1=5", Illegal, 0, ("setup a1=5",)),
    ],
)
def test_a_refusal_is_part_of_the_sketch(
    text: str, kind: type[Refused], order: int, rest: tuple[str, ...]
) -> None:
    """O2, O8, O22: with what is left of the text."""
    found = at(text)
    assert isinstance(found.refused, kind)
    assert (found.refused.order, found.rest, found.is_blocked) == (order, rest, True)


def test_a_seat_not_on_turn_can_sketch_words_only() -> None:
    """O4, O12, O13."""
    assert at("", seat="black").choices == ()
    assert isinstance(at("j7-j8", seat="black").refused, Illegal)
    offered = at("draw?", seat="black")
    assert (offered.step_texts, offered.choices, offered.state.offer) == (("draw?",), (), "black")


def test_a_draw_offer_goes_before_a_turn_or_after_it() -> None:
    """O12."""
    before = at("draw?; a1-a2 b1-b2")
    assert before.step_texts == ("draw?", "a1-a2", "b1-b2")
    behind = at("a1-a2 b1-b2; draw?")
    assert behind.step_texts == ("a1-a2", "b1-b2", "draw?")
    for found in (before, behind):
        assert (found.refused, found.state.offer, found.state.turn) == (None, "white", "black")


def test_a_plan_grows_text_by_text() -> None:
    """E7, O19: each choice added to the plan makes a valid plan again."""
    for first in at("").choices:
        for second in at(first.text).choices:
            whole = at(RULES.notation.join_words([first.text, second.text]))
            assert (whole.refused, whole.is_partial) == (None, False)


def why(found: Sketch[State], piece: str, target: str) -> str | None:
    refused = found.refusal_for(piece, target, "")
    return refused.rule if refused else None


def test_a_sketch_says_why_a_piece_cannot_go_to_a_square() -> None:
    """E5, E7, E9, E27, E29, HE8, HE9, EP22."""
    found = at("", BOARD, volcanoes=["c2"], last={"white": ["b2-b1"]})
    assert why(found, "a1", "a3") == "E5"
    assert why(found, "a1", "b1") == "EP22"
    assert why(found, "c1", "c2") == "E9"
    assert why(found, "b1", "b2") == "HE9"
    assert why(found, "j1", "j2") == "E29"
    assert why(found, "a1", "a2") is None
    assert why(at("a1-a2", "..\nw5 w5"), "b1", "b2") == "E7"
    assert why(at("a1-a2"), "b1", "b2") is None


def test_a_sketch_says_that_no_piece_moves_twice() -> None:
    """HE8."""
    assert why(at("a1-a2"), "a2", "a3") == "HE8"


def test_a_sketch_refuses_exactly_the_moves_that_are_not_choices() -> None:
    """E5 to E9: for every own piece and every square, before the first move and after it."""
    for text in ("", "a1-a2", "c1-c2"):
        found = at(text)
        offered = {(choice.piece, choice.target) for choice in found.choices}
        for piece in words("b1 c1 j4 j1"):
            for square in set(naive.squares(10)) - {piece}:
                if found.state.pieces.get(piece):
                    told = why(found, piece, square)
                    assert (told is None) == ((piece, square) in offered), (text, piece, square)


def test_random_plans_grow_into_legal_turns() -> None:
    """E7, EP5, HE6: what is not partial is accepted as it was shown."""
    rng, done = Random(5), 0
    state = new_game(size=8)
    for seat, text in armies(8):
        state = play_events(state, seat, text)
    while done < 40 and not state.outcome:
        seat, text = state.turn, ""
        view = RULES.knowledge.known_state(state, seat)
        for _ in range(2):
            found = RULES.composing.sketch(view, seat, text)
            assert (found.refused, found.is_partial) == (None, bool(found.steps))
            choice = rng.choice(found.choices)
            text = RULES.notation.join_words([*found.step_texts, choice.text])
        found = RULES.composing.sketch(view, seat, text)
        assert (found.is_partial, found.is_blocked) == (False, False)
        happened = decide_events(state, seat, text)
        if not any(step.unforeseen for step in found.steps):
            kinds = [kind for step in found.steps for kind in step.kinds]
            told = [event.__struct_config__.tag for event in happened]
            assert [kind for kind in told if kind != "turn_ended"] == kinds
        state = play_events(state, seat, text)
        done += 1
    assert done == 40


def test_a_sketch_depends_only_on_what_is_known() -> None:
    """E4, HE10: of a game and its twin the same."""
    state = state_of(set_up("b1 bM b5\nw3 w4 wP"))
    for seed in range(10):
        other = twins.twin(Random(seed), state, "white")
        for text in ("a1-a2 b1-b2", "a1-a2", "c1-c2 b1-c1", "a1-a2 b1-a1; draw?"):
            drawn = [
                twins.drawn_parts(
                    RULES.composing.sketch(RULES.knowledge.known_state(one, "white"), "white", text)
                )
                for one in (state, other)
            ]
            assert drawn[0] == drawn[1]


def test_a_sketched_turn_leads_to_the_position_of_the_turn() -> None:
    """EP9, HE9: where all can be foreseen, with the moves that must not be taken back."""
    state = state_of(set_up(BOARD))
    after = RULES.knowledge.known_state(play_events(state, "white", "a1-a2 b1-b2"), "white")
    assert at("a1-a2 b1-b2").state == after


HIDDEN = """
    b1 b2 ..
    .. .. ..
    w5 w3 wS
"""


def test_turns_of_hidden_pieces_can_be_supposed() -> None:
    """E7: two hidden pieces may be of two kinds, and none of their moves is certain (EP5)."""
    supposed = RULES.judgement.suppose_turn(known_state(HIDDEN), "black")
    assert {piece.rank for piece in supposed.pieces.values() if piece.seat == "black"} == {"?"}
    one, two = (
        RULES.composing.sketch(supposed, "black", text) for text in ("a3-a2", "a3-a2 b3-b2")
    )
    for found in (one, two):
        assert (found.refused, found.is_blocked) == (None, False)
    assert "b3-b2" in texts(one)


def test_turns_of_known_pieces_take_two_kinds() -> None:
    """E7, beside the case where they are hidden."""
    supposed = known_state(HIDDEN.replace("b2", "b1"), "black", turn="black")
    found = RULES.composing.sketch(supposed, "black", "a3-a2 b3-b2")
    assert isinstance(found.refused, Illegal)
