"""The hand on the map: a mouse drags pieces and the board, one tap can be enough, the last move is
in sight."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.play import clock
from tests import servers, stage
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE, settled, spot
from tests.journeys.conftest import Site

MOVES = ("e5-e6", "f18-f16", "g5-g7", "i19-h17")


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=5)
    page.mouse.up()


def magnify(page: Page) -> None:
    """Turn the wheel, and wait until the page has heard of it."""
    before = browsing.frame(page)
    page.mouse.wheel(0, -1200)
    servers.until(lambda: browsing.frame(page) != before, "a larger board")


def pan(page: Page, height: int) -> None:
    """Drag the board up or down where no piece stands."""
    x, y = spot(page, "S40")
    page.mouse.move(x + 100, y)
    page.mouse.down()
    page.mouse.move(x + 100, y + height, steps=5)
    page.mouse.up()


def test_a_mouse_drags_a_piece_to_its_target_and_the_board_elsewhere(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **DESK) as page:
        browsing.open_game(page, site, game.pk)
        drag(page, "S40", "S30")
        settled(page, "S40-S29-S30")
        drag(page, "S10", "C07")  # too far: it goes back, and the page says why
        settled(page, "S40-S29-S30")
        expect(page.locator("#pick")).to_have_attribute("data-piece", "S10")
        transform = page.locator('.b-figures [data-f="S10"]').get_attribute("transform")
        assert (
            transform
            == f"translate({' '.join(f'{at:g}' for at in browsing.chart(page)['fields']['S10'])})"
        )
        before = spot(page, "S40")
        drag(page, "S28", "S36")
        assert spot(page, "S40") != before
        settled(page, "S40-S29-S30")


def test_a_drag_that_ends_outside_the_map_or_with_escape_is_given_up(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **DESK) as page:
        browsing.open_game(page, site, game.pk)
        page.mouse.move(*spot(page, "S40"))
        page.mouse.down()
        page.mouse.move(*spot(page, "S30"), steps=5)
        page.keyboard.press("Escape")
        page.mouse.up()
        page.mouse.move(*spot(page, "S40"))
        magnify(page)
        pan(page, -140)
        frame = page.locator("#map").bounding_box()
        assert frame is not None
        assert 0 < spot(page, "S30")[1] < frame["y"] < spot(page, "S40")[1]
        drag(page, "S40", "S30")
        pan(page, 140)
        drag(page, "S40", "S29")
        settled(page, "S40-S29")


def test_a_click_on_a_name_means_its_field(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **DESK) as page:
        browsing.open_game(page, site, game.pk)
        chart = browsing.chart(page)
        left, top, grain = browsing.frame(page)
        x, y = chart["names"]["S40"]
        page.mouse.click(left + x * grain, top + y * grain)
        expect(page.locator("#pick")).to_have_attribute("data-piece", "S40")


def test_one_tap_is_enough_for_those_who_want_that(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        browsing.tap(page, "S40")
        browsing.tap(page, "S30")
        settled(page, "")
        Person.objects.filter(name="Alice").update(one_tap=True)
        page.reload()
        page.locator("html[data-ready=game]").wait_for()
        browsing.tap(page, "S40")
        browsing.tap(page, "S30")
        settled(page, "S40-S29-S30")
    Person.objects.filter(name="Alice").update(one_tap=False)


def test_the_reply_is_in_sight_on_a_phone_after_every_turn(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now())
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        for number in range(0, len(MOVES), 2):
            stage.tell(game, players[:2], MOVES[number : number + 2], now=clock.now())
            browsing.open_game(page, site, game.pk)
            frame = page.locator("#map").bounding_box()
            assert frame is not None
            for field in MOVES[number + 1].split("-"):
                x, y = spot(page, field)
                assert frame["x"] <= x <= frame["x"] + frame["width"]
                assert frame["y"] <= y <= frame["y"] + frame["height"], field
