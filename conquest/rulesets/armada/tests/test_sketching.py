"""Sketches of unfinished turns: ways that grow, throws, answers, and set-ups from the tray."""

from __future__ import annotations

from typing import Any

import pytest

from conquest.core import Choice, Sketch, Viewer
from conquest.kit.hidden_army import count_ranks
from conquest.rulesets.armada.army import PATTERNS, SETUP, USUAL_CAMPS
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.ranks import ARMY, RANKS
from conquest.rulesets.armada.ruleset import RULES
from conquest.rulesets.armada.telling import ON_THE_BOARD

from .positions import block, camp, known_state, set_up, setup, start_game, state_of, words


def sketch_order(drawing: str, text: str = "", seat: str = "south", **rest: Any) -> Sketch[State]:
    """Sketch a text on a drawn position as a seat knows it."""
    return RULES.composing.sketch(known_state(drawing, seat, **rest), seat, text)


def next_squares(sketch: Sketch[State], piece: str) -> dict[str, str]:
    """Return where a piece can go next, and by which text."""
    return {one.target: one.text for one in sketch.choices if one.piece == piece}


def test_a_way_is_picked_by_its_end() -> None:
    """I4, HK8: by the shortest way there; of two the first by its text."""
    found = next_squares(sketch_order("s2 .. ..\n.. .. .."), "a2")
    assert found["c2"] == "a2-b2-c2"
    assert found["b1"] == "a2-a1-b1"
    assert "d2" not in found


def test_a_way_grows_square_by_square() -> None:
    """HK8, K44: the unit is picked where it stands by now, and the last order grows."""
    sketch = sketch_order("s3 .. ..\n.. .. #2", "a2-b2")
    assert not sketch.is_blocked
    assert str(sketch.lacks) == "The way can go on, or be handed in as it is."
    found = next_squares(sketch, "b2")
    assert found["c1"] == "a2-b2-b1*c1"
    assert found["b1"] == "a2-b2-b1"
    assert all(one.replaces for one in sketch.choices)
    end = sketch_order("s3 .. ..\n.. .. #2", "a2-b2-b3-b4")
    assert (end.choices, end.lacks) == ((), None)


def test_a_line_does_not_grow() -> None:
    """HK8: in phase 4 any of its squares can be picked at once."""
    found = next_squares(sketch_order("sK"), "a1")
    assert found["a9"] == "a1-a9"
    assert sketch_order("sK", "a1-a9").choices == ()


def test_an_attack_on_a_hidden_unit_cannot_be_foreseen() -> None:
    """HK6: the step says what decides, and nothing changes."""
    sketch = sketch_order("s1 n1", "a1xb1")
    (step,) = sketch.steps
    assert str(step.unforeseen) == "Here the ranks decide."
    assert str(step.phrase) == "One a1: attack a hidden unit on b1"
    assert sketch.state.pieces["a1"].rank == "1"
    assert not sketch.is_blocked


def test_a_throw_cannot_be_foreseen() -> None:
    """HK24: any square can be picked, and chance decides."""
    rest: dict[str, Any] = {"opening": True, "turn": "south"}
    empty = sketch_order("", **rest)
    assert len(empty.choices) == 122
    assert {one.target for one in empty.choices if one.tool} >= words("a1 k11")
    assert [(tool.name, tool.left) for tool in empty.tray] == [("die", 4)]
    again = sketch_order("", "throw f6", **rest).choices
    assert len(again) == 120
    assert all(one.replaces for one in again)
    (step,) = sketch_order("", "throw f6", **rest).steps
    assert (str(step.unforeseen), str(step.phrase)) == ("Here chance decides.", "Throw at f6")
    odds = f"Of such throws 2 % are void, and the others stay on the board. {ON_THE_BOARD}"
    assert str(sketch_order("", "throw f6", **rest).lacks) == odds
    assert {mark.kind for mark in step.marks} == {"odds", "ring"}
    board: dict[str, Any] = {"pieces": {"a11": "north 1"}}
    told = str(sketch_order("", "throw a9", **rest, **board).lacks)
    assert "the others stay on it. These units may fall: a11 " in told
    assert told.endswith(f". {ON_THE_BOARD}")
    (step,) = sketch_order("", "skip", **rest).steps
    assert step.kinds[0] == "skipped"


