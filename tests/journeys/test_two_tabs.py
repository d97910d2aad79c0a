"""A sign-in in another tab makes the token of the first one useless: nothing is lost there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from conquest.kit import chance
from games.models import Game, Submission
from games.play import clock, store
from tests import stage
from tests.chromium import new_context
from tests.journeys import browsing
from tests.journeys.conftest import Site


@pytest.fixture
def game(site: Site) -> Game:
    people = [Person.objects.get(name=name) for name in ("Alice", "Bob")]
    return stage.sit_down(
        people, "bollwerk", title="Over the hill", now=clock.now(), seats="choice"
    )


@contextmanager
def old_tab(browser: Browser, site: Site, game: Game, *, scripts: bool) -> Iterator[Page]:
    """Open the page of a game, before another tab signs in.

    Its browser complains of each request that is refused, which is what happens here.
    """
    seat = next(iter(game.rules.judgement.to_act(store.load_state(game))))
    person = game.seats.get(name=seat).person
    assert person is not None
    with new_context(browser, **browsing.DESK, java_script_enabled=scripts) as context:
        browsing.sign_in(context, site, person.name)
        page = context.new_page()
        page.goto(f"{site.address}/games/{game.pk}/")
        if scripts:
            page.locator("html[data-ready=game]").wait_for()
        browsing.change_token(context, site)
        yield page


def whole_turn(game: Game) -> str:
    state = store.load_state(game)
    seat = next(iter(game.rules.judgement.to_act(state)))
    numbers = chance.keyed_numbers(b"a turn")
    return game.rules.composing.levels[0].propose_orders(state, seat, numbers)


def test_plan_and_turn_of_a_page_from_before_a_sign_in_count(
    browser: Browser, site: Site, game: Game
) -> None:
    text = whole_turn(game)
    with old_tab(browser, site, game, scripts=True) as tab:
        with tab.expect_response(
            lambda answer: answer.url.endswith("/plan/?turned=0") and answer.ok
        ):
            tab.locator("#orders").fill(text)
        expect(tab.locator("#banner")).to_be_hidden()
        tab.get_by_role("button", name="Send").first.click()
        tab.wait_for_url("**sent=**")
    assert Submission.objects.filter(game=game).count() == 1


def test_form_of_a_page_from_before_a_sign_in_is_given_back(
    browser: Browser, site: Site, game: Game
) -> None:
    """Without scripts, and sent again by one press."""
    with old_tab(browser, site, game, scripts=False) as tab:
        tab.locator("#orders").fill(whole_turn(game))
        tab.locator("button.primary[form=orders-form]").click()
        expect(tab.get_by_role("heading", name="Please send that once more")).to_be_visible()
        tab.get_by_role("button", name="Send again").click()
        expect(tab.get_by_role("button", name="Send the turn")).to_be_visible()
