"""Seats that somebody should not have: private, second and hidden ones, and those of others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games.models import Game, Invitation, Seat, SeatRequest, SubstituteAsk
from games.play import keeping_away, substitutes, tables
from games.play.clock import PRESETS
from games.reliability import gates
from tests import stage
from tests.abuse.conftest import Browse, Mailboxes
from tests.conftest import person

DAY = timedelta(days=1)


@pytest.fixture
def free_table(alice: Person, now: datetime) -> Game:
    terms = tables.TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"])
    return tables.host_table(alice, terms, now=now)


def sits(one: Person, game: Game) -> bool:
    return Seat.objects.filter(game=game, person=one).exists()


def absent_seat(game: Game) -> str:
    return game.seats.get(is_absent=True).name


# --- At tables that have not begun --------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "guess", "0" * 22])
def test_nobody_sits_down_at_a_private_table_by_its_number(
    key: str, free_table: Game, charlie: Person, browse: Browse
) -> None:
    Game.objects.update(is_private=True)
    answer = browse(charlie).post("table_join", free_table.pk, key=key)
    assert answer.status_code == 404
    assert not sits(charlie, free_table)
    # The control: with its link.
    browse(charlie).post("table_join", free_table.pk, key=free_table.invite_key)
    assert sits(charlie, free_table)


def test_nobody_sits_down_at_a_private_table_by_letter(
    free_table: Game, bob: Person, alice: Person, mailbox: Mailboxes, now: datetime
) -> None:
    Game.objects.update(is_private=True)
    stage.sit_down([bob, alice], "bollwerk", now=now)
    for text in (f"JOIN {free_table.pk}", f"JOIN at {free_table.pk}", "YES", "JOIN"):
        mailbox(bob).reply("decision", text)
    assert not sits(bob, free_table)


def test_somebody_who_was_taken_away_comes_back_by_no_door(
    free_table: Game, alice: Person, bob: Person, browse: Browse, mailbox: Mailboxes, now: datetime
) -> None:
    browse(bob).post("table_join", free_table.pk)
    browse(alice).post("table_remove", free_table.pk, person=bob.pk)
    browse(bob).post("table_join", free_table.pk)
    browse(bob).post("table_join", free_table.pk, key=free_table.invite_key)
    browse(alice).post("table_invite", free_table.pk, addresses=bob.email)
    browse(bob).post("table_join", free_table.pk)
    stage.sit_down([bob, alice], "bollwerk", now=now)
    mailbox(bob).reply("decision", f"JOIN {free_table.pk}")
    assert not sits(bob, free_table)


def test_nobody_has_two_seats_of_a_table(free_table: Game, bob: Person, browse: Browse) -> None:
    for seat in ("west", "north", ""):
        browse(bob).post("table_join", free_table.pk, seat=seat)
    assert Seat.objects.filter(game=free_table, person=bob).count() == 1


def test_nobody_takes_the_seat_the_colour_or_the_word_of_another(
    free_table: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    browse(bob).post("table_join", free_table.pk, seat="north")
    hers = Seat.objects.get(game=free_table, person=alice)
    for fields in (
        {"seat": hers.name, "colour": "white"},
        {"seat": "north", "colour": hers.colour},
        {"seat": hers.name, "colour": hers.colour, "person": alice.pk},
    ):
        browse(bob).post("table_choose", free_table.pk, **fields)
    browse(bob).post("table_word", free_table.pk, word="mine", person=alice.pk, seat=hers.name)
    after = Seat.objects.get(game=free_table, person=alice)
    assert (after.name, after.colour, after.word) == (hers.name, hers.colour, hers.word)


HOSTS_ALONE: dict[str, dict[str, Any]] = {
    "table_start": {},
    "table_house": {"level": "easy"},
    "table_remove": {"person": "1"},
    "table_invite": {"addresses": "erin@example.org"},
}


@pytest.mark.parametrize("view", HOSTS_ALONE)
def test_nobody_but_the_host_fills_starts_or_empties_a_table(
    view: str, free_table: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    browse(bob).post("table_join", free_table.pk)
    fields = HOSTS_ALONE[view] | ({"person": alice.pk} if view == "table_remove" else {})
    assert browse(bob).post(view, free_table.pk, **fields).status_code == 403
    assert {seat.person for seat in free_table.seats.exclude(person=None)} == {alice, bob}
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("by", ["page", "link", "invitation", "letter"])
def test_a_gate_holds_by_each_way_to_the_table(
    by: str,
    free_table: Game,
    alice: Person,
    bob: Person,
    browse: Browse,
    mailbox: Mailboxes,
    now: datetime,
) -> None:
    Game.objects.filter(pk=free_table.pk).update(asks_finished=3)
    stage.sit_down([bob, alice], "bollwerk", now=now)
    go_by(by, free_table, alice, bob, browse, mailbox)
    assert not sits(bob, free_table)


@pytest.mark.parametrize("by", ["page", "link", "invitation", "letter"])
def test_each_way_leads_to_a_table_without_a_gate(
    by: str,
    free_table: Game,
    alice: Person,
    bob: Person,
    browse: Browse,
    mailbox: Mailboxes,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: the gate alone has kept him out."""
    Game.objects.filter(pk=free_table.pk).update(asks_finished=3)
    monkeypatch.setattr(gates, "refuse_seat", lambda game, one: "")
    stage.sit_down([bob, alice], "bollwerk", now=now)
    go_by(by, free_table, alice, bob, browse, mailbox)
    assert sits(bob, free_table)


