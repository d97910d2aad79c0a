"""Chromium for journeys: signed in, deaf to nothing, and with hands for the map."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from tests.chromium import new_context, watched
from tests.servers import until

if TYPE_CHECKING:  # whose fixtures need these pages
    from tests.journeys.conftest import Site

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
COARSE = 0.4
NOTE_FILM = """() => {
  const note = () => { window.hasPlayed ||= document.body.matches(".watching"); };
  new MutationObserver(note).observe(document.body, { attributeFilter: ["class"] });
}"""
HAS_PLAYED = "window.hasPlayed && !document.body.matches('.watching')"
CHARTS: dict[str, dict[str, Any]] = {}
"""Charts by their addresses, which change with the board, never under it."""


@contextmanager
def enter(browser: Browser, site: Site, name: str, **device: Any) -> Iterator[Page]:
    """Open a browser with the session that a person has won by a mailed code.

    An error of a script, and whatever the browser complains of, fails the test.
    """
    context = new_context(browser, **(device or DESK))
    sign_in(context, site, name)
    page = context.new_page()
    try:
        with watched(page):
            yield page
    finally:
        context.close()


def sign_in(context: BrowserContext, site: Site, name: str) -> None:
    """Give a browser the session that a person has won by a mailed code."""
    context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": site.address}
            for cookie in site.people[name].cookies
        ]
    )


def take_another_session(page: Page, site: Site) -> None:
    """Go on with a session that may end, like the one there was."""
    [cookie] = [one for one in page.context.cookies() if one["name"] == "sessionid"]
    session = Session.objects.get(session_key=cookie["value"])
    session.session_key = secrets.token_hex(16)
    session.save(force_insert=True)
    page.context.add_cookies(
        [{"name": "sessionid", "value": session.session_key, "url": site.address}]
    )


def change_token(context: BrowserContext, site: Site) -> None:
    """Give a browser another token than the one its pages were made with, as a sign-in in another
    tab does. Without any, two answers at once would each bring one."""
    context.add_cookies(
        [{"name": "csrftoken", "value": secrets.token_hex(16), "url": site.address}]
    )


def sign_out(page: Page) -> None:
    page.evaluate("document.querySelector('form[action$=\"/logout/\"]').submit()")
    expect(page.locator("html[data-reader='']")).to_be_attached()


def watch_for_film(page: Page) -> None:
    """Have a page note that its film plays, however soon it is over."""
    page.evaluate(NOTE_FILM)


def await_film(page: Page) -> None:
    """Wait until the film of a page has played to its end, since it was watched for."""
    until(lambda: page.evaluate(HAS_PLAYED), "the film")
    expect(page.locator("#film")).to_be_hidden()


def open_game(page: Page, site: Site, pk: int) -> None:
    """Open the page of a game and wait until its script is at work."""
    page.goto(f"{site.address}/games/{pk}/")
    page.locator("html[data-ready=game]").wait_for()


def tap(page: Page, field: str) -> None:
    """Tap a field with a finger; from afar the first tap only brings the map nearer."""
    if not _is_free(page, field):
        page.locator("[data-do=whole]").tap()
    if frame(page)[2] < COARSE:
        page.touchscreen.tap(*spot(page, field))
    page.touchscreen.tap(*spot(page, field))


def click(page: Page, field: str) -> None:
    """Click a field, on the whole board if it is out of sight."""
    if not _is_free(page, field):
        page.locator("[data-do=whole]").click()
    page.mouse.move(*spot(page, field))
    page.mouse.click(*spot(page, field))


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    """Return the button of that name in sight, once the styles that hide its twin are in."""
    found = page.get_by_role("button", name=name).locator("visible=true").first
    try:
        found.wait_for()
    except Error as error:
        error.add_note(f"{page.url} shows: {page.locator('body').inner_text()[:300]!r}")
        raise
    page.wait_for_load_state()
    return found


def settled(page: Page, text: str) -> Locator:
    """Wait until the orders of the plan read so."""
    orders = page.locator("#orders")
    expect(orders).to_have_value(text)
    return orders


def chart(page: Page) -> dict[str, Any]:
    """Return where the fields of the page's board lie: ``size`` and ``fields``."""
    address = urljoin(page.url, page.locator("#map").get_attribute("data-chart") or "")
    if address not in CHARTS:
        CHARTS[address] = page.request.get(address).json()
    return CHARTS[address]


def spot(page: Page, field: str) -> tuple[float, float]:
    """Return the place of a field in the window."""
    x, y = chart(page)["fields"][field]
    left, top, grain = frame(page)
    return left + x * grain, top + y * grain


def frame(page: Page) -> tuple[float, float, float]:
    """Return where the board begins in the window, and how many pixels a unit of it takes."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"] / chart(page)["size"][0]


def _is_free(page: Page, field: str) -> bool:
    """Whether a field is in sight and nothing lies over it."""
    found = page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#board')", spot(page, field)
    )
    return bool(found)
