"""Sessions and people are read by statements of our own: what they find is what Django finds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.forms import model_to_dict
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
