"""A turn and a recapture in a real browser, by pointing at the board."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from accounts.models import Person
from games import clock
from games.models import Event, Game
from tests import stage
from tests.journeys.conftest import Site

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
DUEL = {
    "S12": "south K",
    "S14": "west S",
    "S16": "west K",
    **{field: "south S" for field in ("S01", "S02")},
    **{field: "west S" for field in ("W01", "W02")},
    **{field: "north S" for field in ("N01", "N02", "N03")},
    **{field: "east S" for field in ("E01", "E02", "E03")},
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Run chromium; playwright's loop in this thread makes Django suspect asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


def enter(browser: Browser, site: Site, name: str) -> Page:
    """Open a browser with the session that a person has won by a mailed code."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": site.address}
            for cookie in site.people[name].cookies
        ]
    )
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.on("console", lambda message: _listen(message.type, message.text))
    return page


def _listen(kind: str, text: str) -> None:
    assert kind != "error", text


def last_kinds(game: Game, number: int) -> list[str]:
    kinds = Event.objects.filter(game=game).order_by("-seq").values_list("kind", flat=True)
    return list(kinds[:number])[::-1]


def test_it_takes_a_turn_and_a_recapture_on_the_board(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, DUEL, now=clock.now())
    page = enter(browser, site, "Alice")
    page.goto(f"{site.address}/games/{game.pk}/")
    page.locator("svg a:has(circle[data-f=S12])").click()
    page.locator("svg a:has(circle[data-f=S14])").click()
    assert "S12-S13xS14" in page.locator("textarea[name=text]").input_value()
    page.get_by_role("button", name="Check the turn").click()
    page.get_by_role("button", name="Send the turn").click()
    page.wait_for_url("**sent=*")
    assert last_kinds(game, 2) == ["captured", "window_opened"]

    site.letter("Bob", f"{game.pk}]", "Recapture")
    page = enter(browser, site, "Bob")
    page.goto(f"{site.address}/games/{game.pk}/answer/")
    assert page.locator("input[type=radio]:checked").count() == 0
    page.locator("input[value=S16-S15xS14]").check()
    page.get_by_role("button", name="Send the answer").click()
    page.wait_for_url("**sent=*")
    assert last_kinds(game, 2) == ["recaptured", "window_closed"]
