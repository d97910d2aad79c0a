"""The sheet of a turn on a phone, as low as it opens: whole words, whole buttons, nothing cut."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests import stage
from tests.games import armada
from tests.journeys import browsing
from tests.journeys.browsing import PHONE, settled
from tests.journeys.conftest import Site
from tests.scheduling import choose_one

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 740}}
SHORT: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
CUT = """() => {
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const bar = document.querySelector(".plan > .send").getBoundingClientRect();
  const words = document.getElementById("pick-words");
  const parts = "#pick-words, .pick .button, .chips, .plan > .tools"
    + ", #panel > :not(.points, .steps), #panel > :is(.points, .steps) > *";
  const cut = [...document.querySelectorAll(parts)].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const isShown = one.checkVisibility({ opacityProperty: true });
    return isShown && bottom > top && top < bar.top && bottom > bar.top;
  });
  return [
    ...cut.map((one) => one.outerHTML.slice(0, 80)),
    ...(words.scrollHeight > words.clientHeight + 1 ? ["words: " + words.textContent] : []),
    ...(bar.bottom > sheet.bottom + 1 ? ["the bar"] : []),
    ...(sheet.bottom > innerHeight + 1 ? ["the sheet"] : []),
  ];
}"""


def grand_turn(players: list[Person]) -> Game:
    """The second round of Grand Conquest, which has points enough and a tray."""
    game = stage.sit_down(players, "grand-conquest", now=clock.now())
    return stage.tell(game, players, ["end"] * len(players), now=clock.now())


@pytest.mark.parametrize(
    "device", choose_one([PHONE, NARROW, SHORT], SHORT), ids=["390", "360", "320"]
)
def test_a_low_sheet_cuts_neither_words_nor_buttons(
    site: Site, browser: Browser, players: list[Person], device: dict[str, Any]
) -> None:
    """With a tray, with figures that share a field, with a sentence of two lines."""
    game = grand_turn(players)
    with browsing.enter(browser, site, "Alice", **device) as page:
        browsing.open_game(page, site, game.pk)
        assert page.evaluate(CUT) == []
        browsing.tap(page, "S02")
        assert page.evaluate(CUT) == []
        browsing.tap(page, "S32")
        expect(page.locator("#pick-words")).to_contain_text("mounts the elephant on S32: costs 1")
        assert page.evaluate(CUT) == []
        page.get_by_role("button", name="Go there").tap()
        settled(page, "S02-S32")
        expect(page.locator("#pick-chips button").first).to_be_visible()
        assert page.evaluate(CUT) == []
        page.evaluate("document.querySelector('.plan > .send').style.paddingBottom = '6rem'")
        assert page.evaluate(CUT)  # the control: this would be seen


def test_a_step_can_be_left_at_that(site: Site, browser: Browser, players: list[Person]) -> None:
    """The button says that nothing is taken back."""
    game = grand_turn(players)
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        leave = page.locator("[data-do=leave]")
        browsing.tap(page, "S40")
        expect(leave).to_have_text("Never mind")
        browsing.tap(page, "S29")
        page.get_by_role("button", name="Go there").tap()
        settled(page, "S40-S29")
        expect(leave).to_have_text("Leave it at that")
        leave.tap()
        settled(page, "S40-S29")
        expect(leave).to_be_hidden()


def test_planning_ahead_says_that_it_is_not_ones_turn(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = grand_turn(players)
    with browsing.enter(browser, site, "Bob", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        words = page.locator("#pick-words")
        expect(words).to_have_text(
            "It is not your turn yet. To plan ahead, choose one of your pieces on the board."
        )
        assert page.evaluate(CUT) == []


def test_a_throw_is_told_once_it_is_planned(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """The die is in hand by itself, so that it cannot be laid down."""
    game = armada.begin(players[:2], clock.now())
    for person, text in ((players[0], armada.REST[0][1]), (players[1], armada.CAMPS[0])):
        stage.hand_in(game, person, text, now=clock.now())
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        words, leave = page.locator("#pick-words"), page.locator("[data-do=leave]")
        expect(words).to_have_text("In hand: blocker die. Choose where it goes.")
        expect(leave).to_be_hidden()
        browsing.tap(page, "f6")
        expect(leave).to_be_visible()
        page.locator("[data-do=add]").tap()
        settled(page, "throw f6")
        expect(words).to_contain_text("Of such throws")
        expect(leave).to_be_hidden()
        assert page.evaluate(CUT) == []


def test_the_buttons_that_send_hold_their_words_in_german(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = armada.begin(players[:2], clock.now())
    Person.objects.filter(name="Alice").update(language="de")
    with browsing.enter(browser, site, "Alice", **SHORT) as page:
        browsing.open_game(page, site, game.pk)
        expect(page.locator(".send .button").last).to_have_text("Abgeben")
        for button in page.locator(".send .button:visible").all():
            assert button.evaluate("(one) => one.scrollWidth <= one.clientWidth"), button
    Person.objects.filter(name="Alice").update(language="en")
