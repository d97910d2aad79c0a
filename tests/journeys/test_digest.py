"""A digest: chosen on a page, read as a letter, and what it asks for played from there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Decision
from games.play import clock
from mail.models import Delivery
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Place, Site, body

pytestmark = pytest.mark.long


def test_turns_are_read_together_and_played_from_the_letter(
    site: Site, browser: Browser, players: list[Person], place: Place
) -> None:
    say = place.say
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        page.goto(f"{site.address}/preferences/")
        page.get_by_role("link", name=say("When you hear of things")).click()
        page.get_by_label(say("A turn is asked for")).select_option(say("together, in a digest"))
        # Far from now, so that what comes next waits.
        hour = (clock.now().astimezone(players[0].zone).hour + 12) % 24
        page.get_by_label(say("A digest comes at")).select_option(f"{hour:02}:00")
        page.get_by_role("button", name=say("Save")).click()
        expect(page.get_by_text(say("Saved. It holds for what comes from now on."))).to_be_visible()
        people = [Person.objects.get(pk=one.pk) for one in players]
        games = [stage.begin(people, stage.set_up(), now=clock.now()) for _number in range(2)]
        held = Delivery.objects.filter(kind="decision", person=people[0])
        assert {one.status for one in held} == {"waiting"}
        held.update(next_at=clock.now())  # its hour has come
        subject = {"de": "2 Partien warten auf dich", "en": "2 games wait for you"}
        letter = site.letter("Alice", subject[place.language])
        urls = re.findall(rf"{re.escape(site.address)}/games/\d+/\S*", body(letter))
        assert {f"/games/{game.pk}/" in " ".join(urls) for game in games} == {True}
        page.goto(urls[0])
        page.locator("#orders").fill("end")
        browsing.button(page, re.compile(say("Check the turn"))).click()
        browsing.button(page, re.compile(say("Send the turn"))).click()
        page.wait_for_url("**sent=*")
    assert Decision.objects.filter(seat__person=people[0], closed_at=None).count() == 1
