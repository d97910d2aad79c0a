"""A friend who has agreed plays for somebody who is absent, and sees their seat only meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.core import Refused
from games import queries
from games.letters import writers
from games.models import Decision, Game, Seat, StandInFriend, StandInTerm, Submission
from games.play import blocks, bots, decisions, stand_in_friends, substitute_search, turns
from games.play.knowledge import known_game
from games.play.stand_in_friends import FriendRefused
from leagues import ratings
from leagues.models import Result
from mail.models import Delivery
from tests import stage
from tests.conftest import person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def charlie(charlie: Person, now: datetime) -> Person:
    """A stranger to the games, who had an account long before."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - 30 * DAY)
    charlie.refresh_from_db()
    return charlie


@pytest.fixture
def agreed(alice: Person, charlie: Person, now: datetime) -> StandInFriend:
    """Charlie has agreed to play for Alice."""
    Person.objects.update(language="en")
    asked = stand_in_friends.name_friend(alice, "charlie", now=now)
    return stand_in_friends.accept(asked.pk, charlie, now=now)


def begin(people: list[Person], now: datetime, ruleset: str = "conquest") -> Game:
    """Begin a game in which the first silence makes absent."""
    if ruleset == "conquest":
        game = stage.begin(people, stage.set_up(), now=now)
    else:
        game = stage.sit_down(people, ruleset, now=now, seats="choice")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "absent_after": 1})
    game.refresh_from_db()
    return game


@pytest.fixture
def game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """Alice is on turn."""
    return begin([alice, bob, dora, erin], now)


def run_out(game: Game, seat: Seat, now: datetime) -> datetime:
    """Let the time of a seat run out; return when that was."""
    decision = Decision.objects.get(seat=seat, closed_at=None)
    decisions.mark_notified(decision, now)
    decision.refresh_from_db()
    assert turns.expire_decision(decision.pk, now=decision.due_at)
    seat.refresh_from_db()
    return decision.due_at


def alices(game: Game) -> Seat:
    return game.seats.get(person__name="Alice")


def play_around(game: Game, now: datetime) -> None:
    """Let the others end their turns until Alice's seat is asked again."""
    while True:
        asked = Decision.objects.filter(game=game, closed_at=None).select_related("seat")
        row = asked.get()
        if row.seat == alices(game):
            return
        assert row.seat.person is not None
        stage.hand_in(game, row.seat.person, "end", now=now)


def letters(kind: str, now: datetime) -> dict[str, str]:
    """Return what letters of a kind say, by their readers; "" where they are withdrawn."""
    rows = Delivery.objects.filter(kind=kind, status="waiting").select_related("person")
    written = [(row.person, writers.WRITERS[kind](row, now)) for row in rows]
    return {one.name: letter.text if letter else "" for one, letter in written if one}


# Naming a friend


def test_a_friend_is_asked_and_the_person_reads_the_answer(
    alice: Person, charlie: Person, now: datetime
) -> None:
    Person.objects.update(language="en")
    asked = stand_in_friends.name_friend(alice, "CHARLIE", now=now)
    assert "Alice asks whether you play for them" in letters("stand-in", now)["Charlie"]
    stand_in_friends.accept(asked.pk, charlie, now=now)
    told = letters("stand-in", now)
    assert "Charlie plays for you" in told["Alice"]
    assert not told["Charlie"]  # answered meanwhile


def test_a_friend_can_say_no_and_is_not_asked_again_at_once(
    alice: Person, charlie: Person, now: datetime
) -> None:
    asked = stand_in_friends.name_friend(alice, "Charlie", now=now)
    stand_in_friends.decline(asked.pk, charlie, now=now)
    with pytest.raises(FriendRefused, match="said no"):
        stand_in_friends.name_friend(alice, "Charlie", now=now + DAY)
    stand_in_friends.name_friend(alice, "Charlie", now=now + 31 * DAY)


@pytest.mark.parametrize("ends", ["person", "friend"])
def test_both_can_take_it_back(agreed: StandInFriend, game: Game, now: datetime, ends: str) -> None:
    if ends == "person":
        stand_in_friends.withdraw(agreed.person)
    else:
        stand_in_friends.decline(agreed.pk, agreed.friend, now=now)
    seat = alices(game)
    run_out(game, seat, now)
    assert seat.stand_in is None


