"""The administration: history is looked at and never changed; dead letters are sent again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db.models import Model, Q
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from api import tokens
from api.models import AccessToken
from games import models as games
from games.ahead import standing_orders
from games.models import Event, Game
from games.play import program_accounts
from mail.models import Delivery
from tests import passkeys
from tests.accounts.conftest import code_for

__all__ = ["code_for"]  # a fixture of accounts

HISTORY: list[type[Model]] = [getattr(games, name) for name in games.__all__]


@pytest.fixture
def administrator(client: Client, alice: Person) -> Client:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    return passkeys.sign_in(client, alice)


@pytest.fixture
def looker(client: Client, charlie: Person) -> Client:
    """Somebody of the staff who may look at everything, and change people."""
    charlie.is_staff = True
    charlie.save()
    rights = Permission.objects.filter(Q(codename__startswith="view") | Q(codename="change_person"))
    charlie.user_permissions.set(rights)
    return passkeys.sign_in(client, charlie)


@pytest.fixture
def dead(db: None) -> Delivery:
    now = timezone.now()
    return Delivery.objects.create(
        key="over-1", kind="over", address="bob@example.org", status="dead", attempts=10,
        created_at=now, next_at=now, error="SMTPRecipientsRefused: no such address",
    )  # fmt: skip


def page(model: Any, name: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_the_administration_opens_to_administrators_alone(client: Client, bob: Person) -> None:
    index = reverse("admin:index")
    assert client.get(index)["Location"].startswith(reverse("admin:login"))
    login = client.get(reverse("admin:login"))
    assert login["Location"].startswith(reverse("account_login"))
    client.force_login(bob)
    assert client.get(index, follow=True).status_code == 403


def test_a_command_makes_the_first_administrator(db: None) -> None:
    call_command("createsuperuser", email="Root@Example.org", interactive=False, verbosity=0)
    first = Person.objects.get()
    assert (first.email, first.name) == ("Root@example.org", "root")
    assert first.is_superuser
    assert not first.has_usable_password()


def test_the_administration_opens_to_a_passkey_and_to_no_code(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    Person.objects.update(is_staff=True, is_superuser=True)
    client.post(reverse("account_login"), {"login": alice.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(alice.email)})
    assert client.get(reverse("preferences")).status_code == 200
    led = client.get(reverse("admin:index"), follow=True)
    assert led.status_code == 403
    assert reverse("mfa_add_webauthn") in led.content.decode()
    assert client.get(page(Person, "changelist")).status_code == 302
    passkeys.sign_in(client, alice)
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.get(reverse("admin:login"))["Location"] == reverse("admin:index")


@pytest.mark.parametrize("model", [*HISTORY, Delivery], ids=lambda model: model.__name__)
def test_the_administration_shows_rows_and_changes_none(
    administrator: Client, game: Game, dead: Delivery, model: Any
) -> None:
    assert administrator.get(page(model, "changelist")).status_code == 200
    assert administrator.get(page(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert administrator.get(page(model, "change", row.pk)).status_code == 200
        assert administrator.post(page(model, "change", row.pk), {"kind": "x"}).status_code == 403
        assert administrator.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("name", ["password_change", "password_change_done"])
def test_the_administration_has_no_page_for_passwords(administrator: Client, name: str) -> None:
    page = reverse(f"admin:{name}")
    passwords = {"old_password": "", "new_password1": "a-long-word", "new_password2": "a-long-word"}
    assert administrator.get(page).status_code == administrator.post(page, passwords).status_code
    assert administrator.get(page).status_code == 404


def test_the_administration_shows_nothing_that_players_must_not_know(
    administrator: Client, game: Game
) -> None:
    event = Event.objects.filter(game=game).latest("seq")
    shown = administrator.get(page(Event, "change", event.pk)).content.decode()
    assert "field-data" not in shown
    assert event.hash not in shown
    shown = administrator.get(page(Game, "change", game.pk)).content.decode()
    assert game.invite_key not in shown
    assert "field-seed" not in shown
    assert "field-state" not in shown


def test_the_administration_shows_no_plans(administrator: Client, game: Game) -> None:
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


def test_the_administration_shows_no_notes(administrator: Client, game: Game) -> None:
    note = games.Note.objects.create(game=game, person=game.host, piece="d7", text="a spy")
    shown = administrator.get(page(games.Note, "change", note.pk)).content
    assert b"a spy" not in shown
    assert b"d7" not in re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", shown)


def test_the_administration_shows_no_standing_orders(administrator: Client, game: Game) -> None:
    standing_orders.file_orders(game.pk, game.host, "pass if lost S", now=timezone.now())
    standing_orders.save_default(game.host, "conquest", "pass if lost S")
    for row in (games.Standing.objects.get(), games.StandingDefault.objects.get()):
        shown = administrator.get(page(type(row), "change", row.pk)).content
        assert b"pass if lost" not in shown


def test_dead_letters_are_sent_again_and_no_others(administrator: Client, dead: Delivery) -> None:
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


def test_the_administration_shows_no_codes(administrator: Client, db: None) -> None:
    now = timezone.now()
    waiting = Delivery.objects.create(
        key="sign_in-1", kind="sign_in", address="bob@example.org",
        about={"secret": "QQQQ-WWWW"}, created_at=now, next_at=now,
    )  # fmt: skip
    assert b"QQQQ-WWWW" not in administrator.get(page(Delivery, "change", waiting.pk)).content


def test_people_are_not_made_or_deleted_in_the_administration(
    administrator: Client, alice: Person, bob: Person
) -> None:
    assert administrator.get(page(Person, "add")).status_code == 403
    assert administrator.post(page(Person, "delete", bob.pk), {"post": "yes"}).status_code == 403
    assert administrator.get(page(Person, "change", bob.pk)).status_code == 200


def test_the_administration_knows_every_model_of_games(db: None) -> None:
    models: list[type[Model]] = [*HISTORY, Person, Delivery]
    assert all(map(admin.site.is_registered, models))
    assert not any(map(admin.site.is_registered, (Authenticator, EmailAddress)))


HIDDEN = [
    (Delivery, "about__secret__startswith", "Q"),
    (Delivery, "person__password__startswith", "!"),
    (Game, "seed__gt", "a"),
    (Game, "invite_key__startswith", "x"),
    (Game, "host__password__startswith", "!"),
    (Game, "seats__person__email__startswith", "a"),
    (games.Draft, "text__contains", "S12"),
    (games.Note, "text__contains", "mine"),
    (games.Preview, "text__contains", "S12"),
    (games.Standing, "text__contains", "S"),
    (games.StandingDefault, "text__contains", "S"),
    (games.Note, "piece__contains", "d7"),
    (games.Submission, "text__contains", "S12"),
    (games.Snapshot, "state__gt", "a"),
    (Event, "data__to", "S12"),
    (Event, "hash__startswith", "a"),
    (Game, "head__startswith", "a"),
    (games.Seat, "word__startswith", "a"),
    (Person, "password__startswith", "!"),
    (Person, "is_active__regex", "t"),
    (Group, "name__startswith", "a"),
]


@pytest.mark.parametrize(
    ("model", "lookup", "value"), HIDDEN, ids=[lookup for _, lookup, _ in HIDDEN]
)
def test_the_administration_answers_no_question_about_what_is_hidden(
    administrator: Client, model: Any, lookup: str, value: str
) -> None:
    answer = administrator.get(page(model, "changelist"), {lookup: value})
    assert answer.status_code == 400
    assert b"This could not be understood" in answer.content


LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model.__name__)
def test_filters_of_the_administration_answer_whatever_is_put_in(
    administrator: Client, model: Any
) -> None:
    known = admin.site._registry[model]
    for path in known.get_list_filter(None):  # type: ignore[arg-type]
        for value in ("1", "x", "9" * 30, ""):
            for lookup in ("exact", "isnull"):
                wrong = administrator.get(
                    page(model, "changelist"), {f"{path}__{lookup}": value}, follow=True
                )
                assert wrong.status_code in (200, 400)
    for search in ({"q": "9" * 30}, {"q": "x"}, {"p": "9" * 30}, {"o": "x.9"}, {"all": ""}):
        assert administrator.get(page(model, "changelist"), search, follow=True).status_code == 200


def test_superusers_alone_give_rights(looker: Client, charlie: Person, bob: Person) -> None:
    wishes = {
        "name": "Bobby", "language": "en", "time_zone": "UTC", "is_active": "on",
        "is_staff": "on", "is_superuser": "on", "groups": [],
    }  # fmt: skip
    looker.post(page(Person, "change", bob.pk), wishes)
    bob.refresh_from_db()
    assert (bob.name, bob.is_staff, bob.is_superuser) == ("Bobby", False, False)
    answer = looker.post(page(Person, "change", charlie.pk), wishes)
    assert answer.status_code == 403
    assert looker.get(page(Group, "add")).status_code == 403
    Person.objects.filter(pk=charlie.pk).update(is_superuser=True)
    looker.post(page(Person, "change", bob.pk), wishes)
    bob.refresh_from_db()
    assert (bob.is_staff, bob.is_superuser) == (True, True)


def test_sessions_of_people_are_ended_but_not_of_those_above(
    looker: Client, alice: Person, bob: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_staff=True)
    theirs = Client(), Client()
    for client, person in zip(theirs, (alice, bob), strict=True):
        client.force_login(Person.objects.get(pk=person.pk))
    chosen = {"action": "end_sessions", "_selected_action": [alice.pk, bob.pk], "index": 0}
    looker.post(page(Person, "changelist"), chosen)
    preferences = reverse("preferences")
    assert [one.get(preferences).status_code for one in theirs] == [200, 302]


def test_who_is_signed_out_has_no_access_token_left(
    looker: Client, alice: Person, bob: Person, now: datetime
) -> None:
    bot = program_accounts.make_program(bob, "Castle", now=now)
    for person in (alice, bob, bot):
        tokens.make_token(person, "desk", ["read"], days=30, now=now)
    chosen = {"action": "end_sessions", "_selected_action": [bob.pk], "index": 0}
    looker.post(page(Person, "changelist"), chosen)
    assert [one.person for one in AccessToken.objects.filter(revoked_at=None)] == [alice]


def test_dead_letters_are_not_sent_again_for_who_may_only_look(
    looker: Client, dead: Delivery
) -> None:
    looker.post(
        page(Delivery, "changelist"),
        {"action": "send_again", "_selected_action": [dead.pk], "index": 0},
    )
    dead.refresh_from_db()
    assert dead.status == "dead"


def test_guests_are_told_apart_and_not_changed(administrator: Client, alice: Person) -> None:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    listed = {
        flag: administrator.get(page(Person, "changelist"), {"is_guest__exact": flag})
        for flag in "01"
    }
    assert "Guest 1" in listed["1"].content.decode()
    assert "Guest 1" not in listed["0"].content.decode()
    wishes = {"name": "Bob", "language": "en", "time_zone": "UTC", "is_active": "on"}
    assert administrator.post(page(Person, "change", guest.pk), wishes).status_code == 403
