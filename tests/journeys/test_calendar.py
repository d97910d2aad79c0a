"""A calendar of one's deadlines: switched on, fetched by a program, and moving with the game."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from urllib.request import urlopen

import pytest
from icalendar import Calendar
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Decision, Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site

pytestmark = pytest.mark.long

DAY = timedelta(days=1)


def test_a_calendar_is_fetched_and_moves_with_the_deadline(
    site: Site, browser: Browser, players: list[Person], place: Place
) -> None:
    say = place.say
    game = stage.begin(players, stage.set_up(), now=clock.now())
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "days_off": True})
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        page.goto(f"{site.address}/preferences/")
        page.get_by_role("link", name=say("Calendar and feed")).click()
        page.get_by_role("button", name=say("Switch both on")).click()
        address = page.locator("code").first.inner_text()
        assert deadlines(address) == [asked(game)]
        page.goto(f"{site.address}/preferences/days-off/")
        today = clock.now().astimezone(players[0].zone).date()
        page.get_by_label(say("First day")).fill(str(today))
        page.get_by_label(say("Last day")).fill(str(today + DAY))
        page.get_by_role("button", name=say("Take these days off")).click()
        expect(page.get_by_text(say("Your clocks rest on these days."))).to_be_visible()
        assert deadlines(address) == [asked(game)]
        browsing.open_game(page, site, game.pk)
        page.locator("#orders").fill("end")
        browsing.button(page, re.compile(say("Check the turn"))).click()
        browsing.button(page, re.compile(say("Send the turn"))).click()
        page.wait_for_url("**sent=*")
    assert deadlines(address) == []


def asked(game: Game) -> datetime:
    """Return the deadline of what is asked, to the second."""
    return Decision.objects.get(game=game, closed_at=None).due_at.replace(microsecond=0)


def deadlines(address: str) -> list[datetime]:
    """Return when a calendar has the deadlines, as a calendar program reads it."""
    with urlopen(address, timeout=60) as answer:
        calendar = Calendar.from_ical(answer.read())
    return [event.end for event in calendar.events if isinstance(event.end, datetime)]
