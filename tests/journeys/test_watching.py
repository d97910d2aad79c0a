"""A game looked at: as a film from any step, on paper, and on screens of every size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from accounts.models import Person
from games.models import Game
from games.play import clock, store, turns
from games.replay import read_marks
from leagues.models import LeagueStanding
from tests import stage
from tests.chromium import new_page
from tests.journeys import browsing
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import PLAYERS, Site
from tests.scheduling import choose_one
from tests.servers import until

LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
LIES = "board => board.style.width"
LONG, RANGE = 90, 6
STILL = {**DESK, "reduced_motion": "reduce"}
SIDE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
MAGNIFIED = {"viewport": {"width": 320, "height": 256}}


def play(players: list[Person], least: int) -> Game:
    """Let a knight of each seat go to and fro until enough has happened."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    people = dict(zip(PLAYERS, players, strict=True))
    while game.version < least:
        state = store.load_state(game)
        (seat,) = game.rules.judgement.to_act(state)
        home, road = (f"{seat[0].upper()}{place}" for place in (40, 29))
        there, back = f"{home}-{road}", f"{road}-{home}"
        pairs = min(game.rules.judgement.points_left(state) or 0, RANGE) // 2
        text = "; ".join([*[there, back] * pairs, "end"])
        turns.submit(
            turns.Orders(
                game_id=game.pk, person=people[seat], text=text, seen_version=game.version,
                key=f"{seat}-{game.version}",
            ),
            now=clock.now(),
        )  # fmt: skip
        game.refresh_from_db()
    return game


def open_history(page: Page, site: Site, game: Game, upto: int) -> None:
    page.goto(f"{site.address}/games/{game.pk}/history/?upto={upto}")
    page.locator("html[data-ready=history]").wait_for()


def shows(page: Page, game: Game, step: int) -> None:
    """Wait until film, address and list are at a step."""
    expect(page.locator(".film-words")).to_contain_text(f"Step {step} of {game.version}")
    page.wait_for_url(f"**upto={step}")
    expect(page.locator(".log [aria-current] b")).to_have_text(str(step))


def await_read(game: Game, person: Person) -> None:
    """Wait until the site knows that somebody has seen all of a game."""
    until(lambda: read_marks.last_read(game, person) == game.version, "all of it is seen")


