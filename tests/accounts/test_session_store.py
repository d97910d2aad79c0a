"""Sessions and people are read by statements of our own: what they find is what Django finds."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.forms import model_to_dict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Person
from accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


def stored_session(store: Any) -> str:
    session = store()
    session["word"] = "told"
    session.save()
    return str(session.session_key)


def test_a_session_is_the_same_to_both_stores() -> None:
    """A release that reads sessions otherwise signs nobody out."""
    for writer, reader in ((SessionStore, db.SessionStore), (db.SessionStore, SessionStore)):
        assert reader(stored_session(writer))["word"] == "told"


def test_an_expired_session_is_not_read() -> None:
    key = stored_session(SessionStore)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    session = SessionStore(key)
    assert session.is_empty() is False  # it has a key until it is read
    assert "word" not in session
    assert session.session_key is None


def test_a_session_that_is_unknown_never_keeps_its_key() -> None:
    """Nobody can plant one."""
    session = SessionStore("x" * 32)
    session["word"] = "planted"
    session.save()
    assert session.session_key != "x" * 32


def test_a_person_by_number_has_all_fields(alice: Person) -> None:
    alice.back_on = timezone.now().date()
    alice.save()
    (other,) = Person.objects.filter(pk=alice.pk)
    found = Person.objects.get(pk=alice.pk)
    assert found == other
    assert model_to_dict(found) == model_to_dict(other)
    assert not found.get_deferred_fields()
    assert found._state.db == other._state.db
    assert not found._state.adding


def test_a_number_that_nobody_has_and_one_that_is_none(alice: Person) -> None:
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get(pk=alice.pk + 1)
    with pytest.raises(ValueError, match="expected a number"):
        Person.objects.get(pk="alice")


def test_a_relation_finds_its_own_people_alone(alice: Person, bob: Person) -> None:
    group = Group.objects.create(name="testers")
    group.user_set.add(alice)
    assert group.user_set.get(pk=alice.pk) == alice
    with pytest.raises(Person.DoesNotExist):
        group.user_set.get(pk=bob.pk)


def sign_in(person: Person, *, listed_for: Person | None = None) -> Client:
    """Return a browser in which somebody has signed in, with the row that lists this."""
    client = Client()
    client.force_login(person)
    key = client.session.session_key
    UserSession.objects.create(session_key=key, user=listed_for or person, ip="127.0.0.1")
    return client


def people_read(client: Client) -> tuple[Any, int]:
    """Return whom the page of tables knows, and how many statements read a person alone."""
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/tables/")
    alone = [query for query in asked if re.search(r"FROM accounts_person WHERE", query["sql"])]
    return page.context["user"], len(alone)


def test_a_person_comes_with_their_session(alice: Person) -> None:
    assert people_read(sign_in(alice)) == (alice, 0)


def test_a_session_that_nobody_has_listed_is_still_theirs(alice: Person) -> None:
    client = Client()
    client.force_login(alice)
    assert people_read(client) == (alice, 1)


def test_the_session_alone_says_whose_it_is(alice: Person, bob: Person) -> None:
    """The list of sessions stands open in the database; what is closed counts."""
    assert people_read(sign_in(alice, listed_for=bob)) == (alice, 1)


def test_who_is_shut_out_is_so_at_once(alice: Person) -> None:
    client = sign_in(alice)
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get("/preferences/").status_code == 302


def test_a_session_knows_nobody_beyond_its_own_request(alice: Person) -> None:
    client = sign_in(alice)
    client.get("/tables/")
    Person.objects.filter(pk=alice.pk).update(name="Anna")
    assert Person.objects.get(pk=alice.pk).name == "Anna"
    assert people_read(client)[0].name == "Anna"
