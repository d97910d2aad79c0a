"""Impatient clicks: a form that is on its way is not sent again."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from games.models import Game
from games.play import bots
from tests.journeys import browsing
from tests.journeys.conftest import Site


def test_impatient_clicks_begin_one_game_against_the_house(browser: Browser, site: Site) -> None:
    bots.get_or_create_bots()
    with browsing.enter(browser, site, "Alice") as page:
        page.goto(f"{site.address}/tables/play/")
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.method))
        page.get_by_role("button", name="Play Bollwerk").click(click_count=3)
        page.wait_for_url("**/games/*/")
        assert sent.count("POST") == 1
        assert Game.objects.filter(ruleset="bollwerk").count() == 1
        page.go_back()
        expect(page.get_by_role("button", name="Play Bollwerk")).to_be_enabled()
        assert page.locator("[aria-busy]").count() == 0
