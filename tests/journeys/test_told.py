"""Nobody is left in the dark: who is absent, back, replaced or taken from a table, and every other
who has to do with it, reads it in a letter of their own, once, in their language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Person
from games import tasks
from games.models import Decision, Game, Seat
from games.play import bots, clock
from mail.models import Delivery
from tests import stage
from tests.journeys.conftest import PLAYERS, Site, body, mail_of, running
from tests.scheduling import choose_one
from tests.servers import until

LANGUAGES = ("en", "de")
WORDS = {
    "missed": ("You missed turn 1", "Du hast Zug 1 verpasst"),
    "absent": ("Alice is absent", "Alice ist abwesend"),
    "back": ("Alice is back", "Alice ist zurück"),
    "left": ("Bob has left the game", "Bob hat die Partie verlassen"),
    "taken": ("Charlie plays on for Alice", "Charlie spielt für Alice weiter"),
    "yours": ("Your seat was taken from you", "Dein Platz ist dir genommen worden"),
    "on": ("Charlie plays West from now on", "Charlie spielt ab jetzt West"),
    "full": ("Your table is full", "Dein Tisch ist voll"),
    "removed": ("You do not sit at this table any more", "Du sitzt nicht mehr an diesem Tisch"),
    "off": ("The table is called off", "Der Tisch ist abgesagt"),
    "waits": ("Your table waits to begin", "Dein Tisch wartet auf den Beginn"),
}


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run a site with house players and five people who have signed up."""
    people = (*PLAYERS.values(), "Charlie")
    folder: Path = tmp_path_factory.mktemp("site")
    with django_db_blocker.unblock(), running(folder, people) as here:
        bots.get_or_create_bots()
        yield here


@pytest.fixture(params=choose_one(LANGUAGES, "de"))
def language(request: pytest.FixtureRequest, site: Site) -> str:
    chosen: str = request.param
    Person.objects.filter(is_house=False).update(language=chosen)
    return chosen


def told(site: Site, game: Game, what: str, language: str, *people: str) -> list[str]:
    """Wait until people have their letters about something, and return what these say."""
    words = WORDS[what][LANGUAGES.index(language)]
    return [body(site.letter(person, f" {game.pk}] {words}")) for person in people]


def all_once(site: Site, game: Game) -> None:
    """See that nobody has had a letter about this game twice."""
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING)
    until(lambda: not waiting.exists(), "all letters")
    for person in site.people:
        letters = [str(one["Subject"]) for one in site.office.to(mail_of(person))]
        mine = [subject for subject in letters if f" {game.pk}] " in subject]
        assert len(mine) == len(set(mine)), mine


def begin(players: list[Person], **options: Any) -> Game:
    """Begin a game in which the first silence makes absent."""
    game = stage.begin(players, stage.set_up(), now=clock.now())
    pace = {**game.pace, "absent_after": 1}
    Game.objects.filter(pk=game.pk).update(pace=pace, **options)
    game.refresh_from_db()
    return game


def fall_silent(game: Game) -> None:
    """Bring a deadline forward, once its letter is out."""
    asked = Decision.objects.filter(game=game, closed_at=None).get()
    mine = Decision.objects.filter(pk=asked.pk)
    until(mine.filter(told_at__isnull=False).exists, "the letter")
    mine.update(due_at=asked.opened_at)


def test_absence_return_and_who_plays_on_are_told(
    site: Site, players: list[Person], language: str
) -> None:
    game = begin(players)
    fall_silent(game)
    (letter,) = told(site, game, "missed", language, "Alice")
    assert f"{site.address}/games/{game.pk}/" in letter
    told(site, game, "absent", language, "Bob", "Dora", "Erin")
    alice = site.people["Alice"]
    alice.visit(f"/games/{game.pk}/")
    alice.fill("/return/")
    told(site, game, "back", language, "Bob", "Dora", "Erin")

    bob = site.people["Bob"]
    bob.visit(f"/games/{game.pk}/leave/")
    bob.fill("/leave/")
    told(site, game, "left", language, "Alice", "Dora", "Erin")
    charlie = site.people["Charlie"]
    assert game.title in charlie.visit("/tables/?show=vacant").text
    charlie.visit(charlie.page.link(f"/games/{game.pk}/"))
    charlie.fill("/takeover/", seat="west")
    told(site, game, "on", language, "Alice", "Dora", "Erin")
    all_once(site, game)


