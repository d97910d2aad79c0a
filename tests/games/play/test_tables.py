"""Tables: who may sit where, who may begin, and what is limited."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games import tasks
from games.letters import writers
from games.models import Decision, Game, Invitation, Removal
from games.play import bots, tables
from games.play.clock import PRESETS
from mail.models import Delivery
from tests.conftest import person

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def house(number: int) -> list[Person]:
    return [person(f"House{place}", is_house=True) for place in range(number)]


def seats(game: Game) -> dict[str, tuple[str | None, str]]:
    return {
        seat.name: (seat.person.name if seat.person else None, seat.colour)
        for seat in game.seats.select_related("person")
    }


def test_join_table_without_a_seat_takes_the_first_free_one(
    table: Game, bob: Person, now: datetime
) -> None:
    assert tables.join_table(table.pk, bob, now=now).name == "west"


def test_join_table_refuses_a_taken_seat(table: Game, bob: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="taken"):
        tables.join_table(table.pk, bob, seat_name="south", now=now)


def test_join_table_seats_nobody_twice(table: Game, alice: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="sit at this table already"):
        tables.join_table(table.pk, alice, now=now)


def test_join_table_refuses_a_full_table(game: Game, charlie: Person, now: datetime) -> None:
    Game.objects.update(status="open", started_at=None)
    with pytest.raises(tables.TableRejected, match="No seat is free"):
        tables.join_table(game.pk, charlie, now=now)


def test_join_table_refuses_a_started_game(game: Game, charlie: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected, match="no longer open"):
        tables.join_table(game.pk, charlie, now=now)


def test_seat_and_colour_are_chosen_apart(table: Game, alice: Person, now: datetime) -> None:
    """C2: each player picks a colour and a side."""
    tables.choose_seat(table.pk, alice, seat_name="north", colour="beige", now=now)
    assert seats(table) == {
        "south": (None, "white"),
        "west": (None, "brown"),
        "north": ("Alice", "beige"),
        "east": (None, "black"),
    }


def test_choose_seat_refuses_the_colour_of_another_player(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, seat_name="west", now=now)
    with pytest.raises(tables.TableRejected, match="colour is taken"):
        tables.choose_seat(table.pk, alice, seat_name="south", colour="beige", now=now)
    with pytest.raises(tables.TableRejected, match="seat is taken"):
        tables.choose_seat(table.pk, alice, seat_name="west", colour="white", now=now)


def test_a_table_is_called_off_when_the_host_leaves(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    tables.stand_up(table.pk, bob, now=now)
    assert seats(table)["west"] == (None, "beige")
    tables.stand_up(table.pk, alice, now=now)
    table.refresh_from_db()
    assert table.status == Game.Status.CALLED_OFF


def test_an_address_is_invited_to_a_table_once(table: Game, alice: Person, now: datetime) -> None:
    addresses = ["erin@example.org", "ERIN@example.org "]
    assert tables.invite_addresses(table.pk, alice, addresses, now=now) == 1
    assert tables.invite_addresses(table.pk, alice, addresses, now=now) == 0
    assert Invitation.objects.get().address == "erin@example.org"
    assert Delivery.objects.filter(kind="invitation").count() == 1


def test_somebody_who_declined_is_invited_again_the_day_after(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    tables.join_table(table.pk, bob, now=now)
    tables.stand_up(table.pk, bob, now=now)
    with pytest.raises(tables.TableRejected, match="declined; ask again tomorrow"):
        tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    later = now + timedelta(days=1)
    assert tables.invite_addresses(table.pk, alice, [bob.email], now=later) == 1
    assert Invitation.objects.get().declined_at is None
    assert Delivery.objects.filter(kind="invitation").count() == 2


def test_somebody_who_declined_late_is_not_invited_on_the_same_day(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    late = now + timedelta(days=5)
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    tables.decline_invitation(table.pk, bob, now=late)
    with pytest.raises(tables.TableRejected, match=r"bob@example\.org has declined"):
        tables.invite_addresses(table.pk, alice, [bob.email], now=late)
    later = late + timedelta(days=1)
    assert tables.invite_addresses(table.pk, alice, [bob.email], now=later) == 1


def test_invitation_declined_today_does_not_hold_back_the_others(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    tables.decline_invitation(table.pk, bob, now=now)
    together = [bob.email, "erin@example.org"]
    assert tables.invite_addresses(table.pk, alice, together, now=now) == 1
    letters = Delivery.objects.filter(kind="invitation").order_by("pk")
    assert [letter.address for letter in letters] == together


def test_invitation_is_not_declined_any_more_once_its_owner_sits_down(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    tables.decline_invitation(table.pk, bob, now=now)
    tables.join_table(table.pk, bob, now=now)
    assert Invitation.objects.get().declined_at is None
    tables.stand_up(table.pk, bob, now=now)
    assert Invitation.objects.get().declined_at == now


def test_invitations_a_day_are_limited(table: Game, alice: Person, now: datetime) -> None:
    many = [f"{number}@example.org" for number in range(tables.MAX_INVITATIONS_A_DAY)]
    tables.invite_addresses(table.pk, alice, many, now=now)
    with pytest.raises(tables.TableRejected):
        tables.invite_addresses(table.pk, alice, ["erin@example.org"], now=now)
    assert (
        tables.invite_addresses(table.pk, alice, ["erin@example.org"], now=now + timedelta(days=1))
        == 1
    )


def test_invitations_to_one_address_a_day_are_limited(alice: Person, now: datetime) -> None:
    games = [
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title="Autumn", pace=PRESETS["normal"]),
            now=now,
        )
        for _ in range(tables.MAX_TO_ONE_A_DAY + 1)
    ]
    for game in games[:-1]:
        tables.invite_addresses(game.pk, alice, ["erin@example.org"], now=now)
    with pytest.raises(tables.TableRejected):
        tables.invite_addresses(games[-1].pk, alice, ["ERIN@Example.org"], now=now)
    assert tables.invite_addresses(games[-1].pk, alice, ["frank@example.org"], now=now) == 1
    later = now + timedelta(days=1)
    assert tables.invite_addresses(games[-1].pk, alice, ["erin@example.org"], now=later) == 1


def test_open_tables_and_seats_of_a_person_are_limited(
    table: Game, alice: Person, bob: Person, now: datetime, settings: Any
) -> None:
    settings.MAX_OPEN_TABLES, settings.MAX_PLACES = 2, 1

    def open_table() -> Game:
        return tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title="Autumn", pace=PRESETS["normal"]),
            now=now,
        )

    second = open_table()
    with pytest.raises(tables.TableRejected):
        open_table()
    tables.join_table(table.pk, bob, now=now)
    with pytest.raises(tables.TableRejected):
        tables.join_table(second.pk, bob, now=now)
    tables.stand_up(table.pk, bob, now=now)
    assert tables.join_table(second.pk, bob, now=now)
    tables.stand_up(table.pk, alice, now=now)
    assert open_table()


def test_tables_refuse_a_person_whose_account_was_just_closed(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """The request has read the person before that."""
    Person.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_active=False)
    with pytest.raises(tables.TableRejected, match="account is closed"):
        tables.join_table(table.pk, bob, now=now)
    with pytest.raises(tables.TableRejected, match="account is closed"):
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title="Winter", pace=PRESETS["normal"]),
            now=now,
        )
    assert not table.seats.filter(person=bob).exists()


def test_games_against_bots_are_limited(alice: Person, now: datetime, settings: Any) -> None:
    settings.MAX_HOUSE_GAMES = 1
    house = bots.get_or_create_bots()

    def played() -> Game:
        return tables.start_bot_game(
            host=alice, ruleset="conquest", title="House", house=house, now=now
        )

    first = played()
    with pytest.raises(tables.TableRejected):
        played()
    Game.objects.filter(pk=first.pk).update(status="over", ended_at=now)
    assert played()


def test_only_the_host_invites_seats_bots_and_starts(
    table: Game, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    for deed in (
        lambda: tables.invite_addresses(table.pk, bob, ["erin@example.org"], now=now),
        lambda: tables.seat_bots(table.pk, bob, [], now=now),
        lambda: tables.start_by_host(table.pk, bob, now=now),
    ):
        with pytest.raises(tables.TableRejected, match="Only the host"):
            deed()


def test_seat_bots_fills_free_seats(table: Game, alice: Person, bob: Person, now: datetime) -> None:
    tables.join_table(table.pk, bob, seat_name="north", now=now)
    assert tables.seat_bots(table.pk, alice, house(3), now=now) == 2
    assert [name for name, _colour in seats(table).values()] == ["Alice", "House0", "Bob", "House1"]


def test_a_full_table_starts_and_the_first_seat_is_asked(
    table: Game, alice: Person, now: datetime
) -> None:
    with pytest.raises(tables.TableRejected, match="when every seat is taken"):
        tables.start_by_host(table.pk, alice, now=now)
    tables.seat_bots(table.pk, alice, house(3), now=now)
    tables.start_by_host(table.pk, alice, now=now)
    assert Decision.objects.get(game=table).seat.person == alice


def test_a_game_against_bots_begins_at_once(alice: Person, now: datetime) -> None:
    game = tables.start_bot_game(
        host=alice, ruleset="conquest", title="Now", house=house(4), now=now
    )
    assert game.is_running
    assert not game.is_rated
    assert [name for name, _colour in seats(game).values()] == [
        "Alice", "House0", "House1", "House2",
    ]  # fmt: skip


def test_a_game_with_too_few_bots_opens_no_table(alice: Person, now: datetime) -> None:
    with pytest.raises(tables.TableRejected):
        tables.start_bot_game(host=alice, ruleset="conquest", title="Now", house=house(2), now=now)
    assert not Game.objects.exists()


def open_table(host: Person, now: datetime, **options: Any) -> Game:
    return tables.open_table(
        host,
        tables.TableTerms(ruleset="bollwerk", title="Autumn", pace=PRESETS["normal"], **options),
        now=now,
    )


def table_letters(what: str, now: datetime) -> dict[str, str]:
    """Return the subjects of the letters about tables that tell something, by their readers."""
    rows = Delivery.objects.filter(kind="table", about__what=what).select_related("person")
    written = [(one.person, writers.WRITERS["table"](one, now)) for one in rows]
    return {reader.name: one.subject for reader, one in written if reader and one}


def test_a_table_that_starts_itself_begins_with_the_last_player(
    alice: Person, bob: Person, now: datetime
) -> None:
    table = open_table(alice, now, starts_itself=True)
    tables.join_table(table.pk, alice, now=now)
    tables.join_table(table.pk, bob, now=now)
    table.refresh_from_db()
    assert table.is_running
    started = Delivery.objects.filter(kind="started")
    assert [one.person for one in started] == [alice]
    assert not table_letters("full", now)


def test_a_table_that_starts_itself_begins_with_bots(alice: Person, now: datetime) -> None:
    table = open_table(alice, now, starts_itself=True)
    tables.join_table(table.pk, alice, now=now)
    tables.seat_bots(table.pk, alice, house(2), now=now)
    table.refresh_from_db()
    assert table.is_running


def test_the_host_is_notified_of_a_full_table(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    assert not table_letters("full", now)
    tables.join_table(table.pk, charlie, now=now)
    assert table_letters("full", now) == {"Alice": f"[Bollwerk {table.pk}] Your table is full"}
    tables.stand_up(table.pk, bob, now=now)
    assert not table_letters("full", now)


def test_the_host_is_notified_of_each_person_once_a_day(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, charlie, now=now)
    for later in (now, now, now + DAY):
        tables.join_table(table.pk, bob, now=later)
        tables.stand_up(table.pk, bob, now=later)
    assert Delivery.objects.filter(kind="table").count() == 2


def test_a_host_who_fills_the_table_is_not_notified(
    alice: Person, bob: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    tables.join_table(table.pk, alice, now=now)
    assert not table_letters("full", now)


def test_the_host_removes_a_player_for_good(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    assert tables.remove_player(table.pk, alice, bob.pk, now=now) == bob
    assert seats(table)["west"] == (None, "beige")
    assert list(table_letters("removed", now)) == ["Bob"]
    with pytest.raises(tables.TableRejected, match="cannot sit down at this table"):
        tables.join_table(table.pk, bob, now=now)


def test_a_removed_bot_can_be_seated_again(table: Game, alice: Person, now: datetime) -> None:
    players = house(3)
    tables.seat_bots(table.pk, alice, players, now=now)
    tables.remove_player(table.pk, alice, players[0].pk, now=now)
    assert not Removal.objects.exists()
    assert tables.seat_bots(table.pk, alice, players, now=now) == 1


def test_only_the_host_removes_players(
    table: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    with pytest.raises(tables.TableRejected, match="Only the host"):
        tables.remove_player(table.pk, bob, bob.pk, now=now)
    for other in (alice, charlie):  # the host, and somebody who is not there
        with pytest.raises(tables.TableRejected, match="does not sit"):
            tables.remove_player(table.pk, alice, other.pk, now=now)


def test_players_are_notified_of_a_table_called_off_by_the_host(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    tables.stand_up(table.pk, alice, now=now)
    assert table_letters("called-off", now) == {
        "Bob": f"[Conquest {table.pk}] The table is called off"
    }


def tend_tables(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.clock.now", lambda: now)
    tasks.tend_tables()


def test_an_idle_table_is_warned_about_and_called_off(
    table: Game, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.join_table(table.pk, bob, now=now)
    tend_tables(now + 14 * DAY - SECOND, monkeypatch)
    assert not Delivery.objects.filter(kind="table").exists()
    for _twice in range(2):
        tend_tables(now + 14 * DAY, monkeypatch)
    assert table_letters("waits", now) == {
        "Alice": f"[Conquest {table.pk}] Your table waits to begin"
    }
    tend_tables(now + 21 * DAY - SECOND, monkeypatch)
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN
    for _twice in range(2):
        tend_tables(now + 21 * DAY, monkeypatch)
    table.refresh_from_db()
    assert table.status == Game.Status.CALLED_OFF
    words = f"[Conquest {table.pk}] The table is called off"
    assert table_letters("given-up", now) == {"Alice": words, "Bob": words}
    assert not table_letters("waits", now)  # if it has not been sent until now


def test_a_late_warning_leaves_an_idle_table_a_week(
    table: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tend_tables(now + 30 * DAY, monkeypatch)
    tend_tables(now + 37 * DAY - SECOND, monkeypatch)
    table.refresh_from_db()
    assert table.status == Game.Status.OPEN
    assert tables.called_off_at(table) == now + 37 * DAY
    tend_tables(now + 37 * DAY, monkeypatch)
    table.refresh_from_db()
    assert table.status == Game.Status.CALLED_OFF


def test_a_started_game_is_not_called_off(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tend_tables(now + 30 * DAY, monkeypatch)
    tend_tables(now + 60 * DAY, monkeypatch)
    game.refresh_from_db()
    assert (game.status, game.warned_at) == (Game.Status.RUNNING, None)


def test_tables_opened_a_day_are_limited(alice: Person, now: datetime, settings: Any) -> None:
    settings.MAX_TABLES_A_DAY = 2
    for _ in range(2):
        tables.stand_up(open_table(alice, now).pk, alice, now=now)
    with pytest.raises(tables.TableRejected, match="many tables today"):
        open_table(alice, now)
    assert open_table(alice, now + DAY)
