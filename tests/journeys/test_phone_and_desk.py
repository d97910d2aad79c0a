"""What outsiders met between two turns, on a phone and at a desk, in both languages.

``JOURNEY_PICTURES`` names a folder for photographs of these pages, light and dark.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, Submission
from games.play import bots, clock
from tests import stage
from tests.chromium import new_context, watched
from tests.games import armada
from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE, settled
from tests.journeys.conftest import Site, mail_of
from tests.journeys.test_limited_browsers import THROWING
from tests.scheduling import choose_one

DEVICES: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE}
HEBREW = "דנה כהן"
# What English has and German has not, outside of notation and of what people write.
ENGLISH = re.compile(
    r"\b(the|your|you|turn|turns|of|and|choose|waiting|sent|send|left|hours?|north|south|east)\b",
    re.IGNORECASE,
)
WIDE = "document.scrollingElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("main .button, main button")].filter((one) =>
    one.checkVisibility({ opacityProperty: true }) && one.scrollWidth > one.clientWidth + 1
).map((one) => one.outerHTML.slice(0, 90))"""
WORDS = """() => {
  const copy = document.querySelector("main").cloneNode(true);
  for (const one of copy.querySelectorAll(
    "script, svg, textarea, select, [translate=no], [lang=en], h1, h3 > a, .visually-hidden"
  )) one.remove();
  return copy.textContent.replaceAll(/\\s+/g, " ");
}"""
SUBMIT = """(orders) => {
  document.querySelector("#orders").value = orders;
  document.querySelector("#orders-form").submit();
}"""
LOOSE = """(name) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let one; (one = walker.nextNode()); ) {
    const at = one.data.indexOf(name);
    const isData = one.parentElement.closest("script, style");
    if (at < 0 || isData || one.data.trim() === name || one.parentElement.closest("bdi")) continue;
    if (one.data[at - 1] !== "\\u2068") found.push(one.data.trim().slice(0, 90));
  }
  return found;
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """A size and a language in which pages are looked at."""

    browser: Browser
    site: Site
    device: dict[str, Any]
    language: str
    name: str

    def page(self, person: str = "", **options: Any) -> Any:
        """Open a browser for a person who has signed in, or for a visitor."""
        if person:
            Person.objects.filter(name=person).update(language=self.language)
            return browsing.enter(self.browser, self.site, person, **self.device, **options)
        return self._visitor(**options)

    def check(self, page: Page, of: str) -> None:
        """Check that a page fits, cuts no button, and speaks one language; photograph it."""
        assert page.evaluate(WIDE) <= 0, f"{of} is too wide"
        assert page.evaluate(CUT) == [], of
        if self.language == "de":
            words = page.evaluate(WORDS)
            assert not ENGLISH.findall(words), (of, ENGLISH.findall(words), words)
        if folder := os.environ.get("JOURNEY_PICTURES"):
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_timeout(500)
                page.screenshot(path=Path(folder) / f"{of}-{self.name}-{scheme}.png")
            page.emulate_media(color_scheme="light", reduced_motion="no-preference")

    def _visitor(self, **options: Any) -> Any:
        locale = {"en": "en-GB", "de": "de-DE"}[self.language]
        return Visiting(self.browser, **self.device, locale=locale, **options)


class Visiting:
    """A browser without a session, of which an error fails the test."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = new_context(browser, **options)
        self.page = self.context.new_page()
        self.watch = watched(self.page)

    def __enter__(self) -> Page:
        self.watch.__enter__()
        return self.page

    def __exit__(self, *fault: Any) -> None:
        self.context.close()
        self.watch.__exit__(*fault)


@pytest.fixture(
    params=choose_one([f"{size}-{one}" for size in DEVICES for one in ("en", "de")], "phone-de")
)
def look(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Look]:
    size, language = request.param.split("-")
    yield Look(browser, site, DEVICES[size], language, request.param)
    Person.objects.update(language="en")


def button(page: Page, english: str, german: str) -> Any:
    """Return the button in sight that is called so in either language."""
    return browsing.button(page, re.compile(f"^({re.escape(english)}|{re.escape(german)})"))


def map_height(page: Page) -> float:
    box = page.locator("#map").bounding_box()
    assert box is not None
    return box["height"]


