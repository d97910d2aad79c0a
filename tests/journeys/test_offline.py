"""The network away: what was looked at is still there, and nothing stays behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import PHONE
from tests.journeys.conftest import Site
from tests.servers import until

PAGES = """async () => {
  const pages = await caches.open("pages");
  const texts = (await pages.matchAll()).map((one) => one.text());
  const paths = (await pages.keys()).map((one) => new URL(one.url).pathname);
  return Object.fromEntries((await Promise.all(texts)).map((text, at) => [paths[at], text]));
}"""


@pytest.fixture
def game(site: Site) -> Game:
    people = [Person.objects.get(name=name) for name in ("Alice", "Bob")]
    return stage.sit_down(people, "bollwerk", title="Over the hill", now=clock.now())


@pytest.fixture
def alice(browser: Browser, site: Site, game: Game) -> Iterator[Page]:
    """Open a browser with a session of Alice that is only for it, as it may end."""
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.take_another_session(page, site)
        yield page


def kept(page: Page) -> dict[str, str]:
    """Return the pages that the browser has kept by their paths."""
    return dict(page.evaluate(PAGES))


def of_alice(page: Page) -> list[str]:
    """Return the paths of pages that were kept for Alice."""
    hers = f'data-reader="{Person.objects.get(name="Alice").pk}"'
    return [path for path, html in kept(page).items() if hers in html]


def visit(page: Page, site: Site, game: Game) -> None:
    """Look at a game until the browser has kept it."""
    browsing.open_game(page, site, game.pk)
    until(lambda: f"/games/{game.pk}/" in kept(page), "the page is kept")


def test_a_game_is_shown_offline_as_it_was_and_goes_on_by_itself(
    alice: Page, site: Site, game: Game
) -> None:
    visit(alice, site, game)
    alice.context.set_offline(True)
    alice.goto(f"{site.address}/rules/")
    expect(alice.locator("h1")).to_have_text("The site cannot be reached")
    alice.goto(f"{site.address}/games/{game.pk}/")
    expect(alice.locator("#kept")).to_be_visible()
    expect(alice.locator("#kept time")).not_to_be_empty()
    expect(alice.locator("#board svg").first).to_be_visible()
    alice.context.set_offline(False)
    expect(alice.locator("html:not([data-kept])")).to_be_attached()
    expect(alice.locator("#kept")).to_be_hidden()


def test_a_form_that_cannot_be_sent_offline_says_so(alice: Page, site: Site, game: Game) -> None:
    visit(alice, site, game)
    alice.goto(f"{site.address}/help/")
    alice.context.set_offline(True)
    alice.get_by_role("button", name="Deutsch").click()
    expect(alice.locator("h1")).to_have_text("Not sent")


def test_no_page_is_kept_of_a_reader_who_has_signed_out(
    alice: Page, site: Site, game: Game
) -> None:
    visit(alice, site, game)
    assert of_alice(alice)
    browsing.sign_out(alice)
    until(lambda: not of_alice(alice), "her pages are gone")
    alice.wait_for_load_state()
    alice.context.set_offline(True)
    alice.goto(f"{site.address}/games/{game.pk}/")
    expect(alice.locator("h1")).to_have_text("The site cannot be reached")


def test_no_page_is_kept_for_another_reader(alice: Page, site: Site, game: Game) -> None:
    """As when a session has ended elsewhere: nobody has signed out here."""
    visit(alice, site, game)
    assert of_alice(alice)
    alice.context.clear_cookies()
    alice.goto(f"{site.address}/help/")
    until(lambda: not of_alice(alice), "her pages are gone")
