"""One turn put together in four ways: by hand, by keys, in notation and without any script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import Person
from conquest.core import no_numbers
from conquest.kit import codec
from games.models import Event, Game
from games.play import clock, store
from tests import stage
from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE, settled
from tests.journeys.conftest import Site
from tests.journeys.hands import Step
from tests.scheduling import choose_one, choose_some

pytestmark = pytest.mark.long


class Turn(NamedTuple):
    begin: Callable[[list[Person]], Game]
    steps: tuple[Step, ...]

    @property
    def text(self) -> str:
        return self.steps[-1].text


def islands(pieces: dict[str, str], *steps: Step) -> Turn:
    """Return a turn of Conquest; each step is written as its own order."""
    texts = accumulate((step.text for step in steps), "{}; {}".format)
    return Turn(
        lambda players: stage.begin(players, pieces, now=clock.now()),
        tuple(step._replace(text=text) for step, text in zip(steps, texts, strict=True)),
    )


def bollwerk(texts: Sequence[str], *steps: Step) -> Turn:
    """Return a turn of White in Bollwerk, after these turns."""

    def begin(players: list[Person]) -> Game:
        game = stage.sit_down(players[:2], "bollwerk", now=clock.now())
        return stage.tell(game, players[:2], texts, now=clock.now())

    return Turn(begin, steps)


GUARDS = {
    **{field: "south S" for field in ("S01", "S02")},
    **{field: "west S" for field in ("W01", "W02")},
    **{field: "north S" for field in ("N01", "N02", "N03")},
    **{field: "east S" for field in ("E01", "E02", "E03")},
}
TURNS = {
    "opening": islands(
        stage.set_up(),
        Step("S40", "S30", "S40-S29-S30"),
        Step("S10", "S39", "S10-S39"),
        Step("S39", "S28", "S39-S40-S28"),
    ),
    "voyage": islands(
        {**GUARDS, "WH2": "south B(S)", "W23": "south S", "W25": "west S", "W14": "west K"},
        Step("W23", "WH2", "W23-WH2"),
        Step("WH2", "WH1", "WH2-M212-WH1"),
        Step("WH1", "W24", "S1@WH1-W24", "Soldier 1 WH1"),
        Step("W24", "W25", "W24xW25"),
    ),
    "chain": bollwerk(
        ("e5-e6", "f18-f16", "g5-g7", "i19-h17"),
        Step("d5", "f7", "d5-f7"),
        Step("f7", "h7", "d5-f7-h7"),
        Step("h7", "g8", "d5-f7-h7 +A g8", tool="arrow"),
    ),
    "two stones": bollwerk(
        (),
        Step("j4", "i6", "j4-i6"),
        Step("i6", "h8", "j4-i6 +B h8", tool="block"),
        Step("i6", "j8", "j4-i6 +B h8 +X j8", tool="bomb"),
    ),
    "removal by one that stays": bollwerk(
        ("b4-c6 +A d8", "f18-f17"),
        Step("c6", "c6", "c6"),
        Step("c6", "d8", "c6 ~d8", tool="remove a stone"),
    ),
}


HANDS = {
    "taps": (hands.by_taps, PHONE),
    "mouse": (hands.by_mouse, DESK),
    "keys": (hands.by_keys, DESK),
    "notation": (hands.in_notation, DESK),
    "no script": (hands.without_script, {**DESK, "java_script_enabled": False}),
}


ALIKE = {  # the same for all turns: clicks lead where taps do, text is sent as it stands
    "mouse": ("voyage", "two stones"),
    "notation": ("opening", "chain"),
}
ONE_EACH = (  # every hand and every turn
    ("opening", "taps"),
    ("chain", "taps"),
    ("voyage", "mouse"),
    ("two stones", "mouse"),
    ("chain", "keys"),
    ("removal by one that stays", "keys"),
    ("opening", "notation"),
    ("voyage", "no script"),
)


@pytest.mark.parametrize(
    ("name", "hand"),
    choose_some(
        [(name, hand) for hand in HANDS for name in ALIKE.get(hand, TURNS)], chosen=ONE_EACH
    ),
)
def test_orders_are_the_same_however_they_are_put_together(
    site: Site, browser: Browser, players: list[Person], name: str, hand: str
) -> None:
    turn = TURNS[name]
    game = turn.begin(players)
    compose, device = HANDS[hand]
    meant = judged(game, turn.text)
    with browsing.enter(browser, site, "Alice", **device) as page:
        if device.get("java_script_enabled", True):
            browsing.open_game(page, site, game.pk)
        else:
            page.goto(f"{site.address}/games/{game.pk}/")
        compose(page, turn.steps)
        hands.send(page, by_keys=hand == "keys")
    assert happened(game) == meant


def judged(game: Game, text: str) -> list[tuple[str, Any]]:
    """Return the events that the referee knows for a text now."""
    judgement, state = game.rules.judgement, store.load_state(game)
    (seat,) = judgement.to_act(state)
    orders = game.rules.notation.read_orders(state, seat, text)
    return [codec.pack_event(event) for event in judgement.decide(state, seat, orders, no_numbers)]


def happened(game: Game) -> list[tuple[str, Any]]:
    """Return the events since the game was looked at."""
    told = Event.objects.filter(game=game, seq__gt=game.version).order_by("seq")
    return [(event.kind, event.data) for event in told]


def test_keys_alone_serve_people_who_do_not_see_the_map(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """By keys alone: the next galleon, what stands there, and a command to the board."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        page.locator("#map").focus()
        hands.press_until(page, "2", lambda: hands.chosen(page).startswith("Galleon"))
        page.keyboard.press("i")
        assert "galleon of South" in hands.chosen(page)
        page.keyboard.press("?")
        expect(page.locator("#keys dt[data-of]:visible")).to_have_text(["1 2 …"])
        page.keyboard.press("Escape")
        page.locator("#command").fill("f knight")
        page.keyboard.press("Enter")
        page.locator("#answered li").nth(3).wait_for()
        assert "knight of South: " in page.locator("#answered").inner_text()


