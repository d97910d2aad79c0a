"""In which manner, and when, a person wants to hear of things: over zones, and by the page."""

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

from accounts.manners import Manner, Topic, manners_of, next_digest
from accounts.models import Person
from tests.games.forms import filled

BERLIN = ZoneInfo("Europe/Berlin")
MANNERS = reverse("manners")

moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
hours = st.sets(st.integers(0, 23), min_size=1, max_size=3)
zones = st.sampled_from(sorted(zoneinfo.available_timezones())).map(ZoneInfo)


def berlin(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


def test_a_digest_comes_at_the_next_of_its_hours() -> None:
    assert next_digest(berlin(2, 7), {8, 18}, BERLIN) == berlin(2, 8)
    assert next_digest(berlin(2, 8), {8, 18}, BERLIN) == berlin(2, 8)
    assert next_digest(berlin(2, 8, 1), {8, 18}, BERLIN) == berlin(2, 18)
    assert next_digest(berlin(2, 19), {8, 18}, BERLIN) == berlin(3, 8)


def test_a_digest_in_an_hour_that_the_clock_skips_comes_all_the_same() -> None:
    # On 29 March 2026 there is no 2 o'clock in Berlin.
    assert next_digest(berlin(29, 1), {2}, BERLIN) == berlin(29, 3)


@given(moments, hours, zones)
def test_a_digest_comes_within_a_day_or_so_and_at_its_hour(
    now: datetime, chosen: set[int], zone: ZoneInfo
) -> None:
    digest = next_digest(now, chosen, zone)
    # A change of the clock, or a day that a zone leaves out, puts it off.
    assert now <= digest <= now + timedelta(days=2, hours=2)
    assert next_digest(digest, chosen, zone) == digest


def test_only_what_is_asked_can_wait_until_its_time_runs_out() -> None:
    offered = {topic: [name for name, _label in manners_of(topic)] for topic in Topic}
    assert {topic for topic, names in offered.items() if Manner.NEAR in names} == {
        Topic.TURN,
        Topic.ANSWER,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"turns_manner": "loudly"},
        {"digest_hours": []},
        {"digest_hours": [24]},
        {"letters_an_hour": 0},
        {"reminder_hours": [5]},
    ],
    ids=lambda fields: "-".join(fields),
)
def test_the_database_takes_no_manner_that_there_is_not(
    alice: Person, fields: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=alice.pk).update(**fields)


@pytest.fixture
def hers(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


@pytest.mark.django_db
def test_the_page_of_manners_saves_what_is_chosen(hers: Client, alice: Person) -> None:
    sent = {
        **filled(hers.get(MANNERS).context["form"]),
        "turns_manner": "digest",
        "answers_manner": "near",
        "events_manner": "never",
        "digest_first": "18",
        "digest_second": "7",
        "letters_an_hour": "3",
        "reminder_hours": ["24", "3"],
    }
    assert hers.post(MANNERS, sent)["Location"] == MANNERS
    alice.refresh_from_db()
    assert [alice.manner(topic).value for topic in Topic] == [
        "digest",
        "near",
        "never",
        "now",
        "now",
    ]
    assert (alice.digest_hours, alice.reminder_hours) == ([7, 18], [24, 3])
    assert alice.letters_an_hour == 3
    shown = filled(hers.get(MANNERS).context["form"])
    assert (shown["digest_first"], shown["digest_second"]) == ("7", "18")


@pytest.mark.django_db
def test_the_page_of_manners_as_it_stands_changes_nothing(hers: Client, alice: Person) -> None:
    before = Person.objects.filter(pk=alice.pk).values().get()
    hers.post(MANNERS, filled(hers.get(MANNERS).context["form"]))
    assert Person.objects.filter(pk=alice.pk).values().get() == before


@pytest.mark.django_db
@pytest.mark.parametrize("hour", ["23", "6"])
def test_the_page_of_manners_takes_no_digest_in_quiet_hours(
    hers: Client, alice: Person, hour: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(quiet_from=22, quiet_to=7)
    form = hers.get(MANNERS).context["form"]
    sent = {**filled(form), "digest_second": hour, "turns_manner": "digest"}
    answer = hers.post(MANNERS, sent)
    assert answer.status_code == 422
    assert "At this hour you want no letters: it is a quiet one." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bad",
    [{"events_manner": "near"}, {"digest_first": "24"}, {"reminder_hours": ["5"]},
     {"letters_an_hour": "61"}],
    ids=str,
)  # fmt: skip
def test_the_page_of_manners_refuses_what_it_does_not_offer(
    hers: Client, bad: dict[str, object]
) -> None:
    assert (
        hers.post(MANNERS, {**filled(hers.get(MANNERS).context["form"]), **bad}).status_code == 422
    )


@pytest.mark.django_db
def test_the_page_of_manners_minds_no_hour_of_a_digest_that_nobody_wants(
    hers: Client, alice: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(quiet_from=22, quiet_to=9)
    sent = {**filled(hers.get(MANNERS).context["form"]), "letters_an_hour": "2"}
    assert hers.post(MANNERS, sent)["Location"] == MANNERS
