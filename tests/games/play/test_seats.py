"""Absence, return, departure and substitution: everybody concerned is notified once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from games import tasks
from games.letters import writers
from games.models import Decision, Game, Seat, Submission
from games.play import bots, decisions, store, turns
from leagues import ratings
from mail.letters import Letter
from mail.models import Delivery
from tests import stage
from tests.conftest import person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
KINDS = ("missed", "seat")


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    dora.language = "en"
    dora.save()
    return [alice, bob, dora, erin]


@pytest.fixture
def house(db: None) -> list[Person]:
    return bots.get_or_create_bots()


def impatient(people: Sequence[Person], now: datetime, stand_in: str = "") -> Game:
    """South (Alice) is on turn in a game in which the first silence makes absent."""
    game = stage.begin(people, stage.set_up(), now=now)
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "absent_after": 1}, stand_in=stand_in)
    game.refresh_from_db()
    return game


def run_out(game: Game, now: datetime) -> Decision:
    decision = Decision.objects.get(game=game, closed_at=None)
    decisions.mark_notified(decision, now)
    decision.refresh_from_db()
    assert turns.expire_decision(decision.pk, now=decision.due_at)
    return decision


def letters(now: datetime) -> dict[str, Letter]:
    """Return the letters about seats that wait, as they would be written, by their readers."""
    rows = Delivery.objects.filter(kind__in=KINDS, status="waiting").select_related("person")
    written = [(one.person, writers.WRITERS[one.kind](one, now)) for one in rows]
    assert len(written) == len({reader for reader, _letter in written})  # one letter each
    return {reader.name: letter for reader, letter in written if reader and letter}


def subjects(game: Game, now: datetime) -> dict[str, str]:
    head = f"[Conquest {game.pk}] "
    return {name: one.subject.removeprefix(head) for name, one in letters(now).items()}


def mark_letters_sent() -> None:
    """Let all letters of before be gone."""
    Delivery.objects.all().delete()


def absent(people: Sequence[Person], now: datetime, stand_in: str = "") -> Game:
    """South (Alice) is absent, and all know it."""
    game = impatient(people, now, stand_in)
    run_out(game, now)
    mark_letters_sent()
    return game


def test_a_missed_turn_brings_a_letter_about_what_silence_did(
    people: list[Person], now: datetime
) -> None:
    game = stage.begin(people, stage.set_up(), now=now)
    run_out(game, now)
    (letter,) = letters(now).values()
    assert letter.subject == f"[Conquest {game.pk}] You missed turn 1"
    assert "What silence did" in letter.text
    assert "1. Your turn ends." in letter.text
    assert "If you miss the next 2 times, too, you are absent." in letter.text


def test_a_missed_answer_brings_a_letter(people: list[Person], now: datetime) -> None:
    game = stage.begin(people, stage.set_up() | {"S13": "east K"}, now=now, turn="east")
    stage.hand_in(game, people[3], "S13xS33; end", now=now)
    run_out(game, now)
    assert subjects(game, now) == {"Alice": "Your time was up: recapture in turn 1"}


def test_an_absence_is_notified_to_all_others(people: list[Person], now: datetime) -> None:
    """CP5"""
    game = impatient(people, now)
    run_out(game, now)
    others = dict.fromkeys(("Bob", "Dora", "Erin"), "Alice is absent")
    assert subjects(game, now) == {"Alice": "You missed turn 1", **others}
    assert "You are absent from now on" in letters(now)["Alice"].text
    assert "“I am back”" in letters(now)["Alice"].text


def test_an_absence_is_notified_once(people: list[Person], now: datetime) -> None:
    game = absent(people, now)
    for player in people[1:]:
        stage.hand_in(game, player, "end", now=now)
    assert Submission.objects.filter(game=game, via="absence").count() == 1
    assert not letters(now)


def test_the_letter_about_an_absence_is_withdrawn_after_a_return(
    people: list[Person], now: datetime
) -> None:
    game = impatient(people, now)
    run_out(game, now)
    turns.return_to_seat(game.pk, people[0], now=now)
    rows = Delivery.objects.filter(kind="seat", about__what="absent").select_related("person")
    assert rows.count() == 3
    assert not [one for one in rows if writers.WRITERS["seat"](one, now)]


def test_a_return_is_notified_to_the_others(people: list[Person], now: datetime) -> None:
    game = absent(people, now)
    turns.return_to_seat(game.pk, people[0], now=now)
    turns.return_to_seat(game.pk, people[0], now=now)
    assert subjects(game, now) == dict.fromkeys(("Bob", "Dora", "Erin"), "Alice is back")


def test_a_return_by_a_move_is_notified(people: list[Person], now: datetime) -> None:
    game = impatient(people, now)
    Seat.objects.filter(game=game, name="south").update(is_absent=True)
    stage.hand_in(game, people[0], "end", now=now)
    assert not game.seats.get(name="south").is_absent
    assert subjects(game, now) == dict.fromkeys(("Bob", "Dora", "Erin"), "Alice is back")


def test_each_return_is_notified(people: list[Person], now: datetime) -> None:
    game = absent(people, now)
    for later in (now, now + DAY):
        Seat.objects.filter(game=game, name="south").update(is_absent=True)
        turns.return_to_seat(game.pk, people[0], now=later)
    assert Delivery.objects.filter(kind="seat", person=people[1]).count() == 2


def test_a_departure_is_notified_to_the_others(people: list[Person], now: datetime) -> None:
    game = stage.begin(people, stage.set_up(), now=now)
    turns.leave_game(game.pk, people[0], now=now)
    assert subjects(game, now) == dict.fromkeys(("Bob", "Dora", "Erin"), "Alice has left the game")
    assert "The seat of South is free" in letters(now)["Bob"].text


def test_a_substitution_is_notified_to_all(
    people: list[Person], charlie: Person, now: datetime
) -> None:
    game = absent(people, now)
    turns.become_substitute(game.pk, "south", charlie, now=now)
    others = dict.fromkeys(("Bob", "Dora", "Erin"), "Charlie plays on for Alice")
    assert subjects(game, now) == {"Alice": "Your seat was taken from you", **others}
    assert "Charlie plays on for you." in letters(now)["Alice"].text


def test_a_substitution_for_a_departed_player_is_notified(
    people: list[Person], charlie: Person, now: datetime
) -> None:
    game = stage.begin(people, stage.set_up(), now=now)
    turns.leave_game(game.pk, people[0], now=now)
    mark_letters_sent()
    turns.become_substitute(game.pk, "south", charlie, now=now)
    words = "Charlie plays South from now on"
    assert subjects(game, now) == dict.fromkeys(("Bob", "Dora", "Erin"), words)


def test_seat_letters_are_not_sent_to_people_without_letters(
    people: list[Person], now: datetime
) -> None:
    Person.objects.filter(name__in=["Alice", "Bob"]).update(letters=False)
    for player in people:
        player.refresh_from_db()
    game = impatient(people, now)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert turns.expire_decision(decision.pk, now=decision.due_at)
    assert set(subjects(game, now)) == {"Dora", "Erin"}


def test_a_timeout_that_ends_the_game_brings_only_the_last_letter(
    alice: Person, bob: Person, now: datetime
) -> None:
    """B31: silence loses the game."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    run_out(game, now)
    assert game.seats.get(person=alice).timeouts == 1
    assert not letters(now)
    assert Delivery.objects.filter(kind="over").count() == 2


