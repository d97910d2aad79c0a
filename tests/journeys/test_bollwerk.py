"""Bollwerk by two people at once: a whole game by hand, and one to each other kind of end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game
from games.play import clock
from tests import stage
from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site, body
from tests.journeys.hands import Step
from tests.journeys.test_whole_games import let_time_run_out, mark, over, take_turn

pytestmark = pytest.mark.long

STILL = {**DESK, "reduced_motion": "reduce"}
STONES = {
    "+A": "arrow",
    "+B": "block",
    "+RA": "red arrow",
    "+RB": "red block",
    "+X": "bomb",
    "~": "remove a stone",
}
GAME = (
    ("e5-e6", "f18-f16"),
    ("g5-g7", "i19-h17 +B g15"),
    ("d5-f7-h7", "h17 ~g15"),  # a chain, and a piece that stays: by hand
    ("b4-c6 +A d8", "e19-e20"),
    ("j4-i6 +B h8 +X j8", "j18-j17 +RA j16"),  # the chancellor's two stones: by hand
    ("a4xa18", "j17-j16"),  # over the guard, and a red arrow collected
    ("a18-a17", "i18-i17"),
)
BY_HAND = (2, 4)
BLOW = "a17-f17 +X f22"
TO_AND_FRO = ("b4-c6", "i19-h17", "c6-b4", "h17-i19")


def steps(text: str) -> Iterator[Step]:
    """Yield what a hand does for a turn: link by link, or the same square, then the stones."""
    path, *rest = text.split(" ")
    squares = re.findall(r"[a-j]\d+", path)
    for number in range(1, len(squares)):
        part = re.match(rf"(?:[a-j]\d+[-x]?){{{number}}}[a-j]\d+", path)
        assert part
        yield Step(squares[number - 1], squares[number], part[0])
    if len(squares) == 1:
        yield Step(path, path, path)
    for number, (sign, square) in enumerate(placed(rest), start=1):
        words = " ".join(rest[: number if sign == "~" else 2 * number])
        yield Step(squares[-1], square, f"{path} {words}", tool=STONES[sign])


def placed(words: list[str]) -> list[tuple[str, str]]:
    if words and words[0].startswith("~"):
        return [("~", words[0][1:])]
    return list(zip(words[::2], words[1::2], strict=True))


def begin(players: list[Person]) -> Game:
    return stage.sit_down(players[:2], "bollwerk", now=clock.now())


def act(page: Page, site: Site, game: Game, name: str) -> None:
    """Do something beside the turn, asked about on a page of its own."""
    page.goto(f"{site.address}/games/{game.pk}/")
    page.get_by_role("link", name=name).click()
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**sent=*")


def test_bollwerk_is_played_to_its_end_by_mouse_and_by_taps(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """Alice at a desk, Bob at a phone; each is told by letter, and both see the end (HB3, B99)."""
    game = begin(players)
    with (
        browsing.enter(browser, site, "Alice") as alice,
        browsing.enter(browser, site, "Bob", **PHONE) as bob,
    ):
        for number, (white, black) in enumerate(GAME):
            if number not in BY_HAND:
                stage.tell(game, players[:2], (white, black), now=clock.now())
                continue
            browsing.open_game(alice, site, game.pk)
            hands.by_mouse(alice, list(steps(white)))
            hands.send(alice)
            browsing.open_game(bob, site, game.pk)
            hands.by_taps(bob, list(steps(black)))
            hands.send(bob)
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, list(steps(BLOW)))
        hands.send(alice)
        for page in (alice, bob):
            page.goto(f"{site.address}/games/{game.pk}/")
            result = page.get_by_role("region", name="Result")
            expect(result).to_contain_text("a bomb lies on the enemy end field")
    assert over(game) == ("bomb", ["white"])
    letter = site.letter("Bob", mark(game), "over")
    assert "White" in body(letter)
    assert any(part.get_content_type() == "image/png" for part in letter.walk())
    watch(site, browser, game)


def watch(site: Site, browser: Browser, game: Game) -> None:
    """The film, what moved and what was laid, the record, the board in words and on paper."""
    game.refresh_from_db()
    with browsing.enter(browser, site, "Bob", **STILL) as page:
        page.goto(f"{site.address}/games/{game.pk}/history/?upto=1")
        page.locator("html[data-ready=history]").wait_for()
        words = page.locator(".film-words")
        told = [words.inner_text()]
        while not told[-1].startswith(f"Step {game.version} of"):
            page.locator('[data-film="on"]').click()
            expect(words).not_to_have_text(told[-1])
            told.append(words.inner_text())
        for what in ("over f7 to h7", "an arrow on d8", "removes the block", "uard on", "picks up"):
            assert any(what in one for one in told), what
        expect(page.locator(".film-words")).to_contain_text("a bomb lies on the enemy end field")
        page.goto(f"{site.address}/games/{game.pk}/history/")
        for shown in ("", "history/"):
            page.goto(f"{site.address}/games/{game.pk}/{shown}")
            assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
        page.goto(f"{site.address}/games/{game.pk}/text/")
        expect(page.locator("main")).to_contain_text("bomb")
        record = page.request.get(f"{site.address}/games/{game.pk}/record.txt").text()
        for white, black in GAME:
            assert white in record
            assert black in record


def test_bollwerk_ends_drawn_when_an_offer_is_accepted(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """HB9: offered in the turn, told to the other by letter and on the page, accepted there."""
    game = begin(players)
    with (
        browsing.enter(browser, site, "Alice") as alice,
        browsing.enter(browser, site, "Bob", **PHONE) as bob,
    ):
        act(alice, site, game, "Offer a draw")
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, list(steps("e5-e6")))
        hands.send(alice)
        told = body(site.letter("Bob", mark(game), "Your turn"))
        assert "White offers a draw." in told
        assert "you play Black" in told
        assert "(Black)" not in told
        bob.goto(f"{site.address}/games/{game.pk}/")
        expect(bob.get_by_text("White offers a draw.").first).to_be_attached()
        act(bob, site, game, "Accept the draw")
        expect(bob.get_by_role("region", name="Result")).to_contain_text("a draw was agreed")
    assert over(game) == ("agreed", [])
    assert "a draw was agreed" in body(site.letter("Alice", mark(game), "over"))


def test_bollwerk_ends_when_somebody_resigns(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """O13: in the other's turn, too."""
    game = begin(players)
    with browsing.enter(browser, site, "Bob", **PHONE) as bob:
        act(bob, site, game, "Resign")
        expect(bob.get_by_role("region", name="Result")).to_contain_text("Winner: White")
    assert over(game) == ("resigned", ["white"])
    assert "resigns" in body(site.letter("Alice", mark(game), "over"))


