"""Where the time of a turn goes, station by station, in one process that is asked as a server asks
it."""

from __future__ import annotations

import io
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from django.contrib import auth
from django.test import override_settings

from accounts.models import Person
from accounts.session_store import SessionStore
from conquest.bench import BenchGame, Measurements
from db.postgres.base import DatabaseWrapper
from games.play import decisions, notices, store
from games.play.turns.locked_game import LockedGame
from tests.bench import crowd
from tests.bench.browser import Browser, sign_in

TURNS, FIRST = 120, 20

# What is timed, by the station it is told as. Whatever lies in none of them is Django's.
STATIONS: dict[str, tuple[Any, str]] = {
    "the session is read": (SessionStore, "load"),
    "the person is read": (auth, "get_user"),
    "the game is locked and read": (store, "lock_game"),
    "the position is thawed": (store, "load_state"),
    "the rules judge": (LockedGame, "play_text"),
    "decisions are compared": (decisions, "diff_pending"),
    "the turn is stored": (store, "append_events"),
    "letters are posted": (notices, "notify_players"),
    "it is committed": (DatabaseWrapper, "commit"),
}


@dataclass
class Clock:
    """Adds up the time of each station without those inside it: of a turn, in seconds."""

    turns: list[dict[str, float]] = field(default_factory=list)
    stack: list[float] = field(default_factory=list)

    def time(self, station: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return an act that is timed."""

        def timed(*args: Any, **more: Any) -> Any:
            began = time.perf_counter()
            self.stack.append(0.0)
            try:
                return act(*args, **more)
            finally:
                passed = time.perf_counter() - began
                self.turns[-1][station] += passed - self.stack.pop()
                if self.stack:
                    self.stack[-1] += passed

        return timed


def measure(figures: Measurements, people: Sequence[Person], middle: BenchGame) -> None:
    """Hand in turns of ten orders, and print the median of each station; and that of whole turns,
    which are others, so that it tells whether a station is missing."""
    from config.wsgi import application

    clock, moves = Clock(), _plan_moves(middle, people)
    browsers = [sign_in(person, "") for person in people]
    # Without debugging, as a site runs: else Django keeps what it asks, in other words.
    with _timed_stations(clock), override_settings(DEBUG=False):
        serve = clock.time("Django, its middleware and ours", application)
        for move in moves:
            clock.turns.append(defaultdict(float))
            _hand_in(serve, browsers[move.player], move)
    turns = clock.turns[FIRST:]
    medians = {name: statistics.median(turn[name] for turn in turns[::2]) for name in turns[0]}
    medians["all together"] = sum(medians.values())
    medians["whole turns"] = statistics.median(sum(turn.values()) for turn in turns[1::2])
    for name, seconds in medians.items():
        figures.print_figure(f"stations of a turn: {name}", 1000 * seconds, "ms")


@contextmanager
def _timed_stations(clock: Clock) -> Iterator[None]:
    with ExitStack() as stack:
        for station, (owner, name) in STATIONS.items():
            stack.enter_context(
                patch.object(owner, name, clock.time(station, getattr(owner, name)))
            )
        yield


def _plan_moves(middle: BenchGame, people: Sequence[Person]) -> list[crowd.Move]:
    moves = list[crowd.Move]()
    for first in cycle(range(len(people))):
        moves += crowd.plan_moves(middle, people, first)
        if len(moves) >= TURNS:
            return moves
    raise AssertionError("there are people without end")


def _hand_in(serve: Callable[..., Any], browser: Browser, move: crowd.Move) -> None:
    """Ask the application as gunicorn does."""
    body = urlencode({"text": move.text, "seen": str(move.seen), "key": f"{move.game}-{move.seen}"})
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    environ = {
        "REQUEST_METHOD": "POST", "PATH_INFO": f"/games/{move.game}/submit/", "QUERY_STRING": "",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1", "HTTP_COOKIE": cookies,
        "HTTP_X_CSRFTOKEN": browser.cookies["csrftoken"], "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": "application/x-www-form-urlencoded", "HTTP_ACCEPT_ENCODING": "gzip",
        "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body.encode()),
        "wsgi.errors": sys.stderr,
    }  # fmt: skip
    answers = list[str]()
    response = serve(environ, lambda status, headers, error=None: answers.append(status))
    response.close()
    assert answers[0].startswith("302"), answers
