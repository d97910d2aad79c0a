"""A turn is taken back by consent, on phone and desk, in German and English: agreed and refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, TakeBack
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site

pytestmark = pytest.mark.long

WORDS = {
    "de": {
        "take": "Einen Zug zurücknehmen",
        "ask": "Die anderen fragen",
        "waits": "Du möchtest deinen letzten Zug zurücknehmen.",
        "asked": "Alice möchte den eigenen letzten Zug zurücknehmen.",
        "agree": "Zustimmen",
        "refuse": "Ablehnen",
        "agreed": "Du hast zugestimmt.",
        "refused": "Du hast abgelehnt.",
        "told": "Du nimmst einen Zug zurück",
        "again": "Darum hast du schon gebeten.",
    },
    "en": {
        "take": "Take a turn back",
        "ask": "Ask the others",
        "waits": "You ask to take your last turn back.",
        "asked": "Alice asks to take their last turn back.",
        "agree": "Agree",
        "refuse": "Refuse",
        "agreed": "You have agreed.",
        "refused": "You have refused.",
        "told": "You take a turn back",
        "again": "You have asked for this already.",
    },
}
EVERYWHERE = [("de", PHONE), ("en", DESK)]


@pytest.fixture(params=EVERYWHERE, ids=["de-phone", "en-desk"])
def place(request: pytest.FixtureRequest, players: list[Person]) -> tuple[str, object]:
    """The language of all who play, and the size of their screens."""
    language, size = request.param
    Person.objects.filter(is_house=False).update(language=language)
    return language, size


@pytest.fixture
def game(site: Site, players: list[Person]) -> Game:
    """A game of two at a table that allows take-backs; Alice has just played."""
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now(), seats="choice")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "take_backs": True})
    stage.hand_in(game, players[0], "g5-e7", now=clock.now())
    return game


def ask(page: Page, site: Site, game: Game, words: dict[str, str]) -> None:
    browsing.open_game(page, site, game.pk)
    page.get_by_role("link", name=words["take"]).click()
    page.get_by_role("button", name=words["ask"]).click()
    expect(page.get_by_text(words["waits"])).to_be_visible()


def test_a_take_back_is_agreed_on(
    site: Site, browser: Browser, place: tuple[str, dict[str, object]], game: Game
) -> None:
    language, size = place
    words = WORDS[language]
    with browsing.enter(browser, site, "Alice", **size) as page:
        ask(page, site, game, words)
    with browsing.enter(browser, site, "Bob", **size) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_text(words["asked"])).to_be_visible()
        page.get_by_role("button", name=words["agree"]).click()
        expect(page.get_by_text(words["agreed"])).to_be_visible()
    assert TakeBack.objects.get(game=game).outcome == TakeBack.Outcome.AGREED
    with browsing.enter(browser, site, "Alice", **size) as page:
        page.goto(f"{site.address}/games/{game.pk}/history/")
        expect(page.get_by_text(words["told"]).first).to_be_visible()
        browsing.open_game(page, site, game.pk)
    asked = game.decisions.get(closed_at=None)
    assert asked.seat.person == Person.objects.get(name="Alice")
    assert asked.number == 1


def test_a_take_back_is_refused(
    site: Site, browser: Browser, place: tuple[str, dict[str, object]], game: Game
) -> None:
    language, size = place
    words = WORDS[language]
    with browsing.enter(browser, site, "Alice", **size) as page:
        ask(page, site, game, words)
    with browsing.enter(browser, site, "Bob", **size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("button", name=words["refuse"]).click()
        expect(page.get_by_text(words["refused"])).to_be_visible()
        expect(page.get_by_text(words["asked"])).to_have_count(0)
    version = game.version
    game.refresh_from_db()
    assert TakeBack.objects.get(game=game).outcome == TakeBack.Outcome.REFUSED
    assert game.version > version
    assert game.decisions.get(closed_at=None).number == 2
    with browsing.enter(browser, site, "Alice", **size) as page:
        page.goto(f"{site.address}/games/{game.pk}/take-back/")
        expect(page.get_by_text(words["again"])).to_be_visible()