def is_whole(page: Page, field: str) -> bool:
    """Whether all of a square is in sight."""
    frame, (x, y), half = page.locator("#map").bounding_box(), browsing.spot(page, field), 20
    assert frame is not None
    across = frame["x"] + half <= x <= frame["x"] + frame["width"] - half
    return across and frame["y"] + half <= y <= frame["y"] + frame["height"] - half


def test_a_throw_that_is_sent_leaves_plan_and_board_as_they_were(
    look: Look, players: list[Person]
) -> None:
    """It is told with its odds before, in one line after; the next turn begins with no plan."""
    game = armada.begin(players[:2], clock.now())
    for person, text in ((players[0], armada.REST[0][1]), (players[1], armada.CAMPS[0])):
        stage.hand_in(game, person, text, now=clock.now())
    marked = ".o-lay:visible, .o-taken:visible"
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        expect(page.locator(marked)).not_to_have_count(0)
        browsing.tap(page, "f6") if look.device is PHONE else browsing.click(page, "f6")
        if look.device is PHONE:
            page.locator("[data-do=add]").tap()
        settled(page, "throw f6")
        expect(page.locator(marked)).to_have_count(0)  # they would hide the odds
        look.check(page, "throw")
        before = map_height(page)
        page.locator(".send .button").locator("visible=true").last.click()
        page.wait_for_url("**sent=*")
        expect(page.locator(".sent-line")).to_contain_text("Bob")
        assert map_height(page) >= 0.8 * before
        assert is_whole(page, "e8")  # where the die has come to rest
        look.check(page, "sent")
        stage.hand_in(game, players[1], "skip", now=clock.now())
        browsing.open_game(page, look.site, game.pk)
        settled(page, "")
        expect(page.locator("#pick-words")).to_have_text(re.compile("^(Choose|Wähle) "))
        expect(page.locator("[data-do=undo]").first).to_be_disabled()
        look.check(page, "next-turn")


PIECES = {
    "S14": "south S", "S01": "south C", "S02": "south K", "S16": "west K", "W01": "west C",
    "W02": "west K", "N01": "north C", "N02": "north K", "E01": "east C", "E02": "east K",
}  # fmt: skip


def test_a_loss_is_said_above_the_board_while_the_page_is_open(
    look: Look, players: list[Person]
) -> None:
    """After the film that shows it, until one has got it."""
    game = stage.begin(players, PIECES, now=clock.now())
    stage.hand_in(game, players[0], "end", now=clock.now())
    lost = re.compile("(You lost: soldier on S14|Deine Verluste: Soldat auf S14)")
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        expect(page.get_by_text(lost)).to_have_count(0)
        browsing.watch_for_film(page)
        stage.hand_in(game, players[1], "S16-S15xS14", now=clock.now())
        browsing.await_film(page)
        line = page.locator("#strip")
        expect(line.get_by_text(lost)).to_be_in_viewport(ratio=1)
        look.check(page, "lost")
        line.get_by_role("button").click()
        expect(line.get_by_text(lost)).to_have_count(0)


def test_the_next_piece_is_at_first_one_that_is_in_sight(look: Look, players: list[Person]) -> None:
    """Not the first by its name, which may stand on another island."""
    game = stage.sit_down(players[:2], "grand-conquest", now=clock.now(), players=2)
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        (left, top, grain), frame = browsing.frame(page), page.locator("#map").bounding_box()
        page.locator("[data-do=next]").click()
        piece = page.locator("#pick").get_attribute("data-piece") or ""
        x, y = browsing.chart(page)["fields"][piece.split("@")[-1]]
        assert frame is not None
        assert 0 < left + x * grain - frame["x"] < frame["width"]
        assert 0 < top + y * grain - frame["y"] < frame["height"]


def test_a_turn_is_said_to_be_complete_taken_back_after_a_reload_and_checked_in_view(
    look: Look, players: list[Person]
) -> None:
    """The check shows the moves and what sends them without scrolling."""
    game = armada.begin(players[:2], clock.now())
    setups = (players[0], armada.REST[0][1]), (players[1], armada.CAMPS[0])
    for person, text in (*setups, (players[0], "skip"), (players[1], "skip")):
        stage.hand_in(game, person, text, now=clock.now())
    complete = re.compile(r"^(Your turn is complete|Dein Zug ist vollständig)\.")
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        for _ in range(2):
            page.locator("#orders").fill("e2-e3")
            expect(page.locator("#pick-words")).to_have_text(complete)
            page.reload()
            page.locator("html[data-ready=game]").wait_for()
            expect(page.locator("[data-do=undo]").first).to_be_enabled()
            look.check(page, "complete")
            page.locator("[data-do=undo]").locator("visible=true").first.click()
            settled(page, "")
        page.locator("[data-do=redo]").locator("visible=true").first.click()
        settled(page, "e2-e3")
        button(page, "Check the turn", "Zug prüfen").click()
        expect(button(page, "Send the turn", "Zug abgeben")).to_be_in_viewport(ratio=1)
        expect(page.locator("svg.b-board").first).to_be_in_viewport(ratio=0.5)
        look.check(page, "check")


