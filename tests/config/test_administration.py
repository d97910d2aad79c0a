"""The administration: history is looked at and never changed; dead letters are sent again."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import models as games
from games.models import Event, Game
from mail.models import Delivery

HISTORY: list[type[Model]] = [getattr(games, name) for name in games.__all__]


@pytest.fixture
def administrator(client: Client, alice: Person) -> Client:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client.force_login(alice)
    return client


@pytest.fixture
def dead(db: None) -> Delivery:
    now = timezone.now()
    return Delivery.objects.create(
        key="over-1", kind="over", address="bob@example.org", status="dead", attempts=10,
        created_at=now, next_at=now, error="SMTPRecipientsRefused: no such address",
    )  # fmt: skip


def page(model: Any, name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_it_opens_to_administrators_alone(client: Client, bob: Person) -> None:
    index = reverse("admin:index")
    assert client.get(index)["Location"].startswith(reverse("admin:login"))
    login = client.get(reverse("admin:login"))
    assert login["Location"].startswith(reverse("account_login"))
    client.force_login(bob)
    assert client.get(index, follow=True).status_code == 403


@pytest.mark.parametrize("model", [*HISTORY, Delivery], ids=lambda model: model.__name__)
def test_it_shows_rows_and_offers_no_way_to_change_them(
    administrator: Client, game: Game, dead: Delivery, model: Any
) -> None:
    assert administrator.get(page(model, "changelist")).status_code == 200
    assert administrator.get(page(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert administrator.get(page(model, "change", row.pk)).status_code == 200
        assert administrator.post(page(model, "change", row.pk), {"kind": "x"}).status_code == 403
        assert administrator.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_it_does_not_show_what_players_must_not_know(administrator: Client, game: Game) -> None:
    event = Event.objects.filter(game=game).latest("seq")
    shown = administrator.get(page(Event, "change", event.pk)).content.decode()
    assert "field-data" not in shown
    shown = administrator.get(page(Game, "change", game.pk)).content.decode()
    assert game.invite_key not in shown
    assert "field-seed" not in shown
    assert "field-state" not in shown


def test_it_does_not_show_what_somebody_plans(administrator: Client, game: Game) -> None:
    seat = game.seats.exclude(person=None).first()
    assert seat is not None
    person = seat.person
    assert person is not None
    plan = games.Draft.objects.create(
        seat=seat,
        person=person,
        text="S12-S13",
        version=1,
        number=1,
        kept_at=timezone.now(),
    )
    shown = administrator.get(page(games.Draft, "change", plan.pk)).content
    assert b"S12-S13" not in shown


def test_it_sends_dead_letters_again_and_no_others(administrator: Client, dead: Delivery) -> None:
    sent = Delivery.objects.create(
        key="over-2", kind="over", address="bob@example.org", status="sent",
        created_at=dead.created_at, next_at=dead.next_at, sent_at=dead.created_at,
    )  # fmt: skip
    administrator.post(
        page(Delivery, "changelist"),
        {"action": "send_again", "_selected_action": [dead.pk, sent.pk], "index": 0},
    )
    dead.refresh_from_db()
    sent.refresh_from_db()
    assert (dead.status, dead.attempts, dead.error) == ("waiting", 0, "")
    assert sent.status == "sent"


def test_it_does_not_show_codes(administrator: Client, db: None) -> None:
    now = timezone.now()
    waiting = Delivery.objects.create(
        key="sign_in-1", kind="sign_in", address="bob@example.org",
        about={"secret": "QQQQ-WWWW"}, created_at=now, next_at=now,
    )  # fmt: skip
    assert b"QQQQ-WWWW" not in administrator.get(page(Delivery, "change", waiting.pk)).content


def test_it_lets_nobody_make_or_delete_people_there(
    administrator: Client, alice: Person, bob: Person
) -> None:
    assert administrator.get(page(Person, "add")).status_code == 403
    assert administrator.post(page(Person, "delete", bob.pk), {"post": "yes"}).status_code == 403
    assert administrator.get(page(Person, "change", bob.pk)).status_code == 200


def test_it_knows_every_model_of_games(db: None) -> None:
    models: list[type[Model]] = [*HISTORY, Person, Delivery]
    assert all(map(admin.site.is_registered, models))
