"""Days off, taken while a turn is due: the clock rests, and the others see it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Decision, Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site

pytestmark = pytest.mark.long

DAY = timedelta(days=1)


def test_vacation_is_taken_while_a_turn_is_due(
    site: Site, browser: Browser, players: list[Person], place: Place
) -> None:
    say = place.say
    game = stage.begin(players, stage.set_up(), now=clock.now())
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "days_off": True})
    before = Decision.objects.get(game=game, closed_at=None).due_at
    today = clock.now().astimezone(players[0].zone).date()
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        page.goto(f"{site.address}/preferences/")
        page.get_by_role("link", name=say("Your days off")).click()
        page.get_by_label(say("First day")).fill(str(today))
        page.get_by_label(say("Last day")).fill(str(today + 4 * DAY))
        page.get_by_role("button", name=say("Take these days off")).click()
        expect(page.get_by_text(say("Your clocks rest on these days."))).to_be_visible()
        after = Decision.objects.get(game=game, closed_at=None).due_at
        assert after - before > 4 * DAY
        with browsing.enter(browser, site, "Bob", **place.size) as other:
            browsing.open_game(other, site, game.pk)
            rests = say("clock rests until %(at)s", at="").strip()
            expect(other.get_by_text(rests)).to_be_visible()
        page.get_by_role("button", name=say("I am back")).click()
        expect(page.get_by_text(say("Your clocks run on these days."))).to_be_visible()
    back = Decision.objects.get(game=game, closed_at=None).due_at
    assert before <= back < before + 2 * DAY
