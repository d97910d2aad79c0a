"""Hands that put a turn together: by taps, by mouse, by keys, in notation, without any script."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import pytest
from playwright.sync_api import Locator, Page

from tests.journeys import browsing
from tests.journeys.browsing import settled


class Step(NamedTuple):
    """Where the piece stands, where it goes, the orders so far, and which figure it is, or what
    of the tray is put there."""

    origin: str
    target: str
    text: str
    figure: str = ""
    tool: str = ""


Steps: TypeAlias = Sequence[Step]


def by_taps(page: Page, steps: Steps) -> None:
    for step in steps:
        if not is_chosen(page, step):
            browsing.tap(page, step.origin)
        if step.figure:
            page.locator("#pick-chips").get_by_text(step.figure, exact=True).tap()
        if step.tool and not is_in_hand(page, step):
            tool(page, step).tap()
        browsing.tap(page, step.target)
        page.get_by_role("button", name="Go there").tap()
        settled(page, step.text)


def by_mouse(page: Page, steps: Steps) -> None:
    for step in steps:
        if not is_chosen(page, step):
            browsing.click(page, step.origin)
        if step.figure:
            page.locator("#pick-chips").get_by_text(step.figure, exact=True).click()
        if step.tool and not is_in_hand(page, step):
            tool(page, step).click()
        browsing.click(page, step.target)
        settled(page, step.text)


def by_keys(page: Page, steps: Steps) -> None:
    """Only keys, from the address bar on: the map is one stop of the tab key."""
    while page.evaluate("document.activeElement.id") != "map":
        page.keyboard.press("Tab")
    for step in steps:
        if not is_chosen(page, step):
            press_until(page, "n", partial(is_chosen, page, step))
        if step.figure:
            press_until(page, "c", partial(is_said, page, f"{step.figure}:"))
        if step.tool:
            press_until(page, "s", partial(is_in_hand, page, step))
        press_until(page, "t", partial(is_aimed, page, step))
        page.keyboard.press("Enter")
        settled(page, step.text)


def in_notation(page: Page, steps: Steps) -> None:
    page.locator("#orders").fill(steps[-1].text.lower())
    page.locator("#panel .steps > li").first.wait_for()


def without_script(page: Page, steps: Steps) -> None:
    for step in steps:
        if f"piece={step.origin}" not in page.url:
            page.locator(f"svg a:has(circle[data-f={step.origin}])").click()
        if step.figure:
            page.get_by_role("link", name=step.figure, exact=True).click()
        if step.tool:
            page.get_by_role("link", name=re.compile(f"^{step.tool}( \\d+)?$", re.I)).click()
        page.locator(f"svg a:has(circle[data-f={step.target}])").click()
    assert page.locator("#orders").input_value() == steps[-1].text


def tool(page: Page, step: Step) -> Locator:
    """Return what is in the tray, by its name and how many there are."""
    return page.locator("#pick-tray").get_by_role(
        "button", name=re.compile(f"^(✓ )?{step.tool}( \\d+)?$", re.I)
    )


def is_in_hand(page: Page, step: Step) -> bool:
    return tool(page, step).get_attribute("aria-pressed") == "true"


def chosen(page: Page) -> str:
    return page.locator("#pick-words").inner_text()


def is_chosen(page: Page, step: Step) -> bool:
    """Whether what stands on the field of a step is chosen, and not what it carries."""
    return page.locator("#pick").get_attribute("data-piece") == step.origin


def is_said(page: Page, words: str) -> bool:
    """Whether the page says words, at the beginning of a sentence or in its middle."""
    return words.casefold() in chosen(page).casefold()


def is_aimed(page: Page, step: Step) -> bool:
    """Whether the page tells of the target, and not of the piece alone."""
    where = "stays" if step.target == step.origin else f" {step.target}"
    return bool(re.search(rf"{where}\b(?!: choose)", chosen(page)))


def press_until(page: Page, key: str, done: Callable[[], bool]) -> None:
    for _ in range(80):
        if done():
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} never led there; the page says {chosen(page)!r}")


def send(page: Page, *, by_keys: bool = False) -> None:
    """Check the turn or the set-up, and send it."""
    for name in (re.compile("Check the (turn|set-up)"), re.compile("Send the (turn|set-up)")):
        button = browsing.button(page, name)
        if by_keys:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
    page.wait_for_url("**sent=*")
