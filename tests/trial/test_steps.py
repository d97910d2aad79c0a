"""A long step says what it waits for, and how long; a short one says nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from tests import servers
from trial.arrival import announce_site, ask_for_page
from trial.steps import SHORT_SECONDS, Step, tell_step


@dataclass
class Hours:
    """A clock that is moved by hand, with the timers that go by it."""

    now: float = 100.0
    timers: list[HandTimer] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def make_timer(self, seconds: float, call: Callable[[], None]) -> HandTimer:
        self.timers.append(HandTimer(self.now + seconds, call))
        return self.timers[-1]

    def move(self, seconds: float) -> None:
        """Let time go by, and call the one who waits for it."""
        self.now += seconds
        for timer in self.timers:
            timer.look_at(self.now)


@dataclass
class HandTimer:
    """A timer that looks at the clock when it is told to."""

    due: float
    call: Callable[[], None]
    daemon: bool = False
    runs: bool = False

    def start(self) -> None:
        self.runs = True

    def cancel(self) -> None:
        self.runs = False

    def look_at(self, now: float) -> None:
        if self.runs and now >= self.due:
            self.runs = False
            self.call()


@pytest.fixture
def hours() -> Hours:
    return Hours()


def test_a_short_step_says_nothing(hours: Hours, capsys: pytest.CaptureFixture[str]) -> None:
    with tell_step("Migrating the database", hours.clock, hours.make_timer):
        hours.move(SHORT_SECONDS - 0.1)
    hours.move(60)
    assert capsys.readouterr().out == ""


def test_a_long_step_says_what_it_waits_for_and_how_long(
    hours: Hours, capsys: pytest.CaptureFixture[str]
) -> None:
    with tell_step("Migrating the database", hours.clock, hours.make_timer):
        hours.move(SHORT_SECONDS)
        assert capsys.readouterr().out == "Migrating the database …"
        hours.move(2)
    assert capsys.readouterr().out == " 4 s\n"


def test_a_step_that_failed_says_how_long_it_took(
    hours: Hours, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OSError, match="full"):
        _fail_after(7, hours)
    assert capsys.readouterr().out == "Collecting static files … broken off after 7 s\n"


def _fail_after(seconds: float, hours: Hours) -> None:
    with tell_step("Collecting static files", hours.clock, hours.make_timer):
        hours.move(seconds)
        raise OSError("full")


def test_a_long_step_keeps_the_lines_of_others_apart(
    hours: Hours, capsys: pytest.CaptureFixture[str]
) -> None:
    Step.print_between("before")
    with tell_step("Waiting", hours.clock, hours.make_timer):
        hours.move(3)
        Step.print_between("web   | hello")
        Step.print_between("web   | again")
    assert capsys.readouterr().out.splitlines() == [
        "before",
        "Waiting …",
        "web   | hello",
        "web   | again",
        "Waiting … 3 s",
    ]


def test_a_step_says_nothing_when_its_timer_comes_too_late(
    capsys: pytest.CaptureFixture[str],
) -> None:
    step = Step("Waiting")
    step.finish("2 s")
    step.begin()
    assert capsys.readouterr().out == ""


def test_the_site_is_announced_when_it_answers(
    hours: Hours, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {"/": iter([0, 502, 200]), "/readyz": iter([503, 200])}
    arrival = announce_site(
        8000,
        "ready after {:.0f} s".format,
        90.0,
        lambda port, path: next(answers[path]),
        hours.clock,
    )
    assert next(arrival) is None
    next(arrival)
    assert "ready" not in capsys.readouterr().out
    hours.move(5)
    next(arrival)
    assert capsys.readouterr().out == "ready after 15 s\n"
    assert list(arrival) == []


def test_the_line_ends_when_the_site_never_answers(
    hours: Hours, capsys: pytest.CaptureFixture[str]
) -> None:
    arrival = announce_site(8000, str, 90.0, lambda port, path: 0, hours.clock, hours.make_timer)
    next(arrival)
    hours.move(30)
    arrival.close()
    assert capsys.readouterr().out == (
        "Waiting for the web server to answer … broken off after 30 s\n"
    )


def test_a_page_has_no_answer_where_nobody_listens() -> None:
    assert ask_for_page(servers.free_port(), "/") == 0
