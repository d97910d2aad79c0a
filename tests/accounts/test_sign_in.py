"""Sign-in through the pages by mailed code, sign-out, and what strangers may learn."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import limits, reauthentication
from accounts.models import Person
from mail.models import Delivery

SIGN_IN = reverse("account_login")
CONFIRM = reverse("account_confirm_login_code")
PREFERENCES = reverse("preferences")


def test_a_mailed_code_signs_in_and_leads_back(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    wanted = client.get(PREFERENCES)
    assert wanted["Location"] == f"{SIGN_IN}?next={PREFERENCES}"
    asked = client.post(SIGN_IN, {"login": "Alice@Example.org", "next": PREFERENCES})
    assert asked["Location"].startswith(CONFIRM)
    done = client.post(
        asked["Location"],
        {"action": "verify", "code": code_for(alice.email), "next": PREFERENCES},
    )
    assert done["Location"] == PREFERENCES
    assert client.get(PREFERENCES).context["user"] == alice


@pytest.mark.parametrize(
    "mangle",
    [
        lambda code: code.replace("-", "\u2013"),
        lambda code: f"\ufeff\u00a0{code}\u200b ",
        lambda code: "\u00ad".join(code.replace("-", "")),
        lambda code: "".join(chr(ord(sign) + 0xFEE0) for sign in code.lower()),
        lambda code: f"\u2066{code}\u2069" + "\u200b" * 50,
    ],
    ids=["dash", "blanks", "soft-hyphens", "full-width", "isolated"],
)
def test_code_counts_with_what_mail_and_keyboards_add(
    client: Client, alice: Person, code_for: Callable[[str], str], mangle: Callable[[str], str]
) -> None:
    """At the last try: none is spent on the right code."""
    client.post(SIGN_IN, {"login": alice.email})
    for _try in range(2):
        client.post(CONFIRM, {"action": "verify", "code": "WRONG"})
    client.post(CONFIRM, {"action": "verify", "code": mangle(code_for(alice.email))})
    assert client.get(PREFERENCES).context["user"] == alice


def test_code_field_cuts_nothing_off(client: Client, alice: Person) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    page = client.get(CONFIRM).content.decode()
    assert 'name="code"' in page
    assert "maxlength" not in page.partition('name="code"')[2].partition(">")[0]


def test_a_sign_in_changes_the_session(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    before = client.session.session_key
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert client.session.session_key != before


def test_a_sign_in_does_not_lead_to_another_site(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_IN, {"login": alice.email, "next": "https://example.com/"})
    done = client.post(
        CONFIRM,
        {"action": "verify", "code": code_for(alice.email), "next": "https://example.com/"},
    )
    assert done["Location"] == "/"


def test_the_letter_with_the_code_is_in_its_readers_language(client: Client, dora: Person) -> None:
    client.post(SIGN_IN, {"login": dora.email})
    assert Delivery.objects.get().about["language"] == "de"


def test_an_address_that_is_not_known_is_answered_alike(client: Client, alice: Person) -> None:
    known = Client().post(SIGN_IN, {"login": alice.email})
    unknown = client.post(SIGN_IN, {"login": "charlie@example.org"})
    assert (unknown.status_code, unknown["Location"]) == (known.status_code, known["Location"])
    assert Delivery.objects.get(address="charlie@example.org").about["what"] == "unknown"
    page = client.get(CONFIRM).content.decode()
    assert "charlie@example.org" in page
    wrong = client.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
    assert wrong.context["form"].errors["code"]


def test_three_wrong_codes_make_the_right_one_void(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    for _attempt in range(3):
        client.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert "_auth_user_id" not in client.session


def ask(place: str, address: str) -> int:
    """Ask for a code from some place."""
    return Client(REMOTE_ADDR=place).post(SIGN_IN, {"login": address}).status_code


@pytest.mark.parametrize("address", ["alice@example.org", "nobody@example.org"])
def test_one_place_sends_an_address_five_letters_at_most(alice: Person, address: str) -> None:
    assert [ask("192.0.2.1", address) for _ in range(6)] == [302] * 5 + [429]
    assert Delivery.objects.filter(address=address).count() == 5
    assert ask("192.0.2.1", "charlie@example.org") == 302


def test_strangers_who_ask_for_letters_keep_no_owner_out(
    client: Client, alice: Person, code_for: Callable[[str], str], settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "letter_to": "6/d/key"}
    client.post(SIGN_IN, {"login": alice.email})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    for place in range(5):
        ask(f"198.51.100.{place}", alice.email)
    assert ask("192.0.2.1", alice.email) == 429
    owner = Client()
    assert owner.post(SIGN_IN, {"login": alice.email}).status_code == 302
    owner.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert "_auth_user_id" in owner.session


@pytest.mark.parametrize(("others", "letters"), [(4, 5), (0, 3)])
def test_the_last_code_stays_good_where_no_other_is_sent(
    client: Client, alice: Person, code_for: Callable[[str], str], others: int, letters: int
) -> None:
    for _ in range(others):
        ask("127.0.0.1", alice.email)
    client.post(SIGN_IN, {"login": alice.email})
    for _ in range(4):
        client.post(CONFIRM, {"action": "resend"})
    assert Delivery.objects.count() == letters
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert "_auth_user_id" in client.session


def test_tries_are_counted_where_the_session_forgets_them(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    before = dict(client.session)
    for _ in range(3):
        client.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
        session = client.session
        session.update(before)
        session.save()
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert "_auth_user_id" not in client.session


def test_tries_of_a_stranger_are_not_those_of_the_owner(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    stranger = Client()
    client.post(SIGN_IN, {"login": alice.email})
    code = code_for(alice.email)
    stranger.post(SIGN_IN, {"login": alice.email})
    for _attempt in range(4):
        stranger.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
    client.post(CONFIRM, {"action": "verify", "code": code})
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(("seconds", "is_good"), [(18 * 60, True), (19 * 60 + 1, False)])
def test_a_code_sent_again_is_good_for_ten_minutes_of_its_own(
    client: Client,
    alice: Person,
    code_for: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    seconds: int,
    is_good: bool,
) -> None:
    start = time.time()
    client.post(SIGN_IN, {"login": alice.email})
    monkeypatch.setattr(time, "time", lambda: start + 9 * 60)
    client.post(CONFIRM, {"action": "resend"})
    monkeypatch.setattr(time, "time", lambda: start + seconds)
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert ("_auth_user_id" in client.session) == is_good


def test_the_log_tells_of_sign_ins_without_an_address(
    client: Client, alice: Person, code_for: Callable[[str], str], caplog: Any
) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    client.post(CONFIRM, {"action": "verify", "code": "XXXX-XXXX"})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    for _ in range(6):
        ask("127.0.0.1", alice.email)
    client.get("/admin/login/")
    for event in ("wrong code", "signed in", "limit reached", "right refused"):
        assert event in caplog.text
    assert limits.log_alias(alice.email) in caplog.text
    assert "alice" not in caplog.text.lower()


def test_there_are_no_pages_for_passwords(client: Client) -> None:
    for page in ("password/change/", "password/reset/", "password/set/", "3rdparty/"):
        assert client.get(f"/accounts/{page}").status_code == 404


def test_a_closed_account_lets_nobody_in(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    client.post(SIGN_IN, {"login": alice.email})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert client.get(PREFERENCES).status_code == 302


@pytest.mark.parametrize("typed", ["alice@gıthub.com", "alıce@github.com", "alice@github.com.de"])
def test_no_code_goes_to_an_address_that_only_looks_alike(
    client: Client, db: None, typed: str
) -> None:
    Person.objects.create_user("alice@github.com", name="Alice")
    client.post(SIGN_IN, {"login": typed})
    assert not Delivery.objects.filter(about__what="sign_in").exists()


def test_the_code_goes_to_the_address_as_its_owner_wrote_it(client: Client, db: None) -> None:
    Person.objects.create_user("alice@exämple.org", name="Alice")
    client.post(SIGN_IN, {"login": "ALICE@xn--exmple-cua.org"})
    delivery = Delivery.objects.get()
    assert (delivery.about["what"], delivery.address) == ("sign_in", "alice@exämple.org")


def test_a_button_signs_out_and_a_link_does_not(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get(PREFERENCES).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(PREFERENCES).status_code == 302


def test_a_passkey_is_added_only_after_a_fresh_sign_in(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    add = reverse("mfa_add_webauthn")
    client.post(SIGN_IN, {"login": alice.email})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert client.get(add).status_code == 200
    session = client.session
    session[reauthentication.SESSION_KEY] = (
        timezone.now() - reauthentication.MAX_AGE - timedelta(seconds=1)
    ).timestamp()
    session.save()
    again = client.get(add)
    assert again.status_code == 403
    out = client.post(reverse("account_logout"), {"next": f"{SIGN_IN}?next={add}"})
    assert out["Location"] == f"{SIGN_IN}?next={add}"


def test_staff_who_have_a_passkey_add_none_by_a_code(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    Person.objects.filter(pk=alice.pk).update(is_staff=True)
    client.post(SIGN_IN, {"login": alice.email})
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    add = reverse("mfa_add_webauthn")
    assert client.get(add).status_code == 200
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Phone"})
    assert client.get(add).status_code == 403


def test_another_address_can_be_taken_before_the_code(client: Client, alice: Person) -> None:
    client.post(SIGN_IN, {"login": alice.email})
    assert client.get(SIGN_IN)["Location"] == CONFIRM
    assert client.post(reverse("account_logout"), {"next": SIGN_IN})["Location"] == SIGN_IN
    again = client.get(SIGN_IN)
    assert again.status_code == 200
    assert list(again.context["messages"]) == []


def test_an_address_that_is_too_long_is_refused(client: Client, db: None) -> None:
    answer = client.post(SIGN_IN, {"login": "alice@example.org".rjust(255, "a")})
    assert answer.context["form"].errors["login"]
    assert not Delivery.objects.exists()
