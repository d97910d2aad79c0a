"""Work that is repeated beside other work."""

from __future__ import annotations

from threading import Barrier, Event, Thread
from threading import enumerate as enumerate_threads

import pytest

from mail import parallel
from tests.servers import PATIENCE, until


def test_work_is_repeated_until_the_block_ends() -> None:
    often, times = Event(), list[int]()

    def work(stop: Event) -> None:
        times.append(len(times))
        if len(times) == 3:
            often.set()

    with parallel.repeat_meanwhile(work, 0.01):
        assert often.wait(PATIENCE)
    assert not parallel_threads()


def parallel_threads() -> list[Thread]:
    return [thread for thread in enumerate_threads() if "_repeat" in thread.name]


def test_work_that_fails_is_logged_and_repeated(caplog: pytest.LogCaptureFixture) -> None:
    third = Barrier(2)
    failures = iter([ValueError("no ink"), ValueError("no paper")])

    def work(stop: Event) -> None:
        if failure := next(failures, None):
            raise failure
        third.wait(PATIENCE)

    with parallel.repeat_meanwhile(work, 0.01):
        third.wait(PATIENCE)
        third.abort()
    assert caplog.text.count("repeated work failed") >= 2


def test_no_work_is_done_where_the_block_ends_at_once() -> None:
    times: list[int] = []
    with parallel.repeat_meanwhile(lambda stop: times.append(1), 3600):
        pass
    assert times == []


def test_work_in_hand_is_told_to_end_and_waited_for() -> None:
    began, ends = Event(), list[bool]()

    def work(stop: Event) -> None:
        began.set()
        ends.append(stop.wait(PATIENCE))

    with parallel.repeat_meanwhile(work, 0.01):
        assert began.wait(PATIENCE)
    assert ends == [True]


def test_work_that_hangs_is_left_to_its_own_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "JOIN_SECONDS", 0.01)
    began, answer, ends = Event(), Event(), list[bool]()

    def work(stop: Event) -> None:
        began.set()
        ends.append(answer.wait(PATIENCE))

    with parallel.repeat_meanwhile(work, 0.01):
        assert began.wait(PATIENCE)
    assert ends == []
    answer.set()
    until(lambda: not parallel_threads(), "the end of the thread")
    assert ends == [True]
