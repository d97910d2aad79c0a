"""One turn put together in four ways: by hand, by keys, in notation and without any script."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Event, Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE, settled
from tests.journeys.conftest import Site


class Step(NamedTuple):
    """Where the piece stands, where it goes, which figure it is, and the order it makes."""

    origin: str
    target: str
    text: str
    figure: str = ""


class Turn(NamedTuple):
    pieces: dict[str, str]
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return "; ".join(step.text for step in self.steps)


GUARDS = {
    **{field: "south S" for field in ("S01", "S02")},
    **{field: "west S" for field in ("W01", "W02")},
    **{field: "north S" for field in ("N01", "N02", "N03")},
    **{field: "east S" for field in ("E01", "E02", "E03")},
}
OPENING = Turn(
    stage.set_up(),
    (
        Step("S40", "S30", "S40-S29-S30"),
        Step("S10", "S39", "S10-S39"),
        Step("S39", "S28", "S39-S40-S28"),
    ),
)
VOYAGE = Turn(
    {**GUARDS, "WH2": "south B(S)", "W23": "south S", "W25": "west S", "W14": "west K"},
    (
        Step("W23", "WH2", "W23-WH2"),
        Step("WH2", "WH1", "WH2-M212-WH1"),
        Step("WH1", "W24", "S1@WH1-W24", "soldier 1 WH1"),
        Step("W24", "W25", "W24xW25"),
    ),
)


def by_taps(page: Page, turn: Turn) -> None:
    for done, step in enumerate(turn.steps, start=1):
        if not is_chosen(page, step):
            browsing.tap(page, step.origin)
        if step.figure:
            page.locator("#pick-chips").get_by_text(step.figure, exact=True).tap()
        browsing.tap(page, step.target)
        page.get_by_role("button", name="Go there").tap()
        settled(page, "; ".join(one.text for one in turn.steps[:done]))


def by_mouse(page: Page, turn: Turn) -> None:
    for done, step in enumerate(turn.steps, start=1):
        if not is_chosen(page, step):
            browsing.click(page, step.origin)
        if step.figure:
            page.locator("#pick-chips").get_by_text(step.figure, exact=True).click()
        browsing.click(page, step.target)
        settled(page, "; ".join(one.text for one in turn.steps[:done]))


def by_keys(page: Page, turn: Turn) -> None:
    """Only keys, from the address bar on: the map is one stop of the tab key."""
    while page.evaluate("document.activeElement.id") != "map":
        page.keyboard.press("Tab")
    for done, step in enumerate(turn.steps, start=1):
        if not is_chosen(page, step):
            press_until(page, "n", partial(is_chosen, page, step))
        if step.figure:
            press_until(page, "c", partial(is_said, page, f"{step.figure}:"))
        press_until(page, "t", partial(is_said, page, f" {step.target}:"))
        page.keyboard.press("Enter")
        settled(page, "; ".join(one.text for one in turn.steps[:done]))


def in_notation(page: Page, turn: Turn) -> None:
    page.locator("#orders").fill(turn.text.lower())
    page.locator("#panel .steps > li").nth(len(turn.steps) - 1).wait_for()


def without_script(page: Page, turn: Turn) -> None:
    for step in turn.steps:
        if f"piece={step.origin}" not in page.url:
            page.locator(f"svg a:has(circle[data-f={step.origin}])").click()
        if step.figure:
            page.get_by_role("link", name=step.figure, exact=True).click()
        page.locator(f"svg a:has(circle[data-f={step.target}])").click()
    assert page.locator("#orders").input_value() == turn.text


def chosen(page: Page) -> str:
    return page.locator("#pick-words").inner_text()


def is_chosen(page: Page, step: Step) -> bool:
    return chosen(page).split(":")[0].endswith(f" {step.origin}")


def is_said(page: Page, words: str) -> bool:
    return words in chosen(page)


def press_until(page: Page, key: str, done: Callable[[], bool]) -> None:
    for _ in range(80):
        if done():
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} never led there; the page says {chosen(page)!r}")


HANDS = {
    "taps": (by_taps, PHONE),
    "mouse": (by_mouse, DESK),
    "keys": (by_keys, DESK),
    "notation": (in_notation, DESK),
    "no script": (without_script, {**DESK, "java_script_enabled": False}),
}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("turn", [OPENING, VOYAGE], ids=["opening", "voyage"])
def test_it_sends_the_same_orders_however_they_are_put_together(
    site: Site, browser: Browser, players: list[Person], turn: Turn, hand: str
) -> None:
    game = stage.begin(players, turn.pieces, now=clock.now())
    compose, device = HANDS[hand]
    with browsing.enter(browser, site, "Alice", **device) as page:
        if device.get("java_script_enabled", True):
            browsing.open_game(page, site, game.pk)
        else:
            page.goto(f"{site.address}/games/{game.pk}/")
        compose(page, turn)
        send(page, hand)
    assert orders(game) == [step.text for step in turn.steps]


def send(page: Page, hand: str) -> None:
    """Check the turn and send it, by keys alone where it was composed by them."""
    for name in ("Check the turn", "Send the turn"):
        button = browsing.button(page, name)
        if hand == "keys":
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
    page.wait_for_url("**sent=*")


def orders(game: Game) -> list[str]:
    """Return the orders that came to pass, as the events tell them."""
    told = Event.objects.filter(game=game, kind__in=["moved", "captured"]).order_by("seq")
    return [event.data["order"] for event in told]


def test_it_answers_whoever_does_not_see_the_map(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """By keys alone: the next galleon, what stands there, and a command to the board."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        page.locator("#map").focus()
        press_until(page, "2", lambda: chosen(page).startswith("galleon"))
        page.keyboard.press("i")
        assert "galleon of South" in chosen(page)
        page.keyboard.press("?")
        expect(page.locator("#keys dt[data-of]:visible")).to_have_text(["1 2 …"])
        page.keyboard.press("Escape")
        page.locator("#command").fill("f knight")
        page.keyboard.press("Enter")
        page.locator("#answered li").nth(3).wait_for()
        assert "knight of South: " in page.locator("#answered").inner_text()
