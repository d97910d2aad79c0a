"""More time, a pause of the whole table and a nudge, in German on a phone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Decision, Extension, Game, Nudge, PlayersPause
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site

pytestmark = pytest.mark.long

DAY = timedelta(days=1)


@pytest.fixture
def game(site: Site, players: list[Person]) -> Game:
    """A game of four Germans in which Alice was asked two days ago, and can take more time once."""
    Person.objects.filter(is_house=False).update(language="de")
    now = clock.now()
    game = stage.begin(players, stage.set_up(), now=now, pace="leisurely")
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "extensions": [1, 24]})
    since = now - 2 * DAY
    Decision.objects.filter(game=game).update(
        opened_at=since, told_at=since, due_at=since + 3 * DAY
    )
    return game


def test_more_time_is_taken_on_a_phone(site: Site, browser: Browser, game: Game) -> None:
    before = Decision.objects.get(game=game, closed_at=None).due_at
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("button", name="Um 1 Tag verlängern").click()
        expect(page.get_by_text("Du hast mehr Zeit. Die anderen erfahren es.")).to_be_visible()
        expect(page.get_by_role("button", name="Um 1 Tag verlängern")).to_have_count(0)
    assert Extension.objects.get(game=game).until == before + DAY
    with browsing.enter(browser, site, "Bob", **DESK) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_text("Alice hat um 1 Tag verlängert")).to_be_visible()


def test_a_table_is_paused_by_consent_and_goes_on(site: Site, browser: Browser, game: Game) -> None:
    with browsing.enter(browser, site, "Bob", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        page.get_by_role("link", name="Pause vorschlagen").click()
        page.get_by_label("Pause bis zum Mittag des").fill(str((clock.now() + 9 * DAY).date()))
        page.get_by_role("button", name="Vorschlagen").click()
        expect(page.get_by_text("Du schlägst eine Pause bis")).to_be_visible()
    for name in ("Alice", "Dora", "Erin"):
        with browsing.enter(browser, site, name, **PHONE) as page:
            browsing.open_game(page, site, game.pk)
            expect(page.get_by_text("Bob schlägt eine Pause bis")).to_be_visible()
            page.get_by_role("button", name="Zustimmen").click()
            expect(page.get_by_text("Du hast zugestimmt.")).to_be_visible()
    assert PlayersPause.objects.get(game=game).is_running
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_text("Diese Partie ruht auf Wunsch der Spieler.")).to_be_visible()
        page.get_by_role("button", name="Pause beenden").click()
        expect(page.get_by_text("Die Partie geht weiter.")).to_be_visible()
    game.refresh_from_db()
    assert not game.is_paused


def test_somebody_who_waits_nudges_on_a_phone(site: Site, browser: Browser, game: Game) -> None:
    with browsing.enter(browser, site, "Dora", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.get_by_role("heading", name="Worauf du wartest")).to_be_visible()
        page.get_by_role("button", name="Alice anstupsen").click()
        expect(page.get_by_text("Alice bekommt einen Brief, dass du wartest.")).to_be_visible()
        expect(page.get_by_text("Ein Anstupser am Tag genügt.")).to_be_visible()
    assert Nudge.objects.get(game=game).person.name == "Dora"
