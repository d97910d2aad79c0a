"""Nobody waits for ever: a reminder, more time, then a friend plays, then the pool is asked, then
anybody is invited; each step is told, and its owner takes it back by one button."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Decision, Game, PoolEntry, Seat, SubstituteAsk
from games.play import clock
from tests import stage
from tests.chromium import new_context
from tests.faults import sites
from tests.journeys import browsing
from tests.journeys.conftest import PLAYERS, Place, Site, running
from tests.servers import PATIENCE, until

pytestmark = pytest.mark.long

DAY = timedelta(days=1)
FRIEND, SUBSTITUTE = "Charlie", "Frank"


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run a site with four players, a friend of one of them, and one who plays on for others."""
    people = (*PLAYERS.values(), FRIEND, SUBSTITUTE)
    folder: Path = tmp_path_factory.mktemp("site")
    with django_db_blocker.unblock(), running(folder, people) as here:
        here.remember()
        yield here


@pytest.fixture
def game(place: Place, players: list[Person]) -> Game:
    """Alice is on turn in a game in which the first silence makes absent."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "absent_after": 1})
    game.refresh_from_db()
    return game


def seat_of(game: Game) -> Seat:
    return Seat.objects.select_related("person", "stand_in").get(game=game, name="south")


def let_time_run_out(game: Game) -> None:
    """Let the others play until Alice is asked, and a worker find that her time is up."""
    while True:
        asked = Decision.objects.select_related("seat__person").get(game=game, closed_at=None)
        if asked.seat.name == "south":
            break
        assert asked.seat.person is not None
        stage.hand_in(game, asked.seat.person, "end", now=clock.now())
    long_ago = clock.now() - timedelta(minutes=1)
    Decision.objects.filter(pk=asked.pk).update(
        opened_at=long_ago, due_at=long_ago, told_at=long_ago
    )
    until(lambda: seat_of(game).is_absent, "Alice to be absent")


def let_days_pass(site: Site, game: Game) -> None:
    before = clock.now() - 2 * DAY
    Seat.objects.filter(game=game, name="south").update(absent_since=before)
    SubstituteAsk.objects.update(asked_at=before)
    # Its tick comes every few minutes, and does the same in such a process.
    with sites.run("games.tasks.tend_tables", {**site.env}, "tables") as task:
        assert task.process.wait(PATIENCE) == 0


def come_back(page: Page, site: Site, game: Game, place: Place) -> None:
    """Let the owner be back by one button."""
    browsing.open_game(page, site, game.pk)
    page.get_by_role("button", name=place.say("I am back")).click()
    expect(page.get_by_text(place.say("Welcome back."))).to_be_visible()
    assert not seat_of(game).is_absent
    site.letter("Bob", place.say("%(name)s is back", name="Alice"))
    site.office.letters.clear()


def test_a_reminder_comes_and_its_owner_takes_more_time(
    site: Site, browser: Browser, game: Game, place: Place
) -> None:
    say, now = place.say, clock.now()
    Game.objects.filter(pk=game.pk).update(pace={**game.pace, "extensions": [1, 24]})
    asked = Decision.objects.filter(game=game, closed_at=None)
    asked.update(
        opened_at=now - 2 * DAY, told_at=now - 2 * DAY, due_at=now + DAY / 2, remind_at=now
    )
    site.letter("Alice", say("Still open: %(what)s", what="").strip())
    before = asked.get().due_at
    with browsing.enter(browser, site, "Alice", **place.size) as owner:
        browsing.open_game(owner, site, game.pk)
        one_day = {"de": "1 Tag", "en": "1 day"}[place.language]
        owner.get_by_role("button", name=say("Take %(time)s more", time=one_day)).click()
        told = say("You have more time. The others are told.")
        expect(owner.get_by_text(told)).to_be_visible()
    assert asked.get().due_at == before + DAY
    site.letter("Bob", say("%(name)s has taken %(time)s more", name="Alice", time=one_day))


def test_a_friend_plays_until_its_owner_is_back(
    site: Site, browser: Browser, game: Game, place: Place
) -> None:
    say = place.say
    with (
        browsing.enter(browser, site, "Alice", **place.size) as owner,
        browsing.enter(browser, site, FRIEND, **place.size) as friend,
    ):
        owner.goto(f"{site.address}/preferences/substitutes/")
        owner.get_by_label(say("Name of the player")).fill(FRIEND)
        owner.get_by_role("button", name=say("Ask them")).click()
        site.letter(FRIEND, "Alice")
        friend.goto(f"{site.address}/preferences/substitutes/")
        friend.get_by_role("button", name=say("Yes, gladly")).click()
        site.letter("Alice", say("%(friend)s plays for you while you are absent", friend=FRIEND))
        let_time_run_out(game)
        site.letter(FRIEND, say("You play for %(name)s from now on", name="Alice"))
        site.letter("Bob", say("%(name)s is absent", name="Alice"))
        browsing.open_game(friend, site, game.pk)
        playing = say("You play for %(name)s.", name="Alice")
        expect(friend.get_by_text(playing)).to_be_visible()
        come_back(owner, site, game, place)
        browsing.open_game(friend, site, game.pk)
        expect(friend.get_by_text(playing)).to_have_count(0)
        # The friend can take it back as well: at once in this game, and for all others.
        let_time_run_out(game)
        assert seat_of(game).stand_in == Person.objects.get(name=FRIEND)
        browsing.open_game(friend, site, game.pk)
        friend.get_by_role("button", name=say("I cannot play for them")).click()
        told = say("You do not play here any more. The others are told.")
        expect(friend.get_by_text(told)).to_be_visible()
        assert seat_of(game).stand_in is None
        friend.goto(f"{site.address}/preferences/substitutes/")
        friend.get_by_role("button", name=say("Not any more")).click()
        site.letter("Alice", say("%(friend)s does not play for you", friend=FRIEND))


def test_the_pool_is_asked_and_then_anybody_is_invited(
    site: Site, browser: Browser, game: Game, place: Place
) -> None:
    say = place.say
    with (
        browsing.enter(browser, site, "Alice", **place.size) as owner,
        browsing.enter(browser, site, SUBSTITUTE, **place.size) as substitute,
    ):
        substitute.goto(f"{site.address}/preferences/substitutes/")
        substitute.locator("input[name=rulesets][value=conquest]").check()
        substitute.get_by_role("button", name=say("Save")).click()
        expect(substitute.get_by_text(say("Saved."))).to_be_visible()
        assert PoolEntry.objects.get().person.name == SUBSTITUTE
        let_time_run_out(game)
        let_days_pass(site, game)
        site.letter(SUBSTITUTE, f"[Conquest {game.pk}]")
        site.letter("Bob", say("A substitute is looked for"))
        come_back(owner, site, game, place)
        browsing.open_game(substitute, site, game.pk)
        again = say("You were asked to play on here. Somebody plays in this seat again. Thank you!")
        expect(substitute.get_by_text(again)).to_be_visible()
        # The pool is used up: now anybody is invited, who need not be signed in.
        let_time_run_out(game)
        let_days_pass(site, game)
        site.letter("Bob", say("A substitute is looked for"))
        context = new_context(browser, **place.size, locale=place.language)
        visitor = context.new_page()
        visitor.goto(f"{site.address}/games/{game.pk}/")
        expect(visitor.get_by_role("link", name=say("Mail the link"))).to_be_visible()
        context.close()
        come_back(owner, site, game, place)
        let_time_run_out(game)
        let_days_pass(site, game)
        browsing.open_game(substitute, site, game.pk)
        take = substitute.get_by_role("button", name=say("Take over this seat"))
        take.first.click()
        expect(substitute.get_by_text(say("You play on in this seat."))).to_be_visible()
        assert seat_of(game).person == Person.objects.get(name=SUBSTITUTE)
        site.letter("Alice", say("Your seat was taken from you"))
