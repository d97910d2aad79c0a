"""A line of conditional turns is built on the board, on phone and desk, in German and English."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import ConditionalTurns, Game, Submission
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site

pytestmark = pytest.mark.long

WORDS = {
    "de": {
        "say": "Sag vorab, was du auf die nächsten Züge antwortest",
        "build": "Variante auf dem Brett bauen",
        "onward": "Zug beenden und als Weiß weiter",
        "keep": "Variante für die Partie merken",
        "kept": "Gemerkt.",
        "ahead": "vorab gesagt",
    },
    "en": {
        "say": "Say what you answer to their next turns",
        "build": "Build a line on the board",
        "onward": "End the turn and go on as White",
        "keep": "Keep this line for the game",
        "kept": "Kept.",
        "ahead": "said ahead",
    },
}


@pytest.mark.parametrize(("language", "size"), [("de", PHONE), ("en", DESK)])
def test_a_line_is_built_on_the_board_and_played(
    site: Site, browser: Browser, players: list[Person], language: str, size: dict[str, object]
) -> None:
    words, (alice, bob) = WORDS[language], players[:2]
    Person.objects.filter(is_house=False).update(language=language)
    game = stage.sit_down([alice, bob], "bollwerk", now=clock.now(), seats="choice")
    stage.hand_in(game, alice, "a5-a6 +X b6", now=clock.now())
    with browsing.enter(browser, site, "Alice", **size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("link", name=words["say"]).click()
        go_on(page, words["build"])
        page.locator("#orders").fill("e19-e20")
        go_on(page, words["onward"])
        page.locator("#orders").fill("i5-i6")
        browsing.button(page, words["keep"]).click()
        expect(page.get_by_text(words["kept"]).first).to_be_visible()
        assert ConditionalTurns.objects.get(game=game).text == "e19-e20 > i5-i6"
        stage.hand_in(game, bob, "e19-e20", now=clock.now())
        page.goto(f"{site.address}/games/{game.pk}/history/")
        expect(page.get_by_text(words["ahead"]).first).to_be_visible()
    ways = Submission.objects.filter(game=Game.objects.get(pk=game.pk)).order_by("first_seq")
    assert list(ways.values_list("via", flat=True)) == ["web", "web", "foreseen"]


def go_on(page: Page, link: str) -> None:
    """Follow a link to a page with a board, and wait until its script hears what is typed."""
    with page.expect_navigation():
        page.get_by_role("link", name=link).click()
    page.locator("html[data-ready=game]").wait_for()
