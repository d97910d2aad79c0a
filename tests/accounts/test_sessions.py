"""Sessions: what is in them stands in the database, and only this site can read it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.sessions import SessionMiddleware

CONFIRM, SESSIONS = map(reverse, ("account_confirm_login_code", "sessions"))
DAY = 24 * 60 * 60


class Plain:
    """Reads what is stored as it is."""

    def dumps(self, obj: bytes) -> bytes:
        return obj

    def loads(self, data: bytes) -> bytes:
        return data


def test_a_session_in_the_database_tells_no_code(
    client: Client, alice: Person, code_for: Callable[[str], str]
) -> None:
    client.post(reverse("account_login"), {"login": alice.email})
    salt = SessionStore().key_salt
    stored = [
        signing.loads(one.session_data, salt=salt, serializer=Plain)
        for one in Session.objects.all()
    ]
    assert len(stored) == 1
    assert code_for(alice.email) in str(client.session.load())
    assert code_for(alice.email).encode() not in stored[0]


def test_a_session_outlives_a_change_of_the_key_but_not_its_loss(
    client: Client, alice: Person, settings: Any
) -> None:
    client.force_login(alice)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert client.get(reverse("preferences")).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    settings.SECRET_KEY = "a third"
    assert client.get(reverse("preferences")).status_code == 302


def days_left() -> float:
    return (Session.objects.get().expire_date - timezone.now()).total_seconds() / DAY


def test_a_session_lasts_a_day_until_somebody_signs_in(
    client: Client, alice: Person, code_for: Callable[[str], str], settings: Any
) -> None:
    client.post(reverse("account_login"), {"login": alice.email})
    assert days_left() == pytest.approx(1, abs=0.01)
    client.post(CONFIRM, {"action": "verify", "code": code_for(alice.email)})
    assert days_left() == pytest.approx(settings.SESSION_LIFETIME, abs=0.01)
    client.get(reverse("preferences"))
    assert days_left() == pytest.approx(settings.SESSION_LIFETIME, abs=0.01)


def test_a_place_that_begins_too_many_sessions_leaves_none(client: Client, settings: Any) -> None:
    rates = settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = {**rates, "visitor_session": "1/h/key"}
    passkey, script = reverse("mfa_login_webauthn"), {"Accept": "application/json"}
    assert client.get(passkey, headers=script).status_code == 200
    assert client.get(passkey, headers=script).status_code == 200  # the session is there
    assert Client().get(passkey, headers=script).status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.1").get(passkey, headers=script).status_code == 200
    assert Session.objects.count() == 2


def test_a_page_that_is_only_looked_at_leaves_no_session(client: Client, db: None) -> None:
    for page in ("/", "/tables/", "/rules/", "/accounts/login/"):
        assert client.get(page).status_code == 200
    assert not Session.objects.exists()


def sign_in(address: str, code_for: Callable[[str], str], agent: str) -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post(reverse("account_login"), {"login": address})
    client.post(CONFIRM, {"action": "verify", "code": code_for(address)})
    return client


def test_sessions_of_a_person_are_listed_and_one_is_ended(
    alice: Person, bob: Person, code_for: Callable[[str], str]
) -> None:
    phone, desk = (sign_in(alice.email, code_for, agent) for agent in ("Phone", "Desk"))
    other = sign_in(bob.email, code_for, "Bobs")
    page = desk.get(SESSIONS).content.decode()
    assert all(agent in page for agent in ("Phone", "Desk"))
    assert "Bobs" not in page
    lost = UserSession.objects.get(user_agent="Phone")
    end = reverse("end_session", args=[lost.pk])
    assert other.post(end).status_code == 404
    assert phone.get(SESSIONS).status_code == 200
    desk.post(end)
    assert phone.get(SESSIONS).status_code == 302
    assert desk.get(SESSIONS).status_code == 200
    assert other.get(SESSIONS).status_code == 200


@pytest.mark.parametrize(
    ("began", "seen", "is_in"), [(29, 29, True), (31, 31, False), (89, 1, True), (91, 1, False)]
)
def test_sessions_that_are_old_or_unused_end(
    alice: Person, code_for: Callable[[str], str], began: int, seen: int, is_in: bool
) -> None:
    client = sign_in(alice.email, code_for, "Desk")
    now, session = time.time(), client.session
    session["signed_in_at"], session["seen_at"] = now - began * DAY, now - seen * DAY
    session.save()
    assert (client.get(SESSIONS).status_code == 200) is is_in
    if is_in:
        assert client.session["seen_at"] >= now


OURS, DJANGOS = (
    f"{module}.SessionMiddleware"
    for module in ("accounts.sessions", "django.contrib.sessions.middleware")
)


@pytest.mark.parametrize(("middleware", "is_dropped"), [(OURS, False), (DJANGOS, True)])
def test_a_request_from_before_a_sign_in_leaves_the_new_cookie_alone(
    alice: Person, settings: Any, middleware: str, is_dropped: bool
) -> None:
    """What a page asks for in the background may be answered after its person has signed in, who
    would be signed out again: Django's own middleware is the control."""
    settings.MIDDLEWARE = [middleware if name == OURS else name for name in settings.MIDDLEWARE]
    client = Client()
    client.force_login(alice)
    SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value).cycle_key()
    answer = client.get(reverse("help"))
    assert (settings.SESSION_COOKIE_NAME in answer.cookies) == is_dropped
    assert "Cookie" in answer["Vary"]


@pytest.mark.django_db
@pytest.mark.parametrize(("brings_cookie", "kept"), [(True, "private"), (False, "public")])
def test_a_public_answer_to_an_ended_session_is_private_with_a_cookie(
    rf: RequestFactory, settings: Any, brings_cookie: bool, kept: str
) -> None:
    """Whichever cookie: a session that has ended brings none itself."""
    response = HttpResponse(headers={"Cache-Control": "public, max-age=60"})
    if brings_cookie:
        response.set_cookie("colours", "dark")
    rf.cookies[settings.SESSION_COOKIE_NAME] = "ended"
    request, middleware = rf.get("/"), SessionMiddleware(lambda _request: response)
    middleware.process_request(request)
    response = middleware.process_response(request, response)
    assert {*response["Cache-Control"].split(", ")} == {kept, "max-age=60"}
    assert response["Vary"] == "Cookie"


def test_signing_out_drops_the_cookie(client: Client, alice: Person, settings: Any) -> None:
    client.force_login(alice)
    answer = client.post(reverse("account_logout"))
    assert answer.cookies[settings.SESSION_COOKIE_NAME].value == ""
