"""What a player sees when he opens a game: his own pieces, large enough, without a hand moved."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from accounts.models import Person
from conquest import bench, registry
from games.models import Game
from games.play import clock
from tests import stage
from tests.bench import games
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import PLAYERS, Site

LEAST = {"desk": 20, "phone": 22}
DEVICES: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE}
PIECE = 50  # board units, from edge to edge


def opening(people: list[Person]) -> Game:
    return stage.sit_down(people, "conquest", now=clock.now())


def middle(people: list[Person]) -> Game:
    return games.begin(bench.middle(registry.get("conquest")), people)


def last_pieces(people: list[Person]) -> Game:
    """Few are left, and they stand far apart."""
    pieces = {
        "S12": "south K", "S40": "south S", "W01": "west S", "W30": "west K", "N01": "north S",
        "N30": "north K", "E01": "east S", "E30": "east K",
    }  # fmt: skip
    return stage.begin(people, pieces, now=clock.now())


def sizes(page: Page) -> list[float]:
    """Return how large the own pieces in sight are, in CSS pixels."""
    frame = page.locator("#map").bounding_box()
    assert frame is not None
    own = (page.locator("#map").get_attribute("data-own") or "").split(" ")
    half = browsing.frame(page)[2] * PIECE / 2
    places = [browsing.spot(page, field) for field in own]
    return [
        2 * half
        for x, y in places
        if frame["x"] <= x - half and x + half <= frame["x"] + frame["width"]
        if frame["y"] <= y - half and y + half <= frame["y"] + frame["height"]
    ]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("begun", [opening, middle, last_pieces])
def test_it_shows_ones_own_pieces_large_enough(
    site: Site, browser: Browser, players: list[Person], begun: Any, device: str
) -> None:
    game = begun(players)
    for name in PLAYERS.values():
        with browsing.enter(browser, site, name, **DEVICES[device]) as page:
            browsing.open_game(page, site, game.pk)
            seen = sizes(page)
            assert len(seen) > 1, name
            assert min(seen) >= LEAST[device], name
