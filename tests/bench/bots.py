"""What people wait for while a hundred bots play: the pages of somebody, without and with them.

The bots are those of the examples. They run on this machine, behind everything else, as their
computing is not the site's.
"""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from accounts.models import Person
from api import tokens
from conquest import registry
from conquest.bench import Measurements
from games.play import clock, program_accounts, tables
from games.play.clock import PRESETS
from games.play.tables import TableTerms
from tests.bench import games
from tests.bench.browser import Browser, sign_in
from tests.servers import ROOT, Server

OWNERS, EACH = 25, program_accounts.MOST_OF_OWNER
ROUNDS = 5  # of games that begin, so that most bots have something to do all the time
EVERY = 0.5  # seconds from page to page
QUIET, MINUTES = 60.0, 10.0
LIMIT = 1.3
LENGTH = 50  # events


@dataclass(frozen=True, slots=True)
class BotReport:
    """What bots have done: how many orders counted, and what went wrong."""

    turns: int
    asked: int
    errors: list[str]


def measure(figures: Measurements, server: Server, minutes: float = MINUTES) -> None:
    """Time pages before, and while a hundred bots play."""
    bots = make_bots()
    reader, *others = games.people(4)
    game = games.start([reader, *others])
    games.grow(game, LENGTH)
    browser = sign_in(reader, server.address)
    paths = {"start": "/", "game": f"/games/{game.pk}/", "tables": "/tables/", "help": "/help/"}
    _time_pages(browser, paths, 5)
    alone = _time_pages(browser, paths, QUIET)
    with playing(server.address, bots) as crowd:
        beside = _time_pages(browser, paths, 60 * minutes)
        report = crowd.end()
    for name in paths:
        figures.print_figure(f"{name}, without bots", alone[name], "ms")
        figures.print_figure(f"{name}, with {len(bots)} bots", beside[name], "ms")
    slower = sum(beside.values()) / sum(alone.values())
    figures.print_figure(f"pages with {len(bots)} bots, against without", slower, "times", LIMIT)
    figures.print_figure("turns of bots", report.turns / minutes, "a minute")
    figures.print_figure("requests of bots", report.asked / minutes, "a minute")
    figures.print_figure("errors of bots", len(report.errors), "errors", 0)
    print("\n".join(report.errors[:20]), flush=True)


def make_bots() -> list[str]:
    """Make bots that sit at tables of all games; return a token of each."""
    owners = games.people(OWNERS, "owner")
    bots = [
        program_accounts.make_program(owner, f"{owner.name} {'ABCD'[place]}", now=clock.now())
        for owner in owners
        for place in range(EACH)
    ]
    for number in range(ROUNDS):
        _begin_games(owners, bots[number:] + bots[:number])
    return [_make_token(bot) for bot in bots]


def _begin_games(hosts: Sequence[Person], bots: Sequence[Person]) -> None:
    """Begin games of all rule sets in turn, until too few bots are left for one."""
    left, slugs = list(bots), itertools.cycle(sorted(registry.find_rulesets()))
    for host, slug in zip(itertools.cycle(hosts), slugs, strict=False):
        terms = TableTerms(
            ruleset=slug,
            title="Bench",
            pace=PRESETS["leisurely"],
            welcomes_programs=True,
            is_rated=False,
        )
        table = tables.open_table(host, terms, now=clock.now())
        seats = list(table.seats.all())
        if len(seats) > len(left):
            return
        for seat in seats:
            tables.join_table(table.pk, left.pop(), seat_name=seat.name, now=clock.now())
        tables.start_by_host(table.pk, host, now=clock.now())


def _make_token(bot: Person) -> str:
    return tokens.make_token(bot, "bench", ("read", "play"), days=30, now=clock.now())[1]


def _time_pages(browser: Browser, paths: dict[str, str], seconds: float) -> dict[str, float]:
    """Open pages one after the other, as somebody does who looks around; return the median time of
    each, in ms."""
    taken: dict[str, list[float]] = {name: [] for name in paths}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for name, path in paths.items():
            begun = time.perf_counter()
            browser.open(path)
            taken[name].append(1000 * (time.perf_counter() - begun))
            time.sleep(EVERY)
    return {name: statistics.median(times) for name, times in taken.items()}


@dataclass
class Crowd:
    """Bots that play in a process of their own."""

    process: subprocess.Popen[str]

    def end(self) -> BotReport:
        """Let them stop, and return what they have done."""
        told, _errors = self.process.communicate("\n", timeout=120)
        return BotReport(**json.loads(told.splitlines()[-1]))


@contextmanager
def playing(address: str, secrets: Sequence[str]) -> Iterator[Crowd]:
    """Let bots play until their crowd is ended."""
    command = ["nice", "-n", "19", sys.executable, "-m", "tests.bench.bot_crowd", address]
    process = subprocess.Popen(
        [*command, *secrets], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Crowd(process)
    finally:
        process.kill()
        process.wait()
