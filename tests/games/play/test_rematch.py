"""Rematches: one table of the same game, with the seats moved on by one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games import queries
from games.letters import writers
from games.models import Game, Invitation
from games.play import rematch, tables
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import stage
from tests.conftest import person
from tests.games import skirmishes

# South takes the last piece of west (C37).
LAST = {
    "S12": "south K", "S14": "south K", "S13": "west S",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


@pytest.fixture
def over(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A game that Alice has won in the south over Bob, Dora and Erin."""
    game = stage.begin([alice, bob, dora, erin], LAST, now=now)
    Game.objects.filter(pk=game.pk).update(may_try=False, is_rated=False)
    stage.hand_in(game, alice, "S12xS13", now=now)
    game.refresh_from_db()
    Delivery.objects.all().delete()
    return game


def people_by_seat(game: Game) -> dict[str, str | None]:
    seats = game.seats.select_related("person")
    return {seat.name: seat.person.name if seat.person else None for seat in seats}


def invited_by_seat(game: Game) -> dict[str, str]:
    by_seat = queries.reserved_seats(game)
    return {seat.name: by_seat[seat.pk].name for seat in game.seats.all() if seat.pk in by_seat}


def test_a_rematch_opens_the_same_table(over: Game, bob: Person, now: datetime) -> None:
    unusual = {"is_private": True, "tells_standing": True, "starts_itself": True}
    Game.objects.filter(pk=over.pk).update(**unusual, stand_in="greedy")
    over.refresh_from_db()
    table = rematch.join_rematch(over.pk, bob, now=now)
    assert (table.status, table.host, table.rematch_of) == (Game.Status.OPEN, bob, over)
    terms = tables.TableTerms.of_game(table)
    assert terms == replace(tables.TableTerms.of_game(over), title="Autumn (2)")
    assert table.board == over.board
    assert table.invite_key != over.invite_key
    assert bytes(table.seed) != bytes(over.seed)


def test_a_rematch_moves_the_seats_on_by_one(over: Game, bob: Person, now: datetime) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    assert people_by_seat(table) == {"south": None, "west": None, "north": "Bob", "east": None}
    assert invited_by_seat(table) == {"south": "Erin", "west": "Alice", "east": "Dora"}


