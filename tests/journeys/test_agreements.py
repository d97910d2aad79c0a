"""More time, a pause of the whole table and a nudge."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Decision, Extension, Game, Nudge, PlayersPause
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site

pytestmark = pytest.mark.long

DAY = timedelta(days=1)
ONE_DAY = {"de": "1 Tag", "en": "1 day"}


@pytest.fixture
def game(site: Site, players: list[Person], place: Place) -> Game:
    """A game of four in which Alice was asked two days ago, and can take more time once."""
    now = clock.now()
    game = stage.begin(players, stage.set_up(), now=now, pace="leisurely")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "extensions": [1, 24]})
    since = now - 2 * DAY
    Decision.objects.filter(game=game).update(
        opened_at=since, told_at=since, due_at=since + 3 * DAY
    )
    return game


def test_more_time_is_taken(site: Site, browser: Browser, game: Game, place: Place) -> None:
    more = place.say("Take %(time)s more", time=ONE_DAY[place.language])
    before = Decision.objects.get(game=game, closed_at=None).due_at
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("button", name=more).click()
        expect(
            page.get_by_text(place.say("You have more time. The others are told."))
        ).to_be_visible()
        expect(page.get_by_role("button", name=more)).to_have_count(0)
    assert Extension.objects.get(game=game).until == before + DAY
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        told = place.say(
            "%(name)s has taken %(time)s more", name="Alice", time=ONE_DAY[place.language]
        )
        expect(page.get_by_text(told)).to_be_visible()


def test_a_table_is_paused_by_consent_and_goes_on(
    site: Site, browser: Browser, game: Game, place: Place
) -> None:
    say = place.say
    proposed = say("You propose to pause the game until %(until)s.", until="|").partition("|")[0]
    asked = say("%(name)s proposes to pause the game until %(until)s.", name="Bob", until="|")
    asked = asked.partition("|")[0]
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("link", name=say("Pause the game")).click()
        page.get_by_label(say("Paused until noon of")).fill(str((clock.now() + 9 * DAY).date()))
        page.get_by_role("button", name=say("Propose it")).click()
        expect(page.get_by_text(proposed)).to_be_visible()
    for name in ("Alice", "Dora", "Erin"):
        with browsing.enter(browser, site, name, **place.size) as page:
            browsing.open_game(page, site, game.pk)
            expect(page.get_by_text(asked)).to_be_visible()
            page.get_by_role("button", name=say("Agree")).click()
            expect(page.get_by_text(say("You have agreed."))).to_be_visible()
    assert PlayersPause.objects.get(game=game).is_running
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_text(say("The players have paused this game."))).to_be_visible()
        page.get_by_role("button", name=say("End the pause")).click()
        expect(page.get_by_text(say("The game goes on. The others are told."))).to_be_visible()
    game.refresh_from_db()
    assert not game.is_paused


def test_somebody_who_waits_nudges(site: Site, browser: Browser, game: Game, place: Place) -> None:
    say = place.say
    with browsing.enter(browser, site, "Dora", **place.size) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_role("heading", name=say("What you wait for"))).to_be_visible()
        page.get_by_role("button", name=say("Nudge %(name)s", name="Alice")).click()
        expect(
            page.get_by_text(say("%(name)s gets a letter that you wait.", name="Alice"))
        ).to_be_visible()
        expect(page.get_by_text(say("One nudge a day is enough."))).to_be_visible()
    assert Nudge.objects.get(game=game).person.name == "Dora"
