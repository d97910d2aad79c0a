"""Two pages of a game at once: what one does appears on the other, and its letter waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Person
from games.models import Game, Seat, SeatRequest
from games.play import clock
from mail.models import Delivery
from tests import stage
from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site, mail_of, running
from tests.journeys.hands import Step
from tests.servers import until

NAMES = ("Alice", "Bob")
OPENING = Step("e5", "e6", "e5-e6")
ANSWER = Step("f18", "f17", "f18-f17")
MARK = "window.isTheSame = true"
IS_THE_SAME = "() => window.isTheSame === true"


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run the site with letters that wait for readers who are looking, as they do by themselves."""
    var = tmp_path_factory.mktemp("live")
    with django_db_blocker.unblock(), running(var, NAMES, LETTER_HOLD="120") as here:
        yield here


@pytest.fixture
def game(site: Site) -> Game:
    people = [Person.objects.get(name=name) for name in NAMES]
    return stage.sit_down(people, "bollwerk", title="Over the hill", now=clock.now())


def look(page: Page, site: Site, game: Game, name: str) -> None:
    """Open a game and wait until the site knows that it is looked at."""
    browsing.open_game(page, site, game.pk)
    page.evaluate(MARK)
    seats = Seat.objects.filter(game=game, person__name=name, looked_at__isnull=False)
    until(seats.exists, f"{name} is looking")


def letter_to(game: Game, name: str) -> Delivery:
    return Delivery.objects.get(kind="decision", person__name=name, about__decision__in=list(
        game.decisions.filter(seat__person__name=name).values_list("pk", flat=True)
    ))  # fmt: skip


def test_a_move_elsewhere_is_shown_and_its_letter_held(
    site: Site, browser: Browser, game: Game
) -> None:
    """Without a reload: the film plays and ends on the turn; who answers gets no letter."""
    with (
        browsing.enter(browser, site, "Alice", **DESK) as alice,
        browsing.enter(browser, site, "Bob", **PHONE) as bob,
    ):
        look(bob, site, game, "Bob")
        browsing.watch_for_film(bob)
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [OPENING])
        hands.send(alice)
        browsing.await_film(bob)
        expect(bob.locator(".whose")).to_contain_text("It is your turn")
        expect(bob).to_have_title(re.compile(r"^\(\d+\) It is your turn: Over the hill"))
        assert bob.evaluate(IS_THE_SAME)
        held = letter_to(game, "Bob")
        assert held.status == Delivery.Status.WAITING
        assert (held.next_at - held.created_at).total_seconds() == 120
        alice.evaluate(MARK)
        hands.by_taps(bob, [ANSWER])
        hands.send(bob)
        expect(alice.locator(".whose")).to_contain_text("It is your turn")
        expect(alice.locator("#receipt")).to_have_count(0)
        assert alice.evaluate(IS_THE_SAME)
    Delivery.objects.filter(pk=held.pk).update(next_at=clock.now())
    until(lambda: letter_to(game, "Bob").status == Delivery.Status.WITHDRAWN, "withdrawn")
    assert not [one for one in site.office.to(mail_of("Bob")) if "Over the hill" in one["Subject"]]


def test_a_letter_is_sent_at_once_to_a_reader_who_looks_elsewhere(
    site: Site, browser: Browser, game: Game
) -> None:
    with browsing.enter(browser, site, "Alice", **DESK) as alice:
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [OPENING])
        hands.send(alice)
    site.letter("Bob", f"Bollwerk {game.pk}")


def test_a_plan_that_somebody_is_writing_is_kept(site: Site, browser: Browser, game: Game) -> None:
    """Bob writes a plan ahead while Alice moves: he is told, and looks when he likes."""
    with (
        browsing.enter(browser, site, "Alice", **DESK) as alice,
        browsing.enter(browser, site, "Bob", **DESK) as bob,
    ):
        browsing.open_game(bob, site, game.pk)
        bob.locator("#orders").fill("f18-f17")
        bob.locator("#panel .steps > li").first.wait_for()
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [OPENING])
        hands.send(alice)
        bob.get_by_role("button", name="Look").click()
        expect(bob.locator(".whose")).to_contain_text("It is your turn")
        expect(bob.locator("#orders")).to_have_value("f18-f17")