def test_the_film_starts_at_any_step_and_fetches_only_what_is_near(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = play(players, LONG)
    with browsing.enter(browser, site, "Alice", **STILL) as page:
        fetched: list[str] = []
        page.on(
            "request", lambda asked: fetched.append(asked.url) if "/film/" in asked.url else None
        )
        open_history(page, site, game, 80)
        shows(page, game, 80)
        page.locator(".film-track input").focus()
        page.keyboard.press("ArrowRight")
        shows(page, game, 81)
        page.locator(".log a").filter(has_text="78").click()
        shows(page, game, 78)
        assert [url.partition("?")[2] for url in fetched] == ["turned=0&after=61&upto=81"]
        page.locator('[data-film="last"]').click()
        shows(page, game, game.version)
        expect(page.locator('[data-film="play"]')).to_have_attribute("aria-pressed", "false")
        await_read(game, players[0])


def test_the_film_of_a_very_long_game_goes_from_stretch_to_stretch(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = stage.prolong(
        stage.begin(players, stage.set_up(), now=clock.now()), 900, now=clock.now()
    )
    with browsing.enter(browser, site, "Alice", **STILL) as page:
        open_history(page, site, game, 450)
        shows(page, game, 450)
        page.locator('[data-film="first"]').click()
        shows(page, game, 1)
        page.locator('[data-film="last"]').click()
        shows(page, game, game.version)
        page.goto(f"{site.address}/games/{game.pk}/history/?upto=649")
        page.locator("html[data-ready=history]").wait_for()
        slider = page.locator(".film-track input")
        slider.focus()
        slider.press("End")
        shows(page, game, 849)
        page.locator('[data-film="on"]').click()
        shows(page, game, 850)
        await_read(game, players[0])


def test_a_film_opened_at_its_end_takes_nothing_for_seen(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = play(players, 4)
    with browsing.enter(browser, site, "Alice", **STILL) as page:
        open_history(page, site, game, game.version)
        shows(page, game, game.version)
        page.locator('[data-film="back"]').click()
        shows(page, game, game.version - 1)
        assert read_marks.last_read(game, players[0]) == 0
        page.locator('[data-film="on"]').click()
        await_read(game, players[0])


def test_steps_of_the_film_leave_a_trail_and_a_ring(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = play(players, 12)
    with browsing.enter(browser, site, "Alice", **STILL) as page:
        open_history(page, site, game, 3)
        expect(page.locator(".trail circle")).to_be_visible()
        page.locator('[data-film="on"]').click()
        expect(page.locator(".trail path")).to_have_count(1)
        page.locator('[data-film="first"]').click()
        shows(page, game, 1)
        expect(page.locator(".trail > *")).to_have_count(0)


def test_the_film_brings_what_happens_into_sight_and_gives_the_map_back(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = play(players, 20)
    with browsing.enter(browser, site, "Alice", **PHONE, reduced_motion="reduce") as page:
        browsing.open_game(page, site, game.pk)
        lies = page.locator("#board").evaluate(LIES)
        page.locator("#watch").tap()
        button, ring = page.locator('[data-film="back"]'), page.locator(".trail circle")
        expect(page.locator("#film")).to_be_visible()
        page.locator('[data-film="last"]').tap()
        for _step in range(6):
            button.tap()
            frame, seen = page.locator("#map").bounding_box(), ring.first.bounding_box()
            assert frame
            assert seen is None or is_within(seen, frame)
        near = page.locator("#board").evaluate(LIES)
        assert near != lies
        page.locator('[data-film="close"]').tap()
        assert page.locator("#board").evaluate(LIES) == lies


def is_within(part: FloatRect, whole: FloatRect) -> bool:
    return (
        whole["x"] <= part["x"]
        and whole["y"] <= part["y"]
        and part["x"] + part["width"] <= whole["x"] + whole["width"]
        and part["y"] + part["height"] <= whole["y"] + whole["height"]
    )


@pytest.mark.parametrize(
    "device", choose_one([SIDE, MAGNIFIED], MAGNIFIED), ids=["on its side", "at 400 %"]
)
def test_map_and_plan_stay_apart_on_a_small_screen(
    site: Site, browser: Browser, players: list[Person], device: dict[str, object]
) -> None:
    game = stage.begin(players, stage.set_up(), now=clock.now())
    with browsing.enter(browser, site, "Alice", **device) as page:
        browsing.open_game(page, site, game.pk)
        board, plan = page.locator("#map").bounding_box(), page.locator("#sheet").bounding_box()
        assert board
        assert plan
        is_beside = board["x"] + board["width"] <= plan["x"] + 1
        assert is_beside or board["y"] + board["height"] <= plan["y"]
        assert is_beside == (device is SIDE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.locator(".map-tools :is(a, button):visible").all():
            spot = button.bounding_box()
            assert spot
            right, below = spot["x"] - board["x"], spot["y"] - board["y"]
            assert right >= board["width"] or below >= board["height"]
            assert min(spot["width"], spot["height"]) >= 24
        browsing.button(page, "Check the turn").click()
        page.wait_for_url("**/check/?end=end")


@pytest.mark.parametrize("page_of", choose_one(["", "history/"], ""))
def test_the_board_and_its_names_are_printed_on_one_sheet(
    site: Site, browser: Browser, players: list[Person], page_of: str
) -> None:
    game = play(players, 2)
    with browsing.enter(browser, site, "Alice", **DESK, color_scheme="dark") as page:
        page.goto(f"{site.address}/games/{game.pk}/{page_of}")
        page.locator("html[data-ready]").wait_for()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
        page.emulate_media(media="print")
        board, names = page.locator(".board img.print-only:visible").all()
        assert board.bounding_box() == names.bounding_box()
        expect(page.locator(".board picture:visible")).to_have_count(0)
        assert f"game {game.pk}" in page.locator("main").inner_text()
        for what in ("nav", "button", ".right"):
            assert not page.locator(f"{what} >> visible=true").count()


@pytest.mark.parametrize("language", choose_one(["en", "de"], "de"))
def test_a_seat_to_take_over_fits_on_a_narrow_phone(
    site: Site, browser: Browser, players: list[Person], language: str
) -> None:
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now())
    game.seats.filter(person=players[1]).update(is_absent=True)
    page = new_page(browser, viewport={"width": 320, "height": 700}, locale=language)
    page.goto(f"{site.address}/tables/?show=vacant")
    for tag in page.locator(".sitting .tag").all():
        words = {"en": "absent: can be taken over", "de": "abwesend"}[language]
        expect(tag).to_contain_text(words)
        box, card = tag.bounding_box(), page.locator(".card.row").first.bounding_box()
        assert box is not None
        assert card is not None
        assert box["x"] + box["width"] <= card["x"] + card["width"]
    assert page.locator(".sitting .tag").count()
    page.close()


def test_the_columns_of_the_league_are_named_in_one_line(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """On a narrow phone, beside the names of many games."""
    person = players[0]
    games = ("", "armada", "bollwerk", "conquest", "espionage")
    LeagueStanding.objects.bulk_create(
        LeagueStanding(
            person=person, ruleset=slug, season=0, games=1, wins=1, draws=0, timeouts=0,
            mu=25 if slug else None, sigma=8 if slug else None,
        )
        for slug in games
    )  # fmt: skip
    page = new_page(browser, viewport={"width": 320, "height": 700}, locale="de")
    page.goto(f"{site.address}/league/")
    cell = page.locator("td.broad[data-label=Spiele]")
    width = "(one) => parseFloat(getComputedStyle(one, '::before').width)"
    assert cell.evaluate(width) > 2 * 16
    page.close()
    LeagueStanding.objects.all().delete()


@pytest.mark.parametrize("width", choose_one([320, 390], 320))
@pytest.mark.parametrize("language", choose_one(["en", "de"], "de"))
def test_the_buttons_that_send_break_no_word(
    site: Site, browser: Browser, players: list[Person], language: str, width: int
) -> None:
    """Of a set-up, whose words are the longest."""
    game = stage.sit_down(players[:2], "espionage", now=clock.now())
    Person.objects.filter(pk=players[0].pk).update(language=language)
    size = {"width": width, "height": 700}
    with browsing.enter(browser, site, "Alice", viewport=size, has_touch=True) as page:
        page.goto(f"{site.address}/games/{game.pk}/")
        page.locator("html[data-ready=game]").wait_for()
        words = page.locator("[name=unchecked]")
        expect(words).to_have_text({"en": "Send", "de": "Abgeben"}[language])
        assert words.evaluate(LINES) == 1
        check = page.locator("button.primary[form=orders-form]")
        assert check.evaluate(LINES) <= 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for button in page.locator(".send .button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= width
    Person.objects.filter(pk=players[0].pk).update(language="en")


def test_the_tabs_of_the_lobby_break_no_word_on_a_narrow_phone(
    site: Site, browser: Browser
) -> None:
    page = new_page(browser, viewport={"width": 320, "height": 700}, locale="de")
    page.goto(f"{site.address}/tables/")
    words = page.locator(".tabs a")
    assert words.count() == 4
    many = "(all) => all.forEach((one) => { one.textContent = '10'; })"
    page.locator(".tabs .tag").evaluate_all(many)
    for one in words.all():
        assert one.evaluate(f"(one) => ({LINES})(one.firstChild)") <= 2
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.close()
