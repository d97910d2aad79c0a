"""How games began: a tree of first turns that enough games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import store
from records import archiving, openings
from records.opening_lines import DEPTH, LONGEST, line_keys, opening_turns
from records.openings import load_openings
from tests import stage
from tests.games import espionage
from tests.records.games import TURNS, finished

pytestmark = pytest.mark.django_db


def stored_events(game: Game) -> list[Any]:
    return [event for _row, event in store.read_events(game)]


@pytest.fixture
def known(alice: Person, bob: Person, now: datetime) -> list[Game]:
    """As many games of one beginning as are shown, and one of another."""
    alike = [finished([alice, bob], now=now) for _number in range(openings.LEAST)]
    other = finished([bob, alice], now=now, texts=("c5-c7",))
    list(archiving.archive_changed_games())
    return [*alike, other]


def test_turns_that_enough_games_share_are_shown(known: Sequence[Game]) -> None:
    page = load_openings("bollwerk")
    assert page is not None
    assert (page.here.games, page.here.wins) == (len(known), {"white": len(known)})
    assert [(one.turn, one.games) for one in page.following] == [(f"white: {TURNS[0]}", 5)]
    deeper = load_openings("bollwerk", page.following[0].key)
    assert deeper is not None
    assert [one.turn for one in deeper.turns] == [f"white: {TURNS[0]}"]
    assert [one.turn for one in deeper.following] == [f"black: {TURNS[1]}"]


def test_turns_of_few_games_are_not_shown(known: Sequence[Game], client: Client) -> None:
    _root, rare = line_keys("bollwerk", known[0].board, ["white: c5-c7"])
    assert load_openings("bollwerk", rare) is None
    address = reverse("openings", args=["bollwerk"])
    assert "c5-c7" not in client.get(address).content.decode()
    assert client.get(address, {"line": rare}).status_code == 404


def test_a_place_belongs_to_its_rule_set(known: Sequence[Game]) -> None:
    page = load_openings("bollwerk")
    assert page is not None
    assert load_openings("espionage", page.here.key) is None


def test_the_tree_has_few_levels(known: Sequence[Game]) -> None:
    page, depth = load_openings("bollwerk"), 0
    while page and page.following:
        page, depth = load_openings("bollwerk", page.following[0].key), depth + 1
    assert depth == DEPTH


def test_openings_are_shown_and_told_as_json(known: Sequence[Game], client: Client) -> None:
    page = client.get(reverse("openings", args=["bollwerk"])).content.decode()
    assert f"white: {TURNS[0]}" in page
    told = client.get(reverse("openings_json", args=["bollwerk"])).json()
    assert told["here"]["games"] == len(known)
    assert told["following"][0]["wins"] == {"white": 5}
    key = told["following"][0]["key"]
    told = client.get(reverse("openings_json", args=["bollwerk"]), {"line": key}).json()
    assert told["turns"] == [f"white: {TURNS[0]}"]


def test_a_rule_set_without_games_has_an_empty_page(client: Client) -> None:
    assert client.get(reverse("openings", args=["armada"])).status_code == 200
    assert client.get(reverse("openings_json", args=["armada"])).json()["here"] is None
    assert client.get(reverse("openings", args=["nothing"])).status_code == 404


def test_what_was_set_up_in_secret_is_in_no_opening(
    alice: Person, bob: Person, now: datetime
) -> None:
    """Two games with other camps and the same turns began alike, also once they are over."""
    begun = list[tuple[str, ...]]()
    for camp in espionage.BLACK_CAMPS:
        game = espionage.begin([alice, bob], now)
        for seat, text in ((1, camp), *espionage.REST[:3]):
            stage.hand_in(game, [alice, bob][seat], text, now=now)
        game.refresh_from_db()
        events = stored_events(game)
        begun.append(opening_turns(game.rules, events, is_whole=True))
    assert begun[0] == begun[1] == ("white: d2-d3 e2-e3", "black: d7-d6 e7-e6")


def test_a_long_turn_ends_what_is_compared(over: Game) -> None:
    events = stored_events(over)
    events[1] = msgspec.structs.replace(events[1], order="e5-e7" + "; e5-e7" * LONGEST)
    assert opening_turns(over.rules, events, is_whole=True) == ()