def test_the_hash_of_a_set_up_is_read_after_it_is_sent_and_beside_the_game(
    look: Look, players: list[Person]
) -> None:
    """All of it, and the links beside it say what it is for."""
    game = armada.begin(players[:2], clock.now())
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        page.locator("#orders").fill(armada.REST[0][1])
        page.locator("#panel .steps > li").first.wait_for()
        button(page, "Check the set-up", "Aufstellung prüfen").click()
        button(page, "Send the set-up", "Aufstellung abgeben").click()
        page.wait_for_url("**sent=*")
        page.get_by_text(re.compile("^(How this is kept fair|Wie das fair bleibt)$")).click()
        seen = page.locator(".receipt .hash")
        expect(seen).to_be_in_viewport(ratio=1)
        expect(seen).to_have_text(re.compile("^[0-9a-f]{64}$"))
        look.check(page, "hash")
        commitment = seen.inner_text()
        page.locator(".fairness > summary").click()
        panel = page.locator(".fairness")
        expect(panel.get_by_text(commitment)).to_be_in_viewport(ratio=1)
        look.check(page, "fairness")
        for link, title in (
            ("What can be checked|Was am Ende", "Chance and secrets|Zufall und Geheimnisse"),
            ("How games are kept fair|Wie es bei den Partien fair", "fair"),
        ):
            panel.get_by_role("link", name=re.compile(f"^({link})")).click()
            expect(page.locator("h1")).to_have_text(re.compile(title))
            look.check(page, "fairness-link")
            page.go_back()
            page.locator("html[data-ready=game]").wait_for()
            if not panel.evaluate("(one) => one.open"):
                page.locator(".fairness > summary").click()


def test_a_draw_that_is_offered_waits_in_my_games_with_yes_and_no(
    look: Look, players: list[Person]
) -> None:
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now(), seats="choice")
    stage.hand_in(game, players[0], "draw?", now=clock.now())
    with look.page("Bob") as page:
        page.goto(look.site.address)
        expect(page).to_have_title(re.compile(r"^\([1-9]"))
        row = page.locator(".row.asked", has=page.locator(f"a[href='/games/{game.pk}/']"))
        look.check(page, "offered")
        row.get_by_role("link", name=re.compile("^(Answer|Antworten)$")).click()
        page.locator("html[data-ready=game]").wait_for()
        notice = page.locator(".offered")
        expect(notice.get_by_role("link")).to_be_in_viewport(ratio=1)
        expect(notice.get_by_role("button")).to_be_in_viewport(ratio=1)
        look.check(page, "offered-game")
        notice.get_by_role("button").click()
        expect(page.locator(".offered")).to_have_count(0)


def test_a_mission_shows_its_goal_its_king_and_its_rules(look: Look) -> None:
    """The rules of its own stand where one looks, also on a phone."""
    with look.page() as page:
        page.goto(f"{look.site.address}/campaign/armada/2/")
        begin = page.get_by_role("button", name=re.compile("^(Begin the|Mission)"))
        expect(begin).to_be_in_viewport(ratio=1)
        look.check(page, "briefing")
        begin.click()
        page.locator("html[data-ready=game]").wait_for()
        x, y = browsing.spot(page, "f2")
        assert page.evaluate(
            "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#board')", [x, y]
        )
        goal = re.compile(r"(Take 4 enemy ones|Schlag 4 gegnerische Einer)\.")
        expect(page.locator("main header").get_by_text(goal)).to_be_in_viewport(ratio=1)
        rule = page.locator(".mission-rule").first
        expect(rule).to_have_text(re.compile("has rested for 2|2 eigene Züge"))
        if look.device is PHONE:
            expect(rule).to_be_in_viewport(ratio=1)
        look.check(page, "mission")


