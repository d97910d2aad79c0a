"""Deletes an account: what is left is a row that tells nothing of the person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Q

from accounts import deleted_user
from accounts.models import FormerAddress, Person
from mail import files, outbox

NOBODYS = "former.invalid"  # RFC 2606: no letter ever goes there


def addresses_ever_held(person: Person) -> Iterator[tuple[str, datetime | None]]:
    """Yield each address a person has or had, with the moment until which it was theirs."""
    yield person.email, None
    yield from FormerAddress.objects.filter(person=person).values_list("address", "left_at")


def erase_person(person: Person) -> None:
    """Empty the row of a person, and delete the rows of this room that belong to it.

    The caller holds its lock. Letters to the person are deleted, waiting or sent; what others have
    written about them in the administration loses their name.
    """
    theirs = list(addresses_ever_held(person))
    outbox.forget_letters_to(person.pk, theirs)
    files.delete_letter_files(address for address, _until in theirs)
    _end_sessions(person)
    for model in (Authenticator, EmailAddress):
        model.objects.filter(user=person).delete()
    _scrub_admin_log(person, [person.name, *(address for address, _until in theirs)])
    FormerAddress.objects.filter(person=person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    _blank_row(person).save()


def _end_sessions(person: Person) -> None:
    found = UserSession.objects.filter(user=person)
    Session.objects.filter(session_key__in=found.values("session_key")).delete()
    found.delete()


def _scrub_admin_log(person: Person, words: list[str]) -> None:
    """Take a name and addresses out of the administration's own log."""
    said = Q()
    for word in words:
        said |= Q(object_repr__icontains=word) | Q(change_message__icontains=word)
    LogEntry.objects.filter(said).update(object_repr="", change_message="")


def _blank_row(person: Person) -> Person:
    """Return the row of a person with nothing in it but that it was there."""
    fresh = Person(
        pk=person.pk,
        name=deleted_user.placeholder_name(person.pk),
        email=f"{person.pk}@{NOBODYS}",
        language=settings.LANGUAGE_CODE,
        letters=False,
        reminders=False,
        is_active=False,
        joined_at=person.joined_at,
    )
    fresh._state.adding = False
    fresh.set_unusable_password()
    return fresh
