"""A season of eight in two divisions, one of four at a table, and a cup of sixteen: from the entry
to what has become of everybody, with real workers and letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, ReliabilityRecord, Submission
from games.play import clock, turns
from seasons import entering
from seasons.entering import Wish
from seasons.models import Championship, Competition, Entrant, Fixture, Group, Member, Ruling, Stage
from tests.journeys import browsing
from tests.journeys.conftest import PLAYERS, Place, Site, running
from tests.servers import until

pytestmark = [pytest.mark.long, pytest.mark.servers]

DAY = timedelta(days=1)
DIRECTOR = "Charlie"
FAST = clock.PRESETS["fast"]


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run a site with four players and somebody who directs cups."""
    folder: Path = tmp_path_factory.mktemp("site")
    with django_db_blocker.unblock(), running(folder, (*PLAYERS.values(), DIRECTOR)) as here:
        here.remember()
        yield here


def sign_up(number: int, language: str) -> list[Person]:
    """Return the players of the site, and others up to a number, the strongest first."""
    known = [Person.objects.get(name=name) for name in PLAYERS.values()]
    others = [
        Person.objects.create_user(
            f"player{one}@example.org", name=f"Player {one}", language=language
        )
        for one in range(len(known) + 1, number + 1)
    ]
    return known + others


def open_championship(**fields: Any) -> Competition:
    """Let an operator open a championship, and a worker its first season."""
    now = clock.now()
    terms = {"pace": FAST, "group_size": 4, "days": 60, "first_begins_at": now + 5 * DAY}
    championship = Championship.objects.create(**{**terms, **fields})
    until(lambda: championship.seasons.exists(), "the first season")
    return Competition.objects.get(championship=championship)


def enter_by_page(page: Page, site: Site, place: Place, title: str) -> None:
    """Find a competition on the page of all of them, and enter it."""
    page.goto(f"{site.address}/seasons/")
    page.get_by_role("link", name=title).first.click()
    enter = page.get_by_role("button", name=place.say("Enter"), exact=True)
    enter.wait_for()
    lasting = page.get_by_label(place.say("Every season, until I leave"))
    if lasting.count():
        lasting.check()
    enter.click()
    expect(page.get_by_role("heading", name=place.say("You take part"))).to_be_visible()


def let_begin(competition: Competition) -> None:
    """Let the day come on which a competition begins, and wait until its games run."""
    now = clock.now()
    competition.refresh_from_db()
    Competition.objects.filter(pk=competition.pk).update(
        begins_at=now - timedelta(minutes=1), entry_closes_at=now - timedelta(minutes=2)
    )
    until(lambda: _runs(competition), f"{competition} to run")


def _runs(competition: Competition) -> bool:
    fixtures = Fixture.objects.filter(group__stage__competition=competition)
    stages = competition.stages.filter(is_drawn=False)
    return fixtures.filter(status="running").exists() and not stages.exists()


def let_end(competition: Competition) -> None:
    """Let the last day of the stage that runs come."""
    now = clock.now()
    open_stages = Stage.objects.filter(competition=competition, settled_at=None)
    open_stages.update(begins_at=now - 60 * DAY, ends_at=now)
    Group.objects.filter(stage__in=open_stages, settled_at=None).update(due_at=now)


def play(competition: Competition, strength: Sequence[Person]) -> None:
    """Let the weaker one resign in each game that runs, and workers count it, until no game is
    left in the groups that there are."""
    groups = Group.objects.filter(stage__competition=competition, settled_at=None)
    open_fixtures = Fixture.objects.filter(group__in=groups, settled_at=None)
    while fixture := open_fixtures.filter(status="running").select_related("game").first():
        assert fixture.game is not None
        resign_weaker(fixture.game, strength)
        until(lambda: Fixture.objects.get(pk=fixture.pk).settled_at, "the result")


def resign_weaker(game: Game, strength: Sequence[Person]) -> None:
    seated = [seat.person for seat in game.seats.select_related("person") if seat.person]
    turns.leave_game(game.pk, max(seated, key=strength.index), now=clock.now())


def group_of(person: Person, competition: Competition) -> Group:
    return Group.objects.get(stage__competition=competition, members__entry__person=person)


