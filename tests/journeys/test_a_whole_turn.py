"""A turn of 20 points on a phone, by a thumb whose every touch is counted."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, Page, expect

from accounts.models import Person
from games.models import Event
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.browsing import PHONE, settled
from tests.journeys.conftest import Site

MOST_TAPS, MOST_SWIPES = 24, 1
REACH, STROKE = 300, 8  # pixels, and parts of a stroke
TURN = (
    "E40-E28-E27; E10-E39; E01-E10-E39; E39-E40-E28; E02-E32; E03-E34; E04-E34;"
    " E34-E03-E02-E01-E31-E11; E08-E41; E09-E41; E05-E37; E07-E44; E44-E45"
)
"""East's first turn, as a strong house player opens: eight soldiers mount, four pieces go."""


@dataclass
class Thumb:
    """A thumb on a phone: it taps what is in sight, and swipes what is not into sight."""

    page: Page
    taps: int = 0
    swipes: int = 0

    def field(self, name: str) -> None:
        """Tap a field of the map; one that is out of sight takes a swipe before."""
        if not self._is_free(name):
            self._swipe(name)
        self.page.touchscreen.tap(*browsing.spot(self.page, name))
        self.taps += 1

    def _is_free(self, name: str) -> bool:
        spot = browsing.spot(self.page, name)
        found = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#map')"
        return bool(self.page.evaluate(found, spot))

    def _swipe(self, name: str) -> None:
        """Draw the map along by one stroke, as far as it lets itself be drawn."""
        (x, y), (left, top) = browsing.spot(self.page, name), self._middle()
        right, down = (max(-REACH, min(REACH, far)) for far in (left - x, top - y))
        touch = self.page.context.new_cdp_session(self.page)
        for part in range(STROKE + 1):
            at = {"x": left - right / 2 + right * part / STROKE}
            at |= {"y": top - down / 2 + down * part / STROKE}
            kind = "touchMove" if part else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.swipes += 1
        assert self._is_free(name), f"{name} is farther away than a stroke"

    def _middle(self) -> tuple[float, float]:
        box = self.page.locator("#map").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, button: Locator) -> None:
        """Tap a button; one that has to be scrolled to takes a swipe before."""
        self.swipes += not self._is_in_sight(button)
        button.tap()
        self.taps += 1

    def _is_in_sight(self, button: Locator) -> bool:
        return bool(
            button.evaluate(
                """(one) => {
                  const { x, y, width, height } = one.getBoundingClientRect();
                  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
                }"""
            )
        )

    def go(self, *fields: str) -> None:
        """Choose a piece, look at where it can go, and go there."""
        for field in (*fields, fields[-1]):
            self.field(field)

    def call(self, name: str) -> None:
        """Have somebody come to what is chosen."""
        self.press(self.page.locator("#pick-chips").get_by_role("button", name=name))


@dataclass
class Orders:
    """The orders of a turn, which grow in the plan of a page."""

    page: Page
    text: str

    def so_far(self, count: int) -> None:
        """Wait until so many of them are planned."""
        settled(self.page, ";".join(self.text.split(";")[:count]))


def test_a_turn_of_20_points_takes_24_taps_at_most(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """C4: thirteen orders of East at the opening; nothing of the map has to be looked for."""
    alice, *others = players
    game = stage.begin([*others, alice], stage.set_up(), now=clock.now())
    game = stage.tell(game, others, ["end"] * 3, now=clock.now())
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        thumb, orders = Thumb(page), Orders(page, TURN)
        thumb.go("E40", "E27")
        orders.so_far(1)
        thumb.field("E39")
        thumb.call("Soldier E10")
        orders.so_far(2)
        thumb.call("Soldier E01")
        orders.so_far(3)
        thumb.go("E28")
        orders.so_far(4)
        thumb.field("E32")
        thumb.call("Soldier E02")
        orders.so_far(5)
        thumb.field("E34")
        thumb.call("All aboard")
        orders.so_far(7)
        thumb.go("E11")
        orders.so_far(8)
        thumb.field("E41")
        thumb.call("All aboard")
        orders.so_far(10)
        thumb.field("E37")
        thumb.call("Soldier E05")
        orders.so_far(11)
        thumb.field("E44")
        thumb.call("Soldier E07")
        orders.so_far(12)
        thumb.go("E45")
        orders.so_far(13)
        expect(page.locator("#panel")).to_contain_text("0 of 20 points left")
        thumb.press(browsing.button(page, "Check the turn"))
        thumb.press(browsing.button(page, "Send the turn"))
        page.wait_for_url("**sent=*")
    ended = Event.objects.filter(game=game, kind="turn_ended").last()
    assert ended is not None
    assert ended.data["seat"] == "east"
    assert thumb.taps <= MOST_TAPS
    assert thumb.swipes <= MOST_SWIPES
