"""A turn being composed, step by step and choice by choice, as on a page."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conquest.core import Choice, Illegal, Mark, Refused, Sketch, Unreadable
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.model import State

from .table import new_game, set_up, words


def at(text: str, drawing: str = "", seat: str = "white", **rest: Any) -> Sketch[State]:
    """Sketch a text at the start of a game or on a drawn board."""
    state = RULES.judgement.open_case(set_up(drawing, **rest)) if drawing else new_game()
    return RULES.composing.sketch(state, seat, text)


def targets(found: Sketch[State], tool: str = "") -> set[str]:
    return {choice.target for choice in found.choices if choice.tool == tool}


def grow_plan(texts: tuple[str, ...], choice: Choice) -> str:
    """Add a choice to a plan, as pages do."""
    kept = RULES.notation.split_words(RULES.notation.join_words(texts))
    return RULES.notation.join_words((*(kept[:-1] if choice.replaces else kept), choice.text))


def test_a_sketch_begins_with_every_move_and_all_pieces_that_can_stay() -> None:
    """B5, HB1: 88 moves and 20 pieces; none of them replaces anything."""
    found = at("")
    stays = [choice for choice in found.choices if choice.text == choice.piece]
    assert len(found.choices) == 88 + len(stays)
    assert {(choice.origin, choice.replaces) for choice in stays} == {
        (choice.target, False) for choice in stays
    }
    assert (found.steps, found.tray, found.lacks, found.is_blocked) == ((), (), None, False)


def test_a_choice_names_its_piece() -> None:
    """B16."""
    choice = next(choice for choice in at("").choices if choice.text == "e5-e7")
    assert (str(choice.name), str(choice.kind), choice.piece) == ("guard e5", "guard", "e5")
    assert (str(choice.label), choice.then, choice.captures) == ("guard from e5 to e7", "e7", False)
    assert choice.way == ("e5", "e7")


def test_a_capture_choice_is_described() -> None:
    """B27: on the first move, over the own guard."""
    (choice,) = (choice for choice in at("").choices if choice.captures)
    assert (choice.text, str(choice.label)) == ("a4xa18", "cannon from a4 takes guard on a18")


def test_a_piece_that_stays_still_lacks_a_stone() -> None:
    """B9, HB8: it cannot be handed in so; the piece may also go after all."""
    found = at("e5")
    assert found.is_partial
    assert found.is_blocked
    assert [(step.text, step.holds) for step in found.steps] == [("e5", False)]
    assert found.steps[0].marks == (Mark("ring", ("e5",), "white"),)
    assert found.state == found.close == new_game()
    assert targets(found) == words("e6 d6 f6 e7 c7 g7") == targets(found, "X")


def test_a_move_can_be_handed_in_or_followed_by_a_stone() -> None:
    """B5, B8."""
    found = at("e5-e7")
    assert (found.is_partial, found.is_blocked, found.refused) == (False, False, None)
    assert str(found.lacks) == "A stone can still be placed."
    assert targets(found) == set()
    assert targets(found, "A") == words("e8 d8 f8 d7 f7")
    assert (found.state.turn, found.state.number) == ("black", 2)
    assert (found.close.turn, found.close.number) == ("white", 1)
    assert [(tool.name, tool.left) for tool in found.tray] == [
        ("A", 10),
        ("B", 10),
        ("RA", 1),
        ("RB", 1),
        ("X", 3),
    ]


def test_every_part_of_a_turn_is_a_step_of_the_sketch() -> None:
    """B5, B52: what a stone rests on holds it."""
    found = at("a1-b1 +A c1 +X c1", "H . . .")
    assert [(step.text, step.holds) for step in found.steps] == [
        ("a1-b1", True),
        ("+A c1", True),
        ("+X c1", False),
    ]
    assert [step.kinds for step in found.steps] == [
        ("moved",),
        ("laid",),
        ("blasted", "turn_ended"),
    ]
    assert found.steps[0].marks == (Mark("arrow", ("a1", "b1"), "white"),)
    assert Mark("ghost", ("c1",), None, "A") in found.steps[2].marks
    assert RULES.notation.join_words(found.step_texts) == "a1-b1 +A c1 +X c1"
    assert (found.lacks, found.choices, found.tray) == (None, (), ())


def test_the_tray_stays_open_for_the_chancellors_second_stone() -> None:
    """B52, HB27: the first stone leads on, the second one ends the turn."""
    first = [choice for choice in at("a1-b1", "H . . .").choices if choice.tool == "A"]
    assert {choice.then for choice in first} == {"b1"}
    second = at("a1-b1 +A c1", "H . . .")
    assert {tool.name: tool.left for tool in second.tray}["A"] == 9
    assert {choice.then for choice in second.choices} == {""}
    assert {choice.text for choice in second.choices} >= {"a1-b1 +A c1 +X c1"}


def test_the_knight_has_a_tool_to_remove_stones() -> None:
    """B35, HB28."""
    found = at("a1", ". . B\nN . .")
    assert [tool.name for tool in found.tray][-1] == "~"
    assert found.tray[-1].left is None
    (removal,) = (choice for choice in found.choices if choice.tool == "~")
    assert (removal.text, removal.target, removal.replaces) == ("a1 ~c2", "c2", True)


def test_a_chain_is_put_together_jump_by_jump() -> None:
    """B20, B69."""
    board = "S W . W . n ."
    found = at("a1-c1-e1", board)
    assert {choice.text for choice in found.choices if not choice.tool} == words(
        "a1-c1-e1xg1 a1-c1-e1-g1"
    )
    assert {choice.piece for choice in found.choices} == {"e1"}
    assert str(found.lacks) == "The piece can jump on, or place a stone."
    assert len(found.steps) == 1


def test_a_chain_back_at_its_start_must_go_on() -> None:
    """G3."""
    found = at("a1-c1-a1", "S W .")
    assert found.is_partial
    assert found.step_texts == ("a1-c1-a1",)
    assert found.state == found.close
    assert at("a1-c1-a1 +A c1", "S W .").rest == ("+A c1",)


def test_a_win_is_described_and_has_no_choices() -> None:
    """G5, B99, HB3."""
    goal = {"end_field": {"black": "c1"}}
    for text, said in (
        ("a1-c1", "Queen from a1 to c1 – and wins"),
        ("a1 +X c1", "The queen on a1 lays a bomb on c1 – and wins"),
    ):
        found = at(text, "Q . .", board=goal)
        assert (str(found.steps[-1].phrase), found.choices, found.lacks) == (said, (), None)
        assert found.steps[-1].kinds[-1] == "game_ended"
        assert found.state.outcome is not None
        assert found.close.outcome is None


def test_refused_orders_are_left_over_in_the_rest() -> None:
    """G5, B11, O2: the rest of the order, and everything after it."""
    found = at("e5-e7 +A e20 +B e8; draw?")
    assert found.step_texts == ("e5-e7",)
    assert found.rest == ("+A e20", "+B e8", "draw?")
    assert isinstance(found.refused, Illegal)
    assert found.refused.order == 0
    assert targets(found, "A")


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("hello", Unreadable, ("hello",)),
        ("e5-e9", Illegal, ("e5-e9",)),
        ("e18-e17", Illegal, ("e18-e17",)),
        ("draw?; e5-e9 +A f8", Illegal, ("e5-e9", "+A f8")),
        ("e5-e6; d5-d6", Illegal, ("d5-d6",)),
    ],
)
def test_a_refusal_is_part_of_the_sketch(
    text: str, kind: type[Refused], rest: tuple[str, ...]
) -> None:
    """O2, O8, O22."""
    found = at(text)
    assert isinstance(found.refused, kind)
    assert found.rest == rest
    assert found.refused.order == text.count("; ")


def test_a_seat_not_on_turn_can_sketch_words_only() -> None:
    """O4, O12."""
    assert at("", seat="black").choices == ()
    assert isinstance(at("e18-e17", seat="black").refused, Illegal)
    offered = at("draw?", seat="black")
    assert (offered.step_texts, offered.choices, offered.state.offer) == (("draw?",), (), "black")


def test_a_draw_offer_goes_before_a_turn_or_after_it() -> None:
    """O12, O13."""
    before = at("draw?; e5-e7")
    assert before.step_texts == ("draw?", "e5-e7")
    assert targets(before, "A")
    behind = at("e5-e7 +A f8; draw?")
    assert [(step.text, step.holds) for step in behind.steps] == [
        ("e5-e7", True),
        ("+A f8", True),
        ("draw?", False),
    ]
    assert (behind.choices, behind.state.offer) == ((), "white")
    assert len(at("draw?").choices) == len(at("").choices)
    over = at("resign")
    assert [str(step.phrase) for step in over.steps] == ["You resign."]
    assert over.state.outcome is not None


def test_random_plans_grow_into_legal_turns() -> None:
    """B5, G3: choice by choice, as pages put them together; what is not partial is legal."""
    rng, state, done = Random(7), new_game(), 0
    while done < 40 and not RULES.judgement.outcome(state):
        seat, text = state.turn, ""
        for _ in range(rng.randint(1, 4)):
            sketch = RULES.composing.sketch(state, seat, text)
            assert sketch.refused is None
            if not sketch.choices:
                break
            choice = rng.choice(sketch.choices)
            assert choice.replaces == bool(sketch.steps)
            text = grow_plan(sketch.step_texts, choice)
            assert (
                RULES.notation.join_words(RULES.composing.sketch(state, seat, text).step_texts)
                == text
            )
        sketch = RULES.composing.sketch(state, seat, text)
        if not sketch.is_partial:
            done += 1
            events = RULES.judgement.decide(
                state, seat, RULES.notation.read_orders(state, seat, text)
            )
            assert tuple(kind for step in sketch.steps for kind in step.kinds) == tuple(
                event.__struct_config__.tag for event in events
            )
            state = sketch.state
    assert done == 40


def why(found: Sketch[State], piece: str, target: str, tool: str = "") -> tuple[str, str] | None:
    """Return the rule and the sentence, None if nothing is refused."""
    refused = found.refusal_for(piece, target, tool)
    return (refused.rule, str(refused.phrase)) if refused else None


def test_a_sketch_says_why_a_piece_cannot_go_to_a_square() -> None:
    """B5, B17, HB8."""
    found = at("")
    assert why(found, "e5", "e9") == ("B17", "The guard on e5 cannot move to e9.")
    assert why(found, "e5", "b4") == ("B5", "An own piece stands on b4.")
    assert why(found, "e5", "e7") is None
    assert why(found, "zz", "e7") is None


def test_a_sketch_says_why_a_stone_cannot_be_placed() -> None:
    """B11, B23: after the turn so far, by the piece where it stands now."""
    found = at("j4-i6")
    assert why(found, "i6", "h8", "B") is None
    own_zone = "e2 lies in the own end zone; no stone is laid there."
    assert why(found, "i6", "e2", "B") == ("B11", own_zone)
    too_far = "The guard on e7 does not reach a12 with a stone."
    assert why(at("e5-e7"), "e7", "a12", "A") == ("B23", too_far)
    assert why(found, "i6", "h5") == ("G10", "A chancellor makes one move, no chain of them.")


def test_a_sketch_refuses_exactly_the_moves_that_are_not_choices() -> None:
    """B5: at the start, for every piece and every square but its own."""
    found = at("")
    offered = {(choice.piece, choice.target) for choice in found.choices}
    for piece in {piece for piece, _ in offered}:
        for square in set(found.state.board.squares) - {piece}:
            told = why(found, piece, square)
            assert (told is None) == ((piece, square) in offered), (piece, square, told)
