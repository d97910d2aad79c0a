"""Two people set up at once, play a turn and agree on a draw, in browsers and by no script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Event, Game
from games.play import clock
from tests.games import skirmishes
from tests.journeys import browsing
from tests.journeys.browsing import DESK, button, settled
from tests.journeys.conftest import Site

NO_SCRIPT = {**DESK, "java_script_enabled": False}
CAMP = "muster b1 scout, c1 guard, d1 captain"
MUSTERING = (
    ("captain", "d1", "muster d1 captain"),
    ("scout", "b1", "muster b1 scout, d1 captain"),
    ("guard", "c1", CAMP),
)


def click(page: Page, field: str) -> None:
    page.mouse.click(*browsing.spot(page, field))


def test_a_skirmish_is_played_from_a_secret_set_up_to_a_draw(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = skirmishes.begin(players[:2], now=clock.now())
    with (
        browsing.enter(browser, site, "Alice") as alice,
        browsing.enter(browser, site, "Bob", **NO_SCRIPT) as bob,
    ):
        browsing.open_game(alice, site, game.pk)
        bob.goto(f"{site.address}/games/{game.pk}/")
        set_up_by_links(bob)
        send(bob, what="set-up")
        set_up_by_mouse(alice)  # the page was opened before Bob had set up
        send(alice, what="set-up")
        expect(alice.locator("#receipt")).to_be_visible()
        browsing.open_game(alice, site, game.pk)
        move_and_fence(alice)
        send(alice)
        act(alice, site, game, "Offer a draw")
        bob.goto(f"{site.address}/games/{game.pk}/")
        expect(bob.get_by_text("Ash wants a draw.")).to_be_visible()
        act(bob, site, game, "Accept the draw")
        expect(bob.get_by_text("all agreed on a draw").first).to_be_visible()
    game.refresh_from_db()
    assert (game.status, game.reason) == (Game.Status.OVER, "agreed")
    orders = Event.objects.filter(game=game).order_by("seq").values_list("data__order", flat=True)
    assert [order for order in orders if order] == [
        "muster c5 scout, d5 guard, b5 captain",
        CAMP,
        "b1 to b2 fence c2",
        "offer draw",
        "accept draw",
    ]


def test_a_skirmish_is_set_up_by_keys(site: Site, browser: Browser, players: list[Person]) -> None:
    game = skirmishes.begin(players[:2], now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        page.locator("#map").focus()
        page.keyboard.press("?")
        expect(page.locator("#keys dt[data-of]:visible")).to_have_text(["s S"])
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        page.keyboard.press("Escape")
        expect(page.locator("#pick-tray [aria-pressed=true]")).to_have_count(0)
        for rank, square, text in MUSTERING:
            take_in_hand(page, rank)
            press_until(page, "t", f"{rank} on {square}.")
            page.keyboard.press("Enter")
            settled(page, text)
        expect(page.locator("#pick-tray button:enabled")).to_have_count(0)


def test_a_skirmish_is_set_up_from_the_far_side(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = skirmishes.begin(players[:2], now=clock.now())
    with browsing.enter(browser, site, "Bob") as page:
        browsing.open_game(page, site, game.pk)
        _, height = browsing.chart(page)["size"]
        assert browsing.chart(page)["fields"]["d5"][1] > height / 2
        page.get_by_role("button", name="captain 1").click()
        click(page, "d5")
        settled(page, "muster d5 captain")
        page.get_by_role("link", name="Turn the board").locator("visible=true").click()
        page.locator("html[data-ready=game]").wait_for()
        assert browsing.chart(page)["fields"]["d5"][1] < height / 2
        page.get_by_role("button", name="scout 1").click()
        click(page, "b5")
        settled(page, "muster b5 scout, d5 captain")


def take_in_hand(page: Page, rank: str) -> None:
    held = page.locator("#pick-tray [aria-pressed=true]").filter(has_text=rank)
    for _ in range(10):
        if held.count():  # what alone is left is in hand by itself
            return
        page.keyboard.press("s")
    pytest.fail(f"s never led to {rank}")


def press_until(page: Page, key: str, words: str) -> None:
    for _ in range(10):
        page.keyboard.press(key)
        if page.locator("#pick-words").inner_text().casefold().startswith(words.casefold()):
            return
    pytest.fail(f"{key} never led to {words!r}")


def set_up_by_mouse(page: Page) -> None:
    """Take each rank in hand and lay it on one of the squares that are marked for it."""
    for left, (rank, square, text) in zip((3, 2, 1), MUSTERING, strict=True):
        page.get_by_role("button", name=f"{rank} 1").click()
        expect(page.locator(".o-lay")).to_have_count(left)
        click(page, square)
        settled(page, text)


def set_up_by_links(page: Page) -> None:
    """Take each rank of the tray in hand and lay it on a square: no script, no piece."""
    for rank, square in (("captain", "b5"), ("scout", "c5"), ("guard", "d5")):
        page.get_by_role("link", name=f"{rank} 1").click()
        page.locator(f"svg a:has(circle[data-f={square}])").click()


def move_and_fence(page: Page) -> None:
    """Go with the scout, then take the fence in hand and lay it beside it."""
    click(page, "b1")
    click(page, "b2")
    settled(page, "b1 to b2")
    page.get_by_role("button", name="fence").click()
    click(page, "c2")
    settled(page, "b1 to b2 fence c2")


def send(page: Page, what: str = "turn") -> None:
    button(page, f"Check the {what}").click()
    button(page, f"Send the {what}").click()
    page.wait_for_url("**sent=*")


def act(page: Page, site: Site, game: Game, name: str) -> None:
    page.goto(f"{site.address}/games/{game.pk}/")
    page.get_by_role("link", name=name).click()
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**sent=*")
