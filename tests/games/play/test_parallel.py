"""Parallel turns, which several seats owe at once: each has a decision, clock and letter."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.models import Decision, Game, Submission
from games.play import decisions, turns
from mail.models import Delivery
from tests.games import skirmishes
from tests.games.skirmishes import ASH, BIRCH, STORY

HOUR = timedelta(hours=1)


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def game(people: list[Person], now: datetime) -> Game:
    """A skirmish in which both are asked to set up."""
    return skirmishes.begin(people, now=now)


def open_decisions(game: Game) -> dict[str, str]:
    found = Decision.objects.filter(game=game, closed_at=None).select_related("seat")
    return {decision.seat.name: decision.kind for decision in found}


def letters(kind: str) -> list[str]:
    posted = Delivery.objects.filter(kind=kind).order_by("pk").values_list("address", flat=True)
    return [address.partition("@")[0] for address in posted]


def test_parallel_decisions_open_at_once_with_a_letter_each(game: Game) -> None:
    assert open_decisions(game) == {"ash": "setup", "birch": "setup"}
    assert letters("decision") == ["alice", "bob"]
    assert letters("started") == ["bob"]


def test_parallel_decisions_open_in_the_order_of_the_seats(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    skirmishes.begin([alice, bob, dora, erin], now=now, options={"players": 4})
    assert letters("decision") == ["alice", "bob", "dora", "erin"]


def test_a_parallel_turn_is_not_stale_after_another_one(
    game: Game, people: list[Person], now: datetime
) -> None:
    """Neither makes the other's stale."""
    seen = game.version
    for place, text in (STORY[BIRCH], STORY[ASH]):
        skirmishes.hand_in(game, people[place], text, now=now, seen=seen)
    assert open_decisions(game) == {"ash": "turn"}


def test_a_parallel_turn_leaves_clock_and_letter_of_the_other(
    game: Game, people: list[Person], now: datetime
) -> None:
    before = Decision.objects.get(seat__name="birch")
    skirmishes.hand_in(game, people[ASH], STORY[ASH][1], now=now + HOUR)
    after = Decision.objects.get(seat__name="birch")
    assert (after.pk, after.due_at, after.closed_at) == (before.pk, before.due_at, None)
    assert letters("decision").count("bob") == 1


def test_a_parallel_decision_is_not_asked_twice(
    game: Game, people: list[Person], now: datetime
) -> None:
    place, text = STORY[ASH]
    skirmishes.hand_in(game, people[place], text, now=now)
    with pytest.raises(turns.NothingPending):
        skirmishes.hand_in(game, people[place], f"{text} ", now=now)


def test_a_single_turn_goes_stale(game: Game, people: list[Person], now: datetime) -> None:
    """Control: what only one owes goes stale as soon as anything has happened."""
    skirmishes.tell(game, people, now=now, upto=3)
    seen = game.version
    skirmishes.hand_in(game, people[BIRCH], "offer draw", now=now)
    with pytest.raises(turns.StaleVersion):
        skirmishes.hand_in(game, people[BIRCH], STORY[3][1], now=now, seen=seen)


def test_silence_sets_up_in_parallel(game: Game, people: list[Person], now: datetime) -> None:
    """And tells nobody how, though everybody could know."""
    skirmishes.hand_in(game, people[ASH], STORY[ASH][1], now=now)
    waiting = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(waiting, now)
    waiting.refresh_from_db()
    assert turns.expire_decision(waiting.pk, now=waiting.due_at)
    assert open_decisions(game) == {"ash": "turn"}
    assert Submission.objects.get(via=Submission.Via.SILENCE).text.startswith("muster b5")


def test_the_first_turn_is_asked_for_after_all_parallel_set_ups(
    game: Game, people: list[Person], now: datetime
) -> None:
    skirmishes.tell(game, people, now=now, upto=2)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert (decision.kind, decision.number, decision.seat.name) == ("turn", 2, "ash")
    assert letters("decision").count("alice") == 2


def test_a_game_goes_on_without_a_player_who_leaves_during_set_up(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    people = [alice, bob, dora, erin]
    game = skirmishes.begin(people, now=now, options={"players": 4})
    turns.leave_game(game.pk, bob, now=now)
    assert open_decisions(game) == {"ash": "setup", "birch": "setup", "elm": "setup"}
    for person, place in ((alice, "b1 c1 d1"), (dora, "b5 c5 d5"), (erin, "e2 e3 e4")):
        ranks = zip(place.split(), ("scout", "guard", "captain"), strict=True)
        text = f"muster {', '.join(f'{at} {rank}' for at, rank in ranks)}"
        skirmishes.hand_in(game, person, text, now=now)
    assert open_decisions(game) == {"ash": "turn"}
