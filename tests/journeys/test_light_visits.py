"""Pages are light: few requests and few bytes at the first visit, less at the next ones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext

from accounts.models import Person
from conquest import bench, registry
from games.models import Game, Seat
from tests.bench import games
from tests.chromium import new_context
from tests.journeys import browsing
from tests.journeys.browsing import DESK
from tests.journeys.conftest import Site
from tests.servers import until
from tests.visits import Visit, visiting

pytestmark = pytest.mark.long

FIRST = {"requests": 15, "kilobytes": 150}
NEXT = {"requests": 4, "kilobytes": 50}
START = {**FIRST, "requests": 16}  # with the picture of a game that real sites do not have
LOOK_MS = 50
ANOTHER_FILE = """async (name) => {
  await (await fetch(`/static/boards/${name}.json`, { cache: "no-store" })).text();
}"""


@pytest.fixture(autouse=True)
def no_other_games(site: Site) -> None:
    """Each test begins without games: those of the others have pictures, too."""
    site.begin_again()


def browser_of(browser: Browser, site: Site, name: str = "") -> BrowserContext:
    """Return a browser that has seen nothing of the site; what its service worker fetches for later
    is no part of a page."""
    context = new_context(browser, **DESK, service_workers="block")
    if name:
        browsing.sign_in(context, site, name)
    return context


def is_light(visit: Visit, bound: dict[str, int]) -> bool:
    return visit.requests <= bound["requests"] and visit.kilobytes <= bound["kilobytes"]


def looked(visit: Visit) -> Visit:
    """Return a visit after a while in which the browser may tell of it."""
    visit.page.wait_for_timeout(LOOK_MS)
    return visit


def begin_in_the_middle(slug: str, players: list[Person]) -> tuple[Game, str]:
    """Begin a game in its middle; return who is on turn, too."""
    middle = bench.middle_game(registry.get_ruleset(slug))
    game = games.begin(middle, players)
    person = Seat.objects.get(game=game, name=middle.asked_seat).person
    assert person is not None
    return game, person.name


@pytest.mark.parametrize("slug", sorted(registry.find_rulesets()))
def test_the_page_of_a_turn_is_light(
    site: Site, browser: Browser, players: list[Person], slug: str
) -> None:
    game, name = begin_in_the_middle(slug, players)
    context = browser_of(browser, site, name)
    for bound in (FIRST, NEXT):
        with visiting(context) as visit:
            visit.open(f"{site.address}/games/{game.pk}/")
            visit.page.locator("html[data-ready=game]").wait_for()
            assert is_light(visit, bound), (visit.requests, visit.kilobytes)
    context.close()


@pytest.mark.parametrize(
    ("name", "path", "first"),
    [
        ("", "/", START),
        ("Alice", "/", FIRST),
        ("Alice", "/tables/", FIRST),
        ("", "/rules/conquest/", FIRST),
    ],
    ids=["start", "my games", "lobby", "rules"],
)
def test_other_pages_are_light(
    site: Site, browser: Browser, players: list[Person], name: str, path: str, first: dict[str, int]
) -> None:
    begin_in_the_middle("grand-conquest", players)
    context = browser_of(browser, site, name)
    for bound in (first, NEXT):
        with visiting(context) as visit:
            visit.open(site.address + path)
            assert is_light(visit, bound), (visit.requests, visit.kilobytes)
    context.close()


def test_another_request_and_what_it_weighs_would_be_seen(site: Site, browser: Browser) -> None:
    context = browser_of(browser, site)
    with visiting(context) as visit:
        visit.open(f"{site.address}/help/")
        requests, kilobytes = visit.requests, visit.kilobytes
        assert is_light(visit, FIRST)
        assert not is_light(visit, {**FIRST, "requests": requests - 1})
        visit.page.evaluate(ANOTHER_FILE, "great-islands")
        until(lambda: looked(visit).kilobytes > kilobytes + 5, "the bytes of the file")
        assert visit.requests == requests + 1
        assert not is_light(visit, {**FIRST, "kilobytes": int(kilobytes)})
    context.close()
