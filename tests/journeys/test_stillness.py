"""The page of a turn stands still once it is painted, also while its script comes alive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from accounts.models import Person
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site
from tests.scheduling import choose_one
from tests.servers import until

WATCH = """
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const what = shift.sources.map((one) => one.node?.outerHTML?.slice(0, 80));
      window.moved.push([shift.value, ...what]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
SPOIL = "document.querySelector('main').style.marginTop = '9rem'"
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def moved(page: Page) -> Any:
    page.wait_for_load_state("networkidle")
    page.evaluate(SETTLED)
    return page.evaluate("window.moved")


@pytest.mark.parametrize("device", choose_one([DESK, PHONE], PHONE), ids=["desk", "phone"])
def test_the_page_does_not_shift_while_its_script_comes_alive(
    site: Site, browser: Browser, players: list[Person], device: dict[str, Any]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **device) as page:
        page.add_init_script(WATCH)
        browsing.open_game(page, site, game.pk)
        assert moved(page) == []
        page.evaluate(SPOIL)  # the control: this would be seen
        until(lambda: moved(page), "the shift is noted")
