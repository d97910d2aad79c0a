"""Trust: a table asks for reliability, and somebody is kept away without being told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, PlayerBlock
from games.play import clock, tables
from games.play.clock import PRESETS
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site
from tests.servers import until

pytestmark = pytest.mark.long


def open_table(host: Person, title: str) -> Game:
    terms = tables.TableTerms(ruleset="bollwerk", title=title, pace=PRESETS["normal"])
    return tables.host_table(host, terms, now=clock.now())


def is_seated(game: Game, person: Person) -> bool:
    return game.seats.filter(person=person).exists()


def sit_down(page: Page, site: Site, game: Game) -> None:
    page.goto(f"{site.address}/tables/{game.pk}/")
    page.locator('form[action$="/join/"] button').first.click()


def test_a_table_asks_for_reliability(
    site: Site, browser: Browser, players: list[Person], place: Place
) -> None:
    say = place.say
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        page.goto(f"{site.address}/tables/new/?ruleset=bollwerk")
        page.get_by_text(say("Details"), exact=True).click()
        page.get_by_label(say("Who sits down answers in time")).select_option("9")
        page.get_by_role("button", name=say("Open the table")).click()
        page.wait_for_url("**/tables/*/")
    game = Game.objects.latest("pk")
    assert game.asks_in_time == 9
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        asked = say("answer %(number)s of ten times in time", number=say("nine"))
        page.goto(f"{site.address}/players/{players[0].pk}/")
        expect(page.get_by_text(say("New here."))).to_be_visible()
        sit_down(page, site, game)
        expect(page.get_by_text(asked).first).to_be_visible()
        assert not is_seated(game, players[1])


def test_somebody_is_kept_away(
    site: Site, browser: Browser, players: list[Person], place: Place
) -> None:
    say = place.say
    alice, bob = players[:2]
    game = open_table(alice, "Autumn")
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        page.goto(f"{site.address}/players/{bob.pk}/")
        page.get_by_text(say("Keep away from %(name)s", name="Bob")).click()
        page.get_by_role("button", name=say("Keep away"), exact=True).click()
        expect(page.get_by_role("heading", name=say("Whom you keep away"))).to_be_visible()
        with browsing.enter(browser, site, "Bob", **place.size) as other:
            sit_down(other, site, game)
            words = say("You cannot sit down at this table.")
            expect(other.get_by_text(words)).to_be_visible()
            assert not is_seated(game, bob)
            page.get_by_role("button", name=say("Let them come near again")).click()
            expect(
                page.get_by_text(say("You do not keep away from them any more."))
            ).to_be_visible()
            assert not PlayerBlock.objects.exists()
            sit_down(other, site, game)
            until(lambda: is_seated(game, bob), "Bob at the table")
            expect(other.get_by_text(words)).to_have_count(0)
