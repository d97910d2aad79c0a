"""Bots play by the rules, know only what their seat knows, and submit turns as people do."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from accounts.models import Person
from conquest import registry
from conquest.kit.chance import keyed_numbers
from games.models import Decision, Game, Submission
from games.play import bots, tables, turns
from games.play.knowledge import mask_state

RULES = registry.get_ruleset("conquest")
CASE: dict[str, Any] = {"board": "four-islands", "options": {}}
AFIELD = {"N12": "north K", "N13": "north S", "E12": "east K", "E13": "east S"}


def opening_state(turn: str, pieces: dict[str, str]) -> Any:
    position = {"turn": turn, "number": 9, "pieces": AFIELD | pieces}
    return RULES.judgement.open_case({**CASE, "position": position})


def after(state: Any, seat: str, text: str) -> Any:
    happened = RULES.judgement.decide(state, seat, RULES.notation.read_orders(state, seat, text))
    for event in happened:
        state = RULES.judgement.evolve(state, event)
    return state


def bot_turn(state: Any, seat: str, chance: int = 1) -> str:
    greedy = RULES.composing.levels[0]
    return greedy.propose_orders(
        mask_state(RULES, state, seat), seat, keyed_numbers(bytes([chance % 256]))
    )


@pytest.fixture
def against_house(table: Game, now: datetime) -> Game:
    """Alice in the south against three bots; she is on turn."""
    tables.seat_bots(table.pk, table.host, bots.get_or_create_bots(), now=now)
    return tables.start_by_host(table.pk, table.host, now=now)


def bot_decision_after_alice(game: Game, alice: Person, now: datetime) -> Decision:
    """Let Alice end her turn; return the decision of the bot after her."""
    orders = turns.Orders(
        game_id=game.pk, person=alice, text="end", seen_version=game.version, key="1"
    )
    turns.submit(orders, now=now)
    return Decision.objects.get(game=game, closed_at=None)


@pytest.mark.django_db
def test_bots_are_created_once() -> None:
    first = bots.get_or_create_bots()
    assert bots.get_or_create_bots() == first
    assert not any(player.hears_letters for player in first)


@pytest.mark.django_db
def test_a_bot_that_another_worker_creates_meanwhile_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = bots.get_or_create_bots()
    with monkeypatch.context() as patched:
        patched.setattr(Person.objects, "filter", lambda **_fields: Person.objects.none())
        assert bots.get_or_create_bots() == first


@pytest.mark.django_db
def test_a_bot_gives_way_to_a_person_with_its_name() -> None:
    Person.objects.create_user("bob@example.org", name="sextant")
    assert "Sextant of the house" in [player.name for player in bots.get_or_create_bots()]


def test_a_bot_answers_as_people_do(against_house: Game, alice: Person, now: datetime) -> None:
    decision = bot_decision_after_alice(against_house, alice, now)
    assert bots.answer_decision(decision, now=now)
    submission = Submission.objects.get(via=Submission.Via.HOUSE)
    assert (submission.seat, submission.person) == (decision.seat, decision.seat.person)
    decision.refresh_from_db()
    assert decision.closed_by == Decision.ClosedBy.ANSWER


def test_a_bot_does_not_answer_a_closed_decision(
    against_house: Game, alice: Person, now: datetime
) -> None:
    decision = bot_decision_after_alice(against_house, alice, now)
    bots.answer_decision(decision, now=now)
    assert not bots.answer_decision(decision, now=now)


def test_a_bot_captures_an_unprotected_piece() -> None:
    state = opening_state(
        "south", {"S11": "south K", "S43": "south S", "S13": "west S", "W12": "west K"}
    )
    assert bot_turn(state, "south").startswith("S11-S12xS13")


def test_a_bot_recaptures() -> None:
    pieces = {"S12": "south E", "S13": "south S", "S14": "west K", "W12": "west K"}
    window = after(opening_state("west", pieces | {"W13": "west S"}), "west", "S14xS13")
    assert bot_turn(window, "south") == "S12xS13"


def test_a_bot_gives_no_exposed_leader_the_win_by_a_recapture() -> None:  # C42, A64
    pieces = {"S12": "south E", "S13": "south S", "S14": "west K", "W12": "west K"}
    window = after(opening_state("west", pieces), "west", "S14xS13")
    assert bot_turn(window, "south") == "pass"


def test_a_bot_knows_nothing_of_the_plan_of_another_seat() -> None:
    pieces = {"S12": "south E", "S13": "south S", "S14": "west K", "W12": "west K"}
    state = opening_state("west", pieces)
    stays = after(state, "west", "S14xS13; end")
    goes_on = after(state, "west", "S14xS13; S13-S14; end")
    assert RULES.judgement.write_position(stays) != RULES.judgement.write_position(goes_on)
    views = [RULES.knowledge.write_view(plan, "south") for plan in (stays, goes_on)]
    shown = [RULES.judgement.write_position(RULES.knowledge.read_view(view)) for view in views]
    assert shown[0] == shown[1]


def test_a_bot_plays_the_same_with_the_same_numbers() -> None:
    state = opening_state(
        "south", {"S11": "south K", "S43": "south C", "W12": "west K", "W13": "west S"}
    )
    assert bot_turn(state, "south", 3) == bot_turn(state, "south", 3)


@pytest.mark.parametrize("chance", range(3))
def test_bots_bring_every_game_to_an_end(chance: int) -> None:
    small = {f"{side}{field}": f"{seat} {letter}"
             for side, seat in zip("SWNE", RULES.seating.seats, strict=True)
             for field, letter in (("11", "K"), ("13", "C"), ("14", "S"), ("12", "E"))}  # fmt: skip
    state, asked = opening_state("south", small), 0
    while RULES.judgement.outcome(state) is None:
        asked += 1
        assert asked < 400
        seat = next(iter(RULES.judgement.to_act(state)))
        state = after(state, seat, bot_turn(state, seat, chance * 1000 + asked))
    assert sum(line.numbers["captured"] for line in RULES.telling.report(state).seats) > 0