def test_a_person_has_one_friend_at_a_time(
    agreed: StandInFriend, alice: Person, dora: Person, now: datetime
) -> None:
    with pytest.raises(FriendRefused, match="asked somebody already"):
        stand_in_friends.name_friend(alice, "Dora", now=now)
    with pytest.raises(IntegrityError), transaction.atomic():
        StandInFriend.objects.create(person=alice, friend=dora, asked_at=now)


def test_nobody_names_themselves_or_nobody(alice: Person, now: datetime) -> None:
    Person.objects.create_user("alice+two@example.org", name="Twin")
    for name in ("Alice", "Twin"):
        with pytest.raises(FriendRefused, match="Somebody else"):
            stand_in_friends.name_friend(alice, name, now=now)
    with pytest.raises(FriendRefused, match="no player of this name"):
        stand_in_friends.name_friend(alice, "Nobody", now=now)


def test_who_is_kept_away_sees_nothing_of_it(
    client: Client, alice: Person, charlie: Person, now: datetime
) -> None:
    """To the one who asks it looks as if the other had not answered."""
    blocks.block(charlie, alice, now=now)
    asked = stand_in_friends.name_friend(alice, "Charlie", now=now)
    assert asked.outcome == ""
    assert not Delivery.objects.filter(kind="stand-in").exists()
    client.force_login(charlie)
    assert "Alice" not in client.get("/preferences/substitutes/").content.decode()
    client.force_login(alice)
    page = client.get("/preferences/substitutes/").content.decode()
    assert "is asked and has not answered yet" in page


def test_a_friend_is_named_and_answers_on_the_page(
    client: Client, alice: Person, charlie: Person
) -> None:
    Person.objects.update(language="en")
    client.force_login(alice)
    client.post(reverse("stand_in_name"), {"name": "Charlie"})
    row = StandInFriend.objects.get()
    client.force_login(charlie)
    page = client.get(reverse("substitutes")).content.decode()
    assert "Alice asks whether you play" in page
    assert "StandInFriend" not in page  # the count of games that wait stands in each page
    client.post(reverse("stand_in_accept", args=[row.pk]))
    row.refresh_from_db()
    assert row.outcome == "accepted"
    client.force_login(alice)
    assert "Charlie plays for you" in client.get(reverse("substitutes")).content.decode()
    client.post(reverse("stand_in_withdraw"))
    row.refresh_from_db()
    assert row.outcome == "withdrawn"


# Standing in


def test_a_friend_plays_before_a_house_player(
    agreed: StandInFriend, game: Game, charlie: Person, now: datetime
) -> None:
    bots.get_or_create_bots()
    Game.objects.update(stand_in="greedy")
    seat = alices(game)
    later = run_out(game, seat, now)
    assert seat.stand_in == charlie
    assert "You play for Alice" in letters("stand-in", later)["Charlie"]
    play_around(game, later)
    assert "Charlie" in letters("decision", later)
    told = letters("seat", later)
    assert all("Charlie" in told[name] for name in ("Bob", "Dora", "Erin"))
    stage.hand_in(game, charlie, "end", now=later)
    last = Submission.objects.filter(game=game).latest("pk")
    assert (last.person, last.seat) == (charlie, seat)
    seat.refresh_from_db()
    assert seat.is_absent


def test_the_owner_is_back_by_one_button(
    client: Client, agreed: StandInFriend, game: Game, charlie: Person, now: datetime
) -> None:
    seat = alices(game)
    later = run_out(game, seat, now)
    play_around(game, later)
    client.force_login(agreed.person)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Charlie plays for you" in page
    client.post(reverse("game_return", args=[game.pk]))
    seat.refresh_from_db()
    assert (seat.is_absent, seat.stand_in) == (False, None)
    assert StandInTerm.objects.get().until is not None
    # The question to the friend is withdrawn; its owner has one of their own.
    told = letters("decision", later)
    assert told["Alice"]
    assert not told["Charlie"]
    client.force_login(charlie)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You play for Alice" not in page