def test_a_rematch_of_bollwerk_begins_with_the_sides_changed(
    site: Site, players: list[Person]
) -> None:
    """Without a script: one presses for it, the other comes by their letter."""
    game = begin(players)
    stage.hand_in(game, players[0], "resign", now=clock.now())
    alice, bob = site.people["Alice"], site.people["Bob"]
    bob.visit(f"/games/{game.pk}/")
    assert "Bob (Black) has won." in bob.page.text
    bob.fill("/thank/")
    page = bob.fill("/rematch/")
    assert "free, for Alice" in page.text
    letter = body(site.letter("Alice", "Bob invites you to a game of Bollwerk"))
    assert "“Autumn (2)”" in letter
    alice.visit(f"/games/{game.pk}/")
    assert "Said thanks for the game: Bob." in alice.page.text
    invited = re.search(r"https?://\S+/invite/\S+/", letter)
    assert invited
    alice.visit(invited[0])
    alice.fill("/join/")
    again = Game.objects.get(rematch_of=game)
    assert urlsplit(alice.page.address).path == f"/games/{again.pk}/"
    seats = {seat.name: seat.person for seat in again.seats.select_related("person")}
    assert seats == {"white": players[1], "black": players[0]}
    assert "Waiting for Bob (turn)" in alice.page.text


def test_bollwerk_ends_when_somebody_is_silent(site: Site, players: list[Person]) -> None:
    """Who lets their time run out has resigned."""
    game = begin(players)
    take_turn(site, game, "Alice", "e5-e6")
    let_time_run_out(game, "black")
    assert over(game) == ("resigned", ["white"])
    assert "White" in body(site.letter("Bob", mark(game), "over"))


def test_bollwerk_ends_drawn_when_a_position_comes_a_third_time(
    site: Site, players: list[Person]
) -> None:
    """HB9: the set-up, and twice again."""
    game = begin(players)
    for place, text in enumerate(TO_AND_FRO * 2):
        page = take_turn(site, game, ("Alice", "Bob")[place % 2], text)
    assert over(game) == ("repetition", [])
    assert "the same position for the third time" in page.text


def test_bollwerk_has_a_lesson_and_can_be_tried_out(
    site: Site, browser: Browser, players: list[Person]
) -> None:
    """The first lesson opens, and the position of a running game is played on by taps."""
    game = begin(players)
    version = game.version
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/learn/bollwerk/1/")
        page.locator("html[data-ready=game]").wait_for()
        page.goto(f"{site.address}/games/{game.pk}/try/")
        page.locator("html[data-ready=game]").wait_for()
        hands.by_taps(page, list(steps("e5-e6")))
        with page.expect_navigation():
            page.get_by_role("link", name="go on as Black").tap()
        page.locator("html[data-ready=game]").wait_for()
        hands.by_taps(page, list(steps("f18-f16")))
    game.refresh_from_db()
    assert game.version == version
