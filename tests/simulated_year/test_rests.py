"""The clock by which a simulated year is checked finds what docs/clocks.md says."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta

import pytest

from tests.games.play.test_clock_examples import EXAMPLES, moment
from tests.simulated_year import rests

BERLIN = "Europe/Berlin"
DAYS_OFF = {date(2026, 4, 1), date(2026, 4, 2)}
USUAL = [example for example in EXAMPLES if "most_days_off" not in example[0]]


def is_off(day: date, at: datetime) -> bool:
    return day in DAYS_OFF


@pytest.mark.parametrize(("stored", "said", "asked", "left", "due"), USUAL)
def test_example_of_a_clock(stored: str, said: str, asked: str, left: str, due: str) -> None:
    pace = json.loads(stored)
    base, more, most = pace["clocks"]["turn"]
    hours = min(int(left) + more, most) if left else base
    end = rests.end_of_span(moment(asked), timedelta(hours=hours), pace, BERLIN, is_off)
    if fixed := pace.get("fixed_hour"):
        heeds = pace.get("days_off")
        end = rests.next_fixed_hour(
            end, fixed, lambda at: heeds and is_off(rests.local_time(at, BERLIN).date(), at)
        )
    assert end == moment(due)


def test_a_clock_has_run_for_what_it_was_given() -> None:
    pace = {"night": [22, 8], "weekend": True, "days_off": True}
    begin, span = moment("Tue 31 March, 12:00"), timedelta(hours=30)
    end = rests.end_of_span(begin, span, pace, BERLIN, is_off)
    assert rests.time_run(begin, end, pace, BERLIN, is_off) == span
    assert end == moment("Mon 6 April, 14:00")
