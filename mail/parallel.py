"""Lets several carriers bring letters away at once: a mail server takes long to say a word."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeAlias

from django.db import connections

Carry: TypeAlias = Callable[[Event], int]


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