def test_a_friend_plays_on_the_page_and_can_step_back(
    client: Client, agreed: StandInFriend, game: Game, charlie: Person, now: datetime
) -> None:
    bots.get_or_create_bots()
    Game.objects.update(stand_in="greedy")
    seat = alices(game)
    play_around(game, run_out(game, seat, now))
    client.force_login(charlie)
    assert game.title in client.get("/").content.decode()
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You play for Alice" in page
    assert reverse("game_submit", args=[game.pk]) in page
    client.post(reverse("game_step_back", args=[game.pk]))
    seat.refresh_from_db()
    assert seat.stand_in is not None
    assert seat.stand_in.is_house
    assert queries.load_visit(game.pk, charlie).mine is None  # type: ignore[union-attr]


def test_a_friend_who_lets_time_run_out_plays_no_longer(
    agreed: StandInFriend, game: Game, now: datetime
) -> None:
    seat = alices(game)
    later = run_out(game, seat, now)
    play_around(game, later)
    run_out(game, seat, later)
    assert (seat.is_absent, seat.stand_in) == (True, None)
    assert StandInTerm.objects.get().until is not None


def test_what_is_no_turn_is_for_the_owner_alone(
    client: Client, agreed: StandInFriend, alice: Person, bob: Person, charlie: Person,
    now: datetime,
) -> None:  # fmt: skip
    game = begin([alice, bob], now, "bollwerk")
    turns.mark_person_absent(game.pk, alice, now=now)
    assert alices(game).stand_in == charlie
    stage.hand_in(game, charlie, "a5-a6 +X b6", now=now)
    stage.hand_in(game, bob, "e19-e20", now=now)
    game.refresh_from_db()
    actions = game.rules.judgement.side_actions(known_game(game, alices(game).name).state, "white")
    assert actions
    for act in actions:
        with pytest.raises((turns.Rejected, Refused), match="for them alone"):
            stage.hand_in(game, charlie, act.text, now=now)
    with pytest.raises(turns.NotSeated):
        turns.leave_game(game.pk, charlie, now=now)
    with pytest.raises(turns.NotSeated):
        turns.return_to_seat(game.pk, charlie, now=now)
    client.force_login(charlie)
    assert client.get(reverse("game_leave", args=[game.pk])).status_code == 403


def test_standing_orders_are_not_shown_to_a_friend(
    client: Client, agreed: StandInFriend, game: Game, charlie: Person, now: datetime
) -> None:
    run_out(game, alices(game), now)
    client.force_login(charlie)
    assert client.get(reverse("game_standing", args=[game.pk])).status_code == 403


def test_a_friend_is_not_replaced_before_a_substitute_is_looked_for(
    agreed: StandInFriend, game: Game, now: datetime
) -> None:
    seat = alices(game)
    later = run_out(game, seat, now)
    stranger = person("Frank")
    with pytest.raises(turns.Rejected, match="taken"):
        turns.become_substitute(game.pk, seat.name, stranger, now=later)
    assert not substitute_search.seek_substitute(seat.pk, now=later + 13 * DAY)
    assert substitute_search.seek_substitute(seat.pk, now=later + 14 * DAY)
    turns.become_substitute(game.pk, seat.name, stranger, now=later + 14 * DAY)
    seat.refresh_from_db()
    assert (seat.person, seat.stand_in) == (stranger, None)
    assert StandInTerm.objects.get().until is not None


def has_left(game: Game, charlie: Person, now: datetime) -> None:
    game.departures.create(seat=game.seats.all()[1], person=charlie, at=now)


def sits(game: Game, charlie: Person, now: datetime) -> None:
    game.seats.filter(person__name="Bob").update(person=charlie)


def stands_in(game: Game, charlie: Person, now: datetime) -> None:
    game.seats.filter(person__name="Bob").update(is_absent=True, stand_in=charlie)


def keeps_away(game: Game, charlie: Person, now: datetime) -> None:
    blocks.block(charlie, Person.objects.get(name="Bob"), now=now)


def is_kept_away(game: Game, charlie: Person, now: datetime) -> None:
    blocks.block(Person.objects.get(name="Bob"), charlie, now=now)


def is_second_account(game: Game, charlie: Person, now: datetime) -> None:
    Person.objects.filter(pk=charlie.pk).update(email="bob+two@example.org")