def test_a_piece_chosen_by_a_link_goes_on_by_hand(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """A link of the page without script, opened where there is one."""
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        page.goto(f"{site.address}/games/{game.pk}/?piece=e5")
        expect(page.locator("#pick-words")).to_have_text("Guard e5: choose where it goes.")
        page.goto(f"{site.address}/games/{game.pk}/?plan=e5-e6&piece=e6&tool=A")
        expect(page.locator("#pick-tray [aria-pressed=true]")).to_contain_text("Arrow 10")
        browsing.click(page, "e7")
        settled(page, "e5-e6 +A e7")


def test_a_piece_that_has_gone_is_not_asked_where_it_goes(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        browsing.click(page, "e5")
        browsing.click(page, "e6")
        settled(page, "e5-e6")
        words = page.locator("#pick-words")
        expect(words).to_contain_text("Guard e6: you can go on from here, or leave it at that.")
        browsing.click(page, "e6")
        expect(words).to_contain_text("Guard e6: choose where it goes.")


@pytest.mark.parametrize(
    ("device", "still"),
    [(DESK, ("#board", "#pick", "#plan")), (PHONE, ("#board", "#pick-words", "#pick .actions"))],
    ids=["desk", "phone"],
)
def test_the_choice_stays_and_nothing_moves_when_a_soldier_mounts(
    site: Site,
    browser: Browser,
    players: list[Person],
    device: dict[str, Any],
    still: tuple[str, ...],
) -> None:
    """What was chosen stays chosen; then the field gives the carrier first, and its rider."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    touch = browsing.tap if device is PHONE else browsing.click
    with browsing.enter(browser, site, "Alice", **device) as page:
        browsing.open_game(page, site, game.pk)
        touch(page, "S10")
        before = [page.locator(one).bounding_box() for one in still]
        touch(page, "S39")
        if device is PHONE:
            touch(page, "S39")
        settled(page, "S10-S39")
        pick = page.locator("#pick")
        expect(pick).to_have_attribute("data-piece", "S@S39")
        assert [page.locator(one).bounding_box() for one in still] == before
        touch(page, "S39")
        expect(pick).to_have_attribute("data-piece", "S39")
        expect(page.locator("#pick-words")).to_contain_text("Choose it again for: soldier S39.")
        touch(page, "S39")
        expect(pick).to_have_attribute("data-piece", "S@S39")
        expect(page.locator("#said")).to_contain_text("Soldier S39: choose where it goes.")


@pytest.mark.parametrize("device", choose_one([DESK, PHONE], PHONE), ids=["desk", "phone"])
def test_a_field_where_a_piece_cannot_go_says_why(
    site: Site, browser: Browser, players: list[Person], device: dict[str, Any]
) -> None:
    """C14, C35: where the choice is told and aloud, with a link into the rules."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    touch = browsing.tap if device is PHONE else browsing.click
    with browsing.enter(browser, site, "Alice", **device) as page:
        browsing.open_game(page, site, game.pk)
        touch(page, "S40")
        touch(page, "C15")
        sentence = "The knight on S40 goes 6 steps in a turn, no more."
        words = page.locator("#pick-words")
        expect(words).to_have_text(f"{sentence} (C14)")
        expect(page.locator("#said")).to_have_text(sentence)
        expect(page.locator("#pick")).to_have_attribute("data-piece", "S40")
        words.get_by_role("link", name="C14").click()
        page.wait_for_url("**/rules/conquest/#C14")


def test_the_map_shows_what_others_could_do(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """C22: West's knight could capture South's; both are seen on the map and told beside it."""
    pieces = {**GUARDS, "S29": "south K", "S40": "west K"}
    game = stage.begin(players, pieces, now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        words, layer = (
            page.locator("#pick-words"),
            page.get_by_role("button", name="Pieces in reach of others"),
        )
        browsing.click(page, "S40")
        expect(words).to_contain_text("S40: knight of West. Could be captured by South")
        expect(words).to_contain_text("It could capture on S01 (")
        expect(page.locator(".o-feared[data-f=S29]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".o-feared, .o-theirs")).to_have_count(0)
        layer.click()
        expect(layer).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".o-danger[data-f=S29]")).to_have_count(1)
        expect(words).to_contain_text("In reach of others: S01")
        layer.click()
        expect(page.locator(".o-danger")).to_have_count(0)


def test_soldiers_all_come_aboard_in_one_change(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """C9, C13: two soldiers for whom there is room, one offered by name; taken back together."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        browsing.click(page, "S34")
        chips = page.locator("#pick-chips button")
        expect(chips).to_have_text(["All aboard", "+ Soldier S03", "+ Soldier S04"])
        chips.first.click()
        settled(page, "S03-S34; S04-S34")
        expect(page.locator("#pick")).to_have_attribute("data-piece", "S34")
        browsing.button(page, "Undo").click()
        settled(page, "")
        browsing.click(page, "S34")
        page.get_by_role("button", name="Soldier S04").click()
        settled(page, "S04-S34")
