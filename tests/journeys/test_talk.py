"""Words at the table by three people: said, read, and what they name on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Game
from games.play import clock
from talk.models import ReadMark, Remark
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site
from tests.servers import until

pytestmark = pytest.mark.long


@pytest.fixture
def game(site: Site, players: list[Person], place: Place) -> Game:
    """A game of four that has just begun."""
    return stage.begin(players, stage.set_up(), now=clock.now(), pace="leisurely")


def test_words_are_said_and_read(site: Site, browser: Browser, game: Game, place: Place) -> None:
    say = place.say
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_label(say("Say something")).fill("What about S40?\nI wonder.")
        page.get_by_role("button", name=say("Say it"), exact=True).click()
        expect(page.locator(".said")).to_have_text("What about S40?\nI wonder.")
        page.get_by_role("button", name=say("Good luck")).click()
        expect(page.locator(".said").last).to_have_text(say("Good luck"))
        expect(page.locator("[data-unread]")).to_have_count(0)
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.locator(".remark.new")).to_have_count(2)
        page.locator(".remark").last.scroll_into_view_if_needed()
        page.locator("[data-lights]").click()
        expect(page.locator("#board .lit")).to_have_count(1)
        newest = Remark.objects.order_by("-pk")[0]
        read = ReadMark.objects.filter(person__name="Bob", read_to=newest.pk)
        until(read.exists, "what was in sight is read")
        page.wait_for_load_state()
        page.reload()
        expect(page.locator(".remark")).to_have_count(2)
        expect(page.locator(".remark.new")).to_have_count(0)


def test_what_is_typed_stays_while_the_page_is_renewed(
    site: Site, browser: Browser, game: Game, players: list[Person], place: Place
) -> None:
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        field = page.get_by_label(place.say("Say something"))
        field.fill("I am away next week")
        field.blur()
        stage.hand_in(game, players[0], "end", now=clock.now())
        expect(page.locator("#happened")).to_be_visible()
        expect(field).to_have_value("I am away next week")
