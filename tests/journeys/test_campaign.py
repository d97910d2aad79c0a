"""A mission played by a visitor: by taps, and by links alone."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE, settled
from tests.journeys.conftest import Site

READY = "html[data-ready=game]"


def test_a_turn_of_a_mission_by_taps(site: Site, browser: Browser) -> None:
    """Begin, tap a unit and a square, hand in without having to scroll; the house has answered."""
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/campaign/armada/1/")
        with page.expect_navigation():
            page.get_by_role("button", name="Begin the mission").tap()
        page.locator(READY).wait_for()
        browsing.tap(page, "b2")
        browsing.tap(page, "b3")
        page.get_by_role("button", name="Go there").tap()
        settled(page, "b2-b3")
        page.set_viewport_size({"width": 320, "height": 640})
        hand_in = page.get_by_role("button", name="Hand in the turn")
        expect(hand_in).to_be_in_viewport(ratio=1)
        hand_in.tap()
        expect(page.get_by_text("What has happened")).to_be_attached()
        expect(page.get_by_text("One b2 to b3")).to_be_attached()


def test_a_turn_of_a_mission_without_a_script(site: Site, browser: Browser) -> None:
    """The same by links and forms; nothing of the plan can be read in the address."""
    with browsing.enter(browser, site, "Alice", **DESK, java_script_enabled=False) as page:
        page.goto(f"{site.address}/campaign/armada/2/")
        page.get_by_role("button", name="Begin the mission").click()
        for field in ("e3", "e4"):
            page.locator(f"#board svg a:has([data-f={field}])").first.click()
        assert "e3-e4" not in page.url
        assert page.locator("#orders").input_value() == "e3-e4"
        page.get_by_role("button", name="Hand in the turn").click()
        expect(page.get_by_text("One e3 to e4")).to_be_visible()


def test_a_mission_shows_no_empty_card_above_its_goal(site: Site, browser: Browser) -> None:
    """On a phone its button lies at the lower edge of the window instead."""
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/campaign/armada/3/")
        expect(page.get_by_role("button", name="Begin the mission")).to_be_in_viewport(ratio=1)
        card = page.locator(".card.asked").bounding_box()
        assert card is None or card["height"] == 0
