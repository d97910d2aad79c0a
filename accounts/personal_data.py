"""What the site holds of a person in this room: their account and their letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts.models import FormerAddress, Person
from mail.models import Delivery

ACCOUNT = (
    "name", "email", "language", "time_zone", "letters", "reminders", "own_side_near",
    "bounced_at", "reached_at", "back_on", "is_staff", "joined_at", "last_login",
)  # fmt: skip


def export_parts(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield what is known of a person, each under the name of its file."""
    yield "account", {name: getattr(person, name) for name in ACCOUNT}
    keys = Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)
    yield "passkeys", [_passkey_entry(key) for key in keys.order_by("pk")]
    sessions = UserSession.objects.filter(user=person).order_by("pk")
    yield "sessions", list(sessions.values("ip", "user_agent", "created_at", "last_seen_at"))
    before = FormerAddress.objects.filter(person=person).order_by("pk")
    yield "former-addresses", list(before.values("address", "left_at"))
    yield "letters", list(_letter_entries(person))


def _passkey_entry(key: Authenticator) -> dict[str, Any]:
    name = key.wrap().name
    return {"name": name, "created_at": key.created_at, "last_used_at": key.last_used_at}


def _letter_entries(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the letters to a person; what they said is written when they leave, and not kept."""
    theirs = Q(person=person) | Q(person=None, address__iexact=person.email)
    rows = Delivery.objects.filter(theirs).order_by("pk")
    told = ("kind", "address", "status", "created_at", "sent_at")
    yield from rows.values(*told).iterator()
