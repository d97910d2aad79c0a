"""A turn is taken back by consent: agreed and refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, TakeBack
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site

pytestmark = pytest.mark.long


@pytest.fixture
def game(site: Site, players: list[Person], place: Place) -> Game:
    """A game of two at a table that allows take-backs; Alice has just played."""
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now(), seats="choice")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "take_backs": True})
    stage.hand_in(game, players[0], "g5-e7", now=clock.now())
    return game


def ask(page: Page, site: Site, game: Game, say: Callable[[str], str]) -> None:
    browsing.open_game(page, site, game.pk)
    page.get_by_role("link", name=say("Take a turn back")).click()
    page.get_by_role("button", name=say("Ask the others")).click()
    expect(page.get_by_text(say("You ask to take your last turn back."))).to_be_visible()


def test_a_take_back_is_agreed_on(site: Site, browser: Browser, place: Place, game: Game) -> None:
    say, size = place.say, place.size
    asked_for = say("%(name)s asks to take their last turn back.", name="Alice")
    with browsing.enter(browser, site, "Alice", **size) as page:
        ask(page, site, game, say)
    with browsing.enter(browser, site, "Bob", **size) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_text(asked_for)).to_be_visible()
        page.get_by_role("button", name=say("Agree")).click()
        expect(page.get_by_text(say("You have agreed."))).to_be_visible()
    assert TakeBack.objects.get(game=game).outcome == TakeBack.Outcome.AGREED
    with browsing.enter(browser, site, "Alice", **size) as page:
        page.goto(f"{site.address}/games/{game.pk}/history/")
        told = say("You take a turn back: the game goes on as it was after step %(to)s.", to=1)
        expect(page.get_by_text(told).first).to_be_visible()
        browsing.open_game(page, site, game.pk)
    asked = game.decisions.get(closed_at=None)
    assert asked.seat.person == Person.objects.get(name="Alice")
    assert asked.number == 1


def test_a_take_back_is_refused(site: Site, browser: Browser, place: Place, game: Game) -> None:
    say, size = place.say, place.size
    asked_for = say("%(name)s asks to take their last turn back.", name="Alice")
    with browsing.enter(browser, site, "Alice", **size) as page:
        ask(page, site, game, say)
    with browsing.enter(browser, site, "Bob", **size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("button", name=say("Refuse")).click()
        expect(page.get_by_text(say("You have refused."))).to_be_visible()
        expect(page.get_by_text(asked_for)).to_have_count(0)
    version = game.version
    game.refresh_from_db()
    assert TakeBack.objects.get(game=game).outcome == TakeBack.Outcome.REFUSED
    assert game.version > version
    assert game.decisions.get(closed_at=None).number == 2
    with browsing.enter(browser, site, "Alice", **size) as page:
        page.goto(f"{site.address}/games/{game.pk}/take-back/")
        expect(page.get_by_text(say("You have asked for this already."))).to_be_visible()
