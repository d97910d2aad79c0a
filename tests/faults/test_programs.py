"""Programs that nobody here has written: a tool that sends whatever the description of the API
allows and forbids, and the bots of the examples, which play a game against the house."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from accounts.models import Person
from api import tokens
from api.models import Scope
from games.models import Game, Submission
from games.play import clock, tables
from tests import servers, stage
from tests.database import ROOT
from tests.faults import sites
from tests.faults.sites import Site
from tests.scheduling import choose_one, choose_some

pytestmark = pytest.mark.long

EXAMPLES = ROOT / "examples/bot"
CONFIG = ROOT / "tests/api/schemathesis.toml"
LONG = 600  # seconds in which a game may be played on a slow machine
SLUGS = ("conquest", "bollwerk", "espionage", "armada", "grand-conquest")


def make_secret(person: Person) -> str:
    return tokens.make_token(person, "bot", tuple(Scope), days=30, now=clock.now())[1]


def begin_all(people: list[Person]) -> list[Game]:
    """Begin a game of each rule set."""
    return [
        stage.sit_down(people[: len(_seats(slug))], slug, now=clock.now(), title=slug)
        for slug in SLUGS
    ]


def _seats(slug: str) -> tuple[str, ...]:
    return Game(ruleset=slug).rules.seating.table_layout({}).seats


@pytest.mark.parametrize("cases", choose_some([3, 250], chosen=[3]))
def test_no_request_that_the_description_allows_or_forbids_is_answered_wrongly(
    site: Site, tmp_path: Path, cases: int
) -> None:
    """All checks of schemathesis, requests after requests as well; with 250 for each operation and
    phase there are some 20,000."""
    people = sites.people()
    begin_all(people)
    env = {**site.env, "API_REQUESTS_A_MINUTE": "1000000"}
    with servers.web(env) as web:
        token = f"Authorization: Bearer {make_secret(people[0])}"
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG)),
            *("run", f"{web.address}/api/v1/openapi.json", "-H", token, "-n", str(cases)),
            *("-c", "all", "--continue-on-failure", "--no-color", "--generation-deterministic"),
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]


@contextmanager
def bot_playing(program: str, address: str, secret: str) -> Iterator[None]:
    """Run a bot of the examples."""
    command = [sys.executable, str(EXAMPLES / program), address, secret]
    # The rules library lies here, as it does where it is installed.
    bot = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        yield
    finally:
        bot.kill()
        bot.wait()


def start_bot_game(host: Person, slug: str) -> Game:
    """Begin a game against house players."""
    house = [
        Person.objects.create_user(f"{slug}{number}@example.org", name=name, is_house=True)
        for number, name in enumerate(("North Wind", "West Wind", "East Wind"))
    ]
    return tables.start_bot_game(host=host, ruleset=slug, title=slug, house=house, now=clock.now())


@pytest.mark.thorough  # a whole game takes minutes; programs finish some in tests/api
def test_the_bot_of_the_examples_finishes_a_game_against_the_house(site: Site) -> None:
    alice = sites.people()[0]
    game = start_bot_game(alice, "conquest")
    with (
        servers.web(site.env) as web,
        servers.worker(site.env),
        bot_playing("bot.py", web.address, make_secret(alice)),
    ):
        servers.until(
            lambda: Game.objects.get(pk=game.pk).status == Game.Status.OVER, "the end", LONG
        )
    assert count_turns(game, alice) > 3


@pytest.mark.parametrize("slug", choose_one(SLUGS, "espionage"))
def test_two_bots_of_the_examples_play_any_game(site: Site, slug: str) -> None:
    """Each hands in five turns, set-ups among them."""
    people = sites.people()
    game = stage.sit_down(people[: len(_seats(slug))], slug, now=clock.now())
    players = [seat.person for seat in game.seats.all() if seat.person]
    with servers.web(site.env) as web, ExitStack() as bots:
        for person in players:
            bots.enter_context(bot_playing("bot.py", web.address, make_secret(person)))
        servers.until(
            lambda: all(count_turns(game, person) >= 5 for person in players), "five turns", LONG
        )


def count_turns(game: Game, person: Person) -> int:
    return Submission.objects.filter(game=game, person=person).count()


def test_the_bot_with_a_search_plays_against_the_house(site: Site) -> None:
    alice = sites.people()[0]
    game = start_bot_game(alice, "espionage")
    with (
        servers.web(site.env) as web,
        servers.worker(site.env),
        bot_playing("searcher.py", web.address, make_secret(alice)),
    ):
        servers.until(lambda: count_turns(game, alice) >= 2, "two turns", LONG)
