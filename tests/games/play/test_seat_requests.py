"""Requests for absent seats: who may ask the host, what a yes does, and when a request lapses."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from games import live, queries, tasks
from games.models import Departure, Game, Removal, SeatRequest
from games.play import clock, seat_requests, tables, turns
from games.play.substitutes import MIN_GAMES
from mail.models import Delivery
from tests import stage
from tests.conftest import person
from tests.games.play.test_substitutes import let_finish_games

Outcome = SeatRequest.Outcome


@pytest.fixture
def hidden(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of hidden pieces that Alice hosts and plays, and in which Bob is absent."""
    return absent_game(alice, bob, now)


@pytest.fixture
def charlie(charlie: Person, now: datetime) -> Person:
    """A stranger, who had an account long before."""
    return older(charlie, now)


def absent_game(host: Person, other: Person, now: datetime) -> Game:
    game = stage.sit_down([host, other], "espionage", now=now)
    game.seats.filter(person=other).update(is_absent=True)
    return game


def older(one: Person, now: datetime) -> Person:
    Person.objects.filter(pk=one.pk).update(joined_at=now - timedelta(days=30))
    one.refresh_from_db()
    return one


def ask(game: Game, one: Person, now: datetime, key: str = "") -> SeatRequest:
    seat = game.seats.get(is_absent=True).name
    return seat_requests.ask_host(game.pk, seat, one, now=now, form_key=key)


def letters(*, to: Person) -> list[str]:
    rows = Delivery.objects.filter(kind="seat-request", person=to).order_by("pk")
    return [row.about["what"] for row in rows]


