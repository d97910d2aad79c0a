"""What a sign-in leaves, and how its browser is known again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import tasks
from accounts.guests import find_or_create_guest
from accounts.lookalikes import traces
from accounts.models import LookalikePair, Person, SignInTrace
from mail import clock

SIGN_IN = reverse("account_login")
CONFIRM = reverse("account_confirm_login_code")
Kind = SignInTrace.Kind


@pytest.fixture
def sign_in(code_for: Callable[[str], str]) -> Callable[[Client, Person], Any]:
    """Return the sign-in of a person in a browser, by a mailed code."""

    def answer(browser: Client, who: Person) -> Any:
        browser.post(SIGN_IN, {"login": who.email})
        done = browser.post(CONFIRM, {"action": "verify", "code": code_for(who.email)})
        browser.post(reverse("account_logout"))
        return done

    return answer


def record(who: Person, now: datetime, *, device: str = "d", place: str = "192.0.2.1") -> None:
    traces.record_sign_in(who, device=device, place=place, now=now)


def test_a_sign_in_leaves_device_mailbox_and_network(
    client: Client, alice: Person, sign_in: Callable[[Client, Person], Any]
) -> None:
    sign_in(client, alice)
    kinds = SignInTrace.objects.filter(person=alice).values_list("kind", flat=True)
    assert sorted(kinds) == ["device", "mailbox", "network"]


def test_the_cookie_of_a_device_is_kept_from_scripts_and_for_ninety_days(
    client: Client, alice: Person, sign_in: Callable[[Client, Person], Any]
) -> None:
    cookie = sign_in(client, alice).cookies[settings.DEVICE_COOKIE_NAME]
    assert re.fullmatch(r"[\w-]{22}", cookie.value)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] == 90 * 24 * 60 * 60


def test_two_accounts_in_one_browser_are_pointed_out(
    client: Client, alice: Person, bob: Person, sign_in: Callable[[Client, Person], Any]
) -> None:
    sign_in(client, alice)
    assert not LookalikePair.objects.exists()
    sign_in(client, bob)
    pair = LookalikePair.objects.get()
    assert {pair.first, pair.second} == {alice, bob}


def test_two_browsers_of_one_network_are_not_pointed_out_at_once(
    client: Client, alice: Person, bob: Person, sign_in: Callable[[Client, Person], Any]
) -> None:
    sign_in(client, alice)
    sign_in(Client(), bob)
    assert not LookalikePair.objects.exists()


def test_a_cookie_that_no_page_has_set_is_replaced(
    client: Client, alice: Person, sign_in: Callable[[Client, Person], Any]
) -> None:
    client.cookies[settings.DEVICE_COOKIE_NAME] = "x" * 5000
    assert len(sign_in(client, alice).cookies[settings.DEVICE_COOKIE_NAME].value) == 22


def test_no_page_but_a_sign_in_sets_the_cookie_of_a_device(client: Client, alice: Person) -> None:
    client.force_login(alice)
    for name in ("home", "preferences", "privacy"):
        assert settings.DEVICE_COOKIE_NAME not in client.get(reverse(name)).cookies
    assert not SignInTrace.objects.exists()


def test_a_guest_leaves_nothing(rf: Any, db: None) -> None:
    request = rf.post("/")
    request.session = Client().session
    find_or_create_guest(request, "key", "UTC")
    assert not SignInTrace.objects.exists()


def test_no_mark_tells_what_it_stands_for(alice: Person, now: datetime) -> None:
    record(alice, now, device="the-device")
    marks = SignInTrace.objects.values_list("mark", flat=True)
    assert all(re.fullmatch(r"[0-9a-f]{64}", mark) for mark in marks)


def test_marks_hang_on_the_secret_of_the_site(alice: Person, now: datetime, settings: Any) -> None:
    record(alice, now)
    settings.SECRET_KEY = "another secret of at least fifty signs, for a test alone"
    record(alice, now)
    assert SignInTrace.objects.filter(kind=Kind.DEVICE).count() == 2


def test_a_network_is_another_one_each_week(alice: Person, now: datetime) -> None:
    for days in (0, 1, 7):
        record(alice, now + timedelta(days=days))
    assert SignInTrace.objects.filter(kind=Kind.NETWORK).count() == 2
    assert SignInTrace.objects.filter(kind=Kind.DEVICE).count() == 1


@pytest.mark.parametrize(
    ("place", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_a_place_is_named_by_its_network(place: str, network: str) -> None:
    assert traces.name_network(place) == network


def test_addresses_behind_a_tag_are_one_mailbox(alice: Person, bob: Person, now: datetime) -> None:
    Person.objects.filter(pk=bob.pk).update(email="alice+second@example.org")
    bob.refresh_from_db()
    for who in (alice, bob):
        record(who, now, device=who.name)
    assert SignInTrace.objects.filter(kind=Kind.MAILBOX).values("mark").distinct().count() == 1


def test_a_passkey_leaves_its_credential(alice: Person, now: datetime) -> None:
    credential = {"name": "key", "credential": {"id": "AAECAw"}}
    Authenticator.objects.create(user=alice, type="webauthn", data=credential)
    record(alice, now)
    assert SignInTrace.objects.filter(kind=Kind.PASSKEY).count() == 1


def test_a_person_has_a_bounded_number_of_traces(alice: Person, now: datetime) -> None:
    for number in range(traces.MOST):
        record(alice, now + timedelta(minutes=number), device=f"device {number}")
    rows = SignInTrace.objects.filter(person=alice)
    assert rows.count() == traces.MOST
    assert rows.filter(kind=Kind.MAILBOX).exists()  # the newest stay


def test_what_sign_ins_left_is_deleted_after_ninety_days(alice: Person, bob: Person) -> None:
    now = clock.now()
    record(alice, now - timedelta(days=91))
    record(bob, now - timedelta(days=89))
    tasks.tidy()
    assert set(SignInTrace.objects.values_list("person", flat=True)) == {bob.pk}
