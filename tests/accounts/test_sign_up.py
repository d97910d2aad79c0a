"""Sign-up through the pages: name, address, code from the outbox, signed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts import deleted_user
from accounts.models import Person
from mail.models import Delivery
from tests.conftest import person

SIGN_UP = reverse("account_signup")
CONFIRM = reverse("account_email_verification_sent")
FRANK = {"name": "Bob", "email": "bob@example.net", "time_zone": "Europe/Vienna"}

pytestmark = pytest.mark.django_db


def test_name_address_and_mailed_code_sign_up(
    client: Client, code_for: Callable[[str], str]
) -> None:
    first = client.post(SIGN_UP, FRANK)
    assert first["Location"] == CONFIRM
    assert "_auth_user_id" not in client.session
    last = client.post(CONFIRM, {"action": "verify", "code": code_for("bob@example.net")})
    assert last["Location"] == "/"
    bob = Person.objects.get(email="bob@example.net")
    assert client.session["_auth_user_id"] == str(bob.pk)
    assert (bob.name, bob.time_zone, bob.language) == ("Bob", "Europe/Vienna", "en")
    assert not bob.has_usable_password()


def test_a_sign_up_takes_the_language_from_the_browser(client: Client) -> None:
    client.post(SIGN_UP, FRANK, headers={"Accept-Language": "de"})
    assert Person.objects.get(name="Bob").language == "de"
    assert Delivery.objects.get().about["language"] == "de"


def test_a_sign_up_without_a_known_time_zone_has_utc(client: Client) -> None:
    client.post(SIGN_UP, FRANK | {"time_zone": "Europe/Atlantis"})
    assert Person.objects.get(name="Bob").time_zone == "UTC"


def test_a_sign_up_leads_to_where_the_reader_wanted_to_go(
    client: Client, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_UP, FRANK | {"next": "/tables/"})
    last = client.post(
        CONFIRM, {"action": "verify", "code": code_for("bob@example.net"), "next": "/tables/"}
    )
    assert last["Location"] == "/tables/"


def test_a_wrong_code_signs_nobody_up(client: Client) -> None:
    client.post(SIGN_UP, FRANK)
    answer = client.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
    assert answer.status_code == 200
    assert answer.context["form"].errors["code"]
    assert "_auth_user_id" not in client.session


def test_another_code_is_sent_on_request(client: Client, code_for: Callable[[str], str]) -> None:
    client.post(SIGN_UP, FRANK)
    first = code_for("bob@example.net")
    client.post(CONFIRM, {"action": "resend"})
    second = code_for("bob@example.net")
    assert second != first
    client.post(CONFIRM, {"action": "verify", "code": first})
    assert "_auth_user_id" not in client.session
    client.post(CONFIRM, {"action": "verify", "code": second})
    assert "_auth_user_id" in client.session


def test_an_address_that_is_known_is_answered_alike(client: Client, alice: Person) -> None:
    answer = client.post(SIGN_UP, FRANK | {"email": alice.email})
    assert answer["Location"] == CONFIRM
    assert Person.objects.count() == 1
    assert Delivery.objects.get().about["what"] == "known"
    stranger = Client().post(SIGN_UP, FRANK)
    assert (stranger.status_code, stranger["Location"]) == (answer.status_code, CONFIRM)


@pytest.mark.parametrize(
    "name",
    [
        "alice", " ALICE ", "", "A" * 41, "Al\u202eice",  # taken, not there, too long, unseen
        "\u3164", "Bo\u2800b", "B\u034fob", "!!", "Bo" + "\u0301" * 8 + "b",
        "Аlice", "AIice", "Al1ce", "A lice", "𝐀lice",  # look like her
        "A. lice", "Al-ice", "Al'ice", "A·lice", "Alice.", "(Alice)",  # but for points
        "Ali\u0307ce", "AL\u0130CE", "Al\u0131\u0307ce",  # a dot that is there already
        "Support Zugpost", "Zugpost-Support", "Zugp0st", "Official Support", "The Admin Team",
        "Zugpost", "admin", "Adm in", "Sextant", "Lantern of the house", "Support",
    ],
)  # fmt: skip
def test_a_name_that_is_taken_or_cannot_be_read_is_refused(
    client: Client, alice: Person, name: str
) -> None:
    answer = client.post(SIGN_UP, FRANK | {"name": name})
    assert answer.context["form"].errors["name"]
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "José",
        "Nguyễn",
        "Иван",
        "田中",
        "Alicia",
        "J. R.",
        "Bob 2",
        "İpek",
        "House of Cards",
        "Log Cabin",
        "Ann of the Team",
    ],
)
def test_names_of_all_the_world_are_allowed(client: Client, alice: Person, name: str) -> None:
    client.post(SIGN_UP, FRANK | {"name": name})
    assert Person.objects.filter(name=name).exists()


def test_people_of_before_with_points_in_their_names_are_compared_without(alice: Person) -> None:
    """Who looks like somebody else by that keeps their name, told apart by their number."""
    frank, gone = person("Fr-ank"), person("Gone")
    twin = person("Grace")
    Person.objects.filter(pk=frank.pk).update(likeness="fr\u2cbbank")
    Person.objects.filter(pk=twin.pk).update(name="A-lice", likeness="a\u2cbb11ce")
    placeholder = deleted_user.placeholder_name(gone.pk)
    Person.objects.filter(pk=gone.pk).update(name=placeholder, likeness=placeholder)
    import_module("accounts.migrations.0033_points_in_names").compare_without_points(apps, None)
    kept = dict(Person.objects.values_list("pk", "likeness"))
    assert kept == {
        alice.pk: "a11ce", frank.pk: "frank", twin.pk: f"a11ce {twin.pk}", gone.pk: placeholder,
    }  # fmt: skip


def test_the_database_refuses_a_name_that_looks_like_another(alice: Person) -> None:
    with pytest.raises(IntegrityError):
        Person.objects.create_user("frank@example.org", name="AIice")


@pytest.mark.parametrize("same", ["ALICE@example.org", "alice@EXAMPLE．org", "ａlice@example.org"])
def test_an_address_is_known_however_it_is_spelled(
    client: Client, alice: Person, same: str
) -> None:
    client.post(SIGN_UP, FRANK | {"email": same})
    assert Person.objects.count() == 1
    for delivery in Delivery.objects.all():
        assert (delivery.about["what"], delivery.address) == ("known", "alice@example.org")


def test_twenty_sign_ups_a_minute_come_from_one_place_and_no_more(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = time.time()
    monkeypatch.setattr(time, "time", lambda: start)
    answers = [
        client.post(SIGN_UP, {"name": f"Bob {n}", "email": f"bob{n}@example.net"}).status_code
        for n in range(25)
    ]
    assert answers == [302] * 20 + [429] * 5


@pytest.mark.parametrize("length", [255, 320])
def test_an_address_that_is_too_long_is_refused(client: Client, length: int) -> None:
    """Cut short it would be somebody else's."""
    answer = client.post(SIGN_UP, FRANK | {"email": "bob@example.net".rjust(length, "b")})
    assert answer.context["form"].errors["email"]
    assert not Delivery.objects.exists()


def test_letters_go_to_the_address_as_its_owner_writes_it(
    client: Client, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_UP, FRANK | {"email": "Quo.Vadis@Example.NET"})
    code = code_for("Quo.Vadis@example.net")
    client.post(CONFIRM, {"action": "verify", "code": code})
    person = Person.objects.get(mailbox="quo.vadis@example.net")
    assert person.email == "Quo.Vadis@example.net"
    client.post(reverse("account_logout"))
    client.post(reverse("account_login"), {"login": "quo.vadis@EXAMPLE.net"})
    code = code_for("Quo.Vadis@example.net")
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert client.session["_auth_user_id"] == str(person.pk)


def test_an_address_in_other_capitals_is_no_other_account(client: Client, alice: Person) -> None:
    client.post(SIGN_UP, FRANK | {"email": "ALICE@example.org"})
    assert Person.objects.filter(mailbox=alice.mailbox).count() == 1
    assert Delivery.objects.get().address == alice.email
