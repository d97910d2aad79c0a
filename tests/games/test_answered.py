"""A whole game with answers by standing orders, by branches of plans, by hand and by silence:
what happens is what the referee says."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from conquest import judge, replay
from games.ahead import standing_orders
from games.models import Decision, Game, Submission
from games.play import decisions, store, turns
from games.replay import export
from mail.models import Delivery
from tests import stage
from tests.whole_games.answered import KEPT, STANDING

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
STEPS: list[tuple[str, str | None]] = [
    (seat, text) for seat, text in map(json.loads, KEPT.read_text().splitlines())
]


@pytest.fixture
def finished_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """The game, played by four people to its end."""
    people = [alice, bob, dora, erin]
    game = stage.sit_down(people, "conquest", now=now, title="Answers")
    sitting = dict(zip(("south", "west", "north", "east"), people, strict=True))
    for seat, lines in STANDING.items():
        standing_orders.file_orders(game.pk, sitting[seat], lines, now=now)
    for seat, text in STEPS:
        if text is None:
            silent(game, now)
        else:
            stage.hand_in(game, sitting[seat], text, now=now)
    game.refresh_from_db()
    return game


def silent(game: Game, now: datetime) -> None:
    decision = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(decision, now)
    assert turns.expire_decision(decision.pk, now=now + 12 * HOUR)


def test_a_game_with_answers_ahead_ends_as_the_referee_says(finished_game: Game) -> None:
    """CP1 to CP5: fifteen questions, of which few were asked by letter."""
    via = Counter(Submission.objects.filter(game=finished_game).values_list("via", flat=True))
    asked = Decision.objects.filter(game=finished_game, kind="recapture").count()
    assert finished_game.status == Game.Status.OVER
    assert via["standing"] >= 5
    assert via["silence"] == 1
    assert branches_taken(finished_game) >= 3
    assert asked + via["standing"] >= 15
    case = {
        "ruleset": "conquest",
        "board": "four-islands",
        "standing": {seat: text.splitlines() for seat, text in STANDING.items()},
        "orders": [[seat, "pass" if text is None else text] for seat, text in STEPS],
    }
    said = judge.carry_out(judge.read_case(case))
    assert said.refused is None
    happened = [event for _row, event in store.read_events(finished_game, after=1)]
    assert happened == list(said.events)


def branches_taken(game: Game) -> int:
    """Count the recaptures after which the attacker's plan went on: without a branch it would have
    stopped, and the attacker been asked."""
    kinds = [row.kind for row, _event in store.read_events(game)]
    return sum(
        kinds[one.first_seq - 1] == "recaptured"
        and "turn_ended" in kinds[one.first_seq : one.last_seq]
        for one in Submission.objects.filter(game=game)
    )


def test_a_game_with_answers_ahead_sends_one_letter_for_each_question(finished_game: Game) -> None:
    asked = Decision.objects.filter(game=finished_game, kind="recapture")
    letters = Delivery.objects.filter(kind="decision")
    told = {letter.about["decision"] for letter in letters}
    assert {decision.pk for decision in asked} <= told
    assert len(told) == letters.count()


def test_the_record_of_answers_ahead_verifies_and_discloses_them(finished_game: Game) -> None:
    record = export.write_record(finished_game, finished_game.seats.all())
    assert "pass if lost S" in record
    assert replay.replay_record(record)