def test_a_guest_who_is_impatient_and_keeps_nothing_begins_one_game(look: Look) -> None:
    """From the start page, which says in one language what there is, to a turn."""
    bots.get_or_create_bots()
    before = Game.objects.count()
    with look.page() as page:
        page.add_init_script(THROWING)
        page.goto(look.site.address)
        look.check(page, "start")
        play = page.locator(".kind", has_text="Bollwerk").get_by_role("button").first
        play.click(click_count=3)
        page.wait_for_url("**/games/*/")
        page.locator("html[data-ready=game]").wait_for()
        look.check(page, "guest")
        hands.in_notation(page, [hands.Step("e5", "e6", "e5-e6")])
    assert Game.objects.count() == before + 1


def test_a_turn_of_a_page_from_before_another_sign_in_is_given_back(
    look: Look, players: list[Person]
) -> None:
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now(), seats="choice")
    with look.page("Alice") as page:
        browsing.open_game(page, look.site, game.pk)
        page.context.clear_cookies(name="csrftoken")
        page.context.new_page().goto(f"{look.site.address}/preferences/")
    # The browser itself complains of the request that is refused, so it is not watched.
    context = new_context(look.browser, **look.device)
    browsing.sign_in(context, look.site, "Alice")
    page = context.new_page()
    browsing.open_game(page, look.site, game.pk)
    browsing.change_token(context, look.site)
    page.evaluate(SUBMIT, "e5-e6")
    again = page.get_by_role("button", name=re.compile("^(Send again|Noch einmal)"))
    expect(again).to_be_in_viewport(ratio=1)
    look.check(page, "once-more")
    again.click()
    expect(button(page, "Send the turn", "Zug abgeben")).to_be_visible()
    context.close()
    assert not Submission.objects.filter(game=game).exists()


def test_a_code_is_taken_as_keyboards_and_mails_may_change_it(look: Look) -> None:
    """Full-width letters, a blank that does not break, another dash, what has no width."""
    with look.page() as page:
        page.goto(f"{look.site.address}/accounts/login/")
        page.locator("main [type=email], main [name=login]").first.fill(mail_of("Dora"))
        page.locator("main form").first.get_by_role("button").first.click()
        field = page.get_by_label("Code")
        field.wait_for()
        look.check(page, "code")
        code = look.site.code(mail_of("Dora"))
        field.fill(changed(code))
        page.get_by_role("button", name=re.compile("^(Continue|Weiter)$")).click()
        expect(page.locator("html:not([data-reader=''])")).to_be_attached()


def changed(code: str) -> str:
    wide = "".join(chr(ord(one) + 0xFEE0) if one != "-" else "\N{EM DASH}" for one in code)
    return (
        f"\N{ZERO WIDTH NO-BREAK SPACE}{wide[:2]}\N{ZERO WIDTH SPACE}{wide[2:]}\N{NO-BREAK SPACE}"
    )


def test_a_name_that_runs_from_right_to_left_turns_nothing_around(
    look: Look, players: list[Person]
) -> None:
    """Wherever it meets other words it is isolated."""
    game = stage.sit_down(players[:2], "bollwerk", now=clock.now(), seats="choice")
    Person.objects.filter(pk=players[1].pk).update(name=HEBREW)
    stage.hand_in(game, players[0], "e5-e6", now=clock.now())
    try:
        with look.page("Alice") as page:
            pages = {"my-games": "/", "game": f"/games/{game.pk}/"}
            for name, path in (pages | {"history": f"{pages['game']}history/"}).items():
                page.goto(f"{look.site.address}{path}")
                page.wait_for_load_state()
                assert page.evaluate(LOOSE, HEBREW) == [], path
                look.check(page, f"hebrew-{name}")
    finally:
        Person.objects.filter(pk=players[1].pk).update(name="Bob")


@pytest.mark.parametrize("zone", ["Etc/GMT+5", "UTC", "Arctic/Longyearbyen"])
def test_a_time_zone_that_no_list_has_is_kept(look: Look, zone: str) -> None:
    Person.objects.filter(name="Erin").update(time_zone=zone)
    with look.page("Erin") as page:
        page.goto(f"{look.site.address}/preferences/")
        expect(page.locator("[name=time_zone]")).to_have_value(zone)
        page.locator("form:has([name=time_zone]) button").first.click()
        page.wait_for_load_state()
        look.check(page, "preferences")
    assert Person.objects.get(name="Erin").time_zone == zone
