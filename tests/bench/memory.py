"""What the processes of a site hold in memory, after much work against after a little."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import OK, HTTPConnection
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped]

from accounts.models import Person
from conquest.bench import BenchGame, Measurements
from tests.bench import games
from tests.bench.browser import sign_in
from tests.servers import Server

FIRST, ALL = 1_000, 10_000  # requests
CONNECTIONS = 4
MAX_SHARE = 110  # %, of what they held after the first ones


def measure(
    figures: Measurements, server: Server, people: Sequence[Person], middle: BenchGame
) -> None:
    """Let signed-in people look at pages, and see what the web processes hold then."""
    game = games.begin(middle, people)
    paths = [f"/games/{game.pk}/", "/", "/tables/", f"/games/{game.pk}/history/", "/league/"]
    visit = partial(_visit, server.address, people[0], paths)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(visit, [FIRST // CONNECTIONS] * CONNECTIONS))
        before = held(server)
        list(pool.map(visit, [ALL // CONNECTIONS] * CONNECTIONS))
    figures.print_figure("memory of the web processes", before, "MB")
    share = 100 * held(server) / before
    figures.print_figure(f"the same, {ALL:,} requests later", share, "%", MAX_SHARE)


def held(server: Server) -> float:
    """Return the megabytes that a server and its children hold for themselves alone."""
    parent = psutil.Process(server.process.pid)
    family = [parent, *parent.children(recursive=True)]
    return float(sum(one.memory_full_info().uss for one in family) / 1e6)


def _visit(address: str, person: Person, paths: Sequence[str], times: int) -> None:
    """Open pages one after another, over a connection that stays open."""
    cookies = sign_in(person, address).cookies
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
    for number in range(times):
        connection.request("GET", paths[number % len(paths)], headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == OK, f"{paths[number % len(paths)]}: {answer.status}"
    connection.close()
