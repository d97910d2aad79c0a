"""Run the ticks: one that a worker was told of, or all of them in one process without a broker.

Without a broker a thread for each queue runs its ticks in turn, so that codes and deadlines wait
for nothing slow (decision 1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Event, Thread
from typing import Any

import structlog
from django.db import close_old_connections, connections
from django.utils.module_loading import import_string

from ops import heartbeats, slots
from ops.ticks import QUEUES, TICKS

log = structlog.get_logger()


def run_in_slot(kind: str, task: Callable[[], Any]) -> Any:
    """Run a task and record a heartbeat, or return at once when its kind is already running as
    often as it may (decision 23)."""
    with slots.acquire(kind, TICKS[kind].share) as is_ours:
        if not is_ours:
            return None
        done = task()
        heartbeats.record_heartbeat(kind)
        return done


def run_tick(kind: str) -> None:
    """Run a tick in this process; if it fails, log why."""
    try:
        close_old_connections()  # one that broke during an earlier tick
        run_in_slot(kind, import_string(TICKS[kind].task).run)
    except Exception:
        log.exception("tick failed", kind=kind)


@contextmanager
def running_ticks() -> Iterator[None]:
    """Run all ticks at their intervals; at the end wait for those that are under way."""
    # Before the threads: it replaces itself while it is imported, and two at once see half of it.
    import_module("celery")
    stop = Event()
    threads = [Thread(target=_run_queue, args=(queue, stop)) for queue in QUEUES]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _run_queue(queue: str, stop: Event) -> None:
    try:
        run_in_turn([kind for kind, tick in TICKS.items() if tick.queue == queue], stop)
    finally:
        connections.close_all()


def run_in_turn(
    kinds: Collection[str],
    stop: Event,
    run: Callable[[str], None] = run_tick,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Run ticks of some kinds one after another, each at its interval, until ``stop`` is set."""
    due = dict.fromkeys(kinds, clock())
    while not stop.wait(max(0.0, min(due.values()) - clock())):
        kind = min(due, key=due.__getitem__)
        run(kind)
        # From its end on: a tick that takes longer than its interval lets the others have a turn.
        due[kind] = clock() + TICKS[kind].period