@pytest.mark.parametrize(
    ("aim", "told"),
    [
        ("c1", "Of such throws 22 % are void, 33 % roll off the board, and the others stay on it."),
        ("c2", "Of such throws 30 % are void, and the others stay on the board."),
        ("a1", "Of such throws 56 % roll off the board, and the others stay on it."),
        (
            "d8",
            "Of such throws 44 % are void, < 1 % roll off the board, and the others stay on it.",
        ),
        ("b2", "Such throws are never void and never roll off the board."),
    ],
)
def test_odds_of_a_throw_do_not_name_what_cannot_happen(aim: str, told: str) -> None:
    """HK24: what can happen, but hardly ever, is less than 1 %, not 0 %."""
    sketch = sketch_order("", f"throw {aim}", opening=True, turn="south")
    assert str(sketch.lacks) == f"{told} {ON_THE_BOARD}"


def test_an_answer_to_an_alliance_is_chosen() -> None:
    """I19, I47."""
    proposal = {"from": "west", "to": "north", "agreed": ["west"]}
    rest: dict[str, Any] = {"players": 4, "turn": "west", "proposal": proposal}
    sketch = sketch_order("", seat="south", **rest)
    assert [one.text for one in sketch.choices] == ["consent", "refuse"]
    assert str(sketch.choices[0].label) == "West and North may ally"


def test_an_alliance_is_proposed_in_the_composer_with_a_remark() -> None:
    """I18, I20: there alone, not once more beside it."""
    state = known_state("", "south", players=3)
    assert "ally west" in [one.text for one in RULES.composing.sketch(state, "south", "").choices]
    sketch = RULES.composing.sketch(state, "south", "ally west")
    assert sketch.refused is None
    assert "with the next round" in str(sketch.lacks)
    assert [act.text for act in RULES.judgement.side_actions(state, "south")] == ["resign"]
    assert [act.text for act in RULES.judgement.side_actions(state, "north")] == ["resign"]


@pytest.mark.parametrize(
    ("piece", "target", "rule"),
    [("a2", "c2", "K5"), ("a2", "b1", "HK7"), ("c1", "c2", "K11"), ("b2", "a2", "K4")],
)
def test_a_sketch_says_why_a_unit_cannot_go_to_a_square(piece: str, target: str, rule: str) -> None:
    refused = sketch_order("s1 n1 ..\n.. .. s2").refusal_for(piece, target, "")
    assert refused is not None
    assert refused.rule == rule


def test_a_sketch_says_nothing_where_a_unit_can_go() -> None:
    sketch = sketch_order("s1 n1 ..\n#2 .. s2")
    assert sketch.refusal_for("a2", "a3", "") is None
    assert sketch.refusal_for("a2", "a1", "") is None
    assert sketch.refusal_for("k9", "a1", "") is None


def test_a_second_order_is_refused() -> None:
    """O8: what stands before it is shown all the same."""
    sketch = sketch_order("s1 .. n1", "a1-b1; b1-b2")
    assert (len(sketch.steps), sketch.rest) == (1, ("b1-b2",))
    assert sketch.refused is not None
    assert (sketch.refused.rule, sketch.refused.order) == ("O8", 1)
    assert sketch_order("s1 n1", "a1xb1; b1-b2").refused is not None
    assert sketch_order("s1 n1", "nonsense").rest == ("nonsense",)


# --- set-ups ---------------------------------------------------------------------------------


def sketch_draft(text: str = "", seat: str = "south", players: int = 2) -> Sketch[State]:
    return RULES.composing.sketch(start_game(players=players), seat, text)


def by_label(sketch: Sketch[State], label: str) -> Choice:
    return next(one for one in sketch.choices if str(one.label) == label)


