"""A turn put together by finger, as an animated picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from games.play import clock
from tests import stage
from tests.gallery.site import Gallery
from tests.journeys import browsing
from tests.journeys.browsing import PHONE, tap

STEPS = (("S40", "S30"), ("S10", "S39"), ("S39", "S28"))
GLANCE, LOOK, END = 900, 1600, 3200  # milliseconds


def shoot(chromium: Browser, shown: Gallery, path: Path) -> None:
    """Put an opening turn together on a phone and keep what is seen as an animated WebP."""
    people = [shown.content.people[name] for name in ("Alice", "Bob", "Charlie", "Dora")]
    game = stage.begin(people, stage.set_up(), now=clock.now())
    context = chromium.new_context(**PHONE, reduced_motion="reduce")
    context.add_cookies(shown.cookies("Alice"))
    page = context.new_page()
    page.goto(f"{shown.address}/games/{game.pk}/")
    page.locator("html[data-ready=game]").wait_for()
    write(path, list(_frames(page)))
    context.close()


def _frames(page: Page) -> list[tuple[bytes, int]]:
    frames = [(page.screenshot(), LOOK)]
    for done, (origin, target) in enumerate(STEPS, start=1):
        if page.locator("#pick").get_attribute("data-piece") != origin:
            tap(page, origin)
            frames.append((page.screenshot(), LOOK))
        tap(page, target)
        frames.append((page.screenshot(), LOOK))
        page.get_by_role("button", name="Go there").tap()
        page.locator("#panel .steps > li").nth(done - 1).wait_for(state="attached")
        frames.append((page.screenshot(), GLANCE))
    page.locator("[data-do=whole]").tap()
    page.locator("#sheet-handle").tap()
    frames.append((page.screenshot(), LOOK))
    browsing.button(page, "Check the turn").tap()
    page.get_by_role("button", name="Send the turn").wait_for()
    page.locator("#review").scroll_into_view_if_needed()
    return [*frames, (page.screenshot(), END)]


def write(path: Path, frames: list[tuple[bytes, int]]) -> None:
    """Write screenshots, each with the milliseconds it lasts, as one animated picture."""
    first, *more = (Image.open(BytesIO(png)).convert("RGB") for png, _ in frames)
    lasts = [time for _, time in frames]
    first.save(
        path, save_all=True, append_images=more, duration=lasts, loop=0, quality=72, method=6
    )
