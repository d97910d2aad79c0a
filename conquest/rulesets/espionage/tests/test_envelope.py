"""The judge's envelope for Espionage: cases, verdicts, faults, and positions fed back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from conquest.core import Fault, fold
from conquest.kit import chance, codec, record
from conquest.rulesets.espionage.model import EVENTS
from conquest.rulesets.espionage.ruleset import RULES

from . import judging
from .judging import Json
from .positions import (
    armies,
    camp,
    decide_events,
    fast,
    game,
    judge_case,
    new_game,
    play,
    set_up,
    setup,
)

BOARD = """
    b1 .. ^^
    w5 .. b3
    wS w2 ..
"""
KEYS = {
    "turn",
    "number",
    "pieces",
    "volcanoes",
    "uncovered",
    "last",
    "lost",
    "quiet",
    "drawn",
}
GAME = [
    ("white", "a3-a4 b3-b4"),
    ("black", "draw?"),
    ("black", "c8-c7 j8-j7"),
    ("white", "a4-a5 c3-c4; draw?"),
]


def test_the_rule_set_is_found_by_its_name() -> None:
    """O1."""
    assert RULES.slug == "espionage"
    assert "fault" not in judging.verdict({"ruleset": "espionage"})
    assert "fault" in judging.verdict({"ruleset": "Espionage"})


def test_a_verdict_has_all_its_keys() -> None:
    """O7, 5.3: points are null; there is no view unless asked for."""
    v = play(BOARD, "white: a2-b2 b1-c1")
    assert set(v.said) == {
        "accepted",
        "refused",
        "to_act",
        "points",
        "position",
        "outcome",
        "events",
    }
    assert (v.said["points"], v.said["to_act"]) == (None, {"black": "turn"})
    assert set(v.position) == KEYS
    assert set(play(BOARD, "white: draw?").position) == KEYS | {"draw"}
    assert set(play(BOARD, "white: resign").position) == KEYS | {"outcome"}
    assert set(judge_case({"ruleset": "espionage"}).position) == KEYS | {"setup"}


def test_the_judge_stops_at_the_first_refusal() -> None:
    """O2, O3: entries and orders are counted from 0; nothing of the refused entry holds."""
    v = fast(BOARD, "white: a2-b2", "black: draw?; j7-h7", "black: j7-j8")
    assert (v.accepted, v.place, v.said["refused"]["seat"]) == (1, (1, 1), "black")
    assert "draw" not in v.position
    assert (v.pieces["b2"], v.position["turn"]) == ("w5", "black")
    assert v.said["refused"]["message"]


def test_an_order_out_of_turn_is_refused() -> None:
    """O4: illegal where it can be read, unreadable where it cannot."""
    assert fast(BOARD, "black: j7-j8", turn="white").refused == ("illegal", "O4")
    assert fast(BOARD, "black: hello", turn="white").refused == ("unreadable", "5.3")


@pytest.mark.parametrize("seat", ["green", "south", ""])
def test_a_seat_that_does_not_play_is_a_fault(seat: str) -> None:
    """O5."""
    assert set(play(BOARD, f"{seat}: a2-b2", turn="white").said) == {"fault"}
    assert set(judge_case({**set_up(BOARD), "view": seat or "green"}).said) == {"fault"}


@pytest.mark.parametrize("rest", [{}, {"pair": "pieces"}, {"moves": 1}, {"open": True}])
def test_a_position_is_fed_back_as_it_is(rest: Json) -> None:
    """O10, O16, O18: at every step of a game, from its set-up on."""
    v = judge_case({"ruleset": "espionage", "options": rest})
    for seat, text in [*armies(), *GAME]:
        if rest.get("moves") == 1 and " " in text and "=" not in text:
            text = v.options()[0]
        before = v.position
        v = v.then(f"{seat}: {text}")
        assert v.refused is None
        fed = judge_case({**v.case, "position": v.position, "orders": []})
        assert fed.position == v.position
        assert fed.options() == v.options()
        assert judge_case({**v.case, "position": before}).said == v.said


def test_missing_keys_of_a_position_have_defaults() -> None:
    """O18, 5.3."""
    v = judge_case({"ruleset": "espionage", "position": {}})
    assert v.position == {
        "turn": "white",
        "number": 1,
        "pieces": {},
        "volcanoes": [],
        "uncovered": {"white": [], "black": []},
        "last": {"white": [], "black": []},
        "lost": {"white": [], "black": []},
        "quiet": 0,
        "drawn": 0,
    }
    options = {"pair": "kinds", "size": 10, "moves": 2, "open": False, "quiet": 200}
    assert judge_case({"ruleset": "espionage", "options": options}).said == (
        judge_case({"ruleset": "espionage"}).said
    )
    assert judge_case({"ruleset": "espionage", "position": None, "board": None}).said == (
        judge_case({"ruleset": "espionage"}).said
    )


def test_squares_ranks_and_owners_are_read_in_any_case() -> None:
    """5.3, EP20: written as on the board."""
    case = set_up("")
    case["position"] |= {
        "pieces": {"B2": "White s", "A1": "BLACK m"},
        "volcanoes": ["C4", "A10"],
        "last": {"white": ["A2-B2"]},
        "lost": {"black": ["s"]},
        "uncovered": {"White": ["A1"]},
    }
    v = judge_case(case)
    assert v.position["pieces"] == {"a1": "black M", "b2": "white S"}
    assert v.position["volcanoes"] == ["a10", "c4"]
    assert v.position["last"]["white"] == ["a2-b2"]
    assert (v.lost, v.uncovered[0]) == (("", "S"), ["a1"])


def test_a_position_is_written_in_order() -> None:
    """5.3: pieces row by row, marks and volcanoes sorted."""
    v = play("b1 bM b2\nwS w2 w3", volcanoes=["d5", "a10", "c9"])
    assert list(v.pieces) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert v.position["volcanoes"] == ["a10", "c9", "d5"]
    assert v.uncovered[0] == ["a2", "b2"]


def change(**parts: Any) -> Json:
    """Return a valid case with some parts replaced."""
    case = copy.deepcopy(set_up(BOARD))
    for name, part in parts.items():
        where = case
        *outer, last = name.split("__")
        for key in outer:
            where = where[key]
        where[last] = part
    return case


def begins(setup: object, **position: Any) -> Json:
    """A case in which the armies are being set up."""
    return {"ruleset": "espionage", "position": {"setup": setup, **position}}


WHITE, BLACK = camp("white"), camp("black")


@pytest.mark.parametrize(
    "case",
    [
        change(position__pieces={"z9": "white 5"}),
        change(position__pieces={"a11": "white 5"}),
        change(position__pieces={"a0": "white 5"}),
        change(position__pieces={"a1": "white Z"}),
        change(position__pieces={"a1": "white 6"}),
        change(position__pieces={"a1": "white ?"}),
        change(position__pieces={"a1": "black ?"}),
        change(position__pieces={"a1": "green 5"}),
        change(position__pieces={"a1": "5"}),
        change(position__pieces={"a1": "white 5 5"}),
        change(position__pieces={"a1": ["white 5"]}),
        change(position__pieces={"a1": "white 5", "A1": "white 5"}),
        change(position__pieces=["a1"]),
        change(position__pieces={"c3": "white 5"}),
        change(position__volcanoes=["a2"]),
        change(position__volcanoes=["c3", "c3"]),
        change(position__volcanoes=["z9"]),
        change(position__volcanoes="c3"),
        change(position__volcanoes=[3]),
        change(position__uncovered={"white": ["b2"]}),
        change(position__uncovered={"white": ["a1"]}),
        change(position__uncovered={"white": ["c3"]}),
        change(position__uncovered={"black": ["a3"]}),
        change(position__uncovered={"green": []}),
        change(position__uncovered={"white": ["a3", "A3"]}),
        change(position__uncovered={"white": "a3"}),
        change(position__uncovered={"white": [], "White": []}),
        change(position__uncovered=[]),
        change(position__last={"white": ["a1"]}),
        change(position__last={"white": ["a1-z9"]}),
        change(position__last={"white": ["a1-a2-a3"]}),
        change(position__last={"white": "a1-a2"}),
        change(position__last={"green": []}),
        change(position__last=["a1-a2"]),
        change(position__lost={"white": ["Z"]}),
        change(position__lost={"white": ["?"]}),
        change(position__lost={"white": "5"}),
        change(position__lost={"green": []}),
        change(position__lost=[]),
        change(position__turn="green"),
        change(position__turn=1),
        change(position__number=0),
        change(position__number=1.5),
        change(position__number=True),
        change(position__quiet=-1),
        change(position__quiet="3"),
        change(position__drawn=-1),
        change(position__drawn=False),
        change(position__draw="green"),
        change(position__outcome={"winners": ["white"]}),
        change(position__outcome={"winners": "white", "reason": "agreed"}),
        change(position__outcome={"winners": ["green"], "reason": "agreed"}),
        change(position__outcome={"winners": [], "reason": "agreed", "why": 1}),
        change(position__outcome={"winners": [], "reason": 3}),
        change(position__tempo=3),
        change(position__points=3),
        change(position__homes={}),
        change(position=[]),
        change(position="white"),
        change(options={"pair": "both"}),
        change(options={"pair": ["kinds"]}),
        change(options={"size": 9}),
        change(options={"size": "10"}),
        change(options={"size": 10.0}),
        change(options={"moves": 3}),
        change(options={"moves": True}),
        change(options={"open": 0}),
        change(options={"open": "false"}),
        change(options={"quiet": 0}),
        change(options={"quiet": "200"}),
        change(options={"quiet": True}),
        change(options={"seats": "lot"}),
        change(options={"cannon": "line"}),
        change(options=[]),
        change(board="10x10"),
        change(board="A"),
        change(board={}),
        change(board=""),
        change(standing={"white": ["pass"]}),
        change(seed=3),
        change(orders=[["white"]]),
        change(orders={"white": "resign"}),
        change(tempo=3),
        change(ruleset=None),
        begins(None),
        begins([]),
        begins({"green": WHITE}),
        begins({"white": True}),
        begins({"white": True, "black": BLACK}),
        begins({"white": {}}),
        begins({"white": {**WHITE, "a1": "?"}}),
        begins({"white": {**WHITE, "a1": "5"}}),
        begins({"white": {**WHITE, "d5": "1"}}),
        begins({"white": {**WHITE, "A1": "1"}}),
        begins({"white": BLACK}),
        begins({"white": setup(WHITE)}),
        begins({"white": WHITE, "White": WHITE}),
        begins({"white": WHITE, "black": BLACK}),
        begins({"white": WHITE}, pieces={"a8": "black 1"}),
        begins({"white": WHITE}, turn="black"),
        begins({"white": WHITE}, number=2),
        begins({"white": WHITE}, quiet=1),
        begins({"white": WHITE}, draw="white"),
        begins({"white": WHITE}, lost={"white": ["1"]}),
        begins({"white": WHITE}, last={"white": ["a3-a4"]}),
        [],
        "espionage",
        None,
    ],
)
def test_an_invalid_case_is_a_fault(case: Json) -> None:
    """O5, O6, O18, EP11, 5.3, 5.5: `?` and `true` are what views show, not what a judge gets."""
    assert set(judging.verdict(case)) == {"fault"}


@pytest.mark.parametrize(
    "case",
    [
        change(board=None),
        change(position__draw=None),
        change(position__outcome=None),
        change(position__uncovered={"white": ["a3"], "black": ["b1"]}),
        begins({}),
        begins({"white": WHITE}, last={"white": [], "black": []}, drawn=2, volcanoes=["d5"]),
        begins({"white": WHITE}, outcome={"winners": ["black"], "reason": "resigned"}),
    ],
)
def test_a_valid_case_is_no_fault(case: Json) -> None:
    """O18, 5.3, 5.5."""
    assert "fault" not in judging.verdict(case)


def test_an_invalid_seed_is_a_fault_only_if_numbers_are_drawn() -> None:
    """O15."""
    assert "fault" in judging.verdict({"ruleset": "espionage", "seed": "xyz"})
    assert "fault" not in judging.verdict({**set_up(BOARD), "seed": "xyz"})


def test_a_view_does_not_change_the_verdict() -> None:
    """E4, 5.3: what is carried out is the same with a view and without."""
    case = set_up(BOARD, "white: a2-b2 b1-c1")
    for view in ("white", "black", "public"):
        said = judging.verdict({**case, "view": view})
        del said["view"]
        assert said == judging.verdict(case)


def test_a_view_is_not_accepted_as_a_position() -> None:
    """EP13, O18: ranks are missing in it, and it says more of the table."""
    view = play(BOARD, view="white").view
    position = {key: view[key] for key in KEYS if key in view}
    assert "fault" in judging.verdict({"ruleset": "espionage", "position": position})


def test_events_are_stored_and_replayed() -> None:
    """O10: packed as JSON and unpacked, they lead to the same game."""
    events = [*RULES.judgement.start_game({}, chance.keyed_numbers(b""))]
    state = fold(RULES, None, events)
    for seat, text in [*armies(), *GAME, ["black", "resign"]]:
        happened = decide_events(state, seat, text)
        state = fold(RULES, state, happened)
        events += happened
    stored = [json.loads(json.dumps(codec.pack_event(event))) for event in events]
    assert [codec.unpack_event(EVENTS, kind, data) for kind, data in stored] == events
    text = record.write_record(RULES, {"Board": "10x10"}, events)
    assert record.verify_record(RULES, record.read_record(text)) == state


def test_every_kind_of_event_can_happen() -> None:
    """O10: and none is stored that there is not."""
    entries = [
        *game("black: draw?", "white: draw!").said["events"],
        *play("w5 b2 ..\n.. w3 ..", "white: b1-b2 a2-b2", "black: resign").said["events"],
    ]
    kinds = {event["kind"] for event in entries} | {"started"}
    assert kinds | {"stepped"} == set(EVENTS)


def test_a_state_is_frozen_and_thawed() -> None:
    """O10."""
    for state in (
        RULES.judgement.open_case(set_up(BOARD, draw="black", quiet=4, last={"white": ["a1-a2"]})),
        new_game(size=8),
        RULES.judgement.open_case(begins({"white": WHITE})),
    ):
        assert RULES.judgement.thaw(RULES.judgement.freeze(state)) == state
    for broken in (b"", b"{}", b"[]", b'{"size": "x"}', b"\xff"):
        with pytest.raises(Fault):
            RULES.judgement.thaw(broken)


def test_a_turn_can_be_planned_ahead() -> None:
    """O12, O9: as if the other side had moved; a game that is over goes on."""
    state = RULES.judgement.open_case(set_up(BOARD))
    assert RULES.judgement.suppose_turn(state, "white") == state
    ahead = RULES.judgement.suppose_turn(state, "black")
    assert (ahead.turn, ahead.number, ahead.outcome) == ("black", 10, None)
    strikes = [choice.text for choice in RULES.composing.possible_captures(state, "black")]
    assert strikes == ["a3-a2"]


def test_every_state_within_a_turn_has_a_view() -> None:
    """E4, HE11: a state between two moves is shown as any other."""
    state = RULES.judgement.open_case(set_up(BOARD))
    for event in decide_events(state, "white", "a2-a3 b1-b2"):
        state = RULES.judgement.evolve(state, event)
        for viewer in ("white", "black", None):
            view = json.loads(json.dumps(RULES.knowledge.write_view(state, viewer)))
            assert RULES.knowledge.read_view(view) == RULES.knowledge.known_state(state, viewer)