def is_away(game: Game, charlie: Person, now: datetime) -> None:
    Person.objects.filter(pk=charlie.pk).update(back_on=(now + 90 * DAY).date())


def was_removed(game: Game, charlie: Person, now: datetime) -> None:
    game.removals.create(person=charlie, at=now)


def lacks_reliability(game: Game, charlie: Person, now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(asks_finished=3)


@pytest.mark.parametrize(
    "bar",
    [has_left, sits, stands_in, keeps_away, is_kept_away, is_second_account, is_away, was_removed,
     lacks_reliability],
)  # fmt: skip
def test_a_friend_does_not_stand_in_where_they_may_not(
    agreed: StandInFriend, game: Game, charlie: Person, now: datetime,
    bar: Callable[[Game, Person, datetime], None],
) -> None:  # fmt: skip
    bar(game, charlie, now)
    seat = alices(game)
    run_out(game, seat, now)
    assert (seat.is_absent, seat.stand_in) == (True, None)


def test_a_friend_stands_in_at_a_private_table(
    client: Client, agreed: StandInFriend, game: Game, charlie: Person, now: datetime
) -> None:
    Game.objects.update(is_private=True)
    client.force_login(charlie)
    assert client.get(game.get_absolute_url()).status_code == 404
    run_out(game, alices(game), now)
    assert client.get(game.get_absolute_url()).status_code == 200
    turns.return_to_seat(game.pk, agreed.person, now=now)
    assert client.get(game.get_absolute_url()).status_code == 404


def test_a_game_that_ends_while_a_friend_plays_counts_as_left(
    agreed: StandInFriend, game: Game, alice: Person, now: datetime
) -> None:
    """It counts for the friend neither way."""
    later = run_out(game, alices(game), now)
    for number, seat in enumerate(game.seats.order_by("pk")):
        Seat.objects.filter(pk=seat.pk).update(side=number, place=1 + number)
    Game.objects.update(status=Game.Status.OVER, ended_at=later, winners=["south"])
    ratings.rate_games()
    assert Result.objects.get(person=alice).ending == Result.Ending.LEFT
    assert not Result.objects.filter(person__name="Charlie").exists()


# Hidden pieces


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden pieces in which the first silence makes absent."""
    return begin([alice, bob], now, "espionage")


def eyes(game: Game, who: Person) -> str | None:
    """Return as which seat somebody sees a game."""
    visit = queries.load_visit(game.pk, who)
    return visit.viewer if visit else None


def test_a_friend_sees_the_seat_only_while_they_play(
    agreed: StandInFriend, hidden: Game, charlie: Person, now: datetime
) -> None:
    assert eyes(hidden, charlie) is None
    seat = turns.mark_person_absent(hidden.pk, agreed.person, now=now)
    assert eyes(hidden, charlie) == seat.name
    turns.return_to_seat(hidden.pk, agreed.person, now=now)
    assert eyes(hidden, charlie) is None


def test_who_stood_in_takes_no_other_seat_of_a_hidden_game(
    agreed: StandInFriend, hidden: Game, charlie: Person, bob: Person, now: datetime
) -> None:
    turns.mark_person_absent(hidden.pk, agreed.person, now=now)
    other = hidden.seats.get(person=bob)
    Seat.objects.filter(pk=other.pk).update(is_absent=True)
    with pytest.raises(turns.Rejected, match="You have or had a seat"):
        turns.become_substitute(hidden.pk, other.name, charlie, now=now)
    turns.return_to_seat(hidden.pk, agreed.person, now=now)
    hidden.invitations.create(address=charlie.email, person=charlie, invited_by=bob, at=now)
    with pytest.raises(turns.Rejected, match="seen the position of another seat"):
        turns.become_substitute(hidden.pk, other.name, charlie, now=now)


def test_a_new_account_does_not_stand_in_where_pieces_are_hidden(
    agreed: StandInFriend, hidden: Game, charlie: Person, now: datetime
) -> None:
    Person.objects.filter(pk=charlie.pk).update(joined_at=now + timedelta(seconds=1))
    seat = turns.mark_person_absent(hidden.pk, agreed.person, now=now)
    assert seat.stand_in is None
