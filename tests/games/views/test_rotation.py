"""Boards are rotated so that their reader's side is near: on every page, and on request."""

from __future__ import annotations

import json
import re
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import thumbnails
from games.letters import content, pictures
from games.models import Game
from games.queries import GameRow
from tests.games import skirmishes
from tests.games.views.test_answer import begin_attack

PLACED = re.compile(r'data-f="(\w+)" transform="translate\(([\d.]+) ([\d.]+)\)')
NAMED = re.compile(r"boards/[a-z]+-\w+?(?:-turned-(\d))?(?:-light|-dark|\.json)")
FURTHER = re.compile(r'<a href="([^"]*)"[^>]*>(?:<span[^>]*>↺</span><span[^>]*>)?Turn the board')
HALF = 2


@pytest.fixture
def skirmish(alice: Person, bob: Person, now: datetime) -> Game:
    """Ash is Alice, Birch at the far side is Bob, who is on turn."""
    people = [alice, bob]
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=3)


@pytest.fixture
def question_game(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Game:
    """A game in which Alice in the south is asked about what Bob in the west has done."""
    return begin_attack([alice, bob, dora, erin], "W12-W13; end", now)


def board_rotations(game: Game, markup: str) -> set[int]:
    """Return by how many quarters the boards of a page are turned: empty boards and figures."""
    art = game.rules.art
    charts = {
        turned: art.chart_of(art.turned_drawing(game.board, turned)) for turned in art.quarter_turns
    }
    found = {int(turned or 0) for turned in NAMED.findall(markup)}
    for field, x, y in PLACED.findall(markup):
        places = {turned: chart.point_of(field) for turned, chart in charts.items()}
        found |= {turned for turned, at in places.items() if at == (float(x), float(y))}
    return found


def get(client: Client, name: str, game: Game, query: str = "") -> str:
    return unescape(client.get(reverse(name, args=[game.pk]) + query).content.decode())


def same_way_round(person: Person) -> None:
    """Let a person wish to see every board the same way round."""
    person.own_side_near = False
    person.save()


@pytest.mark.parametrize("name", ["game", "game_history", "game_try"])
def test_rotation_shows_the_board_from_the_side_of_its_reader(
    client: Client, skirmish: Game, alice: Person, bob: Person, name: str
) -> None:
    for person, turned in ((None, 0), (alice, 0), (bob, HALF)):
        client.logout() if person is None else client.force_login(person)
        assert board_rotations(skirmish, get(client, name, skirmish)) == {turned}


@pytest.mark.parametrize("name", ["game", "game_history", "game_try"])
def test_rotation_shows_every_seat_of_four_its_own_island_near(
    client: Client, game: Game, charlie: Person, name: str
) -> None:
    """Who only looks on sees the plan as it is."""
    for seat in game.seats.all():
        assert seat.person is not None
        client.force_login(seat.person)
        assert board_rotations(game, get(client, name, game)) == {seat.order}
    client.force_login(charlie)
    assert board_rotations(game, get(client, name, game)) == {0}


@pytest.mark.parametrize("turned", [0, HALF])
def test_rotation_turns_the_board_with_all_that_is_on_it(
    client: Client, skirmish: Game, bob: Person, turned: int
) -> None:
    client.force_login(bob)
    page = get(client, "game", skirmish, f"?turned={turned}&piece=b5&near=1")
    assert "Turn the board" in page
    assert board_rotations(skirmish, page) == {turned}
    assert f"turned={HALF - turned}" in page
    choices = re.findall(r'href="(\?(?:plan|piece)=[^"]*)"', page)
    assert choices
    assert all(f"turned={turned}" in choice for choice in choices)
    for address in re.findall(r'data-reel="([^"]*)"', page):
        reel = json.dumps(client.get(address).json()).replace("\\", "")
        assert board_rotations(skirmish, reel) == {turned}
    (address,) = re.findall(r'"address": "([^"]*)"', page)
    told = client.post(address, {"text": "d5 to d4"}, headers={"accept": "application/json"})
    assert board_rotations(skirmish, told.json()["layer"]) == {turned}


@pytest.mark.parametrize("name", ["game", "game_history", "game_try"])
def test_rotation_goes_on_quarter_by_quarter(
    client: Client, game: Game, bob: Person, name: str
) -> None:
    client.force_login(bob)
    address = reverse(name, args=[game.pk])
    shown: list[int] = []
    for _ in range(5):
        page = client.get(address).content.decode()
        shown += board_rotations(game, page)
        (further,) = set(FURTHER.findall(page))
        address = unescape(further)
    assert shown == [1, 2, 3, 0, 1]


@pytest.mark.parametrize("stale", ["1", "4", "-1", "", "²", "west", "9" * 400])
def test_rotation_falls_back_to_the_readers_own_side(
    client: Client, skirmish: Game, bob: Person, stale: str
) -> None:
    client.force_login(bob)
    for name in ("game", "game_history", "game_try"):
        assert board_rotations(skirmish, get(client, name, skirmish, f"?turned={stale}")) == {HALF}


def test_rotation_is_carried_to_the_other_pages_of_the_game(
    client: Client, game: Game, bob: Person
) -> None:
    client.force_login(bob)
    for name in ("game", "game_history", "game_try"):
        page, unasked = (get(client, name, game, query) for query in ("?turned=3", ""))
        links = re.findall(rf'href="(/games/{game.pk}/(?:history/|try/|)(?:\?[^"]*)?)"', page)
        assert links
        assert [link for link in links if "turned=" not in link] == []
        assert "turned=3" not in unasked


def test_rotation_is_the_same_in_reviews_and_questions(
    client: Client, skirmish: Game, alice: Person, bob: Person, now: datetime
) -> None:
    client.force_login(bob)
    check = reverse("game_check", args=[skirmish.pk])
    for query, turned in (("", HALF), ("?turned=0", 0)):
        page = client.post(check + query, {"text": "d5 to d4"}, follow=True).content.decode()
        assert board_rotations(skirmish, page) == {turned}
    assert "turned=0" in page
    skirmishes.tell(skirmish, [alice, bob], now=now, since=3, upto=skirmishes.ASKED)
    assert board_rotations(skirmish, get(client, "game_answer", skirmish)) == {HALF}
    assert board_rotations(skirmish, get(client, "game_answer", skirmish, "?turned=0")) == {0}


def test_rotation_of_letters_follows_their_reader(
    question_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[set[int]] = []

    def paint(svg: str, _width: int) -> tuple[bytes, ...]:
        shown.append(board_rotations(question_game, svg))
        return (b"",)

    monkeypatch.setattr("conquest.kit.picture.paint_layers", paint)
    monkeypatch.setattr("mail.pictures.merge_pictures", lambda png: b"light")
    for seat in question_game.seats.all():
        gathered = content.gather_digest(question_game, seat)
        pictures.draw_overviews(gathered)
        if seat.name == "south":
            pictures.draw_close_up(gathered)
        assert shown
        assert all(turned == {seat.order} for turned in shown)
        shown.clear()


def test_rotation_of_listed_games_is_that_of_their_pages(game: Game, bob: Person) -> None:
    west = game.seats.get(name="west")
    seats = tuple(game.seats.all())
    for mine, turned in ((west, 1), (None, 0)):
        drawn = thumbnails.draw_thumbnail(GameRow(game, seats, mine))
        assert board_rotations(game, drawn.backdrops["light"] + drawn.layer) == {turned}


@pytest.mark.parametrize("name", ["game", "game_history", "game_try"])
def test_rotation_can_be_switched_off_by_preference(
    client: Client, game: Game, bob: Person, name: str
) -> None:
    same_way_round(bob)
    client.force_login(bob)
    assert board_rotations(game, get(client, name, game)) == {0}
    assert board_rotations(game, get(client, name, game, "?turned=1")) == {1}
    west = content.gather_digest(game, game.seats.get(name="west"))
    assert west.seat.rotation == 0


def test_rotation_is_not_offered_for_boards_with_one_side(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    art: Any = game.rules.art
    monkeypatch.setattr(type(art), "quarter_turns", (0,))
    client.force_login(game.host)
    assert "Turn the board" not in get(client, "game", game)
