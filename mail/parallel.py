"""Lets several carriers bring letters away at once: a mail server takes long to say a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Thread
from typing import TypeAlias

import structlog
from django.db import connections

Carry: TypeAlias = Callable[[Event], int]
JOIN_SECONDS = 10.0  # less than a tick's time limit leaves beside its letters (``ops/ticks.py``)

log = structlog.get_logger()


def run(count: int, carry: Carry) -> int:
    """Return the sum of what ``count`` threads have carried.

    ``carry`` is given what tells it to end. A task that is told to end waits for the letters
    that its threads have in hand.
    """
    stop = Event()
    if count <= 1:
        return carry(stop)
    with ThreadPoolExecutor(count) as pool:
        try:
            return sum(pool.map(lambda _: _run_carrier(carry, stop), range(count)))
        finally:
            stop.set()


def _run_carrier(carry: Carry, stop: Event) -> int:
    try:
        return carry(stop)
    finally:
        connections.close_all()


@contextmanager
def repeat_meanwhile(work: Callable[[Event], object], seconds: float) -> Iterator[None]:
    """Repeat work at an interval, in a thread of its own, for as long as a block lasts.

    ``work`` is given what tells it to end then.
    """
    stop = Event()
    thread = Thread(target=_repeat, args=(work, seconds, stop))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        # Work in hand may hang for minutes, and the task must not: the thread then ends by itself.
        thread.join(JOIN_SECONDS)


def _repeat(work: Callable[[Event], object], seconds: float, stop: Event) -> None:
    try:
        while not stop.wait(seconds):
            _try_work(work, stop)
    finally:
        connections.close_all()


def _try_work(work: Callable[[Event], object], stop: Event) -> None:
    try:
        work(stop)
    except Exception:
        log.exception("repeated work failed")
