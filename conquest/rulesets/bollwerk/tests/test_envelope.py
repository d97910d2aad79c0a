"""The judge's envelope for Bollwerk: cases, verdicts, views, faults."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from conquest import judge
from conquest.core import Fault, fold, no_numbers
from conquest.kit import codec, record
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.model import EVENTS

from .table import Json, judge_case, new_game, play, set_up

BOARD = """
    . . B .
    Q . n .
    . . . s
"""
GAME = [
    ("white", "e5-e7 +A f8"),
    ("black", "draw?"),
    ("black", "e18-e16"),
    ("white", "a4xa18; draw?"),
    ("black", "a19xa18 +B a17"),
    ("white", "b4-c6 +X e5"),
    ("black", "i19-h17 +RA g15"),
    ("white", "resign"),
]


def test_the_rule_set_is_found_by_its_name() -> None:
    """O1."""
    assert RULES.slug == "bollwerk"
    assert "fault" not in judge.verdict({"ruleset": "bollwerk"})
    assert "fault" in judge.verdict({"ruleset": "Bollwerk 178"})


def test_a_verdict_has_all_its_keys() -> None:
    """O7: points are null."""
    v = play(BOARD, "white: a2-a3")
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
    keys = {"turn", "number", "pieces", "stones", "stock", "barred", "quiet", "seen"}
    assert set(v.position) == keys


def test_the_judge_stops_at_the_first_refusal() -> None:
    """O2, O3: entries and orders are counted from 0."""
    v = play(BOARD, "white: a2-a3", "black: draw?; c2-c3", "black: c2-b4")
    assert (v.accepted, v.said["refused"]["entry"], v.said["refused"]["order"]) == (1, 1, 1)
    assert "draw" not in v.position
    assert v.pieces["a3"] == "white Q"


@pytest.mark.parametrize("seat", ["green", "south", ""])
def test_a_seat_that_does_not_play_is_a_fault(seat: str) -> None:
    """O5."""
    assert set(play(BOARD, f"{seat}: a2-a3", turn="white").said) == {"fault"}
    assert set(judge_case({**set_up(BOARD), "view": seat or "green"}).said) == {"fault"}


@pytest.mark.parametrize("seed", [None, "", "00", "ff" * 32])
def test_a_case_needs_no_seed(seed: str | None) -> None:
    """O15, O16: no chance, no count of draws."""
    case = set_up(BOARD, "white: a2-a3")
    more = {} if seed is None else {"seed": seed}
    assert judge_case({**case, **more}).said == judge_case(case).said
    assert "drawn" not in judge_case(case).position


def test_the_turn_number_counts_completed_turns() -> None:
    """O17: offers do not count."""
    v = play(BOARD, "white: draw?", "white: a2-a3", number=41)
    assert v.position["number"] == 42


def test_every_view_is_the_position() -> None:
    """G36, O11: before the end and after it."""
    for entries in ((), ("white: resign",)):
        case = set_up(BOARD, *entries, turn="white")
        views = [
            judge_case({**case, "view": who}).said["view"] for who in ("white", "black", "public")
        ]
        assert views[0] == views[1] == views[2]
        assert judge_case(case).position.items() <= views[0].items()


def test_a_view_is_read_back_as_the_state() -> None:
    """G36."""
    for case in (
        set_up(BOARD),
        set_up(BOARD, options={"cannon": "next", "quiet": 9}, draw="black"),
    ):
        state = RULES.judgement.open_case(case)
        view = json.loads(json.dumps(RULES.knowledge.write_view(state, None)))
        assert RULES.knowledge.read_view(view) == state
        assert RULES.knowledge.write_view(RULES.knowledge.read_view(view), "white") == view
    over = fold(
        RULES,
        new_game(),
        RULES.judgement.decide(
            new_game(), "black", RULES.notation.read_orders(new_game(), "black", "resign")
        ),
    )
    assert RULES.knowledge.read_view(RULES.knowledge.write_view(over, None)) == over


def test_a_position_is_fed_back_as_it_is() -> None:
    """O10, O18: at every step of a game."""
    v = judge_case({"ruleset": "bollwerk"})
    for seat, text in GAME:
        v = v.then(f"{seat}: {text}")
        assert v.refused is None
        assert v.then().position == v.position
        assert v.then().said["outcome"] == v.said["outcome"]


def test_missing_keys_of_a_position_have_defaults() -> None:
    """O18, 5.2, G32, G33."""
    whole = judge_case({"ruleset": "bollwerk"}).said
    assert judge_case({"ruleset": "bollwerk", "position": {}}).said == whole


def test_barred_squares_are_sorted_by_row_then_by_file() -> None:
    """5.2."""
    assert play(BOARD, barred=["c3", "b1", "A2", "d1"]).barred == ["b1", "d1", "a2", "c3"]


def test_squares_kinds_and_owners_are_read_in_any_case() -> None:
    """5.2: written as on the board."""
    case = set_up(BOARD)
    case["position"]["pieces"] = {"A2": "White q", "D1": "BLACK S"}
    case["position"]["stones"] = {"C3": "ra"}
    v = judge_case(case)
    assert v.pieces == {"a2": "white Q", "d1": "black S"}
    assert v.stones == {"c3": "RA"}


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


@pytest.mark.parametrize(
    "case",
    [
        change(position__pieces={"z9": "white Q"}),
        change(position__pieces={"a2": "white Z"}),
        change(position__pieces={"a2": "green Q"}),
        change(position__pieces={"a2": "Q"}),
        change(position__pieces={"a2": "white Q Q"}),
        change(position__pieces={"a2": ["white Q"]}),
        change(position__pieces={"a2": "white Q", "A2": "white Q"}),
        change(position__pieces=["a2"]),
        change(position__stones={"a2": "B"}),
        change(position__stones={"z9": "B"}),
        change(position__stones={"b1": "C"}),
        change(position__stones={"b1": 1}),
        change(position__stock={"green": {}}),
        change(position__stock={"white": {"C": 1}}),
        change(position__stock={"white": 3}),
        change(position__stock={"white": {}, "White": {}}),
        change(position__barred=["z9"]),
        change(position__barred="a2"),
        change(position__turn="green"),
        change(position__number=0),
        change(position__number=1.5),
        change(position__number=True),
        change(position__quiet=-1),
        change(position__seen={"xyz": 1}),
        change(position__seen={"0" * 16: 0}),
        change(position__seen=[]),
        change(position__draw="green"),
        change(position__outcome={"winners": ["white"]}),
        change(position__outcome={"winners": "white", "reason": "bomb"}),
        change(position__outcome={"winners": ["green"], "reason": "bomb"}),
        change(position__outcome={"winners": [], "reason": "bomb", "why": 1}),
        change(position__tempo=3),
        change(position=[]),
        change(position=None),
        change(options={"cannon": "far"}),
        change(options={"cannon": ["line"]}),
        change(options={"quiet": 0}),
        change(options={"quiet": "100"}),
        change(options={"seats": ["white"]}),
        change(options=[]),
        change(standing={"white": ["pass"]}),
    ],
)
def test_an_invalid_case_is_a_fault(case: Json) -> None:
    """O5, O6, O18, G37."""
    assert set(judge.verdict(case)) == {"fault"}


def test_events_are_stored_and_replayed() -> None:
    """O10: packed as JSON and unpacked, they lead to the same game."""
    events = [*RULES.judgement.start_game({}, no_numbers)]
    state = fold(RULES, None, events)
    for seat, text in GAME:
        happened = RULES.judgement.decide(
            state, seat, RULES.notation.read_orders(state, seat, text)
        )
        state = fold(RULES, state, happened)
        events += happened
    stored = [json.loads(json.dumps(codec.pack_event(event))) for event in events]
    assert [codec.unpack_event(EVENTS, kind, data) for kind, data in stored] == events
    text = record.write_record(RULES, {"Board": "A"}, events)
    assert record.verify_record(RULES, record.read_record(text)) == state
    assert "1. white: e5-e7 +A f8\n2. black: draw?; e18-e16\n3. white: a4xa18" in text


def test_a_state_is_frozen_and_thawed() -> None:
    """O10."""
    state = RULES.judgement.open_case(set_up(BOARD, draw="black", barred=["b1"], quiet=4))
    assert RULES.judgement.thaw(RULES.judgement.freeze(state)) == state
    with pytest.raises(Fault):
        RULES.judgement.thaw(b"{}")


def test_no_square_is_barred_for_a_turn_planned_ahead() -> None:
    """G17: what plans are tried out on."""
    state = RULES.judgement.open_case(set_up(BOARD, barred=["b1"]))
    assert RULES.judgement.suppose_turn(state, "white") == state
    ahead = RULES.judgement.suppose_turn(state, "black")
    assert (ahead.turn, ahead.barred, ahead.number) == ("black", (), 10)


def test_every_state_within_a_turn_has_a_view() -> None:
    """G28, G36: a position within a turn is not counted."""
    state = new_game()
    orders = RULES.notation.read_orders(state, "white", "e5-e7 +A f8")
    for event in RULES.judgement.decide(state, "white", orders):
        state = RULES.judgement.evolve(state, event)
        assert RULES.knowledge.read_view(RULES.knowledge.write_view(state, None)) == state
