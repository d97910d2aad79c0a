"""When somebody's next turn can be expected."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from games.play import eta
from games.play.eta import Wait

HOUR = timedelta(hours=1)


def estimate(now: datetime, *waits: Wait) -> eta.Estimate:
    return eta.estimate(waits, now, random.Random(1))


def test_it_adds_up_what_is_waited_for(now: datetime) -> None:
    found = estimate(now, Wait([2 * HOUR]), Wait([3 * HOUR]))
    assert (found.earliest, found.at, found.latest) == (now + 5 * HOUR,) * 3


def test_it_tells_the_middle_and_what_is_likely(now: datetime) -> None:
    spans = [n * HOUR for n in range(1, 11)]
    found = estimate(now, Wait(spans))
    assert now + HOUR <= found.earliest < found.at < found.latest <= now + 10 * HOUR


def test_it_knows_how_long_somebody_has_been_at_it(now: datetime) -> None:
    found = estimate(now, Wait([HOUR, 2 * HOUR, 8 * HOUR], passed=5 * HOUR))
    assert found.at == now + 3 * HOUR


def test_it_expects_who_takes_longer_than_ever_soon(now: datetime) -> None:
    found = estimate(now, Wait([HOUR], passed=7 * HOUR))
    assert found.at == now + 5 * HOUR


def test_it_counts_on_interruptions(now: datetime) -> None:
    found = estimate(now, Wait([HOUR], breaks=2, answers=[4 * HOUR]))
    assert found.at == now + 9 * HOUR


def test_it_trusts_few_times_less_than_many() -> None:
    day = 24 * HOUR
    assert set(eta.expected([HOUR] * 5, day)) == {HOUR}
    assert len(eta.expected([HOUR], day)) == 6
    assert max(eta.expected([90 * HOUR] * 5, day)) == day
