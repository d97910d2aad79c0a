"""The search for a substitute: a few of the pool are asked at a time, then anybody is invited."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from games.models import Game, PoolEntry, ReliabilityRecord, Seat, SubstituteAsk
from games.play import blocks, substitute_search, turns
from games.play.substitute_search import AT_A_TIME, MOST_OF_GAME
from games.play.substitutes import MIN_GAMES
from mail.letters import Letter
from mail.models import Delivery
from tests import stage
from tests.conftest import person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
ASK = "substitute-ask"
PLAYERS = {"Alice", "Bob", "Dora", "Erin"}


def let_be_absent(game: Game, now: datetime, **fields: object) -> Seat:
    """Let Bob be absent from now on."""
    game.seats.filter(person__name="Bob").update(is_absent=True, absent_since=now, **fields)
    return game.seats.get(person__name="Bob")


def join_pool(people: Sequence[Person], ruleset: str = "conquest") -> None:
    PoolEntry.objects.bulk_create(PoolEntry(person=one, ruleset=ruleset) for one in people)


def some_people(number: int) -> list[Person]:
    return [person(f"Reader{one}", language="en") for one in range(number)]


def seek(seat: Seat, now: datetime) -> bool:
    return substitute_search.seek_substitute(seat.pk, now=now)


def is_due(seat: Seat, now: datetime) -> bool:
    return substitute_search.due_seats(now).filter(pk=seat.pk).exists()


def asked(seat: Seat) -> set[str]:
    asks = SubstituteAsk.objects.filter(seat=seat)
    return set(asks.values_list("person__name", flat=True))


def written(kind: str, now: datetime) -> dict[str, Letter | None]:
    rows = Delivery.objects.filter(kind=kind, status="waiting").select_related("person")
    return {row.person.name: writers.WRITERS[kind](row, now) for row in rows if row.person}


@pytest.fixture
def seat(game: Game, now: datetime) -> Seat:
    """The seat of Bob, who is absent since now."""
    Person.objects.update(language="en")
    return let_be_absent(game, now)


def test_the_search_begins_a_day_after_silence_has_begun_to_play(seat: Seat, now: datetime) -> None:
    assert not is_due(seat, now + 0.9 * DAY)
    assert is_due(seat, now + DAY)


def test_the_search_begins_two_weeks_after_a_house_player_has_begun_to_stand_in(
    seat: Seat, now: datetime
) -> None:
    Seat.objects.filter(pk=seat.pk).update(stand_in=person("House", is_house=True))
    assert not is_due(seat, now + 13 * DAY)
    assert is_due(seat, now + 14 * DAY)


@pytest.mark.parametrize("fields", [{"is_private": True}, {"paused_at": "now"}])
def test_nobody_is_asked_for_private_or_paused_games(
    seat: Seat, now: datetime, fields: dict[str, object]
) -> None:
    given = {name: now if value == "now" else value for name, value in fields.items()}
    Game.objects.update(**given)
    assert not is_due(seat, now + 2 * DAY)


def test_nobody_is_asked_for_somebody_on_days_off(seat: Seat, now: datetime) -> None:
    Seat.objects.filter(pk=seat.pk).update(absent_until=now + 30 * DAY)
    assert not is_due(seat, now + 20 * DAY)


def test_a_seat_that_was_absent_before_there_was_a_search_is_left_alone(
    seat: Seat, now: datetime
) -> None:
    Seat.objects.filter(pk=seat.pk).update(absent_since=None)
    assert not is_due(seat, now + 100 * DAY)


def test_a_few_of_the_pool_are_asked_at_a_time(seat: Seat, now: datetime) -> None:
    join_pool(some_people(AT_A_TIME + 1))
    later = now + DAY
    assert seek(seat, later)
    assert len(asked(seat)) == AT_A_TIME
    assert not seek(seat, later + 0.9 * DAY)
    assert seek(seat, later + DAY)
    assert len(asked(seat)) == AT_A_TIME + 1


def test_the_next_are_asked_at_once_when_all_have_said_no(seat: Seat, now: datetime) -> None:
    people = some_people(2)
    join_pool(people[:1])
    seek(seat, now + DAY)
    join_pool(people[1:])
    substitute_search.decline_ask(seat.game_id, people[0])
    assert seek(seat, now + DAY)
    assert asked(seat) == {"Reader0", "Reader1"}


def test_people_of_the_pool_are_asked_once_in_a_game_and_no_more_than_a_few(
    seat: Seat, now: datetime
) -> None:
    join_pool(some_people(MOST_OF_GAME + 2))
    for day in range(1, 10):
        seek(seat, now + day * DAY)
    assert len(asked(seat)) == MOST_OF_GAME
    seat.refresh_from_db()
    assert seat.advertised_at is not None


def test_those_who_have_answered_in_time_are_asked_first(
    seat: Seat, game: Game, now: datetime
) -> None:
    people = some_people(AT_A_TIME + 2)
    join_pool(people)
    for number, one in enumerate(people[2:]):
        other = stage.sit_down([one, person(f"Foe-{number}")], "bollwerk", now=now)
        ReliabilityRecord.objects.bulk_create(
            ReliabilityRecord(
                person=one, game=other, kind="turn", at=now + timedelta(minutes=turn + number),
                is_kept=True, seconds=60,
            )
            for turn in range(12)
        )  # fmt: skip
    seek(seat, now + DAY)
    assert asked(seat) == {one.name for one in people[2:]}


def test_nobody_is_asked_twice_a_week_and_not_while_a_question_is_open(
    seat: Seat, game: Game, alice: Person, now: datetime
) -> None:
    (reader,) = some_people(1)
    join_pool([reader])
    asks = SubstituteAsk.objects
    other = stage.sit_down([alice, person("Frank")], "bollwerk", now=now)
    third = stage.sit_down([alice, person("Grace")], "bollwerk", now=now)
    for number, one in enumerate((other, third)):
        asks.create(
            game=one, seat=one.seats.all()[0], person=reader, asked_at=now - number * DAY,
            outcome="declined" if number else "",
        )  # fmt: skip
    seek(seat, now + DAY)
    assert not asked(seat)


@pytest.mark.parametrize("refused", ["other game", "player", "no letters", "away"])
def test_who_cannot_play_on_is_not_asked(
    seat: Seat, alice: Person, now: datetime, refused: str
) -> None:
    (reader,) = some_people(1)
    if refused == "no letters":
        Person.objects.filter(pk=reader.pk).update(tables_manner="never")
    if refused == "away":
        Person.objects.filter(pk=reader.pk).update(back_on=(now + 30 * DAY).date())
    who = alice if refused == "player" else reader
    join_pool([who], "bollwerk" if refused == "other game" else "conquest")
    seek(seat, now + DAY)
    assert not asked(seat)


@pytest.mark.parametrize("is_theirs", [True, False])
def test_people_who_keep_away_from_one_at_the_table_are_not_asked(
    seat: Seat, alice: Person, now: datetime, *, is_theirs: bool
) -> None:
    (reader,) = some_people(1)
    join_pool([reader])
    pair = (reader, alice) if is_theirs else (alice, reader)
    blocks.block(*pair, now=now)
    seek(seat, now + DAY)
    assert not asked(seat)


def test_a_second_account_of_a_player_is_not_asked(
    seat: Seat, alice: Person, now: datetime
) -> None:
    again = Person.objects.create_user("alice+two@example.org", name="Twin")
    join_pool([again])
    seek(seat, now + DAY)
    assert not asked(seat)


def test_each_step_is_told_once_to_all_players(seat: Seat, now: datetime) -> None:
    join_pool(some_people(AT_A_TIME + 1))
    seek(seat, now + DAY)
    told = written("seat", now + DAY)
    assert set(told) == PLAYERS
    bobs = told["Bob"]
    assert bobs is not None
    assert "“I am back”" in bobs.text
    seek(seat, now + 2 * DAY)
    assert Delivery.objects.filter(kind="seat").count() == len(PLAYERS)
    seek(seat, now + 3 * DAY)
    alices = written("seat", now + 3 * DAY)["Alice"]
    assert alices is not None
    assert f"/games/{seat.game_id}/" in alices.text
    assert Delivery.objects.filter(kind="seat").count() == 2 * len(PLAYERS)
    assert not is_due(seat, now + 50 * DAY)


def test_a_search_ends_when_the_owner_is_back(seat: Seat, bob: Person, now: datetime) -> None:
    join_pool(some_people(1))
    seek(seat, now + DAY)
    turns.return_to_seat(seat.game_id, bob, now=now + DAY)
    seat.refresh_from_db()
    assert (seat.absent_since, seat.sought_at, seat.advertised_at) == (None, None, None)
    assert not seek(seat, now + 3 * DAY)
    assert written(ASK, now + DAY) == {"Reader0": None}
    # What was told of the search is withdrawn, too.
    what = Delivery.objects.filter(kind="seat", about__what="sought")
    assert not any(writers.WRITERS["seat"](row, now + DAY) for row in what)


def test_the_first_yes_takes_the_seat_and_the_others_read_it(
    client: Client, seat: Seat, now: datetime
) -> None:
    first, late = some_people(2)
    join_pool([first, late])
    seek(seat, now + DAY)
    client.force_login(first)
    page = client.get(seat.game.get_absolute_url()).content.decode()
    assert "You are asked to play on" in page
    client.post(reverse("game_takeover", args=[seat.game_id]), {"seat": seat.name})
    seat.refresh_from_db()
    assert seat.person == first
    outcomes = SubstituteAsk.objects.values_list("person__name", "outcome")
    assert dict(outcomes) == {"Reader0": "accepted", "Reader1": "taken"}
    client.force_login(late)
    page = client.get(seat.game.get_absolute_url()).content.decode()
    assert "Somebody plays in this seat again" in page
    assert "You are asked to play on" not in page


def test_a_person_who_is_asked_can_say_no(client: Client, seat: Seat, now: datetime) -> None:
    (reader,) = some_people(1)
    join_pool([reader])
    seek(seat, now + DAY)
    client.force_login(reader)
    client.post(reverse("game_decline_seat", args=[seat.game_id]))
    assert SubstituteAsk.objects.get().outcome == "declined"
    page = client.get(seat.game.get_absolute_url()).content.decode()
    assert "You are asked to play on" not in page


def test_the_letter_to_the_pool_shows_the_position_of_the_seat(seat: Seat, now: datetime) -> None:
    join_pool(some_people(1))
    seek(seat, now + DAY)
    letter = written(ASK, now + DAY)["Reader0"]
    assert letter is not None
    assert "You are asked to play on" in letter.subject
    assert letter.layout.pictures


def test_a_seat_that_is_free_for_anybody_is_shown_to_visitors_with_a_link_to_mail(
    client: Client, seat: Seat, now: datetime
) -> None:
    seek(seat, now + DAY)
    page = client.get(seat.game.get_absolute_url()).content.decode()
    assert "Free for anybody since" in page
    assert "mailto:?" in page
    assert seat.game.invite_key not in page
    assert seat.game.title in client.get("/tables/?show=vacant").content.decode()


# Hidden pieces


def let_finish_games(one: Person, now: datetime) -> None:
    other = person(f"Foe-{one.pk}")
    for _ in range(MIN_GAMES):
        game = stage.sit_down([one, other], "bollwerk", now=now)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Seat:
    """Bob's seat in a game of hidden pieces, absent since now."""
    game = stage.sit_down([alice, bob], "espionage", now=now)
    return let_be_absent(game, now)


