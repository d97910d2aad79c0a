"""What players see when they open a game, without a hand moved: their own pieces, large enough, and
what they need to hand their turn in, however long it is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from accounts.models import Person
from conquest import bench, registry
from games.models import Game, Seat
from games.planner import drafts, plan_reader
from games.play import clock, store
from tests import stage
from tests.bench import games
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import PLAYERS, Site
from tests.scheduling import choose_one, choose_some

pytestmark = pytest.mark.long

LEAST = {"desk": 20, "phone": 22}
DEVICES: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE}
STEPS = 10
IN_SIGHT = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && (one === met || one.contains(met));
}"""
PIECE = 50  # board units, from edge to edge


def opening(people: list[Person]) -> Game:
    """The second round: the first one has fewer points."""
    game = stage.sit_down(people, "conquest", now=clock.now())
    return stage.tell(game, people, ["end"] * len(people), now=clock.now())


def middle(people: list[Person]) -> Game:
    return games.begin(bench.middle_game(registry.get_ruleset("conquest")), people)


def last_pieces(people: list[Person]) -> Game:
    """Few are left, and they stand far apart."""
    pieces = {
        "S12": "south K", "S25": "south K", "S40": "south S",
        "W01": "west S", "W30": "west K", "W44": "west K",
        "N01": "north S", "N30": "north K", "N44": "north K",
        "E01": "east S", "E30": "east K", "E44": "east K",
    }  # fmt: skip
    game = stage.begin(people, pieces, now=clock.now())
    return stage.tell(game, people, ["end"] * len(people), now=clock.now())


def sizes(page: Page) -> list[float]:
    """Return how large the own pieces in sight are, in CSS pixels."""
    frame = page.locator("#map").bounding_box()
    assert frame is not None
    own = (page.locator("#map").get_attribute("data-own") or "").split(" ")
    half = browsing.frame(page)[2] * PIECE / 2
    places = [browsing.spot(page, field) for field in own]
    return [
        2 * half
        for x, y in places
        if frame["x"] <= x - half and x + half <= frame["x"] + frame["width"]
        if frame["y"] <= y - half and y + half <= frame["y"] + frame["height"]
    ]


def plan_ten_steps(game: Game) -> None:
    """Keep a plan of ten steps for everybody, each by another piece than the one before."""
    for seat in game.seats.select_related("person"):
        text = _ten_steps(game, seat.name)
        drafts.save_draft(
            seat, _person(seat), text, version=game.version, seen=None, now=clock.now()
        )


def _person(seat: Seat) -> Person:
    assert seat.person is not None
    return seat.person


def _ten_steps(game: Game, seat: str) -> str:
    rules, state = game.rules, store.load_state(game)
    texts: list[str] = []
    last = ""
    while len(texts) < STEPS:
        choices = plan_reader.sketch_plan(
            rules, state, seat, rules.notation.join_words(texts)
        ).choices
        step = next(
            one
            for one in sorted(choices, key=lambda one: one.cost)
            if one.origin and one.origin != last and not one.captures
        )
        texts.append(step.text)
        last = step.target
    return rules.notation.join_words(texts)


def is_in_sight(found: Locator) -> bool:
    """Whether all of something can be seen, and nothing lies over its middle."""
    return bool(found.evaluate(IN_SIGHT))


def is_within(found: Locator, frame: Locator) -> bool:
    """Whether something lies within a frame."""
    one, other = found.bounding_box(), frame.bounding_box()
    assert one is not None
    assert other is not None
    return (
        other["x"] <= one["x"]
        and other["y"] <= one["y"]
        and one["x"] + one["width"] <= other["x"] + other["width"]
        and one["y"] + one["height"] <= other["y"] + other["height"]
    )


@pytest.mark.parametrize(
    ("begun", "device"),
    choose_some(
        product([opening, middle, last_pieces], DEVICES),
        chosen=[(opening, "phone"), (middle, "desk")],
    ),
)
def test_all_that_a_turn_needs_is_in_sight(
    site: Site, browser: Browser, players: list[Person], begun: Any, device: str
) -> None:
    game = begun(players)
    plan_ten_steps(game)
    for name in PLAYERS.values():
        with browsing.enter(browser, site, name, **DEVICES[device]) as page:
            browsing.open_game(page, site, game.pk)
            seen = sizes(page)
            assert len(seen) > 1, name
            assert min(seen) >= LEAST[device], name
            assert page.locator("#panel .steps > li").count() == STEPS
            for needed in page.locator(
                "#map, .map-tools, #pick, .points-words, .send .button"
            ).all():
                assert is_in_sight(needed), (name, needed)
            assert page.locator(".send .button:not([type])").count() == 2


@pytest.mark.parametrize("device", choose_one(DEVICES, "phone"))
def test_the_ways_to_choose_from_are_in_sight(
    site: Site, browser: Browser, players: list[Person], device: str
) -> None:
    game = opening(players)
    with browsing.enter(browser, site, "Alice", **DEVICES[device]) as page:
        page.goto(f"{site.address}/games/{game.pk}/?plan=S37-S17")
        page.locator("html[data-ready=game]").wait_for()
        assert page.locator(".ways a").count() == 2
        for field in ("S37", "S19", "S18", "S17", "S38", "S16"):
            spot = browsing.spot(page, field)
            met = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#map')"
            assert page.evaluate(met, list(spot)), field


def test_the_page_stands_still_under_the_mouse(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = opening(players)
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        browsing.click(page, "S40")
        before = places(page)
        for field in ("M101", "S28", "S13", "S29"):
            page.mouse.move(*browsing.spot(page, field))
            assert places(page) == before, field
        expect(page.locator("#pick-words")).to_contain_text("S29: costs")


def places(page: Page) -> Any:
    """Return where the parts of the page lie."""
    return [one.bounding_box() for one in page.locator("#map, #board, .card, .send .button").all()]


def test_the_map_steps_back_to_show_where_a_piece_can_go(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = opening(players)
    with browsing.enter(browser, site, "Alice") as page:
        browsing.open_game(page, site, game.pk)
        for _ in range(4):
            page.locator("[data-do=closer]").click()
        page.locator("#map").press("3")
        expect(page.locator("#pick-words")).to_contain_text("Knight")
        goals = page.locator(".o-reach, .o-chosen").all()
        assert len(goals) > STEPS
        assert all(is_within(goal, page.locator("#map")) for goal in goals)
        assert browsing.frame(page)[2] * PIECE >= LEAST["desk"]
