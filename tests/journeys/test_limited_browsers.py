"""Browsers that keep nothing or lack something, and devices in another time zone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site
from tests.scheduling import choose_one

THROWING = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); },
});
"""
MISSING = """
Object.defineProperty(window, "localStorage", { value: null });
Object.defineProperty(window, "ResizeObserver", { value: undefined });
Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });
"""


@pytest.fixture
def game(site: Site) -> Game:
    people = [Person.objects.get(name=name) for name in ("Alice", "Bob")]
    return stage.sit_down(people, "bollwerk", title="Over the hill", now=clock.now())


@pytest.mark.parametrize(
    "lack", choose_one([THROWING, MISSING], THROWING), ids=["throwing", "missing"]
)
def test_game_is_played_in_a_browser_that_keeps_nothing(
    browser: Browser, site: Site, game: Game, lack: str
) -> None:
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.add_init_script(lack)
        browsing.open_game(page, site, game.pk)
        page.locator("[data-do=whole]").tap()
        page.set_viewport_size({"width": 700, "height": 390})
        orders = page.locator("#orders")
        choice = page.evaluate("JSON.parse(document.getElementById('composer').textContent)")
        assert choice["pieces"]
        orders.fill("resign")
        page.goto(f"{site.address}/")
        expect(page.get_by_role("heading", name="My games")).to_be_visible()
        assert not page.evaluate("caches.has('pages')")


@pytest.fixture
def traveller(browser: Browser, site: Site) -> Iterator[Page]:
    """Alice's browser in Tokyo; times are shown to her in another zone."""
    Person.objects.filter(name="Alice").update(time_zone="Europe/Berlin")
    with browsing.enter(browser, site, "Alice", **DESK, timezone_id="Asia/Tokyo") as page:
        page.goto(f"{site.address}/")
        yield page


def test_time_zone_of_the_device_is_proposed_and_taken(traveller: Page) -> None:
    proposal = traveller.locator("#zone-proposal")
    expect(proposal).to_contain_text("Your device is set to Asia/Tokyo")
    traveller.get_by_role("button", name="Use the time zone of the device").click()
    expect(
        traveller.get_by_text("Times are shown in the time zone Asia/Tokyo from now on.")
    ).to_be_visible()
    expect(proposal).to_be_hidden()
    assert Person.objects.get(name="Alice").time_zone == "Asia/Tokyo"


def test_time_zone_that_was_refused_is_not_proposed_again(traveller: Page) -> None:
    proposal = traveller.locator("#zone-proposal")
    traveller.get_by_role("button", name="Keep Europe/Berlin").click()
    expect(proposal).to_be_hidden()
    traveller.reload()
    traveller.wait_for_load_state("load")
    expect(proposal).to_be_hidden()
    assert Person.objects.get(name="Alice").time_zone == "Europe/Berlin"


def test_time_zone_with_the_same_clock_is_not_proposed(browser: Browser, site: Site) -> None:
    Person.objects.filter(name="Alice").update(time_zone="Europe/Berlin")
    with browsing.enter(browser, site, "Alice", **DESK, timezone_id="Europe/Vienna") as page:
        page.goto(f"{site.address}/")
        page.wait_for_load_state("load")
        expect(page.locator("#zone-proposal")).to_be_hidden()
