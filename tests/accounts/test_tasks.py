"""What is tidied up: and nothing else."""

from __future__ import annotations

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tasks
from accounts.models import Person, Tries
from mail.models import Delivery
from ops.ticks import TICKS

SIGN_UP = reverse("account_signup")


def test_people_who_never_confirm_their_address_are_forgotten(
    client: Client, alice: Person, bob: Person
) -> None:
    for name in ("Frank", "Gina"):
        Client().post(SIGN_UP, {"name": name, "email": f"{name}@example.net"})
    Person.objects.exclude(name="Gina").update(joined_at=timezone.now() - timedelta(days=8))
    tasks.tidy()
    assert set(Person.objects.values_list("name", flat=True)) == {"Alice", "Bob", "Gina"}
    client.post(SIGN_UP, {"name": "Frank", "email": "other@example.net"})
    assert Person.objects.get(name="Frank").email == "other@example.net"


def test_sessions_and_tries_that_are_over_are_cleared(client: Client, alice: Person) -> None:
    client.force_login(alice)
    Client().force_login(alice)
    now = timezone.now()
    Session.objects.exclude(pk=client.session.session_key).update(expire_date=now)
    for days in (0, 2):
        Tries.objects.create(process=str(days), number=1, at=now - timedelta(days=days))
    UserSession.objects.create(user=alice, ip="192.0.2.1", session_key="gone", user_agent="Phone")
    tasks.tidy()
    assert not UserSession.objects.exists()
    assert Session.objects.get().pk == client.session.session_key
    assert Tries.objects.get().pk == "0"


def test_what_people_see_of_a_session_ends_with_it(client: Client, alice: Person) -> None:
    client.force_login(alice)
    for key in (client.session.session_key, "another"):
        UserSession.objects.create(user=alice, ip="192.0.2.1", session_key=key, user_agent="Phone")
    client.logout()
    assert UserSession.objects.get().session_key == "another"


def test_letters_that_are_dead_for_long_are_thrown_away(db: None) -> None:
    now = timezone.now()
    for key, status, days in (("old", "dead", 91), ("new", "dead", 89), ("wait", "waiting", 91)):
        then = now - timedelta(days=days)
        Delivery.objects.create(key=key, kind="over", status=status, created_at=then, next_at=then)
    tasks.tidy()
    assert set(Delivery.objects.values_list("key", flat=True)) == {"new", "wait"}


def test_tidying_is_done_now_and_then() -> None:
    assert TICKS["tidying"].task == tasks.tidy.name
