"""How a game is described and drawn, and for whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conquest.core import BoardStyle, Mark
from conquest.kit.hidden_army import board_squares
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.ruleset import RULES

from . import judging
from .positions import (
    armies,
    camp,
    decide_events,
    known_state,
    new_game,
    play,
    play_events,
    set_up,
    setup,
    state_of,
)

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.json"))


def describe(drawing: str, text: str, viewer: str | None = "white", **rest: Any) -> list[str]:
    """Describe the events of a submission of White to a viewer, given what they knew before."""
    state = state_of(set_up(drawing, **rest))
    sentences = []
    for event in decide_events(state, "white", text):
        before = RULES.knowledge.known_state(state, viewer)
        phrase = RULES.telling.describe_event(
            RULES.knowledge.witness(event, viewer), viewer, before
        )
        sentences += [str(phrase)] if phrase else []
        state = RULES.judgement.evolve(state, event)
    return sentences


@pytest.mark.parametrize(
    ("drawing", "text", "own", "others"),
    [
        ("..\nw5", "a1-a2", "General a1 to a2", "White: a1 to a2"),
        (
            "b1\nw5",
            "a1-a2",
            "General a1 attacks a2 and beats the corporal",
            "White: hidden piece a1 attacks a2 and beats the corporal",
        ),
        (
            "b5\nw1",
            "a1-a2",
            "Corporal a1 attacks a2 and falls",
            "White: corporal a1 attacks a2 and falls to the general",
        ),
        (
            "bM\nw1",
            "a1-a2",
            "Corporal a1 steps on the mine on a2; both are gone",
            "White: corporal a1 steps on the mine on a2; both are gone",
        ),
        (
            "bM\nwP",
            "a1-a2",
            "Sapper a1 clears the mine on a2",
            "White: hidden piece a1 clears the mine on a2",
        ),
        (
            "b1 ..\n.. ..\nwS ..",
            "a1-a2",
            "Spy a1 to a2; a spy uncovers: corporal a3",
            "White: a1 to a2",
        ),
    ],
)
def test_a_move_is_described_as_the_viewer_may_know_it(
    drawing: str, text: str, own: str, others: str
) -> None:
    """E4, HE10, EP13, EP14, EP25: what survives is named to its own side alone."""
    options = {"moves": 1}
    assert describe(drawing, text, "white", options=options) == [own]
    assert describe(drawing, text, "black", options=options) == [others]


def test_a_fight_is_described_to_the_public_by_who_was_removed() -> None:
    """EP15, HE10."""
    assert describe("b5\nw1", "a1-a2", None, options={"moves": 1}) == [
        "White: corporal a1 attacks a2 and falls"
    ]


def test_a_description_names_a_known_piece() -> None:
    """E19: to the seat that has uncovered it."""
    marks = {"black": ["a1"]}
    assert describe("..\nw5", "a1-a2", "black", options={"moves": 1}, uncovered=marks) == [
        "White: general a1 to a2"
    ]


def test_a_lapsed_move_and_an_end_are_described() -> None:
    """EP6, EP24."""
    assert describe("w5 b2\n.. w3", "b1-b2 a2-b2", "black")[1] == (
        "White: a2 stays where it is, for b2 is already won"
    )
    assert describe("bQ ..\nw5 w3", "a1-a2 b1-b2", "black")[-1] == (
        "The game is over: the enemy headquarters is conquered. Winner: White."
    )
    assert describe("w5", "draw?") == ["You offer a draw."]
    assert describe("w5", "resign", "black")[0] == "White resigns."


def test_a_set_up_is_described_without_its_ranks() -> None:
    """HE2."""
    (event,) = decide_events(new_game(), "white", setup(camp("white")))
    own, others = "You set up your army.", "White has set up the army."
    for viewer, said in (("white", own), ("black", others), (None, others)):
        witnessed = RULES.knowledge.witness(event, viewer)
        assert str(RULES.telling.describe_event(witnessed, viewer, None)) == said
    assert "a1" not in str(RULES.knowledge.witness(event, "black"))


def test_losses_are_named_to_everybody() -> None:
    """HE10, EP14."""
    for drawing, lost in (
        ("b1\nw5", [("black", "corporal on a2")]),
        ("b5\nw1", [("white", "corporal on a1")]),
        ("bM\nw1", [("black", "mine on a2"), ("white", "corporal on a1")]),
        ("..\nw1", []),
    ):
        state = state_of(set_up(drawing, options={"moves": 1}))
        (event, *_) = decide_events(state, "white", "a1-a2")
        for viewer in ("white", "black", None):
            losses = RULES.telling.losses(RULES.knowledge.witness(event, viewer))
            assert [(loss.seat, str(loss.what)) for loss in losses] == lost
        assert RULES.telling.points_spent(event) == 0


def test_an_event_is_drawn_as_the_viewer_may_know_it() -> None:
    """EP13: the ring round what a spy sees is for its own side."""
    state = state_of(set_up("b1 ..\n.. ..\nwS ..", options={"moves": 1}))
    (event, *_) = decide_events(state, "white", "a1-a2")
    marks = {
        viewer: RULES.telling.event_marks(RULES.knowledge.witness(event, viewer))
        for viewer in ("white", "black", None)
    }
    arrow = Mark("arrow", ("a1", "a2"), "white")
    assert marks == {
        "white": (arrow, Mark("ring", ("a3",), "white")),
        "black": (arrow,),
        None: (arrow,),
    }


def test_a_position_is_described_in_words_and_numbers() -> None:
    """E4, E30, HE18, EP14: hidden pieces by their squares only."""
    state = known_state("b1 bM\nw5 w3", lost={"black": ["S", "S", "1"]}, volcanoes=["d5"], quiet=7)
    lines = [str(line) for line in RULES.telling.describe_state(state)]
    assert lines == [
        "Turn 9: White.",
        "White: corporal j4, captain b1, general a1, headquarters j1.",
        "Black: hidden piece a2 b2 j7 j10.",
        "Volcanoes: d5.",
    ]
    report = RULES.telling.report(state)
    assert {line.seat: dict(line.numbers) for line in report.seats} == {
        "white": {"pieces": 4, "beaten": 3},
        "black": {"pieces": 4, "beaten": 0},
    }
    assert [str(fact) for fact in report.seats[1].facts] == ["lost: corporal, 2 spies"]
    assert [str(note) for note in report.notes] == ["Moves without a fight: 7 of 200"]


def test_pieces_that_never_moved_are_described() -> None:
    """E27, HE23: everybody has seen it."""
    state = new_game(size=8, moves=1)
    for seat, text in armies(8):
        state = play_events(state, seat, text)
    free = RULES.composing.legal_choices(state, "white")[0].text
    state = RULES.knowledge.known_state(play_events(state, "white", free), "black")
    start, end = free.split("-")
    assert str(RULES.telling.figures_by_field(state)[end].label) == (
        f"hidden piece of White, set up on {start}"
    )
    lines = [str(line) for line in RULES.telling.describe_state(state)]
    (still,) = (line for line in lines if line.startswith("White never moved:"))
    assert start not in still.split()


@pytest.mark.parametrize("viewer", ["white", "black", None])
def test_a_picture_shows_no_more_than_its_viewer_knows(viewer: str | None) -> None:
    """E4, EP15, E30: the same for a game and one with other hidden ranks."""
    pictures = []
    for drawing in ("b1 bM ^^\nw3 w4 ..", "bM b1 ^^\nw3 w4 ..", "b1 bM ^^\nw4 w3 .."):
        state = RULES.knowledge.known_state(state_of(set_up(drawing)), viewer)
        pictures.append(RULES.telling.draw_board(state, BoardStyle(backdrop="")))
    assert (pictures[0] == pictures[1]) == (viewer != "black")
    assert (pictures[0] == pictures[2]) == (viewer != "white")


@pytest.mark.parametrize("size", [10, 8])
def test_the_drawn_board_is_the_board_of_the_rules(size: int) -> None:
    """HE1, HE22, EP1: every square, White below, a on the left."""
    chart = RULES.art.chart_of(f"{size}x{size}")
    assert set(chart.fields) >= board_squares(size)
    assert len(board_squares(size)) == size * size
    assert chart.point_of("a1")[1] > chart.point_of(f"a{size}")[1]
    assert chart.point_of("a1")[0] < chart.point_of("h1")[0]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_have_their_verdicts(path: Path) -> None:
    """E2, EP24: the cases beside the rules."""
    example = json.loads(path.read_text(encoding="utf-8"))
    assert judging.verdict(example["case"]) == example["verdict"]


def test_the_rules_text_names_its_source() -> None:
    """E1: in both languages, with the differences from what it resembles."""
    for language in ("en", "de"):
        assert "Stratego" in RULES.telling.rules_text(language)


def test_the_seats_are_white_and_black() -> None:
    """HE4: two seats, White first."""
    assert RULES.judgement.seats(new_game()) == ("white", "black")
    assert [str(name) for name in RULES.seating.names.values()] == ["White", "Black"]
    assert play("w5").said["to_act"] == {"white": "turn"}


def names(state: State, viewer: str) -> dict[str, tuple[str, bool]]:
    """Return for each piece the name that a viewer knows, and whether its rank is hidden."""
    found = RULES.telling.identities(RULES.knowledge.known_state(state, viewer))
    return {square: (one.name, one.is_hidden) for square, one in found.items()}


def both_armies(**options: Any) -> State:
    state = new_game(**options)
    for seat, text in armies():
        state = play_events(state, seat, text)
    return state


def test_a_piece_is_identified_by_where_it_was_set_up() -> None:
    state = both_armies(pair="pieces")
    assert names(state, "black")["a3"] == ("a3", True)
    state = play_events(state, "white", "a3-a4 b3-b4")
    assert names(state, "black")["a4"] == ("a3", True)
    assert names(state, "white")["a4"] == ("a3", False)
    assert "a3" not in names(state, "black")


def test_an_open_game_has_no_identities() -> None:
    assert names(both_armies(open=True), "black") == {}