def test_set_up_units_are_laid_from_the_tray() -> None:
    """HK4, HK5: as many as an army has."""
    assert {tool.name: tool.left for tool in sketch_draft().tray} == {
        "1": 4,
        "2": 3,
        "3": 2,
        "K": 1,
    }
    sketch = sketch_draft("setup d1=K d2=1")
    assert (sketch.merged_text, sketch.is_partial) == ("setup d1=K d2=1", True)
    assert {tool.name: tool.left for tool in sketch.tray}["K"] == 0
    assert str(sketch.lacks) == "Still to be set up: 3 ones, 3 twos, 2 threes."


def test_set_up_units_change_places_and_are_taken_off() -> None:
    """HK5."""
    sketch = sketch_draft("setup d1=K d2=1; setup d1=1 d2=K")
    assert sketch.merged_text == "setup d1=1 d2=K"
    assert sketch_draft("setup d1=K d2=1; setup d1=-").merged_text == "setup d2=1"
    assert "to d2" in {str(one.label) for one in sketch.choices if one.piece == "d1"}


def test_a_set_up_is_filled_and_mirrored_at_once() -> None:
    """HK5."""
    sketch = sketch_draft("setup d1=K")
    whole = sketch_draft(f"setup d1=K; {by_label(sketch, 'Fill the rest').text}")
    assert (whole.is_partial, whole.steps[0].kinds) == (False, ("mustered",))
    turned = sketch_draft(f"{whole.merged_text}; {by_label(whole, 'Mirror left and right').text}")
    assert turned.state.camps["south"]["h1"] == "K"
    assert (
        sketch_draft(f"setup d1=K; {by_label(sketch, 'Take all off').text}").merged_text == "setup"
    )


@pytest.mark.parametrize(
    ("text", "rule"), [("setup d1=K d2=K", "HK4"), ("setup a1=1", "HK3"), ("setup d1=9", "HK4")]
)
def test_an_impossible_set_up_draft_is_refused(text: str, rule: str) -> None:
    sketch = sketch_draft(text)
    assert sketch.refused is not None
    assert (sketch.refused.rule, sketch.is_blocked) == (rule, True)


@pytest.mark.parametrize("seat", ["south", "west", "north", "east"])
def test_set_up_patterns_are_the_same_for_every_seat(seat: str) -> None:
    """HK3, HK5: the front row first, as its owner sees it."""
    state = start_game(players=4)
    text = PATTERNS.orders_for(state, seat, "1112K 12323")
    assert PATTERNS.pattern_of(state, seat, text) == "1112K 12323"
    front_right = {"south": "i2", "west": "b5", "north": "e12", "east": "l9"}[seat]
    assert f"{front_right}=K" in text


def test_the_usual_set_ups_are_whole_armies() -> None:
    """HK4."""
    camps = [SETUP.camp_from_rows(11, "south", rows) for _named, rows in USUAL_CAMPS]
    assert len(camps) == 5
    assert all(count_ranks(one.values(), RANKS) == ARMY for one in camps)
    assert len({setup(one) for one in camps}) == 5


def test_a_blocker_on_two_squares_is_struck_from_either() -> None:
    """HK19."""
    wide = {"b2": block(4, "b2", "c2")}
    found = next_squares(sketch_order("", pieces={"c3": "south 1"}, blockers=wide), "c3")
    assert found["c2"] == "c3*c2"


def state_texts(state: State, viewer: Viewer) -> list[str]:
    known_ = RULES.knowledge.known_state(state, viewer)
    return [str(phrase) for phrase in RULES.telling.describe_state(known_)]


def test_the_board_is_described_in_words() -> None:
    """HK6: to each viewer as they know it."""
    rest: dict[str, Any] = {"players": 3, "options": {"terrain": True}}
    state = state_of(set_up("s1 n2 #3", **rest))
    assert state_texts(state, "south") == [
        "Turn 9: South.",
        "South: one a1, King m3.",
        "West: hidden unit a13.",
        "North: hidden unit b1 m11.",
        "Blockers: 3 on c1.",
        "Closed by terrain: d4 e4 d5 e5 j9 j10.",
    ]
    assert "South: hidden unit a1 m3." in state_texts(state, None)
    assert camp("south")["d1"] == "1"
