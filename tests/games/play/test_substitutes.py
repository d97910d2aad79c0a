"""Who may take over a seat of a game whose pieces are hidden."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.email_normalize import owner_key
from accounts.models import Person
from games.models import Game, Intervention
from games.play import interventions, tables, turns
from games.play.interventions import StaffRequest
from games.play.substitutes import MIN_GAMES, rule_of_hidden_seats
from tests import stage
from tests.conftest import person


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden pieces in which Bob is absent."""
    game = stage.sit_down([alice, bob], "espionage", now=now)
    game.seats.filter(person=bob).update(is_absent=True)
    return game


@pytest.fixture
def charlie(charlie: Person, now: datetime) -> Person:
    """A stranger, who had an account long before."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - timedelta(days=30))
    charlie.refresh_from_db()
    return charlie


def vacant(game: Game) -> str:
    return game.seats.get(is_absent=True).name


def let_finish_games(one: Person, other: Person, number: int, now: datetime) -> None:
    for _ in range(number):
        game = stage.sit_down([one, other], "bollwerk", now=now)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)


def take_over(game: Game, newcomer: Person, now: datetime) -> None:
    turns.become_substitute(game.pk, vacant(game), newcomer, now=now)


def staff_request(by: Person) -> StaffRequest:
    return StaffRequest(by=by, reason="asked for", key="key")


def test_a_new_account_takes_no_seat_with_hidden_pieces(
    client: Client, hidden: Game, charlie: Person
) -> None:
    client.force_login(charlie)
    page = client.get(hidden.get_absolute_url()).content.decode()
    assert "Take over this seat" not in page
    assert rule_of_hidden_seats() in page
    answer = client.post(reverse("game_takeover", args=[hidden.pk]), {"seat": vacant(hidden)})
    assert answer.status_code == 403
    assert rule_of_hidden_seats() in answer.content.decode()
    assert rule_of_hidden_seats() in client.get("/tables/?show=vacant").content.decode()


def test_a_person_with_finished_games_takes_a_seat_with_hidden_pieces(
    hidden: Game, charlie: Person, dora: Person, now: datetime
) -> None:
    let_finish_games(charlie, dora, MIN_GAMES - 1, now)
    with pytest.raises(turns.Rejected, match="finished 5 games"):
        take_over(hidden, charlie, now)
    let_finish_games(charlie, dora, 1, now)
    take_over(hidden, charlie, now)
    assert hidden.seats.filter(person=charlie).exists()


def test_a_person_whom_the_host_lets_takes_a_seat_with_hidden_pieces(
    client: Client, hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    client.force_login(alice)
    path = reverse("game_allow", args=[hidden.pk])
    assert path in client.get(hidden.get_absolute_url()).content.decode()
    client.post(path, {"name": "charlie"})
    take_over(hidden, charlie, now)
    assert hidden.seats.filter(person=charlie).exists()


def test_the_host_lets_nobody_in_whose_account_is_younger_than_the_game(
    client: Client, hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    """One could make it to look at what is hidden from them."""
    Person.objects.filter(pk=charlie.pk).update(joined_at=now + timedelta(seconds=1))
    client.force_login(alice)
    path = reverse("game_allow", args=[hidden.pk])
    answer = client.post(path, {"name": "charlie"}, follow=True).content.decode()
    assert "had no account yet" in answer
    # What was said before the game began lets nobody in either.
    hidden.invitations.create(address=charlie.email, invited_by=alice, at=now)
    charlie.refresh_from_db()
    with pytest.raises(turns.Rejected, match="before the game began"):
        take_over(hidden, charlie, now)


def test_nobody_but_the_host_lets_people_take_seats(
    hidden: Game, charlie: Person, dora: Person, now: datetime
) -> None:
    with pytest.raises(tables.TableRejected, match="Only the host"):
        tables.allow_substitute(hidden.pk, dora, "Charlie", now=now)
    with pytest.raises(tables.TableRejected, match="no player of this name"):
        tables.allow_substitute(hidden.pk, hidden.host, "Nobody", now=now)


def test_a_host_lets_nobody_in_once_the_game_is_over(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.filter(pk=hidden.pk).update(status=Game.Status.OVER, ended_at=now)
    with pytest.raises(tables.TableRejected, match="No seat of this game"):
        tables.allow_substitute(hidden.pk, alice, "Charlie", now=now)


def test_a_host_lets_nobody_in_where_nothing_is_hidden(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    with pytest.raises(tables.TableRejected, match="nothing is hidden"):
        tables.allow_substitute(game.pk, game.host, "Charlie", now=now)


def test_a_host_lets_nobody_in_where_no_seat_is_absent(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    hidden.seats.update(is_absent=False)
    with pytest.raises(tables.TableRejected, match="No seat of this game"):
        tables.allow_substitute(hidden.pk, alice, "Charlie", now=now)


def test_who_may_take_over_is_read_once_for_all_absent_seats(
    client: Client, hidden: Game, charlie: Person
) -> None:
    client.force_login(charlie)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(hidden.get_absolute_url())
        return len(queries)

    count()  # what is read only once
    one = count()
    hidden.seats.update(is_absent=True)
    assert count() == one


def test_no_guest_is_let_to_a_seat_with_hidden_pieces(hidden: Game, now: datetime) -> None:
    Person.objects.create_user("1@guest.invalid", name="Guest 1", is_guest=True)
    with pytest.raises(tables.TableRejected, match="no player of this name"):
        tables.allow_substitute(hidden.pk, hidden.host, "Guest 1", now=now)


def test_a_second_account_takes_no_seat_with_hidden_pieces(
    hidden: Game, alice: Person, now: datetime
) -> None:
    second = person("Charlie")
    Person.objects.filter(pk=second.pk).update(email="alice+two@example.org")
    second.refresh_from_db()
    second.joined_at = now - timedelta(days=30)
    second.save()
    tables.allow_substitute(hidden.pk, alice, "Charlie", now=now)
    with pytest.raises(turns.Rejected, match="Another account of yours"):
        take_over(hidden, second, now)


def test_addresses_of_one_mailbox_have_one_owner() -> None:
    assert owner_key("A.Lice+x@GoogleMail.com") == owner_key("alice@gmail.com")
    assert owner_key("a.b@example.org") != owner_key("ab@example.org")


def test_a_seat_of_an_open_game_is_for_everybody(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    take_over(game, charlie, now)
    assert game.seats.filter(person=charlie).exists()


@pytest.mark.parametrize("what", ["vacate", "close"])
def test_staff_who_vacated_a_seat_cannot_take_it(
    game: Game, bob: Person, charlie: Person, now: datetime, what: str
) -> None:
    Person.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    charlie.refresh_from_db()
    seat = game.seats.get(person=bob)
    if what == "vacate":
        interventions.vacate(seat.pk, staff_request(charlie), now=now)
    else:
        interventions.close_account(bob.pk, staff_request(charlie), now=now)
    assert Intervention.objects.get().by == charlie
    with pytest.raises(turns.Rejected, match="as one of the staff"):
        turns.become_substitute(game.pk, seat.name, charlie, now=now)