def go_by(
    way: str, table: Game, alice: Person, bob: Person, browse: Browse, mailbox: Mailboxes
) -> None:
    if way == "letter":
        mailbox(bob).reply("decision", f"JOIN {table.pk}")
        return
    if way == "invitation":
        browse(alice).post("table_invite", table.pk, addresses=bob.email)
    key = {"key": table.invite_key} if way == "link" else {}
    browse(bob).post("table_join", table.pk, **key)


# --- In games that run -------------------------------------------------------------------------


def take(browse: Browse, one: Person | None, game: Game, seat: str) -> int:
    return int(browse(one).post("game_takeover", game.pk, seat=seat).status_code)


def test_nobody_takes_a_seat_at_which_somebody_plays(
    game: Game, charlie: Person, browse: Browse
) -> None:
    for seat in ("south", "west", "north", "east", "nowhere", ""):
        assert take(browse, charlie, game, seat) in (403, 422)
    assert not sits(charlie, game)


def test_nobody_takes_a_second_seat_of_their_game(
    game: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    """Neither by sitting there still, nor after they have left their own."""
    game.seats.filter(person=bob).update(is_absent=True)
    assert take(browse, alice, game, "west") == 403
    browse(alice).post("game_leave", game.pk)
    assert take(browse, alice, game, "west") == 403
    assert not sits(alice, game)


def test_nobody_takes_a_seat_of_a_paused_or_private_game(
    game: Game, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    Game.objects.update(paused_at=now)
    assert take(browse, charlie, game, "west") == 409
    Game.objects.update(paused_at=None, is_private=True)
    assert take(browse, charlie, game, "west") == 404
    Game.objects.update(is_private=False)
    assert take(browse, charlie, game, "west") == 302  # the control


def test_nobody_takes_a_seat_of_a_game_that_is_over(
    game: Game, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    for status in (Game.Status.OVER, Game.Status.ANNULLED):
        Game.objects.filter(pk=game.pk).update(status=status, ended_at=now)
        assert take(browse, charlie, game, "west") == 409
    assert not sits(charlie, game)


def test_nobody_returns_to_the_seat_of_another(
    game: Game, bob: Person, charlie: Person, browse: Browse
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    assert browse(charlie).post("game_return", game.pk, seat="west").status_code == 403
    assert game.seats.get(name="west").is_absent


# --- Where pieces are hidden ---------------------------------------------------------------------


SECOND = ["bob+2@example.org", "Bob+me@Example.org", "bob+@example.org"]


@pytest.fixture
def experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks has finished games enough: nobody needs the word of a host."""
    monkeypatch.setattr(substitutes, "MIN_GAMES", 0)


@pytest.mark.parametrize("address", SECOND)
@pytest.mark.usefixtures("experienced")
def test_a_second_account_takes_no_seat(
    address: str, hidden: Game, browse: Browse, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = Person.objects.create_user(address, name="Robert")
    Person.objects.filter(pk=second.pk).update(joined_at=now - 30 * DAY)
    second.refresh_from_db()
    seat = absent_seat(hidden)
    assert take(browse, second, hidden, seat) == 403
    assert browse(second).post("game_ask", hidden.pk, seat=seat).status_code == 403
    monkeypatch.setattr(substitutes, "_has_second_account", lambda game, one: False)
    assert take(browse, second, hidden, seat) == 302  # the control


@pytest.mark.usefixtures("experienced")
def test_who_has_seen_one_side_takes_no_other(
    hidden: Game, charlie: Person, browse: Browse, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Charlie was asked for Alice's seat, with its position, and wants Bob's."""
    seats = {seat.person and seat.person.name: seat for seat in hidden.seats.all()}
    SubstituteAsk.objects.create(game=hidden, seat=seats["Alice"], person=charlie, asked_at=now)
    assert take(browse, charlie, hidden, seats["Bob"].name) == 403
    monkeypatch.setattr(substitutes, "refuse_seat_of", lambda seat, one: "")
    assert take(browse, charlie, hidden, seats["Bob"].name) == 302  # the control


def test_a_young_account_takes_no_seat_by_the_word_of_its_accomplice(
    hidden: Game, alice: Person, browse: Browse, now: datetime
) -> None:
    young = person("Young")
    Person.objects.filter(pk=young.pk).update(joined_at=now + DAY)
    young.refresh_from_db()
    browse(alice).post("game_allow", hidden.pk, name="Young")
    assert take(browse, young, hidden, absent_seat(hidden)) == 403


@pytest.mark.parametrize("view", ["game_ask_accept", "game_ask_decline"])
def test_nobody_answers_a_request_in_the_place_of_the_host(
    view: str, hidden: Game, bob: Person, charlie: Person, browse: Browse
) -> None:
    seat = absent_seat(hidden)
    browse(charlie).post("game_ask", hidden.pk, seat=seat)
    request = SeatRequest.objects.get()
    for one in (charlie, bob):
        answer = browse(one).post(view, hidden.pk, request=request.pk)
        assert answer.status_code in (403, 404)
    request.refresh_from_db()
    assert request.is_open
    assert not sits(charlie, hidden)


def test_an_open_request_lets_nobody_in(hidden: Game, charlie: Person, browse: Browse) -> None:
    seat = absent_seat(hidden)
    assert browse(charlie).post("game_ask", hidden.pk, seat=seat).status_code == 302
    assert take(browse, charlie, hidden, seat) == 403


def test_the_word_of_a_host_is_given_once(
    hidden: Game, alice: Person, charlie: Person, browse: Browse
) -> None:
    """A yes that is sent twice, or after a no, seats nobody a second time."""
    seat = absent_seat(hidden)
    browse(charlie).post("game_ask", hidden.pk, seat=seat)
    request = SeatRequest.objects.get()
    browse(alice).post("game_ask_decline", hidden.pk, request=request.pk)
    browse(alice).post("game_ask_accept", hidden.pk, request=request.pk)
    assert not sits(charlie, hidden)
    assert take(browse, charlie, hidden, seat) == 403


def test_a_request_is_answered_through_its_own_game_alone(
    hidden: Game, alice: Person, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    """Bob hosts another game, and names in it the request to Alice."""
    browse(charlie).post("game_ask", hidden.pk, seat=absent_seat(hidden))
    request = SeatRequest.objects.get()
    his = stage.sit_down([bob, alice], "espionage", now=now)
    assert browse(bob).post("game_ask_accept", his.pk, request=request.pk).status_code == 404
    assert not sits(charlie, hidden)


def test_who_has_left_sees_and_takes_nothing_of_a_hidden_game(
    alice: Person, bob: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    game = stage.sit_down([alice, bob, dora], "armada", now=now, players=3)
    browse(bob).post("game_leave", game.pk)
    game.seats.filter(person=dora).update(is_absent=True)
    for seat in game.seats.filter(is_absent=True):
        assert take(browse, bob, game, seat.name) == 403
        assert browse(bob).post("game_ask", game.pk, seat=seat.name).status_code == 403
    assert not sits(bob, game)


# --- Those who are kept away ----------------------------------------------------------------------


Way = Callable[[Browse, Mailboxes, Person, Game], object]


def by_page(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    browse(bob).post("table_join", table.pk)


def by_link(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    browse(bob).post("table_join", table.pk, key=table.invite_key)


def by_letter(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    mailbox(bob).reply("decision", f"JOIN {table.pk}")


@pytest.mark.parametrize("way", [by_page, by_link, by_letter])
def test_who_is_kept_away_comes_to_the_table_by_no_way(
    way: Way,
    free_table: Game,
    alice: Person,
    bob: Person,
    dora: Person,
    browse: Browse,
    mailbox: Mailboxes,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage.sit_down([bob, dora], "bollwerk", now=now)
    browse(alice).post("block", bob.pk)
    way(browse, mailbox, bob, free_table)
    assert not sits(bob, free_table)
    monkeypatch.setattr(keeping_away, "refuse_at_table", lambda game, one: "")
    way(browse, mailbox, bob, free_table)
    assert sits(bob, free_table)  # the control


def test_who_is_kept_away_follows_to_no_seat_of_a_running_game(
    game: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    game.seats.filter(person=bob).update(is_absent=True)
    browse(alice).post("block", charlie.pk)
    assert take(browse, charlie, game, "west") == 403
    browse(alice).post("unblock", charlie.pk)
    assert take(browse, charlie, game, "west") == 302  # the control
