"""The form of a new table, with the options of its game."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from games.models import Game
from tests.games.forms import new_table


@pytest.fixture
def host(client: Client, alice: Person, checkers: str) -> Client:
    client.force_login(alice)
    return client


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def open_with(client: Client, **fields: Any) -> Any:
    answer = new_table(client, ruleset="checkers", **fields)
    assert answer.status_code == 302, answer.context["form"].errors
    return Game.objects.get().options


def test_table_form_asks_for_the_game_first(host: Client) -> None:
    page = text_of(host.get(reverse("table_new")))
    assert page.index("(Checkers)") < page.index("(Conquest)")
    assert "A game for two on dark fields." in page
    assert page.count("<svg") == len(registry.find_rulesets())
    assert "<form method" not in page.partition("<main")[2].partition("<footer")[0]


def test_table_form_does_not_ask_where_there_is_one_game(
    client: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug in registry.find_rulesets().keys() - {"conquest"}:
        monkeypatch.delitem(registry.find_rulesets(), slug)
    client.force_login(alice)
    page = text_of(client.get(reverse("table_new")))
    assert "Open the table" in page
    assert "Another game" not in page


@pytest.mark.parametrize("asked", ["draughts", ""])
def test_table_form_asks_again_for_an_unknown_game(host: Client, asked: str) -> None:
    assert "Which game shall it be?" in text_of(
        host.post(reverse("table_new"), {"ruleset": asked, "title": "Winter"})
    )
    assert not Game.objects.exists()


def test_table_form_shows_the_options_of_the_game_alone(host: Client) -> None:
    page = text_of(host.get(reverse("table_new"), {"ruleset": "checkers"}))
    assert "How kings move" in page
    assert "Flying kings make short games." in page
    assert "as far as they like" in page
    assert "From 2 to 9." in page
    assert "Matters only with “How kings move: as far as they like”." in page
    assert "Matters only with “Draws: quiet”." in page
    assert "Who plays with whom" not in page


def test_table_form_speaks_of_turns_alone_where_nothing_else_is_asked(host: Client) -> None:
    page = text_of(host.get(reverse("table_new"), {"ruleset": "checkers"}))
    assert "Normal: 1 day a turn<" in page
    assert "for an answer" not in page


def test_table_form_keeps_what_differs_from_the_defaults(host: Client) -> None:
    assert open_with(host) == {}


def test_table_form_keeps_choices_switches_and_numbers(host: Client) -> None:
    chosen = {"option_flying": "on", "option_leap": "5", "option_draw": "2", "option_turns": "12"}
    assert open_with(host, **chosen) == {"flying": True, "leap": 5, "draw": "quiet", "turns": 12}


def test_table_form_keeps_that_a_default_tick_was_removed(host: Client) -> None:
    assert open_with(host, unticked=["option_must"]) == {"must": False}


@pytest.mark.parametrize("slug", sorted(registry.find_rulesets()))
def test_table_form_opens_a_table_of_any_game_as_it_stands(host: Client, slug: str) -> None:
    assert new_table(host, ruleset=slug).status_code == 302
    assert Game.objects.get().options == {}


@pytest.mark.parametrize("leap", ["5", "99", "x", ""])
def test_table_form_ignores_options_that_do_not_matter(host: Client, leap: str) -> None:
    """Neither a value that would do nor one that would be refused, if it mattered."""
    assert open_with(host, option_leap=leap, option_turns="1") == {}


@pytest.mark.parametrize("leap", ["1", "10", "x"])
def test_table_form_refuses_a_number_out_of_its_bounds(host: Client, leap: str) -> None:
    answer = new_table(host, ruleset="checkers", option_flying="on", option_leap=leap)
    assert answer.status_code == 422
    assert answer.context["form"].errors["option_leap"]


def test_table_form_takes_a_number_left_out_as_the_default(host: Client) -> None:
    assert open_with(host, option_flying="on", option_leap="") == {"flying": True}


def test_table_form_says_why_options_do_not_go_together(host: Client) -> None:
    fields = {"option_flying": "on", "option_leap": "7", "option_draw": "1"}
    answer = new_table(host, ruleset="checkers", **fields)
    assert answer.status_code == 422
    assert "Kings that fly 7 fields need draws." in text_of(answer)
    assert not Game.objects.exists()


def test_table_page_tells_the_chosen_options(host: Client) -> None:
    open_with(host, option_flying="on", option_leap="5")
    page = text_of(host.get(reverse("table", args=[Game.objects.get().pk])))
    assert "<dt>How kings move</dt><dd>as far as they like</dd>" in page
    assert "<dt>How far kings fly</dt><dd>5</dd>" in page
    assert "Quiet turns" not in page


def test_table_seat_that_is_drawn_by_lot_cannot_be_chosen(
    host: Client, client: Client, bob: Person
) -> None:
    open_with(host, unticked=["starts_itself"], option_lots="on")
    game = Game.objects.get()
    client.force_login(bob)
    page = text_of(client.get(reverse("table", args=[game.pk])))
    assert "drawn by lot when the game begins" in page
    assert "Sit here" not in page
    client.post(reverse("table_join", args=[game.pk]), {"seat": "south"})
    assert game.seats.get(name="west").person == bob
    page = text_of(client.get(reverse("table", args=[game.pk])))
    assert "Change your side" not in page
    answer = client.post(
        reverse("table_choose", args=[game.pk]), {"seat": "west", "colour": "black"}, follow=True
    )
    assert "At this table seats are drawn by lot." in text_of(answer)


def test_bot_level_can_be_chosen(host: Client, alice: Person, django_user_model: Any) -> None:
    django_user_model.objects.create_user("log@house.invalid", name="Log", is_house=True)
    open_with(host, unticked=["starts_itself"])
    game = Game.objects.get()
    page = text_of(host.get(reverse("table", args=[game.pk])))
    assert '<option value="strong">strong</option>' in page
    host.post(reverse("table_house", args=[game.pk]), {"level": "strong"})
    assert game.seats.get(name="west").level == "strong"
    assert "house player: strong" in text_of(host.get(reverse("table", args=[game.pk])))


@pytest.mark.parametrize(("level", "seated"), [("strong", "strong"), ("", "weak"), ("x", "weak")])
def test_bot_game_of_any_kind_begins(
    host: Client, django_user_model: Any, level: str, seated: str
) -> None:
    django_user_model.objects.create_user("log@house.invalid", name="Log", is_house=True)
    page = text_of(host.get(reverse("table_play")))
    assert "Play Checkers" in page
    assert "Play Conquest" in page
    host.post(reverse("table_play"), {"ruleset": "checkers", "level": level})
    game = Game.objects.get()
    assert (game.ruleset, game.is_running) == ("checkers", True)
    assert game.seats.get(name="west").level == seated


def test_bot_game_form_asks_for_the_game(host: Client) -> None:
    assert host.post(reverse("table_play"), {}).status_code == 422
    assert not Game.objects.exists()


def test_bots_are_not_offered_in_games_they_do_not_know(
    client: Client, alice: Person, quiet: str, django_user_model: Any
) -> None:
    for number in range(3):
        django_user_model.objects.create_user(
            f"h{number}@h.invalid", name=f"H{number}", is_house=True
        )
    client.force_login(alice)
    new_table(client, ruleset=quiet)
    game = Game.objects.get()
    assert "house players" not in text_of(client.get(reverse("table", args=[game.pk])))
    assert "Play Checkers" not in text_of(client.get(reverse("table_play")))
    answer = client.post(reverse("table_house", args=[game.pk]), follow=True)
    assert "House players do not know this game." in text_of(answer)