def test_a_season_of_eight_from_entry_to_rise_and_fall(
    site: Site, browser: Browser, place: Place
) -> None:
    say = place.say
    season = open_championship(title="Rapid Bollwerk", ruleset="bollwerk")
    people = sign_up(8, place.language)
    with browsing.enter(browser, site, "Alice", **place.size) as page:
        enter_by_page(page, site, place, "Rapid Bollwerk")
        for one in people[1:]:
            entering.enter(season.pk, one, Wish(3, is_lasting=True), now=clock.now())
        let_begin(season)
        begun = site.letter("Alice", say("It begins"))
        assert "Rapid Bollwerk" in str(begun["Subject"])
        _open_own_season(page, site, place, 1)
        expect(
            page.get_by_role("heading", name=say("Division %(number)s", number=1))
        ).to_be_visible()
        _resign_by_page(page, site, place, season, people[:2])
        # Those whom the first ones meet are weaker, but for the game that Alice has given up.
        play(season, people)
        page.reload()
        assert Member.objects.get(entry__person=people[1], group__number=1).rank == 1
        let_end(season)
        until(lambda: Competition.objects.get(pk=season.pk).status == "over", "the end")
        site.letter("Alice", say("You are in place %(rank)s", rank=2))
        page.goto(site.address + season.get_absolute_url())
        expect(page.get_by_text("Player 5").first).to_be_visible()
    _begin_the_next_season(site, browser, place, people)


def _open_own_season(page: Page, site: Site, place: Place, number: int) -> None:
    """Find one's season on the page that one begins at."""
    page.goto(site.address)
    title = place.say("%(title)s, season %(number)s", title="Rapid Bollwerk", number=number)
    page.get_by_role("link", name=title).click()


def _resign_by_page(
    page: Page, site: Site, place: Place, season: Competition, people: Sequence[Person]
) -> None:
    """Let the first of two people give up their game on its page, and workers count it."""
    games = Game.objects.filter(fixture__group__stage__competition=season, status="running")
    game = games.filter(seats__person=people[0]).get(seats__person=people[1])
    browsing.open_game(page, site, game.pk)
    page.goto(f"{site.address}/games/{game.pk}/leave/")
    page.get_by_role("button").filter(has_text=place.say("Leave the game")).first.click()
    until(lambda: Fixture.objects.get(game=game).settled_at, "the result")


def _begin_the_next_season(
    site: Site, browser: Browser, place: Place, people: Sequence[Person]
) -> None:
    """Let the season begin for which all are entered again: one has risen, and one has fallen."""
    following = Competition.objects.get(number=2)
    assert following.entries.count() == len(people)
    site.office.letters.clear()
    let_begin(following)
    until(lambda: following.stages.filter(is_drawn=True).exists(), "all divisions")
    first = {one.entry.person for one in Member.objects.filter(
        group=group_of(people[0], following)
    ).select_related("entry__person")}  # fmt: skip
    assert first == {*people[:3], people[4]}
    site.letter("Alice", place.say("It begins"))
    with browsing.enter(browser, site, "Erin", **place.size) as page:
        _open_own_season(page, site, place, 2)
        second = place.say("Division %(number)s", number=2)
        expect(page.get_by_role("heading", name=second)).to_be_visible()


def test_a_division_of_four_at_one_table_is_adjudicated_on_its_day(
    site: Site, browser: Browser, place: Place
) -> None:
    say = place.say
    season = open_championship(title="Rapid Conquest", ruleset="conquest", meetings=2, at_once=2)
    players = sign_up(4, place.language)
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        enter_by_page(page, site, place, "Rapid Conquest")
        for one in players:
            entering.enter(season.pk, one, Wish(2), now=clock.now())
        let_begin(season)
        until(lambda: Fixture.objects.filter(status="running").count() == 2, "two games")
        game = Fixture.objects.filter(status="running")[0].game
        assert game is not None
        _make_a_move(game)
        let_end(season)
        until(lambda: Competition.objects.get(pk=season.pk).status == "over", "the end")
        site.letter("Bob", say("You are in place %(rank)s", rank="").strip())
        page.goto(f"{site.address}{season.get_absolute_url()}1/1/")
        expect(
            page.get_by_role("heading", name=say("Division %(number)s", number=1))
        ).to_be_visible()
        game.refresh_from_db()
        assert game.is_running
        assert not game.is_rated
        assert set(Fixture.objects.values_list("status", flat=True)) == {"adjudicated"}
        browsing.open_game(page, site, game.pk)
        expect(page.locator("h1").first).to_be_visible()


def _make_a_move(game: Game) -> None:
    """Let whose turn it is end it."""
    asked = game.decisions.select_related("seat__person").filter(closed_at=None).first()
    assert asked is not None
    assert asked.seat.person is not None
    turns.submit(
        turns.Orders(
            game_id=game.pk, person=asked.seat.person, text="end", seen_version=game.version,
            key="journey", via=Submission.Via.WEB,
        ),
        now=clock.now(),
    )  # fmt: skip


