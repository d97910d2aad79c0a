"""The judge, its lists of orders and descriptions, and records, for every rule set."""

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


def case(rules: AnyRules, random_game: RandomGame, upto: int | None = None) -> dict[str, Any]:
    """Return a random game as a case of the judge, from its seed on."""
    orders = [[one.seat, one.text] for one in random_game.submitted[:upto]]
    table = rules.table_of(rules.knowledge.write_view(random_game.submitted[0].state, None))
    return {"ruleset": rules.slug, "seed": random_game.key.hex(), **table, "orders": orders}


def test_the_judge_plays_the_same_game_from_its_seed(
    rules: AnyRules, random_game: RandomGame
) -> None:
    said = judge.adjudicate(case(rules, random_game))
    assert said["refused"] is None
    assert said["accepted"] == len(random_game.submitted)
    happened = [event for one in random_game.submitted for event in one.events]
    assert said["events"] == [
        {"kind": kind, **data} for kind, data in map(codec.pack_event, happened)
    ]
    assert said["position"] == rules.judgement.write_position(random_game.state)


def test_the_judge_goes_on_from_a_position_with_its_numbers(
    rules: AnyRules, random_game: RandomGame
) -> None:
    """The position has the count of numbers, so that chance continues from there."""
    half = len(random_game.submitted) // 2
    middle = random_game.submitted[half]
    view = rules.knowledge.write_view(middle.state, OPEN)
    table = rules.table_of(view)
    given = {
        **case(rules, random_game),
        **table,
        "position": rules.judgement.write_position(middle.state),
    }
    given["orders"] = [[one.seat, one.text] for one in random_game.submitted[half:]]
    assert judge.adjudicate(given)["position"] == rules.judgement.write_position(random_game.state)


def test_the_judge_shows_a_seat_its_view_alone(rules: AnyRules, random_game: RandomGame) -> None:
    given = case(rules, random_game, len(random_game.submitted) // 2)
    state = judge.carry_out(judge.read_case(given)).state
    for seat in rules.judgement.seats(state):
        assert judge.adjudicate({**given, "view": seat})["view"] == rules.knowledge.write_view(
            state, seat
        )
    assert judge.adjudicate({**given, "view": "public"})["view"] == rules.knowledge.write_view(
        state, None
    )


def test_the_judge_reports_the_fault_of_a_case(rules: AnyRules, random_game: RandomGame) -> None:
    good = case(rules, random_game, 0)
    for change in ({"position": 7}, {"position": {"nothing": 1}}, {"options": {"nothing": 1}}):
        assert set(judge.verdict({**good, **change})) == {"fault"}
    assert set(judge.verdict({**good, "board": "nowhere"})) == {"fault"}
    assert set(judge.verdict({**good, "seed": "no hexadecimal", "orders": []})) <= {
        "fault",
        *judge.adjudicate(good),
    }


def test_legal_orders_are_those_of_the_first_seat_to_act(
    rules: AnyRules, random_game: RandomGame
) -> None:
    opening = random_game.submitted[0].state
    seat = next(iter(rules.judgement.to_act(opening)))
    listed = judge.legal_orders(case(rules, random_game, 0))
    assert listed == [choice.text for choice in rules.composing.legal_choices(opening, seat)]


def test_a_case_is_described_as_the_public_may_know_it(
    rules: AnyRules, random_game: RandomGame
) -> None:
    lines = judge.describe_case(case(rules, random_game, len(random_game.submitted) // 2))
    assert len(lines) >= len(rules.judgement.seats(random_game.state))
    assert all(lines)


@pytest.fixture
def record_text(rules: AnyRules, random_game: RandomGame) -> str:
    """The record of the random game, its seed opened."""
    commitment = hashlib.sha256(random_game.key).hexdigest()
    opened = {"Commitment": commitment, "Seed": random_game.key.hex(), "Options": "{}"}
    return record.write_record(rules, opened, random_game.events)


def test_a_record_is_verified_with_its_numbers(
    rules: AnyRules, random_game: RandomGame, record_text: str
) -> None:
    assert record.verify_record(rules, record.read_record(record_text)) == random_game.state
    assert '"outcome": {' in replay_record(record_text)[0]


def test_a_record_with_other_numbers_or_orders_is_a_fault(
    rules: AnyRules, record_text: str
) -> None:
    read = record.read_record(record_text)
    if rules.judgement.numbers_drawn(record.verify_record(rules, read)) > 1:
        other = {**read.head, "Seed": "00"}
        other["Commitment"] = hashlib.sha256(b"\0").hexdigest()
        with pytest.raises(Fault, match=r"another event|refused|do not lead"):
            record.verify_record(rules, record.GameRecord(other, read.turns, read.links))
    with pytest.raises(Fault):
        record.verify_record(rules, record.GameRecord(read.head, read.turns[:-1], read.links))


def test_turn_lines_hide_secret_orders_from_the_public(
    rules: AnyRules, moments: Moments, random_game: RandomGame
) -> None:
    """The turn lines for a viewer have nothing that the viewer may not know of an event."""
    opened, public = (
        record.turn_lines(rules, random_game.events, viewer) for viewer in (OPEN, None)
    )
    secret = [
        event.order
        for event in random_game.events
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