def test_only_those_are_asked_for_a_hidden_seat_who_may_take_it(
    hidden: Seat, now: datetime
) -> None:
    new, old = some_people(2)
    let_finish_games(old, now)
    join_pool([new, old], "espionage")
    seek(hidden, now + DAY)
    assert asked(hidden) == {old.name}
    assert written(ASK, now + DAY)[old.name] is not None


def test_the_letter_of_a_hidden_seat_is_withdrawn_from_who_may_not_take_it_any_more(
    hidden: Seat, now: datetime
) -> None:
    (old,) = some_people(1)
    let_finish_games(old, now)
    join_pool([old], "espionage")
    seek(hidden, now + DAY)
    Game.objects.filter(ruleset="bollwerk").update(status=Game.Status.ANNULLED)
    assert written(ASK, now + DAY) == {old.name: None}


def test_who_was_asked_for_a_hidden_seat_takes_no_other_of_the_game(
    hidden: Seat, alice: Person, now: datetime
) -> None:
    (old,) = some_people(1)
    let_finish_games(old, now)
    join_pool([old], "espionage")
    seek(hidden, now + DAY)
    other = hidden.game.seats.get(person=alice)
    Seat.objects.filter(pk=other.pk).update(is_absent=True)
    with pytest.raises(turns.Rejected, match="seen the position of another seat"):
        turns.become_substitute(hidden.game_id, other.name, old, now=now + DAY)
    turns.become_substitute(hidden.game_id, hidden.name, old, now=now + DAY)
