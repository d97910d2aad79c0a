"""Quiet hours, over zones and changes of the clock."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Person
from accounts.quiet_hours import end_of_quiet
from tests.games.forms import filled

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT, MORNING = (22, 8), (6, 10)

moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
hours = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])
zones = st.sampled_from(sorted(zoneinfo.available_timezones())).map(ZoneInfo)


def berlin(day: int, hour: int, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=BERLIN).astimezone(UTC)


def test_quiet_hours_end_in_the_morning() -> None:
    assert end_of_quiet(berlin(2, 21), NIGHT, BERLIN) is None
    assert end_of_quiet(berlin(2, 22), NIGHT, BERLIN) == berlin(3, 8)
    assert end_of_quiet(berlin(3, 2), NIGHT, BERLIN) == berlin(3, 8)
    assert end_of_quiet(berlin(3, 8), NIGHT, BERLIN) is None
    assert end_of_quiet(berlin(3, 7), MORNING, BERLIN) == berlin(3, 10)


@given(moments, hours, zones)
def test_quiet_hours_end_within_a_day_and_at_their_hour(
    now: datetime, quiet: tuple[int, int], zone: ZoneInfo
) -> None:
    end = end_of_quiet(now, quiet, zone)
    if end is not None:
        # An hour that a change of the clock leaves out, or a day that a zone does, comes later.
        assert now - timedelta(hours=1) < end < now + timedelta(days=2, hours=2)


@pytest.mark.django_db
@pytest.mark.parametrize(("start", "end"), [(22, None), (None, 8), (8, 8), (24, 8), (8, 99)])
def test_quiet_hours_begin_and_end(alice: Person, start: int | None, end: int | None) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=alice.pk).update(quiet_from=start, quiet_to=end)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("22", "", "Quiet hours need a beginning and an end."),
        ("8", "8", "Quiet hours must end at another hour than they begin."),
        ("8", "24", "Quiet hours"),
        ("22", "8", ""),
        ("", "", ""),
    ],
)
def test_quiet_hours_are_a_preference(
    alice: Person, client: Client, start: str, end: str, words: str
) -> None:
    client.force_login(alice)
    form = client.get(reverse("preferences")).context["form"]
    given = {**filled(form), "quiet_from": start, "quiet_to": end}
    answer = client.post(reverse("preferences"), given)
    assert answer.status_code == (422 if words else 302)
    if words and end != "24":
        assert words in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_to) == (
        (22, 8) if (start, end) == ("22", "8") else (None,) * 2
    )
