"""Announce when the site of ``make play`` is ready: first its pages, then its ticks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from http.client import HTTPConnection, HTTPException

from trial import play
from trial.steps import Clock, Step, TimerMaker, tell_step

PATIENCE_SECONDS = 5.0
FAILED = 500  # from this status on there is an answer, but no site that works

Ask = Callable[[int, str], int]


def ask_for_page(port: int, path: str) -> int:
    """Return the status with which the site answers, or 0 if it does not."""
    web = HTTPConnection(play.HOST, port, timeout=PATIENCE_SECONDS)
    try:
        web.request("GET", path, headers={"Host": f"{play.NAME}:{port}"})
        return web.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        web.close()


def announce_site(
    port: int,
    describe: Callable[[float], str],
    begun: float,
    ask: Ask = ask_for_page,
    clock: Clock = time.monotonic,
    make_timer: TimerMaker = threading.Timer,
) -> Generator[None, None, None]:
    """Print the description of the site when it answers, then wait for its ticks.

    A generator that the caller advances now and then. ``describe`` gets the seconds since
    ``begun``, a time by the clock.
    """
    with tell_step("Waiting for the web server to answer", clock, make_timer):
        while not 0 < ask(port, "/") < FAILED:
            yield
    Step.print_between(describe(clock() - begun))
    with tell_step("Waiting for the first round of ticks", clock, make_timer):
        while not 0 < ask(port, "/readyz") < FAILED:
            yield