def test_seat_letters_are_in_the_readers_language(people: list[Person], now: datetime) -> None:
    Person.objects.update(language="de")
    game = impatient(people, now)
    run_out(game, now)
    told = subjects(game, now)
    assert told["Alice"] == "Du hast Zug 1 verpasst"
    assert told["Bob"] == "Alice ist abwesend"


def test_a_stand_in_plays_if_the_table_wants_it(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    game = impatient(people, now, stand_in="greedy")
    run_out(game, now)
    seat = game.seats.get(name="south")
    assert (seat.person, seat.is_absent, seat.stand_in) == (people[0], True, house[0])
    told = letters(now)
    assert f"{house[0].name}, a house player, plays for you" in told["Alice"].text
    assert f"{house[0].name}, a house player, plays there" in told["Bob"].text


def test_a_stand_in_plays_instead_of_silence(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    game = absent(people, now, stand_in="greedy")
    for player in people[1:]:
        stage.hand_in(game, player, "end", now=now)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert (decision.seat.name, decision.told_at) == ("south", now)
    assert tasks.play_bots() == 1
    last = Submission.objects.filter(game=game).latest("pk")
    assert (last.seat.name, last.via, last.person) == ("south", "house", house[0])
    assert not Submission.objects.filter(game=game, via="absence").exists()
    seat = game.seats.get(name="south")
    assert (seat.is_absent, seat.stand_in) == (True, house[0])  # the owner has not come back


def test_a_stand_in_goes_when_the_owner_is_back(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    game = absent(people, now, stand_in="greedy")
    for player in people[1:]:
        stage.hand_in(game, player, "end", now=now)
    stage.hand_in(game, people[0], "end", now=now)
    seat = game.seats.get(name="south")
    assert (seat.is_absent, seat.stand_in) == (False, None)
    assert subjects(game, now) == dict.fromkeys(("Bob", "Dora", "Erin"), "Alice is back")


def test_a_stand_in_plays_for_a_departed_player(
    people: list[Person], house: list[Person], charlie: Person, now: datetime
) -> None:
    game = stage.begin(people, stage.set_up(), now=now)
    Game.objects.filter(pk=game.pk).update(stand_in="strong")
    turns.leave_game(game.pk, people[0], now=now)
    seat = game.seats.get(name="south")
    assert (seat.person, seat.stand_in) == (None, house[0])
    assert f"{house[0].name}, a house player, plays" in letters(now)["Bob"].text
    assert tasks.play_bots() == 1
    turns.become_substitute(game.pk, "south", charlie, now=now)
    seat.refresh_from_db()
    assert (seat.person, seat.is_absent, seat.stand_in) == (charlie, False, None)


def test_a_stand_in_is_a_bot_that_is_not_at_the_table(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    sitting = [people[0], people[1], house[0], people[3]]
    game = absent(sitting, now, stand_in="greedy")
    turns.leave_game(game.pk, people[1], now=now)
    stand_ins = game.seats.exclude(stand_in=None).values_list("stand_in", flat=True)
    assert list(stand_ins) == [house[1].pk, house[2].pk]


def test_a_stand_in_has_one_seat_of_a_game(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    game = absent(people, now, stand_in="greedy")
    west = game.seats.filter(name="west")
    with pytest.raises(IntegrityError), transaction.atomic():
        west.update(is_absent=True, stand_in=house[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        west.update(stand_in=house[1])  # who is not absent has none


def test_a_stand_in_sets_up(people: list[Person], house: list[Person], now: datetime) -> None:
    game = absent(people, now, stand_in="greedy")
    with transaction.atomic():
        _game, seats = store.lock_game(game.pk)
    assert {str(seat.player) for seat in seats.values()} == {"Bob", "Dora", "Erin", house[0].name}


def test_an_owner_absent_at_the_end_has_left_despite_a_stand_in(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    """CP6"""
    game = absent(people, now, stand_in="greedy")
    for place, seat in enumerate(game.seats.order_by("order"), 1):
        Seat.objects.filter(pk=seat.pk).update(place=place, side=place, has_won=place == 1)
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now, winners=["south"])
    ratings.rate_games()
    found = {one.person.name: one.get_ending_display() for one in game.results.all()}
    assert found == {"Alice": "left the game", "Bob": "lost", "Dora": "lost", "Erin": "lost"}


def test_nobody_returns_to_an_absent_seat_after_the_end(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    """A player who stayed away would have what the bot has won for them."""
    game = absent(people, now, stand_in="greedy")
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now)
    with pytest.raises(turns.GameIsOver):
        turns.return_to_seat(game.pk, people[0], now=now)
    assert game.seats.get(name="south").stand_in == house[0]


def test_a_stand_in_answers_while_the_owner_is_away(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    people[0].back_on = now.date() + 9 * DAY
    people[0].save()
    game = stage.begin(people, stage.set_up() | {"S13": "east K"}, now=now, turn="east")
    Game.objects.filter(pk=game.pk).update(stand_in="strong")
    Seat.objects.filter(game=game, name="south").update(is_absent=True, stand_in=house[0])
    stage.hand_in(game, people[3], "S13xS33", now=now)
    assert not Submission.objects.filter(game=game, via="away").exists()
    assert tasks.play_bots() == 1
    last = Submission.objects.filter(game=game).latest("pk")
    assert (last.seat.name, last.person) == ("south", house[0])


def test_a_stranger_cannot_play_as_the_stand_in(
    people: list[Person], house: list[Person], now: datetime
) -> None:
    game = absent(people, now, stand_in="greedy")
    with pytest.raises(turns.NotSeated):
        stage.hand_in(game, person("Greta"), "end", now=now)
