"""What operators do for seasons: they open a championship by a form, and see what was ruled."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.play.clock import PRESETS
from seasons import championships
from seasons.models import Championship, Competition
from tests import passkeys
from tests.conftest import person

pytestmark = pytest.mark.django_db
FORM = {
    "title": "Conquest", "ruleset": "conquest", "options": "{}", "preset": "normal",
    "group_size": 8, "meetings": 7, "at_once": 3, "days": 120, "break_days": 14, "asks_in_time": 8,
    "asks_finished": 1, "first_begins_at_0": "2030-01-01", "first_begins_at_1": "12:00:00",
    "is_open": "on",
}  # fmt: skip


@pytest.fixture
def operator(client: Client) -> Client:
    frank = person("Frank")
    call_command("operators", frank.email, verbosity=0)
    frank.refresh_from_db()
    return passkeys.sign_in(client, frank)


def add(operator: Client, **fields: object) -> int:
    path = reverse("admin:seasons_championship_add")
    return operator.post(path, {**FORM, **fields}).status_code


def test_operator_opens_a_championship_whose_first_season_takes_entries(
    operator: Client, now: datetime
) -> None:
    assert add(operator) == 302
    championship = Championship.objects.get()
    assert championship.pace == PRESETS["normal"]
    championships.open_next_season(championship.pk, now=now)
    season = Competition.objects.get()
    assert season.table_size == 4
    assert season.asks_in_time == 8
    assert season.status == Competition.Status.ENTRY


@pytest.mark.parametrize(
    "fields",
    [
        {"group_size": 3},
        {"ruleset": "nothing"},
        {"preset": "soon"},
        {"options": '{"players": 7}'},
        {"title": ""},
        {"days": 0},
        {"asks_in_time": 12},
    ],
)
def test_championship_that_cannot_be_played_is_not_opened(
    operator: Client, fields: dict[str, object]
) -> None:
    assert add(operator, **fields) == 200
    assert not Championship.objects.exists()


def test_what_is_changed_holds_from_the_next_season_on(operator: Client, now: datetime) -> None:
    add(operator)
    championship = Championship.objects.get()
    championships.open_next_season(championship.pk, now=now)
    path = reverse("admin:seasons_championship_change", args=[championship.pk])
    Championship.objects.update(pace=PRESETS["leisurely"])
    form = operator.get(path).context["adminform"].form
    assert form.initial["preset"] == "leisurely"
    assert operator.post(path, {**FORM, "days": 60}).status_code == 302
    season = Competition.objects.get()
    assert season.days == 120
    Competition.objects.update(status="running", began_at=season.begins_at)
    assert season.begins_at is not None
    championships.open_next_season(championship.pk, now=season.begins_at + timedelta(days=1))
    assert Competition.objects.get(number=2).days == 60


@pytest.mark.parametrize("model", ["championship", "competition", "ruling"])
def test_operator_sees_lists_and_deletes_nothing(
    operator: Client, now: datetime, model: str
) -> None:
    add(operator)
    championships.open_next_season(Championship.objects.get().pk, now=now)
    assert operator.get(reverse(f"admin:seasons_{model}_changelist")).status_code == 200
    season = Competition.objects.get()
    path = reverse("admin:seasons_competition_delete", args=[season.pk])
    assert operator.post(path, {"post": "yes"}).status_code == 403
