"""Who takes more of a web process's time than their share has to wait; turns are not refused."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game, Submission
from web import budgets
from web.budgets import SAVED
from web.cpu_budgets import CpuBudgets

NOW = 1000.0


@pytest.fixture(autouse=True)
def strict(settings: Any, monkeypatch: pytest.MonkeyPatch) -> CpuBudgets:
    """Budgets to which no second comes back while a test takes its time."""
    settings.PERSON_BUDGET = 25
    fresh = CpuBudgets(SAVED)
    still = SimpleNamespace(monotonic=lambda: NOW, thread_time=time.thread_time)
    monkeypatch.setattr(budgets, "budgets", fresh)
    monkeypatch.setattr(budgets, "time", still)
    return fresh


def spend(person: Person, strict: CpuBudgets) -> None:
    strict.spend_seconds(str(person.pk), 10 * SAVED, 25, NOW)


@pytest.mark.django_db
def test_a_budget_counts_what_a_request_takes(
    client: Client, game: Game, strict: CpuBudgets, alice: Person
) -> None:
    client.force_login(alice)
    client.get(reverse("game", args=[game.pk]))
    assert strict.seconds_left(str(alice.pk), 25, NOW) < SAVED


@pytest.mark.django_db
def test_a_person_over_budget_waits_and_others_do_not(
    client: Client, game: Game, strict: CpuBudgets, alice: Person, bob: Person
) -> None:
    client.force_login(alice)
    spend(alice, strict)
    refused = client.get(reverse("game", args=[game.pk]))
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 60
    told = client.post(
        reverse("game_plan", args=[game.pk]), {"text": ""}, headers={"accept": "application/json"}
    )
    assert (told.status_code, list(told.json())) == (429, ["trouble"])
    client.force_login(bob)
    assert client.get(reverse("game", args=[game.pk])).status_code == 200


@pytest.mark.django_db
def test_a_turn_is_taken_from_a_person_over_budget(
    client: Client, game: Game, strict: CpuBudgets
) -> None:
    client.force_login(game.host)
    spend(game.host, strict)
    client.post(reverse("game_submit", args=[game.pk]), {"text": "end", "seen": 1, "key": "x"})
    assert Submission.objects.count() == 1


@pytest.mark.django_db
def test_budgets_of_strangers_go_by_where_they_are(client: Client, strict: CpuBudgets) -> None:
    strict.spend_seconds("at 127.0.0.1", 10 * SAVED, 25, NOW)
    assert client.get("/tables/").status_code == 429
    assert client.get("/tables/", REMOTE_ADDR="127.0.0.2").status_code == 200


@pytest.mark.django_db
def test_budgets_that_are_switched_off_refuse_nobody(
    client: Client, game: Game, strict: CpuBudgets, settings: Any
) -> None:
    settings.PERSON_BUDGET = 0
    client.force_login(game.host)
    spend(game.host, strict)
    assert client.get(reverse("game", args=[game.pk])).status_code == 200
