"""Work that is repeated beside other work."""

from __future__ import annotations

from threading import Barrier, Event, Thread
from threading import enumerate as enumerate_threads

import pytest

from mail import parallel


def test_work_is_repeated_until_the_block_ends() -> None:
    often, times = Event(), list[int]()

    def work() -> None:
        times.append(len(times))
        if len(times) == 3:
            often.set()

    with parallel.repeat_meanwhile(work, 0.01):
        assert often.wait(20)
    assert not parallel_threads()


def parallel_threads() -> list[Thread]:
    return [thread for thread in enumerate_threads() if "_repeat" in thread.name]


def test_work_that_fails_is_logged_and_repeated(caplog: pytest.LogCaptureFixture) -> None:
    third = Barrier(2)
    failures = iter([ValueError("no ink"), ValueError("no paper")])

    def work() -> None:
        if failure := next(failures, None):
            raise failure
        third.wait(20)

    with parallel.repeat_meanwhile(work, 0.01):
        third.wait(20)
        third.abort()
    assert caplog.text.count("repeated work failed") >= 2


def test_no_work_is_done_where_the_block_ends_at_once() -> None:
    times: list[int] = []
    with parallel.repeat_meanwhile(lambda: times.append(1), 3600):
        pass
    assert times == []
