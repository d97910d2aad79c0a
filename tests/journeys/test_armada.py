"""Iron Armada in real browsers: by four with an alliance, by three where there is terrain, and by
two to the lost King."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Decision, Game
from games.play import clock, store
from tests import stage, whole_games
from tests.journeys import browsing, hands
from tests.journeys.browsing import PHONE
from tests.journeys.conftest import PLAYERS, Site, body
from tests.journeys.test_whole_games import mark, over
from tests.scheduling import choose_one
from tests.whole_games import WholeGame

NAMES = {
    4: "armada-king-always-players-4-seats-choice-last_standing",
    3: "armada-players-3-seats-choice-terrain-true-last_standing",
    2: "armada-king-always-players-2-seats-choice-last_standing",
}
FIRST, LAST = 8, 4  # by hand; by fewer than four, what lies between goes by without browsers
DEVICES = {"Bob": PHONE, "Dora": {}, "Erin": PHONE}


def kept(players: int) -> WholeGame:
    (found,) = (game for game in whole_games.kept() if game.name == NAMES[players])
    return found


def begin(whole: WholeGame, players: list[Person]) -> Game:
    seats = whole.rules.seating.table_layout(whole.options).seats
    with stage.seeded(bytes.fromhex(whole.seed)):
        return stage.sit_down(
            players[: len(seats)], whole.ruleset, now=clock.now(), title="Armada", **whole.options
        )


@contextmanager
def all_in(browser: Browser, site: Site, names: list[str]) -> Iterator[dict[str, Page]]:
    """Open a browser for everybody."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(browsing.enter(browser, site, name, **DEVICES.get(name, {})))
            for name in names
        }


def play(page: Page, site: Site, game: Game, text: str) -> None:
    """Hand in what is asked: an answer and an act by their buttons, all else in notation."""
    if text in ("consent", "refuse"):
        page.goto(f"{site.address}/games/{game.pk}/answer/")
        page.locator(f"input[value={text}]").check()
        page.get_by_role("button", name="Send the answer").click()
        page.wait_for_url("**sent=*")
        return
    browsing.open_game(page, site, game.pk)
    if text == "resign":
        page.get_by_role("link", name="Resign").click()
        page.get_by_role("button", name="Resign").click()
        page.wait_for_url("**sent=*")
        return
    if text.startswith("throw"):
        expect(page.locator("#pick-words")).to_have_text(re.compile("^In hand: blocker die"))
    page.locator("#orders").fill(text)
    page.locator("#panel .steps > li").first.wait_for()
    hands.send(page)


@pytest.mark.parametrize("seated", choose_one([4, 3, 2], 3))
def test_armada_is_played_from_the_set_up_to_the_last_who_stands(
    seated: int, site: Site, browser: Browser, players: list[Person]
) -> None:
    """K1, K2, K21, K40, K38, K16: an alliance by everybody's consent, a void throw, a fall, a
    defeat that leaves blockers, and a throw of the defeated."""
    whole = kept(seated)
    game = begin(whole, players)
    names = dict(
        zip(whole.rules.judgement.seats(store.load_state(game)), PLAYERS.values(), strict=False)
    )
    with all_in(browser, site, list(names.values())) as pages:
        for number, (seat, text) in enumerate(whole.submissions):
            is_between = FIRST <= number < len(whole.submissions) - LAST
            if seated == 4 or not is_between:
                play(pages[names[seat]], site, game, text)
            else:
                person = next(one for one in players if one.name == names[seat])
                stage.hand_in(game, person, text, now=clock.now())
        outcome = whole.rules.judgement.outcome(whole.played())
        assert outcome
        for page in pages.values():
            page.goto(f"{site.address}/games/{game.pk}/")
            expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert over(game) == ("last_standing", list(outcome.winners))
    for name in names.values():
        assert "Armada" in body(site.letter(name, mark(game), "over"))
    assert not Decision.objects.filter(game=game, closed_at=None).exists()
