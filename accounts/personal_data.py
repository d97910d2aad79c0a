"""Personal data: what the site holds about people, exported to them and erased with their account.

Each app with tables that point to people has a module ``personal_data`` with the same four names.
This one is that of people themselves, with what all of them share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Protocol, cast

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import F, Model, Q
from django.utils import translation
from django.utils.module_loading import module_has_submodule

from accounts import deleted_user
from accounts.display_text import plain_text
from accounts.models import (
    FormerAddress,
    FormerName,
    InvitationOptOut,
    LookalikePair,
    Person,
    PlayerNote,
    SignInTrace,
)

Models = tuple[type[Model], ...]


class PersonalData(Protocol):
    """The module of an app: which of its tables lose their rows of a deleted person, and which
    keep them; data by the names of their files, bytes by the whole name; and the erasure, in the
    caller's transaction."""

    ERASED: Models
    KEPT: Models

    def export(self, person: Person) -> Iterator[tuple[str, Any]]: ...
    def erase(self, person: Person) -> None: ...


def all_modules() -> list[PersonalData]:
    """Return the modules of all apps in the order of ``INSTALLED_APPS``: what knows others first,
    people last."""
    return [
        cast(PersonalData, import_module(f"{app.name}.personal_data"))
        for app in apps.get_app_configs()
        if app.module and module_has_submodule(app.module, "personal_data")
    ]


ERASED: Models = (
    Authenticator, EmailAddress, EmailConfirmation, FormerAddress, FormerName, LookalikePair,
    PlayerNote, Session, SignInTrace, SocialAccount, SocialToken, UserSession,
    Person.groups.through, Person.user_permissions.through,
)  # fmt: skip
# A person's row stays without what it held, the log of the administration without their name. The
# mark of an address that refuses invitations tells no address.
KEPT: Models = (LogEntry, Person, InvitationOptOut)
ACCOUNT = (
    "name", "email", "language", "time_zone", "letters", "letters_while_looking", "reminders",
    "nudges", "quiet_from", "quiet_to", "urgent_breaks_quiet", "turns_manner", "answers_manner",
    "events_manner", "tables_manner", "words_manner", "digest_hours", "letters_an_hour",
    "reminder_hours", "own_side_near", "one_tap", "turns_at_once", "orders_wait", "bounced_at",
    "reached_at", "back_on", "vacation_by_itself", "is_staff", "joined_at", "last_login",
    "programs_made_at",
)  # fmt: skip
NOT_EXPORTED = {
    "id", "person", "salt", "commitment", "key", "form_key", "checked_at", "seat", "by",
    "successor", "decision", "pause", "ended_by", "take_back",
}  # fmt: skip
NOBODYS = "former.invalid"  # RFC 2606: no letter ever goes there


def export_rows(person: Person, models: Iterable[type[Model]]) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a person in some tables, each table under its English name."""
    for model in models:
        # The same in every language, so that programs find it.
        with translation.override(settings.LANGUAGE_CODE):
            name = str(model._meta.verbose_name_plural).replace(" ", "-")
        fields = [one for one in model._meta.concrete_fields if one.name not in NOT_EXPORTED]
        rows = model._default_manager.filter(person=person).order_by("pk")
        yield name, list(rows.values(*(one.attname for one in fields)).iterator())


def erase_rows(person: Person, models: Iterable[type[Model]]) -> None:
    """Delete the rows of a person in some tables."""
    for model in models:
        model._default_manager.filter(person=person).delete()


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield a person's account, and how they sign in."""
    account = {name: getattr(person, name) for name in ACCOUNT}
    yield "account", account | {"name": plain_text(person.name)}
    keys = Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)
    yield "passkeys", [_passkey_entry(key) for key in keys.order_by("pk")]
    providers = SocialAccount.objects.filter(user=person).order_by("pk")
    yield "sign-in-providers", list(providers.values("provider", since=F("date_joined")))
    sessions = UserSession.objects.filter(user=person).order_by("pk")
    yield "sessions", list(sessions.values("ip", "user_agent", "created_at", "last_seen_at"))
    before = person.former_addresses.order_by("pk")
    yield "former-addresses", list(before.values("address", "left_at"))
    yield "former-names", list(person.former_names.order_by("pk").values("name", "left_at"))
    notes = PlayerNote.objects.filter(person=person).select_related("about").order_by("pk")
    yield (
        "notes-about-players",
        [{"about": plain_text(str(one.about)), "text": one.text} for one in notes],
    )
    bots = person.program_accounts.order_by("pk")
    yield (
        "bots",
        [
            {"name": plain_text(bot.name), "made_at": bot.joined_at, "stopped_at": bot.stopped_at}
            for bot in bots
        ],
    )
    traces = SignInTrace.objects.filter(person=person).order_by("pk")
    yield "sign-in-traces", list(traces.values("kind", "seen_at"))
    # Without the other account, which may be somebody else's, and what the staff notes of both.
    pairs = LookalikePair.objects.filter(Q(first=person) | Q(second=person)).order_by("pk")
    yield "accounts-that-look-alike", list(pairs.values("found_at", "seen_at", "set_aside_at"))


def _passkey_entry(key: Authenticator) -> dict[str, Any]:
    name = key.wrap().name
    return {"name": name, "created_at": key.created_at, "last_used_at": key.last_used_at}


def erase(person: Person) -> None:
    """Delete how a person signs in, and leave nothing in their row but that it was there."""
    sessions = UserSession.objects.filter(user=person)
    Session.objects.filter(session_key__in=sessions.values("session_key")).delete()
    for model in (UserSession, Authenticator, EmailAddress, SocialAccount):
        model.objects.filter(user=person).delete()
    _scrub_admin_log(
        [
            deleted_user.stored_name(person),
            *person.former_names.values_list("name", flat=True),
            *(address for address, _until in person.addresses_ever_held()),
        ]
    )
    erase_rows(person, [FormerAddress, FormerName, PlayerNote, SignInTrace])
    LookalikePair.objects.filter(Q(first=person) | Q(second=person)).delete()
    LookalikePair.objects.filter(set_aside_by=person).update(set_aside_by=None)
    # What others noted about them is about nobody any more.
    PlayerNote.objects.filter(about=person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    _blank_row(person).save()


def _scrub_admin_log(words: list[str]) -> None:
    """Take a name and addresses out of the administration's own log."""
    told = Q()
    for word in words:
        told |= Q(object_repr__icontains=word) | Q(change_message__icontains=word)
    LogEntry.objects.filter(told).update(object_repr="", change_message="")


def _blank_row(person: Person) -> Person:
    """Return the row of a person with nothing in it but that it was there."""
    blank = Person(
        pk=person.pk,
        name=deleted_user.placeholder_name(person.pk),
        email=f"{person.pk}@{NOBODYS}",
        language=settings.LANGUAGE_CODE,
        letters=False,
        reminders=False,
        is_active=False,
        is_program=person.is_program,
        joined_at=person.joined_at,
    )
    blank._state.adding = False
    blank.set_unusable_password()
    return blank
