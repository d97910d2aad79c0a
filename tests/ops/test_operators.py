"""Operators: what they need to mend the site, and nothing more."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games.models import Attempt, Decision, Event, Game, Intervention, Restriction
from games.play import clock, measures
from games.play.interventions import StaffRequest
from games.play.measures import IMPOSED, LIFTED
from mail.models import Delivery
from ops import heartbeats, operators, readiness
from ops.interventions import INTERVENTIONS, What
from ops.models import Heartbeat
from ops.ticks import TICKS
from tests import passkeys
from tests.conftest import person

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
SEEN = {f"{app}.{name}" for app, names in operators.SEEN.items() for name in names}
ADDED = {"seasons.championship"}
ACTIONS = {"inbox.incomingmail": {"try_again"}, "mail.delivery": {"send_again"}}


@pytest.fixture
def frank(db: None) -> Person:
    return person("Frank")


@pytest.fixture
def operator(client: Client, frank: Person) -> Client:
    call_command("operators", frank.email, verbosity=0)
    frank.refresh_from_db()
    return passkeys.sign_in(client, frank)


@pytest.fixture
def looker(client: Client, frank: Person) -> Client:
    """Somebody of the staff who may look at everything, and do nothing."""
    operators.make_operator(frank)
    group = operators.ensure_group()
    group.permissions.set(
        [one for one in operators.operator_permissions() if one.codename.startswith("view_")]
    )
    return passkeys.sign_in(client, frank)


WARNED = (What.WARN, What.UNWARN, *IMPOSED)


@pytest.fixture
def rows(game: Game, now: Any) -> dict[What, Model]:
    """A row for each intervention, to which it can be done."""
    decision = Decision.objects.get(game=game, closed_at=None)
    tried = Attempt.objects.create(
        decision=decision, task="silence", count=9, retry_at=clock.now() + timedelta(days=1)
    )
    seat = game.seats.get(name="west")
    paused = Game.objects.get(pk=game.pk)
    shut, kept = person("Ruth", is_active=False), person("Sam")
    for kind in LIFTED.values():
        Restriction.objects.create(person=kept, kind=kind, until=clock.now() + timedelta(days=9))
    assert seat.person is not None
    return {
        What.RETRY: tried, What.EXTEND: decision, What.PAUSE: game, What.RESUME: paused,
        What.ANNUL: game, What.VACATE: seat, What.REPLACE: seat, What.CLOSE: seat.person,
        What.REOPEN: shut, What.RENAME: seat.person, What.RETITLE: game,
        **dict.fromkeys(WARNED, seat.person), **dict.fromkeys(LIFTED, kept),
    }  # fmt: skip


def address(what: What, row: Model) -> str:
    return reverse("admin:intervention", args=[what.value, row.pk])


def form(what: What, **more: str) -> dict[str, str]:
    """Return what the form of an intervention sends."""
    sent = {"reason": "A fault of ours.", "key": uuid.uuid4().hex}
    if what == What.EXTEND or what in IMPOSED:
        sent["until"] = f"{clock.now() + timedelta(days=9):%Y-%m-%dT%H:%M}"
    if what == What.REPLACE:
        sent["person"] = "greta"
    return sent | more


def page(model: Any, name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def label(model: Any) -> str:
    return f"{model._meta.app_label}.{model._meta.model_name}"


def test_a_command_makes_somebody_an_operator(frank: Person) -> None:
    call_command("operators", "Frank@Example.org", verbosity=0)
    call_command("operators", "Frank@Example.org", verbosity=0)
    frank.refresh_from_db()
    assert (frank.is_staff, frank.is_superuser) == (True, False)
    assert [group.name for group in frank.groups.all()] == ["operators"]
    with pytest.raises(CommandError, match="nobody"):
        call_command("operators", "nobody@example.org")


@pytest.mark.parametrize("what", INTERVENTIONS)
def test_an_operator_can_do_each_intervention(
    operator: Client, frank: Person, rows: dict[What, Model], what: What
) -> None:
    person("Greta")
    if what == What.RESUME:
        Game.objects.update(paused_at=clock.now() - timedelta(days=1))
    if what == What.UNWARN:
        measures.warn(rows[what].pk, StaffRequest(by=frank, reason="r", key="k"), now=clock.now())
    row, events = rows[what], list(Event.objects.order_by("pk").values())
    there = page(type(row), "change", row.pk)
    assert address(what, row) in operator.get(there).content.decode()
    assert operator.get(address(what, row)).status_code == 200
    Delivery.objects.all().delete()
    sent = form(what)
    for _ in range(2):  # a form that is sent twice counts once
        answer = operator.post(address(what, row), sent)
        assert answer["Location"] == there
    done = Intervention.objects.get(what=what)
    assert (done.what, done.by, done.reason) == (what, frank, "A fault of ours.")
    told = list(
        Delivery.objects.filter(about__intervention=done.pk).values_list("person", flat=True)
    )
    assert told
    assert len(told) == len(set(told))
    assert list(Event.objects.order_by("pk").values())[: len(events)] == events


@pytest.mark.parametrize("what", INTERVENTIONS)
def test_an_intervention_without_a_good_reason_or_key_does_nothing(
    operator: Client, rows: dict[What, Model], what: What
) -> None:
    person("Greta")
    for wrong in ({"reason": " "}, {"key": ""}, {"key": "x"}, {"reason": "x" * 501}):
        assert operator.post(address(what, rows[what]), form(what, **wrong)).status_code == 200
    assert not Intervention.objects.exists()


@pytest.mark.parametrize("what", INTERVENTIONS)
def test_who_may_only_look_cannot_intervene(
    looker: Client, rows: dict[What, Model], what: What
) -> None:
    row = rows[what]
    assert address(what, row) not in looker.get(page(type(row), "change", row.pk)).content.decode()
    assert looker.get(address(what, row)).status_code == 403
    assert looker.post(address(what, row), form(what)).status_code == 403
    assert not Intervention.objects.exists()


def test_the_form_says_why_an_intervention_cannot_be_done(
    operator: Client, game: Game, rows: dict[What, Model]
) -> None:
    for what, wrong, said in (
        (What.RESUME, {}, "This game is not paused."),
        (What.EXTEND, {"until": "2026-03-01T00:00"}, "no later"),
        (What.REPLACE, {"person": "Nobody"}, "nobody of this name"),
        (What.REPLACE, {"person": "Bob"}, "has or had a seat"),
        (What.REOPEN, {}, "This account is open."),
    ):
        row = game.host if what == What.REOPEN else rows[what]
        answer = operator.post(address(what, row), form(what, **wrong))
        assert (answer.status_code, said in answer.content.decode()) == (200, True)
    assert not Intervention.objects.exists()
    assert operator.get(reverse("admin:intervention", args=["burn", game.pk])).status_code == 404
    assert operator.get(reverse("admin:intervention", args=["pause", 0])).status_code == 404


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_operators_can_open_what_they_need_and_nothing_more(
    operator: Client, rows: dict[What, Model], model: Any
) -> None:
    seen = label(model) in SEEN
    assert operator.get(page(model, "changelist")).status_code == (200 if seen else 403)
    adds = label(model) in ADDED
    assert operator.get(page(model, "add")).status_code == (200 if adds else 403)
    row = model.objects.first()
    if row is None:
        return
    kept = model.objects.filter(pk=row.pk).values().get()
    assert operator.get(page(model, "change", row.pk)).status_code == (200 if seen else 403)
    for name in ("change", "delete"):
        sent = {**{key: "1" for key in kept}, "post": "yes"}
        assert operator.post(page(model, name, row.pk), sent).status_code == 403
    assert model.objects.filter(pk=row.pk).values().get() == kept


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_operators_have_no_action_but_their_own(operator: Client, model: Any) -> None:
    request = operator.get(reverse("admin:index")).wsgi_request
    offered = set(admin.site._registry[model].get_actions(request))
    assert offered == ACTIONS.get(label(model), set())


def test_operators_cannot_change_rights_or_end_sessions(
    operator: Client, frank: Person, bob: Person
) -> None:
    theirs = Client()
    theirs.force_login(bob)
    chosen = {"action": "end_sessions", "_selected_action": [bob.pk], "index": 0}
    operator.post(page(Person, "changelist"), chosen)
    assert theirs.get(reverse("preferences")).status_code == 200
    operator.post(page(Person, "change", frank.pk), {"is_superuser": "on"})
    frank.refresh_from_db()
    assert not frank.is_superuser


def test_an_account_is_not_closed_by_the_form_of_a_person(
    client: Client, alice: Person, bob: Person
) -> None:
    """A superuser sees whether it is closed, but not as something to tick."""
    Person.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    passkeys.sign_in(client, Person.objects.get(pk=alice.pk))
    wishes = {"name": "Bobby", "language": "en", "time_zone": "UTC", "groups": []}
    there = page(Person, "change", bob.pk)
    assert "field-is_active" in (shown := client.get(there).content.decode())
    assert 'name="is_active"' not in shown
    client.post(there, wishes)
    bob.refresh_from_db()
    assert (bob.name, bob.is_active) == ("Bobby", True)


def test_the_health_page_shows_how_the_site_does(
    operator: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "SKEW_SECONDS", 60)
    for kind in TICKS:
        heartbeats.record_heartbeat(kind)
    Delivery.objects.update(next_at=clock.now())
    assert "Nothing is amiss." in operator.get(reverse("admin:health")).content.decode()
    Decision.objects.update(told_at=clock.now(), due_at=clock.now() - timedelta(hours=5))
    Delivery.objects.update(next_at=clock.now() - timedelta(hours=2))
    with CaptureQueriesContext(connection) as asked:
        shown = operator.get(reverse("admin:health")).content.decode()
    assert len(asked) <= 22
    assert "for 5 hours" in shown
    assert "for 2 hours" in shown
    assert "letters have been waiting to be sent since" in shown
    assert reverse("admin:health") in operator.get(reverse("admin:index")).content.decode()


def test_the_health_page_is_in_the_language_of_an_operator(operator: Client) -> None:
    Person.objects.update(language="de")
    heartbeats.record_heartbeat("codes")
    Heartbeat.objects.update(ran_at=clock.now() - timedelta(days=1))
    shown = operator.get(reverse("admin:health")).content.decode()
    assert "nicht mehr geschehen: nach Codes sehen." in shown
    assert "Noch nie geschehen: nach Fristen sehen." in shown
    assert "is a worker for" not in shown


def test_rows_are_named_in_the_language_of_an_operator(operator: Client) -> None:
    Person.objects.update(language="de")
    shown = operator.get(reverse("admin:index")).content.decode()
    seen = {name for names in operators.SEEN.values() for name in names}
    german = {"Personen", "Versuche", "Entscheidungen", "Weggänge", "Partien", "Eingriffe"}
    german |= {"Plätze", "Abgaben", "Briefe", "Eingegangene Mails", "Meldungen", "Einschränkungen"}
    german |= {"Konten, die sich gleichen", "Fragen, ob jemand einspringt", "Einsprüche"}
    german |= {"Zeiten als Stellvertretung", "Meisterschaften", "Saisons und Pokale", "Entscheide"}
    assert len(german) == len(seen)
    assert all(f">{name}</a>" in shown for name in german)


def test_the_health_page_is_shut_to_who_may_only_look(looker: Client) -> None:
    assert looker.get(reverse("admin:health")).status_code == 403
    assert reverse("admin:health") not in looker.get(reverse("admin:index")).content.decode()
