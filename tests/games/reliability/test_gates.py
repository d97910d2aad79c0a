"""What public tables ask: at every door by which somebody sits down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.forms import TableForm, usual_values
from games.letters import writers
from games.models import Game, ReliabilityRecord, Seat
from games.play import rematch, seat_requests, tables, turns
from games.play.clock import PRESETS
from games.reliability.figures import KeptCount, Reliability
from games.reliability.gates import Verdict, judge
from mail.models import Delivery
from tests import stage
from tests.conftest import person

DAY = timedelta(days=1)
Kind = ReliabilityRecord.Kind


def open_table(host: Person, now: datetime, **terms: Any) -> Game:
    usual = {"ruleset": "conquest", "title": "Spring", "pace": PRESETS["normal"]}
    return tables.host_table(host, tables.TableTerms(**usual | terms), now=now)


@pytest.fixture
def gated(alice: Person, now: datetime) -> Game:
    """A table of Alice for people who answer nine of ten times in time."""
    return open_table(alice, now, asks_in_time=9)


def play(one: Person, game: Game, now: datetime, *, kept: int, missed: int = 0) -> None:
    ReliabilityRecord.objects.bulk_create(
        ReliabilityRecord(
            person=one, game=game, kind=Kind.TURN, at=now, seconds=60, is_kept=number < kept
        )
        for number in range(kept + missed)
    )


def join(table: Game, one: Person, now: datetime) -> str:
    """Sit down; return why not, "" if it was possible."""
    try:
        tables.join_table(table.pk, one, now=now)
    except tables.TableRejected as rejection:
        assert not table.seats.filter(person=one).exists()
        return str(rejection)
    return ""


def test_a_newcomer_is_told_where_to_begin(gated: Game, bob: Person, now: datetime) -> None:
    assert "begin at tables that ask for nothing." in join(gated, bob, now)


@pytest.mark.parametrize(
    ("asks", "figures", "verdict"),
    [
        ((9, 0), Reliability(turns=KeptCount(9, 10)), Verdict.PASSES),
        ((9, 0), Reliability(turns=KeptCount(8, 10)), Verdict.FAILS),
        ((9, 0), Reliability(turns=KeptCount(6, 6), answers=KeptCount(3, 4)), Verdict.PASSES),
        ((9, 0), Reliability(turns=KeptCount(9, 9)), Verdict.IS_NEW),
        ((9, 0), Reliability(turns=KeptCount(0, 9)), Verdict.IS_NEW),
        ((0, 3), Reliability(games=KeptCount(3, 3)), Verdict.PASSES),
        ((0, 3), Reliability(games=KeptCount(2, 2)), Verdict.IS_NEW),
        ((0, 3), Reliability(games=KeptCount(2, 3)), Verdict.FAILS),
        ((9, 3), Reliability(turns=KeptCount(10, 10), games=KeptCount(1, 1)), Verdict.IS_NEW),
        ((9, 3), Reliability(turns=KeptCount(5, 10), games=KeptCount(3, 3)), Verdict.FAILS),
    ],
)
def test_a_gate_judges_by_figures_alone(
    asks: tuple[int, int], figures: Reliability, verdict: Verdict
) -> None:
    game = Game(asks_in_time=asks[0], asks_finished=asks[1])
    assert judge(game, figures) == verdict


def test_a_table_that_asks_for_nothing_lets_everybody_sit_down(
    table: Game, bob: Person, now: datetime
) -> None:
    play(bob, table, now, kept=0, missed=50)
    assert join(table, bob, now) == ""


def test_a_gate_lets_in_who_answers_in_time(
    gated: Game, bob: Person, dora: Person, now: datetime
) -> None:
    play(bob, gated, now, kept=9, missed=1)
    play(dora, gated, now, kept=8, missed=2)
    assert join(gated, bob, now) == ""
    assert join(gated, dora, now) == (
        "You cannot sit down here yet. This table is for players who answer nine of ten times in"
        " time. So far you have answered 8 of 10 times in time and finished 0 games."
    )


def test_a_gate_lets_its_host_sit(gated: Game, alice: Person) -> None:
    assert gated.seats.filter(person=alice).exists()


def test_one_seat_is_for_a_newcomer(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    table = open_table(alice, now, asks_in_time=9, welcomes_newcomer=True)
    play(erin, table, now, kept=2, missed=8)
    assert join(table, bob, now) == ""
    assert join(table, dora, now) == "The seat for somebody new here is taken."
    assert join(table, erin, now).startswith("You cannot sit down here yet.")
    # Who has become known meanwhile sits there as everybody does.
    play(bob, table, now, kept=10)
    assert join(table, dora, now) == ""


def test_a_gate_holds_on_the_page(client: Client, gated: Game, bob: Person) -> None:
    client.force_login(bob)
    page = client.get(reverse("table", args=[gated.pk])).content.decode()
    assert "This table is for players who answer nine of ten times in time." in page
    answer = client.post(reverse("table_join", args=[gated.pk]), follow=True)
    assert "You cannot sit down here yet." in answer.content.decode()
    assert not gated.seats.filter(person=bob).exists()
    assert "nine of ten" in client.get(reverse("tables")).content.decode()


def test_a_gate_holds_for_those_who_have_the_link(client: Client, gated: Game, bob: Person) -> None:
    client.force_login(bob)
    assert "nine of ten" in client.get(reverse("invite", args=[gated.invite_key])).content.decode()
    client.post(reverse("table_join", args=[gated.pk]), {"key": gated.invite_key})
    assert not gated.seats.filter(person=bob).exists()


def test_an_invitation_tells_what_its_table_asks(
    gated: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.invite_addresses(gated.pk, alice, [bob.email], now=now)
    delivery = Delivery.objects.get(kind="invitation", address=bob.email)
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert "nine of ten" in " ".join(letter.text.split())
    assert join(gated, bob, now).startswith("You cannot sit down here yet.")


def test_a_gate_holds_for_substitutes_and_requests(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, bob], "espionage", now=now)
    Game.objects.filter(pk=game.pk).update(asks_finished=3)
    Person.objects.update(joined_at=now - 30 * DAY)
    charlie.refresh_from_db()
    seat = game.seats.get(person=bob)
    Seat.objects.filter(pk=seat.pk).update(is_absent=True)
    with pytest.raises(turns.Rejected, match="You cannot sit down here yet"):
        turns.become_substitute(game.pk, seat.name, charlie, now=now)
    with pytest.raises(turns.Rejected, match="cannot be asked"):
        seat_requests.ask_host(game.pk, seat.name, charlie, now=now)
    Game.objects.filter(pk=game.pk).update(asks_finished=0)
    request = seat_requests.ask_host(game.pk, seat.name, charlie, now=now)
    # Asked again where the seat is taken: what is asked for may not be met any more.
    Game.objects.filter(pk=game.pk).update(asks_finished=3)
    assert not seat_requests.accept_request(request.pk, alice, now=now).is_accepted
    assert game.seats.get(pk=seat.pk).person == bob


def test_a_rematch_is_open_to_those_who_have_played(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(
        status="over", ended_at=now, asks_in_time=9, starts_itself=False
    )
    table = rematch.join_rematch(game.pk, alice, now=now)
    assert (table.asks_in_time, table.is_private) == (9, False)
    assert join(table, charlie, now).startswith("You cannot sit down here yet.")
    assert join(table, bob, now) == ""


def test_a_private_table_asks_for_nothing(alice: Person, now: datetime) -> None:
    values = usual_values("conquest") | {"title": "Friends", "asks_in_time": "9"}
    assert TableForm("conquest", values).is_valid()
    form = TableForm("conquest", values | {"is_private": "on"})
    assert not form.is_valid()
    assert "you know whom you invite" in str(form.errors["asks_in_time"])
    with pytest.raises(IntegrityError), transaction.atomic():
        open_table(alice, now, asks_in_time=9, is_private=True)


def test_a_form_opens_a_table_that_asks(client: Client, alice: Person) -> None:
    client.force_login(alice)
    asked = {"asks_in_time": "8", "asks_finished": "3", "welcomes_newcomer": "on"}
    usual = usual_values("conquest") | {"ruleset": "conquest", "title": "Spring"}
    client.post(reverse("table_new"), usual | asked)
    table = Game.objects.get()
    assert (table.asks_in_time, table.asks_finished, table.welcomes_newcomer) == (8, 3, True)
    page = client.get(reverse("table", args=[table.pk])).content.decode()
    assert (
        "This table is for players who answer eight of ten times in time and have finished at"
        " least 3 games. One seat is for somebody new here."
    ) in page


def test_tables_of_before_ask_for_nothing(table: Game) -> None:
    assert (table.asks_in_time, table.asks_finished, table.welcomes_newcomer) == (0, 0, False)


def test_newcomers_sit_at_two_tables_until_a_turn_in_each(
    alice: Person, bob: Person, charlie: Person, now: datetime, settings: Any
) -> None:
    settings.MAX_NEWCOMER_TABLES = 2
    first, second = open_table(alice, now), open_table(alice, now)
    assert join(first, bob, now) == join(second, bob, now) == ""
    third = open_table(charlie, now)
    assert join(third, bob, now).startswith("Who is new here sits at 2 tables at once")
    play(bob, first, now, kept=1)
    assert join(third, bob, now)
    play(bob, second, now, kept=0, missed=1)
    assert join(third, bob, now)
    play(bob, second, now, kept=1)
    assert join(third, bob, now) == ""


def test_newcomers_host_no_more_tables_and_take_over_no_seat(
    alice: Person, bob: Person, charlie: Person, now: datetime, settings: Any
) -> None:
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    Seat.objects.filter(game=game, person=bob).update(is_absent=True)
    settings.MAX_NEWCOMER_TABLES = 2
    open_table(charlie, now)
    open_table(charlie, now)
    with pytest.raises(tables.TableRejected, match="Who is new here"):
        open_table(charlie, now)
    with pytest.raises(turns.Rejected, match="Who is new here"):
        turns.become_substitute(game.pk, game.seats.get(person=bob).name, charlie, now=now)


def test_private_tables_and_the_house_do_not_count_for_newcomers(
    alice: Person, bob: Person, now: datetime, settings: Any
) -> None:
    settings.MAX_NEWCOMER_TABLES = 1
    for _number in range(2):
        open_table(bob, now, is_private=True)
    house = [person(f"Bot{number}", is_house=True) for number in range(3)]
    for _number in range(2):
        tables.start_bot_game(host=bob, ruleset="conquest", title="House", house=house, now=now)
    table = open_table(alice, now)
    assert join(table, bob, now) == ""
    assert join(open_table(alice, now, is_private=True), bob, now) == ""


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Do things at the same time; return why those did not work that did not."""
    ready, refusals = Barrier(len(acts)), list[str]()

    def do(act: Callable[[], object]) -> None:
        ready.wait()
        try:
            act()
        except tables.TableRejected as rejection:
            refusals.append(str(rejection))
        finally:
            connection.close()

    threads = [Thread(target=do, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refusals


@pytest.mark.django_db(transaction=True)
def test_of_two_newcomers_at_once_one_gets_the_seat(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    table = open_table(alice, now, asks_in_time=9, welcomes_newcomer=True)
    refusals = at_once(
        lambda: tables.join_table(table.pk, bob, now=now),
        lambda: tables.join_table(table.pk, dora, now=now),
    )
    assert refusals == ["The seat for somebody new here is taken."]
    assert table.seats.exclude(person=None).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_sits_at_no_more_tables_by_asking_at_once(
    alice: Person, bob: Person, now: datetime, settings: Any
) -> None:
    first, second = open_table(alice, now), open_table(alice, now)
    settings.MAX_NEWCOMER_TABLES = 1
    refusals = at_once(
        lambda: tables.join_table(first.pk, bob, now=now),
        lambda: tables.join_table(second.pk, bob, now=now),
    )
    assert len(refusals) == 1
    assert Seat.objects.filter(person=bob).count() == 1
