"""Which accounts look like one person, and which do not."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import tasks
from accounts.lookalikes import pairs
from accounts.lookalikes.pairs import MANY, find_lookalikes, point_out_pairs
from accounts.lookalikes.traces import record_sign_in
from accounts.models import LookalikePair, Person
from mail import clock


@pytest.mark.parametrize("kind", sorted(pairs.STRONG))
def test_one_strong_trace_is_enough(kind: str) -> None:
    assert find_lookalikes([(kind, "m", 7)]) == {7}


def test_networks_of_three_weeks_are_enough() -> None:
    shared = [("network", f"week {week}", 7) for week in range(3)]
    assert find_lookalikes(shared) == {7}
    assert find_lookalikes(shared[:2]) == set()


@pytest.mark.parametrize("kind", ["device", "network"])
def test_what_many_share_tells_nothing(kind: str) -> None:
    shared = [(kind, f"m{week}", who) for week in range(3) for who in range(MANY)]
    assert find_lookalikes(shared) == set(range(MANY))
    shared += [(kind, f"m{week}", MANY) for week in range(3)]
    assert find_lookalikes(shared) == set()


def sign_in(who: Person, now: datetime, device: str) -> None:
    record_sign_in(who, device=device, place="192.0.2.1", now=now)
    point_out_pairs(who, now=now)


def test_three_weeks_at_one_place_are_pointed_out(
    alice: Person, bob: Person, now: datetime
) -> None:
    for week in range(3):
        assert not LookalikePair.objects.exists()
        for who in (alice, bob):
            sign_in(who, now + timedelta(weeks=week), device=who.name)
    pair = pairs.with_reasons(LookalikePair.objects.all()).get()
    assert pairs.count_kinds(pair) == {"network": 3}


def test_a_pair_that_is_found_again_stays_set_aside(
    alice: Person, bob: Person, now: datetime
) -> None:
    for who in (alice, bob):
        sign_in(who, now, device="one")
    LookalikePair.objects.update(set_aside_at=now, note="brothers")
    sign_in(alice, now + timedelta(days=1), device="one")
    pair = LookalikePair.objects.get()
    assert (pair.note, pair.found_at, pair.seen_at) == ("brothers", now, now + timedelta(days=1))


def test_a_pair_goes_when_nothing_has_shown_it_for_ninety_days(alice: Person, bob: Person) -> None:
    now = clock.now()
    for who in (alice, bob):
        sign_in(who, now - timedelta(days=91), device="one")
    tasks.tidy()
    assert not LookalikePair.objects.exists()
