"""Pages that wait: how many ask for news at once, and what share of a core that takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from urllib.parse import urlsplit

from accounts.models import Person
from conquest.bench import BenchGame, Measurements
from games import live
from tests.bench import processor
from tests.bench.games import begin
from tests.servers import Server

PAGES = 200
CONNECTIONS = 8
PACES = {"somebody is there": 4.0, "nobody stirs": 20.0}  # seconds, as in static/js/live/news.js
SIGNED_EVERY = 60.0
ROUNDS = 3
MAX_SHARE = 5


def measure(
    figures: Measurements, server: Server, people: Sequence[Person], middle: BenchGame
) -> None:
    """Let pages of games in which nothing happens wait for a while."""
    passes = [_pass(middle, people, number) for number in range(PAGES)]
    for when, pace in PACES.items():
        asked, share = _waited(server, passes, pace)
        limit = MAX_SHARE if pace == max(PACES.values()) else None
        figures.print_figure(f"{PAGES} pages where {when}: requests", asked, "a second")
        figures.print_figure(f"{PAGES} pages where {when}: share of a core", share, "%", limit)


def _waited(server: Server, passes: Sequence[str], pace: float) -> tuple[float, float]:
    """Return the requests a second, and the share of a core (%) that they took."""
    shares = [passes[first::CONNECTIONS] for first in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        began, used = time.perf_counter(), processor.read_used(server)
        asked = sum(pool.map(partial(_wait, server.address, pace), shares))
        lasted = time.perf_counter() - began
    spent = processor.read_used(server) - used
    return asked / lasted, 100 * spent.total / lasted


def _pass(middle: BenchGame, people: Sequence[Person], number: int) -> str:
    """Return the pass of the page of one of the people, in one of their games."""
    place = number % len(people)
    if number < len(people):
        _GAMES.append(begin(middle, [*people[place:], *people[:place]]).pk)
    person = people[place]
    seat = person.seats.get(game=_GAMES[place])
    return live.sign_pass(live.OpenPage(person.pk, seat.game_id, seat.pk))


_GAMES: list[int] = []


def _wait(address: str, pace: float, passes: Sequence[str]) -> int:
    """Ask for each page in turn, evenly; return how many requests that took."""
    line = HTTPConnection(urlsplit(address).netloc)
    etags, asked = dict.fromkeys(passes, ""), 0
    began, pause = time.perf_counter(), pace / len(passes)
    signs = round(SIGNED_EVERY / pace)
    for number in range(ROUNDS * len(passes)):
        time.sleep(max(0.0, began + number * pause - time.perf_counter()))
        given = passes[number % len(passes)]
        etags[given] = ask_news(line, "GET", given, etags[given])
        asked += 1
        if number % signs == 0:
            ask_news(line, "POST", given)
            asked += 1
    return asked


def ask_news(line: HTTPConnection, method: str, given: str, etag: str = "") -> str:
    """Ask as the page of a pass does; return the mark of what it was told."""
    line.request(method, "/news/", headers={"X-Page": given, "If-None-Match": etag})
    with line.getresponse() as answer:
        answer.read()
        assert answer.status in (200, 204, 304), answer.status
        return answer.headers.get("ETag") or etag
