"""Print what a long step waits for and how long it took; print nothing for short steps."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

SHORT_SECONDS = 2.0  # a step that takes no longer is not worth a line

Clock = Callable[[], float]


class Timer(Protocol):
    """Calls a function after a while, as ``threading.Timer`` does."""

    daemon: bool

    def start(self) -> None: ...
    def cancel(self) -> None: ...


TimerMaker = Callable[[float, Callable[[], None]], Timer]


class Step:
    """The line of one step: its words while it runs, its seconds when it is done.

    The line is completed without moving the cursor, so that it reads the same in a file.
    """

    _lock = threading.RLock()
    _unfinished: Step | None = None  # whose words stand at the end of the output

    def __init__(self, words: str) -> None:
        self._words = words
        self._is_told = self._is_done = False

    def begin(self) -> None:
        """Print the words, unless the step is already done."""
        with Step._lock:
            if not self._is_done:
                self._is_told, Step._unfinished = True, self
                print(f"{self._words} …", end="", flush=True)

    def finish(self, how_long: str) -> None:
        """Print how long it took, if the words have been printed."""
        with Step._lock:
            self._is_done = True
            if self._is_told:
                start = "" if Step._unfinished is self else f"{self._words} …"
                Step._unfinished = None
                print(f"{start} {how_long}", flush=True)

    @staticmethod
    def print_between(text: str) -> None:
        """Print whole lines, on lines of their own even while a step is unfinished."""
        with Step._lock:
            start = "\n" if Step._unfinished else ""
            Step._unfinished = None
            print(f"{start}{text}", flush=True)


@contextmanager
def tell_step(
    words: str, clock: Clock = time.monotonic, make_timer: TimerMaker = threading.Timer
) -> Iterator[None]:
    """Print what a step waits for after two seconds, and how long it took at its end."""
    step, begun = Step(words), clock()
    timer = make_timer(SHORT_SECONDS, step.begin)
    timer.daemon = True
    timer.start()
    how_long = "broken off after {:.0f} s"
    try:
        yield
        how_long = "{:.0f} s"
    finally:
        timer.cancel()
        step.finish(how_long.format(clock() - begun))