def test_a_piece_chosen_while_the_page_is_fetched_stays_chosen(
    site: Site, browser: Browser, game: Game
) -> None:
    """Alice moves, Bob's page asks for the game as it is now, and Bob picks a piece meanwhile."""
    with (
        browsing.enter(browser, site, "Alice", **DESK) as alice,
        browsing.enter(browser, site, "Bob", **DESK, service_workers="block") as bob,
    ):
        browsing.open_game(bob, site, game.pk)
        held = list[Route]()
        bob.route(f"**/games/{game.pk}/", lambda route: held.append(route))
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [OPENING])
        with bob.expect_request(f"**/games/{game.pk}/"):
            hands.send(alice)
        browsing.click(bob, "f18")
        place = browsing.frame(bob)
        for route in held:
            route.continue_()
        expect(bob.locator("#happened")).to_be_visible()
        assert browsing.frame(bob) == place  # what he is about to tap stays where it is
        assert bob.locator("#pick").get_attribute("data-piece")


def test_a_request_for_a_seat_is_shown_to_the_host(
    site: Site, browser: Browser, game: Game
) -> None:
    """Without a reload, though the game itself has not changed."""
    game.seats.filter(person__name="Bob").update(is_absent=True)
    stranger = Person.objects.create_user("charlie@example.org", name="Charlie")
    with browsing.enter(browser, site, "Alice", **DESK) as alice:
        browsing.open_game(alice, site, game.pk)
        alice.evaluate(MARK)
        seat = game.seats.get(person__name="Bob")
        SeatRequest.objects.create(game=game, seat=seat, person=stranger, asked_at=clock.now())
        expect(alice.locator("#main")).to_contain_text("Charlie asks to take over")
        assert alice.evaluate(IS_THE_SAME)


def test_the_dashboard_shows_at_once_which_game_waits_for_you(
    site: Site, browser: Browser, game: Game
) -> None:
    with (
        browsing.enter(browser, site, "Alice", **DESK) as alice,
        browsing.enter(browser, site, "Bob", **DESK) as bob,
    ):
        bob.goto(site.address)
        bob.evaluate(MARK)
        waiting = bob.get_by_role("region", name="Waiting for others")
        expect(waiting).to_contain_text("Over the hill")
        browsing.open_game(alice, site, game.pk)
        hands.by_mouse(alice, [OPENING])
        hands.send(alice)
        expect(bob.get_by_role("region", name="Waiting for you")).to_contain_text("Over the hill")
        assert bob.evaluate(IS_THE_SAME)


def test_a_turn_is_sent_by_itself_when_the_network_is_back(
    site: Site, browser: Browser, game: Game
) -> None:
    """At each step: while a turn is put together, checked and sent, nothing is lost."""
    with browsing.enter(browser, site, "Alice", **DESK) as alice:
        browsing.open_game(alice, site, game.pk)
        network = alice.context
        network.set_offline(True)
        alice.locator("#orders").fill(OPENING.text)
        expect(alice.locator("#banner")).to_contain_text("cannot be reached")
        network.set_offline(False)
        expect(alice.locator("#banner")).to_be_hidden()
        expect(alice.locator("#panel .steps > li")).to_have_count(1)
        for button, address in (("Check the turn …", "**/check/**"), ("Send the turn", "**sent=*")):
            network.set_offline(True)
            browsing.button(alice, button).click()
            expect(alice.locator("#away")).to_contain_text("This is sent by itself")
            network.set_offline(False)
            alice.wait_for_url(address)
        assert game.submissions.count() == 1
        alice.go_back()
        expect(alice.locator("h1")).to_contain_text("Over the hill")
