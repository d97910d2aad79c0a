"""A digest: chosen on a phone, read as a letter, and what it asks for played from there."""

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
from tests.journeys.browsing import PHONE
from tests.journeys.conftest import Site, body

pytestmark = pytest.mark.long


def test_turns_are_read_together_and_played_from_the_letter(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    Person.objects.filter(name="Alice").update(language="de")
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/preferences/")
        page.get_by_role("link", name="Wann du von etwas hörst").click()
        page.get_by_label("Ein Zug wird verlangt").select_option("gesammelt in einem Brief")
        # Far from now, so that what comes next waits.
        hour = (clock.now().astimezone(players[0].zone).hour + 12) % 24
        page.get_by_label("Sammelbrief um").select_option(f"{hour:02}:00")
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_text("Gespeichert.")).to_be_visible()
        people = [Person.objects.get(pk=one.pk) for one in players]
        games = [stage.begin(people, stage.set_up(), now=clock.now()) for _number in range(2)]
        held = Delivery.objects.filter(kind="decision", person=people[0])
        assert {one.status for one in held} == {"waiting"}
        held.update(next_at=clock.now())  # its hour has come
        letter = site.letter("Alice", "2 Partien warten auf dich")
        urls = re.findall(rf"{re.escape(site.address)}/games/\d+/\S*", body(letter))
        assert {f"/games/{game.pk}/" in " ".join(urls) for game in games} == {True}
        page.goto(urls[0])
        page.locator("#orders").fill("end")
        browsing.button(page, re.compile("Zug prüfen")).click()
        browsing.button(page, re.compile("Zug abgeben")).click()
        page.wait_for_url("**sent=*")
    assert Decision.objects.filter(seat__person=people[0], closed_at=None).count() == 1
