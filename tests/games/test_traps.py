"""Five traps that a site built round one open game without chance falls into.

It fell into each: what these tests ask was not so before rule sets were parted into named values.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.kit import chance
from games.models import Event, Game
from games.planner.plan_crypto import decrypt_plan
from games.play import tables
from games.play.clock import PRESETS
from tests.games import skirmishes
from tests.games.skirmishes import BEGUN, MET, OVER, SET_UP
from tests.games.test_every_page import plain

ATTACK = "d3 to d4"


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


def play_story(people: list[Person], now: datetime, upto: int) -> Game:
    game = skirmishes.begin(people, now=now)
    return skirmishes.tell(game, people, now=now, upto=upto)


def get(client: Client, game: Game, name: str = "game", **query: str) -> str:
    return unescape(client.get(reverse(name, args=[game.pk]), query).content.decode())


def post(client: Client, game: Game, name: str, text: str, **more: str) -> Any:
    given = {"text": text, "seen": game.version, "key": text, **more}
    return client.post(reverse(name, args=[game.pk]), given, follow=name == "game_check")


def planned_payload(client: Client, game: Game, text: str) -> dict[str, Any]:
    """Return what the script of the page gets about a plan."""
    address = reverse("game_plan", args=[game.pk])
    answer = client.post(address, {"text": text}, headers={"accept": "application/json"})
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_trap_1_a_preview_plays_what_its_author_knows(
    client: Client, people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checking an attack shows neither the rank that is met nor a throw, and draws no number."""
    game = play_story(people, now, MET)
    client.force_login(people[0])
    monkeypatch.setattr(chance, "whole_number", lambda *_: pytest.fail("a number was drawn"))
    seen = [
        plain(post(client, game, "game_check", ATTACK)),
        get(client, game, plan=ATTACK),
        json.dumps(planned_payload(client, game, ATTACK)),
        get(client, game, "game_try", plan=ATTACK),
        get(client, game, "game_text", plan=ATTACK, ask="s d4"),
    ]
    assert "Here the ranks decide." in seen[0]
    assert all("guard of Birch" not in page for page in seen)
    assert all("throws" not in page and "beats" not in page for page in seen)
    game.refresh_from_db()
    assert not Event.objects.filter(game=game, kind="fought").exists()


def test_trap_2_silence_is_not_the_word_that_ends_a_turn(
    client: Client, people: list[Person], now: datetime
) -> None:
    """Silence resigns here: no box on the page adds that to a turn, and no view does."""
    game = play_story(people, now, BEGUN)
    client.force_login(people[0])
    assert 'name="end"' not in get(client, game)
    post(client, game, "game_submit", "d1 to d2", end="")
    game.refresh_from_db()
    assert game.is_running
    assert not Event.objects.filter(game=game, kind="resigned").exists()


def test_trap_3_an_order_grows(client: Client, people: list[Person], now: datetime) -> None:
    """The first rank alone would be refused; by links it becomes one order of three."""
    game = play_story(people, now, SET_UP)
    client.force_login(people[0])
    here, page = reverse("game", args=[game.pk]), get(client, game)
    for rank, square in (("captain", "c1"), ("scout", "b1"), ("guard", "d1")):
        assert "Check the set-up" in page
        page = unescape(client.get(here + follow(page, f"tool={rank}", people[0])).content.decode())
        page = unescape(
            client.get(here + follow(page, f"{square} {rank}", people[0])).content.decode()
        )
    whole = "muster b1 scout, d1 guard, c1 captain"
    assert f">{whole}</textarea>" in page
    assert post(client, game, "game_check", "muster b1 scout").status_code == 422
    assert post(client, game, "game_submit", "muster b1 scout").status_code == 422
    review = plain(post(client, game, "game_check", whole))
    assert "Is this your set-up?" in review
    assert "Send the set-up" in review
    assert "the turn" not in review.casefold()


