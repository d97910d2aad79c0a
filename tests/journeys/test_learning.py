"""A lesson done by hand, by links alone, and an example of the rules tried out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE, settled
from tests.journeys.conftest import Site
from tests.scheduling import choose_one

READY = "html[data-ready=game]"


def go(page: Page, field: str) -> None:
    browsing.tap(page, field)
    page.get_by_role("button", name="Go there").tap()


def test_a_lesson_teaches_riding_by_taps(site: Site, browser: Browser) -> None:
    """Mount, ride, get off; not there yet, then praised, and on to the next lesson."""
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/learn/conquest/3/")
        page.locator(READY).wait_for()
        browsing.tap(page, "S12")
        go(page, "S13")
        settled(page, "S12-S13")
        expect(page.locator("#said")).to_contain_text("Not there yet")
        browsing.tap(page, "S13")
        go(page, "S16")
        settled(page, "S12-S13; S13-S14-S15-S16")
        page.locator("#pick-chips").get_by_text("Soldier S16", exact=True).tap()
        go(page, "S17")
        expect(page.locator("#said")).to_contain_text("You have done it")
        page.get_by_role("button", name="Next lesson").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ships")


@pytest.mark.parametrize("device", choose_one([DESK, PHONE], PHONE), ids=["desk", "phone"])
def test_a_lesson_fits_into_the_window(
    site: Site, browser: Browser, device: dict[str, Any]
) -> None:
    with browsing.enter(browser, site, "Alice", **device) as page:
        page.goto(f"{site.address}/learn/conquest/3/")
        page.locator(READY).wait_for()
        for part in ("h1", "#map", "#sheet", ".map-tools"):
            box = page.locator(part).bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= device["viewport"]["height"]


def test_a_lesson_teaches_without_a_script(site: Site, browser: Browser) -> None:
    with browsing.enter(browser, site, "Alice", **DESK, java_script_enabled=False) as page:
        page.goto(f"{site.address}/learn/conquest/5/")
        expect(page.locator("#map")).to_be_hidden()
        for field in ("S12", "S14", "S19"):
            page.locator(f".crop svg a:has(circle[data-f={field}])").click()
        assert page.locator("#orders").input_value() == "S12-S13xS14; S14-S15-S16-S17-S18xS19"
        expect(page.get_by_text("You have done it")).to_be_visible()
        page.get_by_role("button", name="Next lesson").click()
        page.get_by_role("radio").first.check()
        page.get_by_role("button", name="Try this answer").click()
        expect(page.get_by_text("You have done it")).to_be_visible()


def test_an_example_of_the_rules_is_tried_out_for_two_seats(site: Site, browser: Browser) -> None:
    with browsing.enter(browser, site, "Alice") as page:
        page.goto(f"{site.address}/rules/conquest/1/")
        page.locator(READY).wait_for()
        browsing.click(page, "S12")
        browsing.click(page, "S14")
        settled(page, "S12-S13-S14")
        page.get_by_role("link", name="End the turn and go on as West").click()
        page.locator(READY).wait_for()
        page.locator("#orders").fill("w01-w02")
        expect(page.locator("#panel [role=alert]")).to_be_visible()
        page.locator("#orders").fill("w03-wt2")
        expect(page.locator("#panel .steps > li")).to_have_count(1)


def test_a_jump_that_may_capture_or_spare_asks_which_is_meant(site: Site, browser: Browser) -> None:
    """B72: the spy jumps over the elephant; by taps it is spared, by keys it is captured."""
    spare = "Spy from e9 to e11"
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/learn/bollwerk/5/")
        page.locator(READY).wait_for()
        browsing.tap(page, "e7")
        go(page, "e9")
        settled(page, "e7-e9")
        browsing.tap(page, "e11")
        page.locator("#pick-chips").get_by_text(spare, exact=True).tap()
        settled(page, "e7-e9-e11")
        expect(page.locator("#said")).to_contain_text("Not there yet")
    with browsing.enter(browser, site, "Alice") as page:
        page.goto(f"{site.address}/learn/bollwerk/5/?plan=e7-e9&piece=e9")
        page.locator(READY).wait_for()
        page.locator("#map").focus()
        for label in (f"{spare}, takes elephant on e10.", f"{spare}.", f"{spare}, takes"):
            hands.press_until(page, "t", partial(hands.is_said, page, label))
        page.keyboard.press("Enter")
        settled(page, "e7-e9xe11")
        expect(page.locator("#said")).to_contain_text("You have done it")
