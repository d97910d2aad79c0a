"""A guest plays against the house, comes back with the same browser, and signs up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Game, Submission
from games.play import bots
from tests.chromium import new_context, watched
from tests.journeys import hands
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site, running
from tests.journeys.hands import Step
from tests.scheduling import choose_one
from tests.servers import until

KEPT = "You play as a guest: kept in this browser until"
TURN = [Step("e5", "e6", "e5-e6")]


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run a site with house players, where nobody has signed up."""
    with django_db_blocker.unblock(), running(tmp_path_factory.mktemp("site"), ()) as here:
        bots.get_or_create_bots()
        yield here


@contextmanager
def opened(browser: Browser, kept: Path, **device: Any) -> Iterator[Page]:
    """Open a browser with what it has kept, and let it keep that again when it is closed."""
    context = new_context(browser, **device, storage_state=kept if kept.exists() else None)
    page = context.new_page()
    with watched(page):
        yield page
    context.storage_state(path=kept)
    context.close()


def begin(page: Page, site: Site) -> Game:
    """Begin a game as a visitor."""
    page.goto(f"{site.address}/tables/play/")
    page.get_by_role("button", name="Play as a guest (Bollwerk)").click()
    page.wait_for_url("**/games/*/")
    return Game.objects.latest("pk")


def sign_up(page: Page, site: Site, name: str) -> None:
    page.get_by_role("link", name="Sign up to keep it").click()
    expect(page.get_by_text("What you have played as a guest goes along")).to_be_visible()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@example.org")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_label("Code").fill(site.code(f"{name.lower()}@example.org"))
    page.get_by_role("button", name="Continue").click()


@pytest.mark.parametrize(
    ("name", "device"), choose_one([("Alice", DESK), ("Bob", PHONE)], ("Bob", PHONE))
)
def test_guest_plays_comes_back_and_signs_up(
    site: Site, browser: Browser, tmp_path: Path, name: str, device: dict[str, Any]
) -> None:
    kept = tmp_path / "browser.json"
    with opened(browser, kept, **device) as page:
        game = begin(page, site)
        expect(page.get_by_text(KEPT)).to_be_visible()
        page.locator("html[data-ready=game]").wait_for()
        hands.in_notation(page, TURN)
        hands.send(page)
        answers = Submission.objects.filter(game=game, via=Submission.Via.HOUSE)
        until(answers.exists, "the answer of the house")
    with opened(browser, kept, **device) as page:
        page.goto(site.address)
        page.get_by_role("link", name="Bollwerk").first.click()
        expect(page.get_by_text(KEPT)).to_be_visible()
        sign_up(page, site, name)
        expect(page.get_by_role("heading", name="My games")).to_be_visible()
        expect(page.get_by_text(KEPT)).to_have_count(0)
        page.goto(f"{site.address}/games/{game.pk}/")
        expect(page.locator("html[data-ready=game]")).to_be_attached()
    game.refresh_from_db()
    assert (game.host.name, game.host.is_guest) == (name, False)
