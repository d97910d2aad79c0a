"""The pages of tables, and the first page."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Decision, Game, Invitation
from games.play import tables
from tests.conftest import person
from tests.games.forms import new_table


@pytest.fixture
def host(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def test_table_is_opened_with_all_defaults(host: Client, alice: Person) -> None:
    answer = new_table(host)
    game = Game.objects.get()
    assert answer["Location"] == reverse("table", args=[game.pk])
    assert (game.host, game.is_private, game.is_rated, game.options) == (alice, False, True, {})
    assert game.pace["clocks"]["turn"] == [24, 24, 24]
    assert game.seats.get(name="south").person == alice


def test_table_is_opened_with_everything_chosen(host: Client) -> None:
    new_table(
        host, preset="banked", title="Winter", is_private="on", weekend="on", night="on",
        night_from="21", night_to="7", absent_after="1", option_last_two="1",
    )  # fmt: skip
    game = Game.objects.get()
    assert (game.title, game.is_private) == ("Winter", True)
    assert game.options == {"last_two": "land"}
    assert game.pace == {
        "clocks": {"turn": [72, 24, 168], "answer": [24, 24, 24]},
        "weekend": True,
        "night": [21, 7],
        "absent_after": 1,
        "days_off": True,
    }
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert "turn: 3 days + 1 day each time up to 7 days" in page
    assert "rest from 21 to 7 o’clock" in page


def test_table_has_hours_of_its_own(host: Client) -> None:
    new_table(
        host, turn_hours="30", turn_more="10", turn_most="99", answer_hours="5", answer_more="2",
        answer_most="9", unticked=["days_off"],
    )  # fmt: skip
    game = Game.objects.get()
    assert game.pace["clocks"] == {"turn": [30, 10, 99], "answer": [5, 2, 9]}
    assert "days_off" not in game.pace
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert "turn: 30 hours + 10 hours each time up to 99 hours" in page
    assert "5 hours + 2 hours each time up to 9 hours" in page


@pytest.mark.parametrize(
    ("fields", "most"),
    [({}, None), ({"vacation": "7"}, 7), ({"vacation": "14", "most_days_off": "3"}, 3)],
)
def test_table_says_after_how_many_days_off_others_play(
    host: Client, fields: dict[str, str], most: int | None
) -> None:
    new_table(host, **fields)
    game = Game.objects.get()
    assert game.pace.get("most_days_off") == most
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert (f"absent after {most} days off in a row" in page) == bool(most)


def test_table_that_heeds_no_days_off_counts_none(host: Client) -> None:
    new_table(host, vacation="7", unticked=["days_off"])
    assert "most_days_off" not in Game.objects.get().pace


@pytest.mark.parametrize(
    ("chosen", "unrated", "allowed"),
    [("", False, False), ("", True, True), ("yes", False, True), ("no", True, False)],
)
def test_table_allows_take_backs_where_it_does_not_count_or_its_host_says_so(
    host: Client, chosen: str, unrated: bool, allowed: bool
) -> None:
    new_table(host, take_backs=chosen, unticked=["is_rated"] if unrated else [])
    game = Game.objects.get()
    assert game.pace.get("take_backs", False) == allowed
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert ("a turn can be taken back if all agree" in page) == allowed


def test_table_has_a_fixed_hour_in_the_zone_of_its_host(host: Client, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    new_table(host, fixed_hour="on", fixed_days=["0", "3"], fixed_at="20")
    game = Game.objects.get()
    assert game.pace["fixed_hour"] == {"days": [0, 3], "hour": 20, "zone": "Europe/Berlin"}
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert "ends Monday and Thursday 20:00 (Europe/Berlin)" in page
    assert "rest on each one’s days off" in page


def test_table_says_how_it_begins_and_who_plays_for_the_absent(host: Client) -> None:
    new_table(host, stand_in="strong")
    game = Game.objects.get()
    assert (game.starts_itself, game.stand_in) == (True, "strong")
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert "as soon as the last seat is taken" in page
    assert "a house player (strong)" in page
    new_table(host, unticked=["starts_itself"])
    page = text_of(host.get(reverse("table", args=[Game.objects.latest("pk").pk])))
    assert "when the host starts it" in page
    assert "nobody plays for them: what the rules say for silence counts at once" in page


def test_last_player_at_the_table_is_redirected_to_the_game(
    client: Client, table: Game, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    Game.objects.update(starts_itself=True)
    for player in (bob, dora):
        tables.join_table(table.pk, player, now=now)
    client.force_login(erin)
    answer = client.post(reverse("table_join", args=[table.pk]), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("game", args=[table.pk])


def test_table_player_is_removed_by_the_host(
    host: Client, table: Game, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    page = text_of(host.get(reverse("table", args=[table.pk])))
    assert page.count("Take from the table") == 1  # and not the host
    address = reverse("table_remove", args=[table.pk])
    answer = host.post(address, {"person": bob.pk}, follow=True)
    assert "Bob does not sit at the table any more." in text_of(answer)
    for nobody in (bob.pk, "", "x", 10**30):
        answer = host.post(address, {"person": nobody}, follow=True)
        assert "This player does not sit at the table." in text_of(answer)


def test_table_player_is_removed_by_nobody_else(
    client: Client, table: Game, bob: Person, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    client.force_login(bob)
    assert "Take from the table" not in text_of(client.get(reverse("table", args=[table.pk])))


def test_table_says_when_the_table_will_be_called_off(
    host: Client, table: Game, now: datetime
) -> None:
    tables.warn_host(table.pk, now=now + timedelta(days=14))
    page = text_of(host.get(reverse("table", args=[table.pk])))
    assert "If the game has not begun by" in page
    assert "23 Mar" in page


def test_table_box_that_is_not_ticked_is_a_no(host: Client) -> None:
    """A browser sends nothing of it."""
    new_table(host, unticked=["is_rated", "may_try"])
    game = Game.objects.get()
    assert (game.is_rated, game.may_try, game.is_private) == (False, False, False)
    assert (game.options, game.pace["weekend"], game.pace["night"]) == ({}, False, None)


@pytest.mark.parametrize(
    "fields",
    [
        {"title": ""},
        {"preset": "never"},
        {"night": "on", "night_from": "8", "night_to": "8"},
        {"turn_hours": "0"},
        {"turn_hours": "721"},
        {"turn_more": "5"},
        {"turn_most": "50"},
        {"answer_hours": "20", "answer_more": "5", "answer_most": "19"},
        {"fixed_hour": "on", "fixed_days": []},
        {"fixed_hour": "on", "fixed_days": ["7"]},
        {"fixed_hour": "on", "fixed_at": "24"},
    ],
)
def test_table_is_not_opened_by_a_wrong_form(host: Client, fields: dict[str, Any]) -> None:
    assert new_table(host, **fields).status_code == 422
    assert not Game.objects.exists()


def test_table_seat_can_be_chosen(client: Client, table: Game, bob: Person) -> None:
    client.force_login(bob)
    assert "Sit here" in text_of(client.get(reverse("table", args=[table.pk])))
    client.post(reverse("table_join", args=[table.pk]), {"seat": "east"})
    assert table.seats.get(name="east").person == bob
    client.post(reverse("table_choose", args=[table.pk]), {"seat": "north", "colour": "beige"})
    assert table.seats.get(name="north").colour == "beige"
    client.post(reverse("table_leave", args=[table.pk]))
    assert not table.seats.filter(person=bob).exists()


def test_table_says_why_a_seat_cannot_be_had(client: Client, table: Game, bob: Person) -> None:
    client.force_login(bob)
    answer = client.post(reverse("table_join", args=[table.pk]), {"seat": "south"}, follow=True)
    assert "This seat is taken." in text_of(answer)


def test_private_table_opens_by_its_link(client: Client, table: Game, charlie: Person) -> None:
    Game.objects.update(is_private=True)
    client.force_login(charlie)
    assert client.get(reverse("table", args=[table.pk])).status_code == 404
    assert client.post(reverse("table_join", args=[table.pk])).status_code == 404
    page = text_of(client.get(reverse("invite", args=[table.invite_key])))
    assert table.invite_key in page
    join = {"seat": "north", "key": table.invite_key}
    client.post(reverse("table_join", args=[table.pk]), join)
    assert table.seats.get(name="north").person == charlie
    assert client.get(reverse("table", args=[table.pk])).status_code == 200


def test_invitation_with_a_wrong_key_is_not_found(client: Client, table: Game) -> None:
    assert client.get(reverse("invite", args=["wrong"])).status_code == 404


def test_invitation_link_is_shown_to_the_host_alone(
    client: Client, table: Game, bob: Person, alice: Person
) -> None:
    address = reverse("table", args=[table.pk])
    client.force_login(bob)
    assert table.invite_key not in text_of(client.get(address))
    client.force_login(alice)
    assert table.invite_key in text_of(client.get(address))


def test_old_invitation_link_redirects_to_the_game(client: Client, game: Game) -> None:
    answer = client.get(reverse("invite", args=[game.invite_key]))
    assert answer["Location"] == reverse("game", args=[game.pk])


def test_invitation_is_sent_by_letter(host: Client, table: Game) -> None:
    address = reverse("table_invite", args=[table.pk])
    given = {"addresses": "erin@example.org, dora@example.org\nbob@example.org"}
    assert "3 letters are on their way." in text_of(host.post(address, given, follow=True))
    assert Invitation.objects.count() == 3


@pytest.mark.parametrize(
    "addresses", ["", "erin", "a@b.org " * 11, "erin@example.org <script>", "a" * 250 + "@b.org"]
)
def test_invitation_to_a_wrong_address_is_not_sent(
    host: Client, table: Game, addresses: str
) -> None:
    answer = host.post(reverse("table_invite", args=[table.pk]), {"addresses": addresses})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_table_is_filled_with_bots_and_begins(host: Client, table: Game) -> None:
    for number in range(3):
        person(f"House{number}", is_house=True)
    page = host.get(reverse("table", args=[table.pk]))
    assert "Let house players take the free seats" in text_of(page)
    answer = host.post(reverse("table_house", args=[table.pk]), follow=True)
    assert "Start the game" in text_of(answer)
    answer = host.post(reverse("table_start", args=[table.pk]))
    assert answer["Location"] == reverse("game", args=[table.pk])


def test_table_says_what_is_missing_for_a_start(host: Client, table: Game) -> None:
    answer = host.post(reverse("table_start", args=[table.pk]), follow=True)
    assert "The game can start when every seat is taken." in text_of(answer)


def test_bot_game_begins_by_one_button(host: Client, alice: Person) -> None:
    for number in range(3):
        person(f"House{number}", is_house=True)
    assert "Play Conquest" in text_of(host.get(reverse("table_play")))
    answer = host.post(reverse("table_play"), {"ruleset": "conquest"}, follow=True)
    assert "It is your turn" in text_of(answer)
    assert Decision.objects.get().seat.person == alice


def test_first_page_shows_visitors_a_board_and_the_way_in(client: Client, db: None) -> None:
    page = text_of(client.get("/"))
    assert "<svg" in page
    assert reverse("account_signup") in page


def test_first_page_says_what_kind_of_game_it_is(client: Client, db: None) -> None:
    page = text_of(client.get("/"))
    assert "Donald Benge" in page
    assert "<svg" in page


def test_first_page_tells_new_people_how_to_begin(host: Client) -> None:
    page = text_of(host.get("/"))
    assert "three ways to begin" in page
    assert "No game is waiting for you" not in page


def test_table_shows_the_opening_of_its_game(host: Client, table: Game) -> None:
    page = text_of(host.get(reverse("table", args=[table.pk])))
    assert page.count("<svg") == 1


def test_first_page_counts_open_decisions_in_its_title(
    client: Client, game: Game, bob: Person
) -> None:
    client.force_login(game.host)
    page = text_of(client.get("/"))
    assert "<title>(1) My games" in page
    assert "Make your move" in page
    client.force_login(bob)
    page = text_of(client.get("/"))
    assert "<title>My games" in page
    assert "Waiting for others" in page


def test_first_page_needs_few_queries(
    client: Client, game: Game, now: datetime, django_assert_max_num_queries: Any
) -> None:
    client.force_login(game.host)
    with django_assert_max_num_queries(15):
        client.get("/")


def test_table_list_has_open_running_and_finished_games(
    client: Client, game: Game, alice: Person, now: datetime
) -> None:
    tables.open_table(
        alice, tables.TableTerms(ruleset="conquest", title="Winter", pace=game.pace), now=now
    )
    page = text_of(client.get(reverse("tables")))
    assert "Winter" in page
    assert "4 seats free" in page
    assert "Autumn" not in page
    assert "Autumn" in text_of(client.get(reverse("tables"), {"show": "running"}))
    over = text_of(client.get(reverse("tables"), {"show": "over"}))
    assert "No public game is over yet." in over


def test_rules_are_shown_in_both_languages(client: Client, game: Game, dora: Person) -> None:
    address = reverse("rules", args=[game.ruleset])
    assert "<h1>Conquest</h1>" in text_of(client.get(address))
    english = client.get(address).content
    client.force_login(dora)
    assert client.get(address).content != english
    assert client.get(reverse("rules", args=["nothing"])).status_code == 404


def test_healthz_answers(client: Client, db: None) -> None:
    assert client.get(reverse("healthz")).content == b"ok\n"


@pytest.mark.parametrize("fields", [{"seat": "west-"}, {"key": "a/b"}])
def test_table_form_that_no_page_holds_is_harmless(
    host: Client, table: Game, fields: dict[str, str]
) -> None:
    answer = host.post(reverse("table_join", args=[table.pk]), fields)
    assert answer["Location"] == reverse("table", args=[table.pk])


def test_invitation_link_is_redirected_back_to(client: Client, table: Game, alice: Person) -> None:
    client.force_login(alice)
    answer = client.post(reverse("table_join", args=[table.pk]), {"key": table.invite_key})
    assert answer["Location"] == reverse("invite", args=[table.invite_key])


@pytest.mark.parametrize("key", ["a%2Fb", "%F0%9F%92%A5"])
def test_invitation_key_that_is_none_is_not_found(client: Client, db: None, key: str) -> None:
    assert client.get(f"/invite/{key}/").status_code == 404


def test_table_title_is_one_line(host: Client) -> None:
    new_table(host, title="Winter\nStop all letters:  below")
    assert Game.objects.get().title == "Winter Stop all letters: below"


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\x07"])
def test_table_title_with_invisible_signs_is_refused(host: Client, sign: str) -> None:
    assert new_table(host, title=f"Win{sign}ter").status_code == 422
