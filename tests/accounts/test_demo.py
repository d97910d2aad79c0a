"""Demo people: a button on a trial site, and no way in anywhere else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person

DEMO, SIGN_IN = reverse("demo_sign_in"), reverse("account_login")


@pytest.fixture
def house(db: None) -> Person:
    return Person.objects.create_user("lantern@example.org", name="Lantern", is_house=True)


@pytest.fixture
def stranger(db: None) -> Person:
    return Person.objects.create_user("charlie@example.net", name="Charlie")


def test_a_demo_person_is_let_in_on_a_trial_site(
    client: Client, alice: Person, settings: Any
) -> None:
    settings.PLAY, settings.SECURE = True, False
    assert b"Sign in as Alice" in client.get(SIGN_IN).content
    answer = client.post(DEMO, {"person": alice.pk, "next": "/tables/"})
    assert answer["Location"] == "/tables/"
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_demo_button_lets_nobody_else_in(
    client: Client, house: Person, stranger: Person, settings: Any
) -> None:
    settings.PLAY, settings.SECURE = True, False
    for person in (house.pk, stranger.pk, 0, "", "x", "9" * 5000):
        assert client.post(DEMO, {"person": person}).status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(("play", "secure"), [(False, False), (False, True), (True, True)])
def test_a_real_site_lets_no_demo_person_in(
    client: Client, alice: Person, settings: Any, play: bool, secure: bool
) -> None:
    settings.PLAY, settings.SECURE = play, secure
    assert b"Sign in as" not in client.get(SIGN_IN).content
    assert client.post(DEMO, {"person": alice.pk}).status_code == 404
    assert "_auth_user_id" not in client.session


def test_a_link_signs_no_demo_person_in(client: Client, alice: Person, settings: Any) -> None:
    settings.PLAY, settings.SECURE = True, False
    assert client.get(DEMO, {"person": alice.pk}).status_code == 405


def test_a_demo_sign_in_does_not_lead_to_another_site(
    client: Client, alice: Person, settings: Any
) -> None:
    settings.PLAY, settings.SECURE = True, False
    answer = client.post(DEMO, {"person": alice.pk, "next": "//example.com/"})
    assert answer["Location"] == "/"


def test_a_demo_person_reads_the_language_of_the_browser(
    client: Client, alice: Person, settings: Any
) -> None:
    settings.PLAY, settings.SECURE = True, False
    client.post(DEMO, {"person": alice.pk}, headers={"Accept-Language": "de"})
    alice.refresh_from_db()
    assert alice.language == "de"
    assert 'lang="de"' in client.get("/", headers={"Accept-Language": "de"}).content.decode()
