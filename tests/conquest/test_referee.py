"""Every rule set at the prompt: the judge, what is possible, what is told, and records."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from conquest import judge
from conquest.core import OPEN, Fault
from conquest.kit import codec, record
from conquest.registry import AnyRules
from conquest.replay import replay_record
from tests.conquest.moments import Moments, RandomGame


def case(rules: AnyRules, played: RandomGame, upto: int | None = None) -> dict[str, Any]:
    """Return a random game as a case of the judge, from its seed on."""
    orders = [[one.seat, one.text] for one in played.submitted[:upto]]
    table = rules.table_of(rules.knowledge.write_view(played.submitted[0].state, None))
    return {"ruleset": rules.slug, "seed": played.key.hex(), **table, "orders": orders}


def test_the_judge_plays_the_same_game_from_its_seed(rules: AnyRules, played: RandomGame) -> None:
    said = judge.adjudicate(case(rules, played))
    assert said["refused"] is None
    assert said["accepted"] == len(played.submitted)
    happened = [event for one in played.submitted for event in one.events]
    assert said["events"] == [
        {"kind": kind, **data} for kind, data in map(codec.pack_event, happened)
    ]
    assert said["position"] == rules.judgement.write_position(played.state)


def test_the_judge_goes_on_from_a_position_with_its_numbers(
    rules: AnyRules, played: RandomGame
) -> None:
    """The count of numbers is in the position, so that chance goes on where it was."""
    half = len(played.submitted) // 2
    middle = played.submitted[half]
    view = rules.knowledge.write_view(middle.state, OPEN)
    table = rules.table_of(view)
    given = {
        **case(rules, played),
        **table,
        "position": rules.judgement.write_position(middle.state),
    }
    given["orders"] = [[one.seat, one.text] for one in played.submitted[half:]]
    assert judge.adjudicate(given)["position"] == rules.judgement.write_position(played.state)


def test_the_judge_shows_a_seat_its_view_alone(rules: AnyRules, played: RandomGame) -> None:
    given = case(rules, played, len(played.submitted) // 2)
    state = judge.carry_out(judge.read_case(given)).state
    for seat in rules.judgement.seats(state):
        assert judge.adjudicate({**given, "view": seat})["view"] == rules.knowledge.write_view(
            state, seat
        )
    assert judge.adjudicate({**given, "view": "public"})["view"] == rules.knowledge.write_view(
        state, None
    )


def test_the_judge_reports_the_fault_of_a_case(rules: AnyRules, played: RandomGame) -> None:
    good = case(rules, played, 0)
    for change in ({"position": 7}, {"position": {"nothing": 1}}, {"options": {"nothing": 1}}):
        assert set(judge.verdict({**good, **change})) == {"fault"}
    assert set(judge.verdict({**good, "board": "nowhere"})) == {"fault"}
    assert set(judge.verdict({**good, "seed": "no hexadecimal", "orders": []})) <= {
        "fault",
        *judge.adjudicate(good),
    }


def test_legal_orders_are_those_of_the_first_seat_to_act(
    rules: AnyRules, played: RandomGame
) -> None:
    begun = played.submitted[0].state
    seat = next(iter(rules.judgement.to_act(begun)))
    listed = judge.legal_orders(case(rules, played, 0))
    assert listed == [choice.text for choice in rules.composing.legal_choices(begun, seat)]


def test_a_case_is_described_as_the_public_may_know_it(rules: AnyRules, played: RandomGame) -> None:
    lines = judge.describe_case(case(rules, played, len(played.submitted) // 2))
    assert len(lines) >= len(rules.judgement.seats(played.state))
    assert all(lines)


@pytest.fixture
def written(rules: AnyRules, played: RandomGame) -> str:
    """The record of the random game, its seed opened."""
    commitment = hashlib.sha256(played.key).hexdigest()
    opened = {"Commitment": commitment, "Seed": played.key.hex(), "Options": "{}"}
    return record.write_record(rules, opened, played.events)


def test_a_record_is_verified_with_its_numbers(
    rules: AnyRules, played: RandomGame, written: str
) -> None:
    assert record.verify_record(rules, record.read_record(written)) == played.state
    assert '"outcome": {' in replay_record(written)[0]


def test_a_record_with_other_numbers_or_orders_is_a_fault(rules: AnyRules, written: str) -> None:
    read = record.read_record(written)
    if rules.judgement.numbers_drawn(record.verify_record(rules, read)) > 1:
        other = {**read.head, "Seed": "00"}
        other["Commitment"] = hashlib.sha256(b"\0").hexdigest()
        with pytest.raises(Fault, match=r"another event|refused|do not lead"):
            record.verify_record(rules, record.GameRecord(other, read.turns, read.links))
    with pytest.raises(Fault):
        record.verify_record(rules, record.GameRecord(read.head, read.turns[:-1], read.links))


def test_turn_lines_hide_secret_orders_from_the_public(
    rules: AnyRules, moments: Moments, played: RandomGame
) -> None:
    """What a viewer may not know of an event is not in his lines of the record either."""
    opened, public = (record.turn_lines(rules, played.events, viewer) for viewer in (OPEN, None))
    secret = [
        event.order
        for event in played.events
        if getattr(event, "order", "") and not rules.knowledge.witness(event, None).order
    ]
    assert all(any(order in line for line in opened) for order in secret)
    assert not [order for order in secret if any(order in line for line in public)]


def test_the_judge_ranks_teams_where_seats_play_together() -> None:
    units = {"b2": ["ash", 3, True], "b3": ["cedar", 1, True]}
    fight = {"number": 2, "units": units}
    told = {"players": 4, "teams": True, "size": 6}
    case = {"ruleset": "skirmish", "options": told, "position": fight}
    said = judge.adjudicate({**case, "orders": [["cedar", "resign"], ["elm", "resign"]]})
    assert said["outcome"]["teams"] == [
        {"seats": ["ash", "birch"], "place": 1},
        {"seats": ["cedar", "elm"], "place": 2},
    ]


def test_the_judge_omits_teams_where_each_seat_plays_alone() -> None:
    fight = {"number": 2, "units": {"b2": ["ash", 3, True], "b3": ["birch", 1, True]}}
    orders = [["birch", "resign"]]
    said = judge.adjudicate({"ruleset": "skirmish", "position": fight, "orders": orders})
    assert said["outcome"] == {"winners": ["ash"], "reason": "last", "scores": {}}