def test_a_rematch_invites_by_letter_without_showing_addresses(
    over: Game, bob: Person, alice: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    letters = Delivery.objects.filter(kind="invitation")
    assert {one.address for one in letters} == {
        f"{name}@example.org" for name in ("alice", "dora", "erin")
    }
    written = writers.WRITERS["invitation"](letters.get(address=alice.email), now)
    assert written is not None
    assert table.title in written.text
    assert "A rematch?" in written.text
    assert "because you have played with Bob" in written.text
    assert "gave us your address" not in written.text
    assert {one.invitee_name for one in table.invitations.all()} == {"Alice", "Dora", "Erin"}


def test_the_second_player_joins_the_same_rematch(
    over: Game, bob: Person, alice: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    assert rematch.join_rematch(over.pk, bob, now=now) == table
    assert rematch.join_rematch(over.pk, alice, now=now) == table
    assert people_by_seat(table) == {"south": None, "west": "Alice", "north": "Bob", "east": None}
    assert Delivery.objects.filter(kind="invitation").count() == 3


def test_a_rematch_begins_with_the_last_player(
    over: Game, bob: Person, alice: Person, dora: Person, erin: Person, now: datetime
) -> None:
    for who in (bob, alice, dora):
        assert rematch.join_rematch(over.pk, who, now=now).status == Game.Status.OPEN
    table = rematch.join_rematch(over.pk, erin, now=now)
    assert table.status == Game.Status.RUNNING
    assert people_by_seat(table) == {
        "south": "Erin",
        "west": "Alice",
        "north": "Bob",
        "east": "Dora",
    }
    told = Delivery.objects.filter(kind="started")
    assert {one.person for one in told} == {alice, bob, dora}
    assert rematch.join_rematch(over.pk, erin, now=now) == table


def test_a_rematch_seats_bots_of_the_same_strength(alice: Person, now: datetime) -> None:
    house = person("House", is_house=True)
    table = tables.open_table(
        alice,
        tables.TableTerms(ruleset="bollwerk", title="Bricks", pace=PRESETS["normal"]),
        now=now,
    )
    tables.join_table(table.pk, alice, now=now)
    tables.seat_bots(table.pk, alice, [house], level="strong", now=now)
    game = tables.start_by_host(table.pk, alice, now=now)
    stage.hand_in(game, alice, "resign", now=now)
    again = rematch.join_rematch(game.pk, alice, now=now)
    assert again.status == Game.Status.RUNNING
    assert people_by_seat(again) == {"white": "House", "black": "Alice"}
    assert again.seats.get(name="white").level == "strong"
    assert not Invitation.objects.exists()


def test_a_rematch_draws_lots_again(alice: Person, bob: Person, now: datetime) -> None:
    people = [alice, bob]
    game = skirmishes.begin(people, now=now, options={"lots": True})
    seats = {seat.name: seat.person for seat in game.seats.select_related("person")}
    order = [seats["ash"], seats["birch"]]
    assert all(order)
    skirmishes.tell(game, [one for one in order if one], now=now, upto=skirmishes.OVER)
    assert rematch.join_rematch(game.pk, alice, now=now).status == Game.Status.OPEN
    assert rematch.join_rematch(game.pk, bob, now=now).is_running


def test_a_rematch_leaves_the_seat_of_a_departed_player_free(
    game: Game, alice: Person, erin: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now)
    game.seats.filter(person=erin).update(person=None)
    table = rematch.join_rematch(game.pk, alice, now=now)
    assert people_by_seat(table)["south"] is None
    assert "south" not in invited_by_seat(table)


@pytest.mark.parametrize("is_leaving", [False, True])
def test_a_rematch_asks_nobody_whose_account_is_closed(
    over: Game, bob: Person, erin: Person, now: datetime, *, is_leaving: bool
) -> None:
    leaving_at = now if is_leaving else None
    Person.objects.filter(pk=erin.pk).update(is_active=False, leaving_at=leaving_at)
    table = rematch.join_rematch(over.pk, bob, now=now)
    assert invited_by_seat(table) == {"west": "Alice", "east": "Dora"}
    assert not Invitation.objects.filter(address=erin.email).exists()
    assert not Delivery.objects.filter(address=erin.email).exists()


def test_a_rematch_locks_its_people_before_the_game(over: Game, bob: Person, now: datetime) -> None:
    with CaptureQueriesContext(connection) as queried:
        rematch.join_rematch(over.pk, bob, now=now)
    locks = [query["sql"] for query in queried if " FOR " in query["sql"]]
    assert 'ORDER BY "accounts_person"."id" ASC FOR NO KEY UPDATE' in locks[0]
    assert 'FROM "games_game"' in locks[1]


def test_a_stranger_gets_an_unreserved_seat_of_a_rematch(
    game: Game, alice: Person, erin: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now)
    game.seats.filter(person=erin).update(person=None)
    table = rematch.join_rematch(game.pk, alice, now=now)
    assert tables.join_table(table.pk, charlie, now=now).name == "south"


def test_a_full_rematch_is_shown_to_former_players(
    over: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, alice, now=now)
    for stranger in (charlie, person("Frank"), person("Gina")):
        tables.join_table(table.pk, stranger, now=now)
    assert rematch.join_rematch(over.pk, bob, now=now).status == Game.Status.OPEN
    assert rematch.join_rematch(over.pk, alice, now=now).status == Game.Status.OPEN
    assert "Bob" not in people_by_seat(table).values()


def test_a_rematch_can_be_opened_again_once_it_was_called_off(
    over: Game, bob: Person, now: datetime
) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    tables.stand_up(table.pk, bob, now=now)
    assert rematch.find_rematch(over) is None
    assert rematch.join_rematch(over.pk, bob, now=now) != table


def test_a_game_has_one_rematch(over: Game, bob: Person, now: datetime) -> None:
    table = rematch.join_rematch(over.pk, bob, now=now)
    with pytest.raises(IntegrityError, match="game_one_rematch"), transaction.atomic():
        tables.open_table(
            bob,
            tables.TableTerms(
                ruleset=over.ruleset, title="Second", pace=over.pace, options=over.options
            ),
            rematch_of=over,
            now=now,
        )
    assert rematch.find_rematch(over) == table


def test_a_rematch_needs_a_finished_game(game: Game, alice: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="not over"):
        rematch.join_rematch(game.pk, alice, now=now)


def test_a_rematch_is_for_former_players(over: Game, charlie: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="no seat"):
        rematch.join_rematch(over.pk, charlie, now=now)
    assert rematch.find_rematch(over) is None


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("Autumn", "Autumn (2)"),
        ("Autumn (2)", "Autumn (3)"),
        ("Autumn (9)", "Autumn (10)"),
        ("(7)", "(7) (2)"),
        ("x" * 60, "x" * 56 + " (2)"),
    ],
)
def test_a_rematch_counts_in_the_title(
    over: Game, bob: Person, now: datetime, title: str, following: str
) -> None:
    Game.objects.filter(pk=over.pk).update(title=title)
    assert rematch.join_rematch(over.pk, bob, now=now).title == following
