"""The door that stops letters: one click, signed out, and only by pressing."""

from __future__ import annotations

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse

from accounts import unsubscribe
from accounts.models import Person


def door(person: Person) -> str:
    return "/" + unsubscribe.unsubscribe_url(person).split("/", 3)[3]


@pytest.fixture
def strict() -> Client:
    """A mail program: it has no session and no CSRF token."""
    return Client(enforce_csrf_checks=True)


def test_one_click_of_a_mail_program_stops_letters(strict: Client, alice: Person) -> None:
    answer = strict.post(
        door(alice), "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    alice.refresh_from_db()
    assert (answer.status_code, alice.letters, alice.hears_letters) == (200, False, False)


def test_the_unsubscribe_button_stops_letters(strict: Client, alice: Person) -> None:
    assert b"<button" in strict.get(door(alice)).content
    page = strict.post(door(alice))
    alice.refresh_from_db()
    assert alice.letters is False
    assert reverse("preferences") in page.content.decode()


def test_a_look_at_the_page_stops_no_letters(strict: Client, alice: Person) -> None:
    for look in (strict.get, strict.head, strict.options):
        look(door(alice))
    alice.refresh_from_db()
    assert alice.letters is True


def test_the_unsubscribe_button_may_be_pressed_twice(strict: Client, alice: Person) -> None:
    assert [strict.post(door(alice)).status_code for _ in range(2)] == [200, 200]


def test_an_unsubscribe_link_stops_nobody_elses_letters(
    strict: Client, alice: Person, bob: Person
) -> None:
    strict.post(door(alice))
    bob.refresh_from_db()
    assert bob.letters is True


def test_a_forged_token_stops_no_letters(strict: Client, alice: Person, bob: Person) -> None:
    token = door(alice).removeprefix("/unsubscribe/").removesuffix("/")
    forged = [
        token.replace(f"{alice.pk}:", f"{bob.pk}:", 1),
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        Signer(salt="another purpose").sign(str(alice.pk)),
        str(alice.pk),
        f"{'9' * 30}:x",
        "x:y",
    ]
    for wrong in forged:
        assert strict.post(f"/unsubscribe/{wrong}/").status_code == 404
    assert Person.objects.filter(letters=False).count() == 0


def test_a_person_renews_their_own_unsubscribe_link_alone(
    strict: Client, client: Client, alice: Person, bob: Person
) -> None:
    before, other = door(alice), door(bob)
    client.post(reverse("renew_unsubscribe"))
    assert strict.get(before).status_code == 200
    client.force_login(alice)
    client.post(reverse("renew_unsubscribe"))
    alice.refresh_from_db()
    assert strict.post(before).status_code == 404
    assert strict.get(other).status_code == 200
    assert strict.get(door(alice)).status_code == 200
    assert alice.letters is True


def test_the_unsubscribe_page_does_not_tell_the_address_on(strict: Client, alice: Person) -> None:
    page = strict.get(door(alice))
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["X-Robots-Tag"] == "noindex"
    assert "no-store" in page["Cache-Control"]
    assert alice.email not in page.content.decode()