def test_trap_3_what_replaces_an_order_takes_its_place(
    client: Client, people: list[Person], now: datetime
) -> None:
    """A move is whole; with its fence it is still one order, not two."""
    game = play_story(people, now, BEGUN)
    client.force_login(people[0])
    plan = planned_payload(client, game, "b1 to b2")
    assert plan["lacks"] == "Lay a fence, or send it as it is."
    (fence,) = (one for one in plan["pieces"]["b2"]["targets"] if one["field"] == "c2")
    assert (fence["text"], fence["replaces"], fence["tool"]) == ("b1 to b2 fence c2", True, "fence")
    assert plan["stem"] == ""
    page = get(client, game, plan="b1 to b2", piece="b2", tool="fence")
    address = reverse("game", args=[game.pk]) + follow(page, "fence c2", people[0])
    assert ">b1 to b2 fence c2</textarea>" in unescape(client.get(address).content.decode())


def follow(page: str, part: str, reader: Person) -> str:
    """Return where the first link of a reader's page leads that asks for this."""
    hrefs: list[str] = [href.partition("#")[0] for href in HREF.findall(page)]
    return next(href for href in hrefs if part in asked_by_url(href, reader))


def asked_by_url(href: str, reader: Person) -> str:
    """Return what an address asks for, as its reader may know it."""
    query = parse_qsl(href.removeprefix("?"))
    return ", ".join(f"{name}={decrypt_plan(value, reader.pk)}" for name, value in query)


HREF = re.compile(r'href="(\?[^"]*)"')


@pytest.mark.parametrize("upto", [BEGUN + 1, MET, OVER])
def test_trap_4_true_events_are_folded_and_masked_where_they_are_told(
    client: Client, people: list[Person], now: datetime, upto: int
) -> None:
    """Folded masked, the first move would be that of a unit which nobody has set up."""
    game = play_story(people, now, upto)
    for name in ("game_notation", "game_events", "game_history", "game_film"):
        answer = client.get(reverse(name, args=[game.pk]))
        assert answer.status_code == 200
        assert (b"muster b1 scout" in answer.content) is (upto == OVER and "film" not in name
                                                          and "history" not in name)  # fmt: skip
    notation = client.get(reverse("game_notation", args=[game.pk])).content.decode()
    assert "2. ash: d1 to d2 fence d1" in notation
    events = client.get(reverse("game_events", args=[game.pk])).json()["events"]
    assert [event["seq"] for event in events] == list(range(1, game.version + 1))


def test_trap_5_nothing_outside_a_rule_set_knows_its_notation(
    client: Client, people: list[Person], now: datetime
) -> None:
    """Orders have blanks, and another sign between them; there are no points and no letters."""
    game = play_story(people, now, BEGUN)
    client.force_login(people[0])
    plan = planned_payload(client, game, "offer draw / b1 to b2")
    assert (plan["between"], plan["left"], plan["head"]) == (" / ", None, "offer draw / b1 to b2")
    assert plan["stem"] == "offer draw"
    page = get(client, game, plan="offer draw / b1 to b2")
    assert "meter" not in page
    assert not re.search(r"\d points?\b", plain(client.get(reverse("game", args=[game.pk]))))
    assert "b1: " not in page


@pytest.mark.parametrize(
    ("options", "board", "seats"),
    [
        ({}, "glade-5", ["ash", "birch"]),
        ({"players": 4, "size": 6}, "glade-6", ["ash", "cedar", "birch", "elm"]),
    ],
)
def test_trap_5_a_table_has_the_board_and_the_seats_of_its_options(
    client: Client, alice: Person, now: datetime, options: dict[str, Any], board: str, seats: Any
) -> None:
    table = tables.open_table(
        alice,
        tables.TableTerms(ruleset="skirmish", title="Six", pace=PRESETS["fast"], options=options),
        now=now,
    )
    client.force_login(alice)
    page = client.get(reverse("table", args=[table.pk])).content.decode()
    assert f"boards/{board}-light.svg" in page
    assert (table.board, [seat.name for seat in table.seats.all()]) == (board, seats)
    assert next(seat.colour for seat in table.seats.all()) == "white"
    assert "No answer" not in page
