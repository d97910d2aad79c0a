"""All ticks in one process: each at its interval, in turn within its queue, whatever fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from games import tasks
from ops import runner
from ops.models import Heartbeat


@dataclass
class Hours:
    """A clock that waiting moves, and that says to stop at an hour."""

    end: float
    now: float = 0.0
    runs: list[tuple[str, float]] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return self.now >= self.end

    def run_in_turn(self, *kinds: str, seconds: float = 0.0) -> list[tuple[str, float]]:
        """Run ticks of some kinds that take so long, and return when each began."""

        def run(kind: str) -> None:
            self.runs.append((kind, self.now))
            self.now += seconds

        runner.run_in_turn(kinds, cast("Event", self), run, self.clock)
        return self.runs


def test_ticks_run_at_their_intervals(settings: Any) -> None:
    settings.TICK = 1
    runs = Hours(end=12).run_in_turn("silence", "reminders")
    assert runs == [
        ("silence", 0),
        ("reminders", 0),
        ("silence", 4),
        ("silence", 8),
        ("reminders", 10),
    ]


def test_a_rare_tick_has_its_turn_beside_one_that_takes_longer_than_its_interval(
    settings: Any,
) -> None:
    settings.TICK = 1
    runs = Hours(end=30).run_in_turn("house", "ratings", seconds=5)
    assert [kind for kind, _at in runs] == [
        "house",
        "ratings",
        "house",
        "house",
        "ratings",
        "house",
    ]


@pytest.mark.django_db
def test_a_tick_that_fails_is_logged_and_the_next_ones_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> int:
        raise ValueError("out of order")

    monkeypatch.setattr(tasks.play_bots, "run", fail)
    monkeypatch.setattr(runner, "close_old_connections", lambda: None)  # this is the test's own
    with capture_logs() as lines:
        runner.run_tick("house")
        runner.run_tick("silence")
    assert [(line["event"], line["kind"]) for line in lines] == [("tick failed", "house")]
    assert list(Heartbeat.objects.values_list("kind", flat=True)) == ["silence"]