def test_an_absent_player_is_told_that_somebody_plays_on_for_them(
    site: Site, players: list[Person], language: str
) -> None:
    game = begin(players)
    fall_silent(game)
    until(game.seats.filter(name="south", is_absent=True).exists, "the absence")
    charlie = site.people["Charlie"]
    charlie.visit(f"/games/{game.pk}/")
    charlie.fill("/takeover/", seat="south")
    told(site, game, "yours", language, "Alice")
    told(site, game, "taken", language, "Bob", "Dora", "Erin")
    all_once(site, game)


def test_a_house_player_stands_in_until_the_owner_is_back(
    site: Site, players: list[Person], language: str
) -> None:
    game = begin(players, stand_in="greedy")
    fall_silent(game)
    letters = told(site, game, "missed", language, "Alice")
    letters += told(site, game, "absent", language, "Bob", "Dora", "Erin")
    seat = Seat.objects.select_related("stand_in").get(game=game, name="south")
    assert seat.stand_in
    assert all(seat.stand_in.name in letter for letter in letters)
    for person in players[1:]:
        stage.hand_in(game, person, "end", now=clock.now())
    by_house = game.submissions.filter(seat=seat, via="house", person=seat.stand_in)
    until(by_house.exists, "the stand-in’s turn")
    alice = site.people["Alice"]
    assert seat.stand_in.name in alice.visit(f"/games/{game.pk}/").text
    alice.fill("/return/")
    told(site, game, "back", language, "Bob", "Dora", "Erin")
    assert not Seat.objects.filter(game=game, is_absent=True).exists()
    all_once(site, game)


def test_a_full_table_and_who_was_taken_from_it_are_told(site: Site, language: str) -> None:
    alice, bob, charlie = (site.people[name] for name in ("Alice", "Bob", "Charlie"))
    alice.visit("/tables/new/?ruleset=bollwerk")
    form = alice.page.form("/tables/new/")
    del form.values["starts_itself"]
    alice.send(form, title=f"By hand ({language})")
    table = Game.objects.get(title=f"By hand ({language})")
    bob.visit(f"/tables/{table.pk}/")
    bob.fill("/join/")
    told(site, table, "full", language, "Alice")
    alice.visit(f"/tables/{table.pk}/")
    alice.fill("/remove/")
    told(site, table, "removed", language, "Bob")
    bob.visit(f"/tables/{table.pk}/")
    bob.fill("/join/")
    assert not table.seats.filter(person__name="Bob").exists()
    charlie.visit(f"/tables/{table.pk}/")
    charlie.fill("/join/")
    alice.visit(f"/tables/{table.pk}/")
    alice.fill("/leave/")
    told(site, table, "off", language, "Charlie")


def test_a_table_that_nobody_begins_is_called_off(site: Site, language: str) -> None:
    alice, bob = site.people["Alice"], site.people["Bob"]
    alice.visit("/tables/new/?ruleset=conquest")
    alice.fill("/tables/new/", title=f"Forgotten ({language})")
    tables = Game.objects.filter(title=f"Forgotten ({language})")
    table = tables.get()
    bob.visit(f"/tables/{table.pk}/")
    bob.fill("/join/")
    tables.update(opened_at=clock.now() - timedelta(days=14))
    tasks.tend_tables()  # as its tick does, a few times an hour
    told(site, table, "waits", language, "Alice")
    tables.update(
        opened_at=clock.now() - timedelta(days=21), warned_at=clock.now() - timedelta(days=7)
    )
    tasks.tend_tables()
    told(site, table, "off", language, "Alice", "Bob")
    all_once(site, table)