def test_a_request_that_is_accepted_seats_its_person_as_a_substitute(
    hidden: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    assert letters(to=alice) == ["seat-request"]
    assert seat_requests.accept_request(request.pk, alice, now=now).is_accepted
    seat = hidden.seats.get(person=charlie)
    assert (seat.pk, seat.is_absent) == (request.seat_id, False)
    assert Departure.objects.get().person == bob
    assert letters(to=charlie) == ["seat-accepted"]
    taken = Delivery.objects.filter(kind="seat", about__what="taken")
    assert {row.person for row in taken} == {alice, bob}


def test_a_request_that_is_declined_seats_nobody_and_is_final(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    seat_requests.decline_request(request.pk, alice, now=now)
    assert letters(to=charlie) == ["seat-declined"]
    assert not hidden.seats.filter(person=charlie).exists()
    with pytest.raises(turns.Rejected, match="has declined"):
        ask(hidden, charlie, now)
    with pytest.raises(turns.Rejected, match="answered already"):
        seat_requests.accept_request(request.pk, alice, now=now)


def test_an_open_request_gives_no_right_to_the_seat(
    hidden: Game, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    for outcome in (Outcome.OPEN, Outcome.DECLINED, Outcome.LAPSED):
        SeatRequest.objects.update(outcome=outcome)
        with pytest.raises(turns.Rejected, match="finished 5 games"):
            turns.become_substitute(hidden.pk, request.seat.name, charlie, now=now)


def test_a_request_is_answered_by_the_host_of_its_game_alone(
    hidden: Game, alice: Person, bob: Person, charlie: Person, dora: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    for stranger in (bob, charlie, dora):
        for answer in (seat_requests.accept_request, seat_requests.decline_request):
            with pytest.raises(turns.Rejected):
                answer(request.pk, stranger, now=now)
    request.refresh_from_db()
    assert request.is_open


def test_who_may_take_the_seat_asks_nobody(
    hidden: Game, charlie: Person, dora: Person, now: datetime
) -> None:
    let_finish_games(charlie, dora, MIN_GAMES, now)
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        ask(hidden, charlie, now)


def test_nobody_asks_where_nothing_is_hidden(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        ask(game, charlie, now)


def test_nobody_asks_whose_account_is_younger_than_the_game(
    hidden: Game, charlie: Person, now: datetime
) -> None:
    Person.objects.filter(pk=charlie.pk).update(joined_at=now + timedelta(seconds=1))
    charlie.refresh_from_db()
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        ask(hidden, charlie, now)


def test_a_second_account_asks_nobody_and_takes_no_seat_by_a_yes(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    Person.objects.filter(pk=charlie.pk).update(email="bob+two@example.org")
    charlie.refresh_from_db()
    assert seat_requests.accept_request(request.pk, alice, now=now).outcome == Outcome.LAPSED
    assert not hidden.seats.filter(person=charlie).exists()
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        ask(hidden, charlie, now)


@pytest.mark.parametrize(
    "state", [{"is_active": False}, {"is_house": True}, {"leaving_at": datetime.max}]
)
def test_a_host_who_cannot_answer_is_not_asked(
    hidden: Game, alice: Person, charlie: Person, now: datetime, state: dict[str, object]
) -> None:
    state = {name: now if name == "leaving_at" else value for name, value in state.items()}
    Person.objects.filter(pk=alice.pk).update(**state)
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        ask(hidden, charlie, now)


def test_a_former_player_and_somebody_removed_ask_nobody(
    hidden: Game, charlie: Person, dora: Person, now: datetime
) -> None:
    hidden.departures.create(seat=hidden.seats.get(is_absent=True), person=dora, at=now)
    Removal.objects.create(game=hidden, person=charlie, at=now)
    with pytest.raises(turns.Rejected, match="have or had a seat"):
        ask(hidden, older(dora, now), now)
    with pytest.raises(turns.Rejected, match="cannot sit down"):
        ask(hidden, charlie, now)


def test_a_form_that_is_sent_twice_asks_once(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now, "k")
    seat_requests.decline_request(request.pk, alice, now=now)
    assert ask(hidden, charlie, now, "k") == request
    assert SeatRequest.objects.count() == 1


def test_one_request_of_a_person_for_a_seat_is_open(
    hidden: Game, charlie: Person, now: datetime
) -> None:
    """The database has it so, whatever the code does."""
    request = ask(hidden, charlie, now)
    with pytest.raises(turns.Rejected, match="asked the host already"):
        ask(hidden, charlie, now)
    row = {"game": hidden, "seat": request.seat, "person": charlie, "asked_at": now}
    with pytest.raises(IntegrityError), transaction.atomic():
        SeatRequest.objects.create(**row)
    SeatRequest.objects.create(**row, outcome=Outcome.LAPSED)  # the control


def test_requests_of_a_person_and_to_a_game_are_few(
    hidden: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    for _game in range(seat_requests.MOST_OF_PERSON):
        ask(absent_game(alice, bob, now), charlie, now)
    with pytest.raises(turns.Rejected, match="several hosts"):
        ask(hidden, charlie, now)
    for number in range(seat_requests.MOST_OF_GAME):
        ask(hidden, older(person(f"Guest{number}"), now), now)
    with pytest.raises(turns.Rejected, match="Several people"):
        ask(hidden, older(person("Late"), now), now)


def test_a_request_waits_while_the_game_is_paused(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    turns.pause_game(hidden.pk, now=now)
    assert live.count_asked(alice) == 0
    with pytest.raises(turns.GameIsPaused):
        seat_requests.accept_request(request.pk, alice, now=now)
    request.refresh_from_db()
    assert request.is_open


def give_back(game: Game, bob: Person, now: datetime) -> None:
    turns.return_to_seat(game.pk, bob, now=now)


def let_another_in(game: Game, _bob: Person, now: datetime) -> None:
    other = older(person("Erin"), now)
    tables.allow_substitute(game.pk, game.host, "Erin", now=now)
    seat = game.seats.get(is_absent=True).name
    turns.become_substitute(game.pk, seat, other, now=now)


def annul(game: Game, _bob: Person, now: datetime) -> None:
    turns.annul_game(game.pk, now=now)


def test_a_request_lapses_with_the_account_of_the_host(
    hidden: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert seat_requests.lapse_request(request.pk, now=now)
    assert letters(to=charlie) == ["seat-lapsed"]


@pytest.mark.parametrize("change", [give_back, let_another_in, annul])
def test_a_request_lapses_with_its_seat_or_game(
    hidden: Game, alice: Person, bob: Person, charlie: Person, now: datetime, change: object
) -> None:
    request = ask(hidden, charlie, now)
    assert live.count_asked(alice) >= 1
    assert not seat_requests.lapse_request(request.pk, now=now), "the control"
    assert callable(change)
    change(hidden, bob, now)
    assert not seat_requests.waiting_requests().exists()
    assert list(seat_requests.lapsed_requests(now)) == [request]
    assert seat_requests.accept_request(request.pk, alice, now=now).outcome == Outcome.LAPSED
    assert letters(to=charlie) == ["seat-lapsed"]
    assert not seat_requests.lapse_request(request.pk, now=now)


def test_a_request_lapses_after_a_week(
    hidden: Game, charlie: Person, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    request = ask(hidden, charlie, now)
    for days, outcome in ((6, Outcome.OPEN), (7, Outcome.LAPSED)):
        monkeypatch.setattr(clock, "now", lambda days=days: now + timedelta(days=days))
        tasks.tend_tables()
        request.refresh_from_db()
        assert request.outcome == outcome
    assert letters(to=charlie) == ["seat-lapsed"]


def test_a_request_waits_in_my_games_of_a_host_who_has_no_seat(
    hidden: Game, bob: Person, charlie: Person, dora: Person, now: datetime
) -> None:
    Game.objects.filter(pk=hidden.pk).update(host=dora)
    before = live.count_asked(dora)
    request = ask(hidden, charlie, now)
    assert live.count_asked(dora) == before + 1
    (row,) = queries.load_dashboard(dora).asked.rows
    assert row.requests == (request,)
    for other in (bob, charlie):
        shown = queries.load_dashboard(other)
        assert not any(row.requests for row in (*shown.asked.rows, *shown.waiting.rows))


def test_a_tick_checks_some_requests_and_all_in_turn(
    hidden: Game, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that still wait stand behind, so that they hide none that lapses."""
    monkeypatch.setattr(seat_requests, "CHECKED", 2)
    requests = [
        ask(hidden, older(person(f"Guest{number}"), now), now + timedelta(seconds=number))
        for number in range(3)
    ]
    later = now + timedelta(days=7, seconds=-1)
    assert seat_requests.check_requests(later) == []
    SeatRequest.objects.filter(pk=requests[0].pk).update(asked_at=now - timedelta(days=1))
    assert seat_requests.check_requests(later + timedelta(seconds=2)) == [requests[0].pk]
    give_back(hidden, bob, now)
    assert len(seat_requests.check_requests(later + timedelta(seconds=3))) == 2
    seat_requests.lapse_request(requests[0].pk, now=later)
    for number in range(2):
        found = seat_requests.check_requests(later + timedelta(seconds=4 + number))
        assert requests[0].pk not in found
        assert found
