"""Reliability records: what counts, what is excused, and what becomes of them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from games import personal_data
from games.agreements import extensions
from games.models import DayOff, Decision, Departure, Game, ReliabilityRecord, Seat
from games.play import decisions, turns
from games.reliability.figures import KeptCount, load_reliability
from tests import stage
from tests.games import skirmishes
from tests.games.skirmishes import ASKED

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
Kind = ReliabilityRecord.Kind


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def game(people: list[Person], now: datetime) -> Game:
    """A game of four in which Alice was asked for a turn."""
    game = stage.begin(people, stage.set_up(), now=now)
    Decision.objects.update(told_at=now)
    return game


def asked(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def miss(game: Game) -> None:
    decision = asked(game)
    assert turns.expire_decision(decision.pk, now=decision.due_at + HOUR)


def records_of(person: Person) -> list[tuple[str, bool, int | None]]:
    rows = ReliabilityRecord.objects.filter(person=person).order_by("pk")
    return list(rows.values_list("kind", "is_kept", "seconds"))


def test_a_turn_in_time_is_recorded_with_how_long_it_took(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    stage.hand_in(game, alice, "end", now=now + 3 * HOUR)
    assert records_of(alice) == [(Kind.TURN, True, 3 * 3600)]
    assert records_of(bob) == []


def test_the_time_runs_from_the_letter(game: Game, alice: Person, now: datetime) -> None:
    Decision.objects.update(told_at=now + 2 * HOUR)
    stage.hand_in(game, alice, "end", now=now + 3 * HOUR)
    assert records_of(alice) == [(Kind.TURN, True, 3600)]


def test_an_answer_is_recorded_apart(alice: Person, bob: Person, now: datetime) -> None:
    game = skirmishes.begin([alice, bob], now=now, throws=(5,))
    skirmishes.tell(game, [alice, bob], now=now, upto=ASKED)
    question = asked(game)
    decisions.mark_notified(question, now)
    before = len(records_of(bob))
    assert turns.expire_decision(question.pk, now=question.due_at)
    ((kind, is_kept, _seconds),) = records_of(bob)[before:]
    assert (kind, is_kept) == (Kind.ANSWER, False)


def test_a_missed_turn_is_recorded(game: Game, alice: Person) -> None:
    miss(game)
    ((kind, is_kept, _seconds),) = records_of(alice)
    assert (kind, is_kept) == (Kind.TURN, False)


def test_a_miss_without_a_letter_is_excused(game: Game, alice: Person) -> None:
    Decision.objects.update(told_at=None)
    decision = asked(game)
    assert turns.expire_decision(decision.pk, now=decision.due_at + 4 * DAY)
    assert records_of(alice) == []


def test_a_miss_of_somebody_whose_letters_come_back_is_excused(
    game: Game, alice: Person, now: datetime
) -> None:
    Person.objects.filter(pk=alice.pk).update(bounced_at=now)
    miss(game)
    assert records_of(alice) == []


def test_a_miss_on_a_day_off_is_excused_where_the_table_heeds_none(
    game: Game, alice: Person
) -> None:
    day = asked(game).due_at.astimezone(alice.zone).date()
    DayOff.objects.create(person=alice, day=day, kind=DayOff.Kind.HOLIDAY)
    Person.objects.filter(pk=alice.pk).update(last_day_off=day)
    miss(game)
    assert records_of(alice) == []


def test_a_miss_after_days_off_counts(game: Game, alice: Person, now: datetime) -> None:
    day = now.astimezone(alice.zone).date() - DAY
    DayOff.objects.create(person=alice, day=day, kind=DayOff.Kind.HOLIDAY)
    Person.objects.filter(pk=alice.pk).update(last_day_off=day)
    miss(game)
    assert len(records_of(alice)) == 1


def test_a_turn_within_an_extension_is_in_time(game: Game, alice: Person, now: datetime) -> None:
    Game.objects.update(pace={**game.pace, "extensions": [1, 48]})
    before = asked(game).due_at
    extensions.take_extension(game.pk, alice, now=now)
    after = before + DAY
    assert not turns.expire_decision(asked(game).pk, now=after)
    stage.hand_in(game, alice, "end", now=after)
    assert [is_kept for _kind, is_kept, _seconds in records_of(alice)] == [True]


def test_a_pause_misses_nothing(game: Game, alice: Person, now: datetime) -> None:
    turns.pause_game(game.pk, now=now)
    assert not turns.expire_decision(asked(game).pk, now=now + 9 * DAY)
    turns.resume_game(game.pk, now=now + 9 * DAY)
    stage.hand_in(game, alice, "end", now=now + 9 * DAY + HOUR)
    # How long a pause lasts is not how long somebody takes.
    assert records_of(alice) == [(Kind.TURN, True, 3600)]


def test_absent_seats_miss_nothing_more(game: Game, people: list[Person], now: datetime) -> None:
    Seat.objects.filter(person=people[0]).update(timeouts_in_row=2)
    miss(game)
    assert Seat.objects.get(person=people[0]).is_absent
    for person in people[1:]:
        stage.hand_in(game, person, "end", now=now + 2 * DAY)
    assert len(records_of(people[0])) == 1


def test_private_games_are_nobodys_business(game: Game, alice: Person, now: datetime) -> None:
    Game.objects.update(is_private=True)
    stage.hand_in(game, alice, "end", now=now)
    turns.leave_game(game.pk, alice, now=now)
    assert records_of(alice) == []


def test_games_against_the_house_alone_do_not_count(
    game: Game, people: list[Person], now: datetime
) -> None:
    Person.objects.exclude(pk=people[0].pk).update(is_house=True)
    stage.hand_in(game, people[0], "end", now=now)
    turns.leave_game(game.pk, people[0], now=now)
    assert records_of(people[0]) == []


def test_who_leaves_has_not_finished(game: Game, people: list[Person], now: datetime) -> None:
    for person in people[:3]:
        turns.leave_game(game.pk, person, now=now)
    game.refresh_from_db()
    left = set(Departure.objects.values_list("person", flat=True))
    rows = ReliabilityRecord.objects.filter(kind=Kind.GAME)
    assert set(rows.filter(is_kept=False).values_list("person", flat=True)) == left
    stayed = {person.pk for person in people} - left if not game.is_running else set()
    assert set(rows.filter(is_kept=True).values_list("person", flat=True)) == stayed


def test_a_game_is_recorded_once_for_each(game: Game, alice: Person, now: datetime) -> None:
    row = {"person": alice, "game": game, "kind": Kind.GAME, "at": now, "is_kept": True}
    ReliabilityRecord.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        ReliabilityRecord.objects.create(**row)


def test_annulled_games_count_for_nothing(game: Game, alice: Person, now: datetime) -> None:
    miss(game)
    assert load_reliability(alice).turns == KeptCount(0, 1)
    turns.annul_game(game.pk, now=now)
    assert load_reliability(alice).turns == KeptCount()


def test_records_go_with_the_account(game: Game, alice: Person, now: datetime) -> None:
    stage.hand_in(game, alice, "end", now=now)
    exported = dict(personal_data.export(alice))["reliability-records"]
    assert exported == [
        {"game_id": game.pk, "kind": "turn", "at": now, "is_kept": True, "seconds": 0}
    ]
    personal_data.erase(alice)
    assert records_of(alice) == []
