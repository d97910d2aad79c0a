"""Chromium for journeys: signed in, deaf to nothing, and with hands for the map."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.chromium import watched
from tests.journeys.conftest import Site
from tests.servers import ROOT

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
CHART = json.loads((ROOT / "conquest/islands/static/boards/four-islands.json").read_bytes())
SIZE = CHART["size"][0]
COARSE = 0.4
PATIENCE = 10_000


@contextmanager
def enter(browser: Browser, site: Site, name: str, **device: Any) -> Iterator[Page]:
    """Open a browser with the session that a person has won by a mailed code.

    An error of a script, and whatever the browser complains of, fails the test.
    """
    context = browser.new_context(**(device or DESK))
    _sign_in(context, site, name)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        with watched(page):
            yield page
    finally:
        context.close()


def _sign_in(context: BrowserContext, site: Site, name: str) -> None:
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": site.address}
            for cookie in site.people[name].cookies
        ]
    )


def open_game(page: Page, site: Site, pk: int) -> None:
    """Open the page of a game and wait until its script is at work."""
    page.goto(f"{site.address}/games/{pk}/")
    page.locator("html[data-ready=game]").wait_for()


def tap(page: Page, field: str) -> None:
    """Tap a field with a finger; from afar the first tap only brings the map nearer."""
    if _grain(page) < COARSE:
        page.touchscreen.tap(*_spot(page, field))
    if not _is_free(page, field):
        page.locator("[data-do=whole]").tap()
        page.touchscreen.tap(*_spot(page, field))
    page.touchscreen.tap(*_spot(page, field))


def click(page: Page, field: str) -> None:
    page.mouse.move(*_spot(page, field))
    page.mouse.click(*_spot(page, field))


def button(page: Page, name: str) -> Locator:
    """Return the button of that name in sight, once the styles that hide its twin are in."""
    found = page.get_by_role("button", name=name).locator("visible=true").first
    found.wait_for()
    page.wait_for_load_state()
    return found


def settled(page: Page, text: str) -> Locator:
    """Wait until the orders of the plan read so."""
    orders = page.locator("#orders")
    expect(orders).to_have_value(text, timeout=PATIENCE)
    return orders


def _spot(page: Page, field: str) -> tuple[float, float]:
    """Return the place of a field in the window."""
    x, y = CHART["fields"][field]
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"] / SIZE, box["y"] + y * box["width"] / SIZE


def _grain(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return float(box["width"] / SIZE)


def _is_free(page: Page, field: str) -> bool:
    """Whether a field is in sight and nothing lies over it."""
    found = page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#board')", _spot(page, field)
    )
    return bool(found)