def test_a_cup_of_sixteen_by_groups_and_knock_out(
    site: Site, browser: Browser, place: Place
) -> None:
    say = place.say
    people = sign_up(16, place.language)
    with browsing.enter(browser, site, DIRECTOR, **place.size) as director:
        cup = _open_cup_by_page(director, site, place)
        with browsing.enter(browser, site, "Alice", **place.size) as page:
            enter_by_page(page, site, place, "Winter Cup")
        for one in people[1:]:
            entering.enter(cup.pk, one, Wish(3), now=clock.now())
        until(lambda: Fixture.objects.filter(status="running").count() == 24, "all games")
        site.letter("Alice", say("It begins"))
        _disqualify_by_page(director, site, place, cup, "Player 16")
        _adjudicate_by_page(director, site, place, cup, people)
        play(cup, people)
        until(lambda: cup.stages.filter(number=2, is_drawn=True).exists(), "the knock-out")
        assert Group.objects.filter(stage__number=2).count() == 4
        _withdraw_by_page(browser, site, place, cup)
        for number in (2, 3, 4):
            _await_round(cup, number)
            play(cup, people)
        until(lambda: Competition.objects.get(pk=cup.pk).status == "over", "the end")
        winner = Entrant.objects.get(competition=cup, rank=1).person
        assert winner == people[0]
        director.goto(f"{site.address}{cup.get_absolute_url()}")
        expect(director.get_by_role("heading", name=say("Bracket"))).to_be_visible()
        director.goto(f"{site.address}/players/{winner.pk}/")
        expect(director.get_by_text("Winter Cup").first).to_be_visible()
    assert {one.what for one in Ruling.objects.all()} == {"disqualify", "adjudicate"}
    last = Entrant.objects.get(competition=cup, person__name="Player 16")
    assert (last.left, last.rank) == ("disqualified", 16)


def _await_round(cup: Competition, number: int) -> None:
    """Wait until a round of a cup is drawn, and all of its games have begun."""
    waiting = Fixture.objects.filter(group__stage__number=number, status="waiting")
    drawn = cup.stages.filter(number=number, is_drawn=True)
    until(lambda: drawn.exists() and not waiting.exists(), f"round {number}")


def _open_cup_by_page(page: Page, site: Site, place: Place) -> Competition:
    """Let the director open a cup that begins when it is full."""
    director = Person.objects.get(name=DIRECTOR)
    for _number in range(10):  # somebody new opens no cup
        ReliabilityRecord.objects.create(
            person=director,
            game=_any_game(director),
            kind="turn",
            at=clock.now(),
            is_kept=True,
            seconds=60,
        )
    page.goto(f"{site.address}/seasons/")
    page.get_by_role("link", name=place.say("Open a cup")).click()
    page.get_by_role("link", name="Bollwerk").first.click()
    page.get_by_label(place.say("Title")).fill("Winter Cup")
    page.locator("#id_kind").select_option("groups")
    page.locator("#id_most_entries").fill("16")
    page.locator("#id_days").fill("120")
    page.get_by_role("button", name=place.say("Open the cup")).click()
    expect(page.get_by_role("heading", name="Winter Cup")).to_be_visible()
    return Competition.objects.get(title="Winter Cup")


def _any_game(host: Person) -> Game:
    from games.play import tables

    terms = tables.TableTerms(ruleset="bollwerk", title="Autumn", pace=FAST)
    known = Game.objects.filter(host=host).first()
    return known or tables.open_table(host, terms, now=clock.now())


def _disqualify_by_page(page: Page, site: Site, place: Place, cup: Competition, name: str) -> None:
    page.goto(f"{site.address}{cup.get_absolute_url()}")
    page.get_by_role("link", name=place.say("Direct this")).click()
    page.locator("#direct-name").fill(name)
    page.locator("#reason-person").fill("Two accounts.")
    page.get_by_role("button", name=place.say("Disqualify")).click()
    told = place.say("It is ruled. Those whom it concerns get a letter.")
    expect(page.get_by_text(told)).to_be_visible()


def _adjudicate_by_page(
    page: Page, site: Site, place: Place, cup: Competition, people: Sequence[Person]
) -> None:
    """Let the director say how a game of Alice counts."""
    game = Game.objects.filter(seats__person=people[0], fixture__status="running").order_by("pk")[0]
    page.goto(f"{site.address}{cup.get_absolute_url()}direct/?game={game.pk}")
    own = game.seats.get(person=people[0]).order
    page.locator(f"#place-{own}").select_option("1")
    page.locator(f"#place-{1 - own}").select_option("2")
    page.locator("#reason-adjudicate").fill("Both have asked for it.")
    page.get_by_role("button", name=place.say("Adjudicate"), exact=True).click()
    told = place.say("It is ruled. Those whom it concerns get a letter.")
    expect(page.get_by_text(told)).to_be_visible()
    site.letter("Alice", place.say("A game was adjudicated"))


def _withdraw_by_page(browser: Browser, site: Site, place: Place, cup: Competition) -> None:
    """Let Bob leave the cup in the knock-out."""
    with browsing.enter(browser, site, "Bob", **place.size) as page:
        page.goto(f"{site.address}{cup.get_absolute_url()}leave/")
        page.get_by_role("button", name=place.say("Leave")).click()
        until(
            lambda: Entrant.objects.get(competition=cup, person__name="Bob").left == "withdrew",
            "Bob to have left",
        )
