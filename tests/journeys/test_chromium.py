"""A turn by pointing at the board and a recapture from a letter, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from accounts.models import Person
from games.models import Event, Game
from games.play import clock
from tests import stage
from tests.journeys import browsing
from tests.journeys.conftest import Site, body

DUEL = {
    "S12": "south K",
    "S14": "west S",
    "S16": "west K",
    **{field: "south S" for field in ("S01", "S02")},
    **{field: "west S" for field in ("W01", "W02")},
    **{field: "north S" for field in ("N01", "N02", "N03")},
    **{field: "east S" for field in ("E01", "E02", "E03")},
}


def last_kinds(game: Game, number: int) -> list[str]:
    kinds = Event.objects.filter(game=game).order_by("-seq").values_list("kind", flat=True)
    return list(kinds[:number])[::-1]


def test_a_capture_on_the_board_is_recaptured_from_a_letter(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.begin(players, DUEL, now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        browsing.click(page, "S12")
        browsing.click(page, "S14")
        browsing.settled(page, "S12-S13xS14")
        browsing.button(page, "Check the turn").click()
        page.get_by_role("button", name="Send the turn").click()
        page.wait_for_url("**sent=*")
    assert last_kinds(game, 2) == ["captured", "window_opened"]

    letter = body(site.letter("Bob", f"{game.pk}]", "Recapture"))
    (link,) = re.findall(rf"{site.address}/\S*answer/\S*", letter)
    with browsing.enter(browser, site, "Bob") as page:
        page.goto(link)
        assert page.locator("input[type=radio]:checked").count() == 0
        page.locator("input[value=S16-S15xS14]").check()
        page.get_by_role("button", name="Send the answer").click()
        page.wait_for_url("**sent=*")
    assert last_kinds(game, 2) == ["recaptured", "window_closed"]
