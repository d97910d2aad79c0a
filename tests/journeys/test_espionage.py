"""Espionage by two at once: set up in secret, fought where ranks decide, watched by others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from conquest.kit import chance
from games.models import Game
from games.play import clock
from games.play.knowledge import known_game
from tests import stage
from tests.games import espionage, skirmishes
from tests.journeys import browsing, hands
from tests.journeys.browsing import PHONE
from tests.journeys.conftest import Site, body
from tests.journeys.hands import Step
from tests.journeys.test_whole_games import let_time_run_out, mark, over, take_turn
from tests.scheduling import choose_one

RANKS = "corporal|lieutenant|captain|colonel|general|spy|sapper|mine|headquarters"
BLACK = rf"(?:{RANKS}) (?:[a-j](?:8|9|10))\b"


def begin(players: list[Person], **options: Any) -> Game:
    return stage.sit_down(players[:2], "espionage", now=clock.now(), seats="choice", **options)


def free_file(game: Game, files: str) -> str:
    """Return one of some files on which no volcano lies."""
    volcanoes = {square[0] for square in state(game).volcanoes}
    return next(file for file in files if file not in volcanoes)


def state(game: Game, viewer: str | None = None) -> Any:
    game.refresh_from_db()
    return known_game(game, viewer).state


def set_up(page: Page, named: str) -> None:
    """Take a set-up of the house, by its button."""
    button = page.locator("#pick-shortcuts").get_by_role("button", name=named)
    button.click()
    expect(button).to_be_hidden()


def keep(page: Page, name: str) -> None:
    """Keep the set-up for other games; it stays the plan."""
    before = page.locator("#orders").input_value()
    page.get_by_label("Keep this set-up").fill(name)
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#panel")).to_contain_text(f"You keep this set-up as “{name}”.")
    expect(page.locator("#orders")).to_have_value(before)


def swap(page: Page, one: str, other: str) -> None:
    """Let two pieces change places, one finger after the other."""
    before = page.locator("#orders").input_value()
    browsing.tap(page, one)
    browsing.tap(page, other)
    page.get_by_role("button", name="Go there").tap()
    expect(page.locator("#orders")).not_to_have_value(before)


def pairs(game: Game, seat: str, away_from: str) -> Iterator[str]:
    """Yield quiet turns of a seat that keep a file clear."""
    rules = game.rules
    for choice in rules.composing.legal_choices(state(game, seat), seat):
        squares = re.findall(r"[a-j]\d+", choice.text)
        if not choice.captures and all(square[0] != away_from for square in squares):
            yield choice.text


def second(game: Game, first: str) -> str:
    """Return a quiet second step of White beside the first."""
    found = (
        choice.text
        for choice in game.rules.composing.legal_choices(state(game, "white"), "white")
        if choice.text.startswith(f"{first} ") and (not choice.captures or first.endswith("8"))
    )
    text = next(found)
    return text.removeprefix(f"{first} ")


def turn_of(game: Game, first: str) -> str:
    """Return a turn of White that begins so, with a second step where there are two."""
    return f"{first} {second(game, first)}" if state(game).moves == 2 else first


def play_by(hand: Any, page: Page, turn: str) -> None:
    """Put a turn together step by step, and send it."""
    steps = turn.split()
    hand(page, [step(one, "; ".join(steps[:at])) for at, one in enumerate(steps, start=1)])
    hands.send(page)


CAMPS: list[tuple[dict[str, int], str]] = [  # with the files where no spy stands in front
    ({}, "bcefhi"),
    ({"size": 8, "moves": 1}, "bceg"),
]


@pytest.mark.parametrize(
    ("options", "files"),
    choose_one(CAMPS, CAMPS[0]),
    ids=["whole", "small and fast"],
)
def test_espionage_is_played_from_a_secret_set_up_to_its_end(
    site: Site, browser: Browser, players: list[Person], options: dict[str, int], files: str
) -> None:
    """Alice at a desk, Bob at a phone, Dora looks on: she sees where all stand, and no rank
    (E4, EP15, HE20)."""
    game = begin(players, **options)
    file = free_file(game, files)
    front, goal = (2, 7) if options else (3, 8)
    with (
        browsing.enter(browser, site, "Alice") as alice,
        browsing.enter(browser, site, "Bob", **PHONE) as bob,
        browsing.enter(browser, site, "Dora") as dora,
    ):
        browsing.open_game(bob, site, game.pk)
        set_up(bob, "Behind mines")
        headquarters = next(at for at, rank in camp(bob).items() if rank == "Q")
        swap(bob, headquarters, f"{file}{goal}")
        hands.send(bob)
        browsing.open_game(alice, site, game.pk)
        set_up(alice, "Balanced")
        keep(alice, f"Old faithful {game.pk}")
        hands.send(alice)
        for row in range(front, goal - 1):
            turn = turn_of(game, f"{file}{row}-{file}{row + 1}")
            if row == front or options:
                browsing.open_game(alice, site, game.pk)
                play_by(hands.by_mouse, alice, turn)
            else:
                stage.hand_in(game, players[0], turn, now=clock.now())
            answer = next(pairs(game, "black", file))
            if row == front or options:
                browsing.open_game(bob, site, game.pk)
                play_by(hands.by_taps, bob, answer)
            else:
                stage.hand_in(game, players[1], answer, now=clock.now())
        dora.goto(f"{site.address}/games/{game.pk}/text/")
        assert "hidden piece" in dora.locator("main").inner_text()
        assert not re.search(RANKS.replace("mine|", ""), dora.locator("main").inner_text())
        blow = f"{file}{goal - 1}-{file}{goal}"
        rest = turn_of(game, blow).split()[1:]
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [step(blow, blow)])
        expect(alice.locator("#panel")).to_contain_text("Here the ranks decide.")
        hands.by_mouse(alice, [step(one, f"{blow}; {one}") for one in rest])
        hands.send(alice)
        for page in (alice, bob, dora):
            page.goto(f"{site.address}/games/{game.pk}/")
            result = page.get_by_role("region", name="Result")
            expect(result).to_contain_text("the enemy headquarters is conquered")
        dora.goto(f"{site.address}/games/{game.pk}/text/")
        assert "hidden piece" not in dora.locator("main").inner_text()
    assert over(game) == ("headquarters", ["white"])
    letter = site.letter("Bob", mark(game), "over")
    assert any(part.get_content_type() == "image/png" for part in letter.walk())


def step(text: str, so_far: str) -> Step:
    start, end = text.split("-")
    return Step(start, end, so_far)


def camp(page: Page) -> dict[str, str]:
    """Return the set-up in the making, as the orders tell it."""
    words = page.locator("#orders").input_value().split()[1:]
    return dict(word.split("=") for word in words)


def test_small_and_fast_espionage_is_played_without_a_script(
    site: Site, players: list[Person]
) -> None:
    """HE20, HE22: one move a turn, on eight by eight; an army set up by text and by links."""
    game = begin(players, size=8, moves=1)
    alice = site.people["Alice"]
    alice.visit(f"/games/{game.pk}/")
    assert "At once:" in alice.page.text
    take_turn(site, game, "Alice", setup(game, "white"))
    told = body(site.letter("Bob", mark(game), "Set up your army"))
    assert not re.search(rf"(?:{RANKS}) [a-h][12]\b", told)
    take_turn(site, game, "Bob", setup(game, "black"))
    told = body(site.letter("Alice", mark(game), "Your turn"))
    assert re.search(rf"(?:{RANKS}) [a-h][12]\b", told)
    assert not re.search(rf"(?:{RANKS}) [a-h][78]\b", told)
    take_turn(site, game, "Alice", next(pairs(game, "white", "")))
    take_turn(site, game, "Bob", f"{next(pairs(game, 'black', ''))}; draw?")
    page = take_turn(site, game, "Alice", "draw!")
    assert over(game) == ("agreed", [])
    assert "a draw was agreed" in page.text


def setup(game: Game, seat: str) -> str:
    """Return what a house player would hand in."""
    level = game.rules.composing.levels[0]
    return level.propose_orders(state(game, seat), seat, chance.keyed_numbers(b"camp"))


def test_espionage_ends_when_somebody_does_not_set_up(site: Site, players: list[Person]) -> None:
    """HE24: silence in the set-up, too."""
    game = begin(players)
    take_turn(site, game, "Alice", setup(game, "white"))
    let_time_run_out(game, "black")
    assert over(game) == ("resigned", ["white"])


def noted(page: Page, field: str) -> Any:
    return page.locator(f'.m-note [data-f="{field}"]')


def test_a_note_on_a_tapped_piece_is_kept_for_its_writer_alone(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = espionage.begin(players[:2], clock.now())
    skirmishes.tell(game, players, now=clock.now(), upto=espionage.BEGUN, story=espionage.STORY)
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        browsing.tap(page, "d7")
        page.get_by_role("button", name="Note", exact=True).tap()
        page.get_by_label("Note", exact=True).fill("S or 5")
        page.keyboard.press("Enter")
        expect(noted(page, "d7")).to_have_text("S or…")
        browsing.tap(page, "d7")
        expect(page.locator("#pick-words")).to_contain_text("Your note: S or 5.")
        browsing.tap(page, "d2")
        browsing.tap(page, "d3")
        page.get_by_role("button", name="Go there").tap()
        expect(page.locator("#orders")).to_have_value("d2-d3")
        expect(noted(page, "d7")).to_have_text("S or…")
    with browsing.enter(browser, site, "Bob") as page:
        browsing.open_game(page, site, game.pk)
        assert "S or" not in page.content()


def test_going_back_after_signing_out_shows_nothing_of_a_set_up(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = begin(players)
    with browsing.enter(browser, site, "Alice") as page:
        browsing.take_another_session(page, site)
        browsing.open_game(page, site, game.pk)
        set_up(page, "Balanced")
        hers = page.locator(".steps > li").inner_text().strip()
        assert re.search(RANKS, hers)
        page.goto(f"{site.address}/help/")
        page.go_back()
        expect(page.locator("#orders")).to_have_value(re.compile("setup a1="))
        page.goto(f"{site.address}/help/")
        browsing.sign_out(page)
        for _ in range(3):
            page.go_back()
            page.wait_for_load_state()
            assert hers not in page.locator("body").inner_text()
            expect(page.locator("#orders")).to_have_count(0)


def test_the_past_is_shown_with_the_eyes_of_a_seat(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    game = espionage.begin(players[:2], clock.now())
    story = espionage.STORY
    skirmishes.tell(game, players, now=clock.now(), upto=len(story), story=story)
    hidden = "#board [href$='-black-hidden']"
    with browsing.enter(browser, site, "Dora") as page:
        page.goto(f"{site.address}/games/{game.pk}/history/?upto=6")
        page.locator("html[data-ready=history]").wait_for()
        assert page.locator(hidden).count() == 0
        with page.expect_navigation():
            page.get_by_role("link", name="As White knew it").click()
        page.locator("html[data-ready=history]").wait_for()
        expect(page.locator(hidden).first).to_be_attached()
        page.get_by_role("button", name="step on").click()
        page.wait_for_url(re.compile("upto=8"))
        assert "eyes=white" in page.url
        open_now = page.get_by_role("link", name="In the open")
        expect(open_now).to_have_attribute("href", re.compile(r"upto=8"))
        open_now.focus()
        page.keyboard.press("Enter")
        page.locator("html[data-ready=history]").wait_for()
        expect(page.locator(hidden)).to_have_count(0)
