"""The first page: its film plays by itself for those who like that, and nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.chromium import new_page, watched
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site
from tests.scheduling import choose_one

GAMES, SHORT = 5, 2_600  # games of the site, CSS pixels
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 1500);
})"""


@pytest.mark.parametrize("device", choose_one([DESK, PHONE], PHONE), ids=["desk", "phone"])
def test_the_film_plays_until_it_is_paused_and_nothing_jumps(
    site: Site, browser: Browser, device: dict[str, Any]
) -> None:
    page = new_page(browser, **device)
    with watched(page):
        page.goto(site.address)
        words = page.locator("#showreel-words")
        expect(words).not_to_be_empty()
        said = words.text_content()
        expect(words).not_to_have_text(said or "")
        assert page.evaluate(SHIFTS) < 0.02
        page.get_by_role("button", name="Pause the film").click()
        page.wait_for_timeout(1500)
        said = words.text_content()
        page.wait_for_timeout(2500)
        assert words.text_content() == said
    page.close()


@pytest.mark.parametrize("how", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}])
def test_the_picture_is_still_without_motion_or_scripts(
    site: Site, browser: Browser, how: dict[str, Any]
) -> None:
    page = new_page(browser, **PHONE, **how)
    page.goto(site.address)
    page.wait_for_timeout(3000)
    expect(page.locator("#showreel svg.b-board")).to_have_count(1)
    expect(page.locator("#showreel-words")).to_be_empty()
    page.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_is_short_on_a_phone_with_all_games(
    site: Site, browser: Browser, language: str
) -> None:
    page = new_page(browser, **PHONE, locale=language)
    page.goto(site.address)
    cards = page.locator(".kind")
    assert cards.count() >= GAMES
    heights = cards.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    others = sum(heights) * (len(heights) - GAMES) / len(heights)  # rule sets of tests
    assert page.evaluate("document.documentElement.scrollHeight") - others < SHORT
    for card in cards.all():
        expect(card.get_by_role("button")).to_be_visible()
        assert card.get_by_role("link").count() >= 3
    assert page.locator(".kind a[href*=missions], .kind a[href*=campaign]").count() == 1
    page.close()
