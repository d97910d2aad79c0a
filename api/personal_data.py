"""Personal data of programs: which tokens a person has made, and what their programs were
answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from accounts import personal_data
from accounts.models import Person
from api.models import AccessToken, StoredAnswer

ERASED, KEPT = (AccessToken, StoredAnswer), ()
FIELDS = ("name", "scopes", "start", "made_at", "ends_at", "used_at", "revoked_at")


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield the tokens, and those of their bots, without what could be used, and nothing of
    answers: they are copies of what else is exported."""
    theirs = Q(person=person) | Q(person__owner=person)
    tokens = AccessToken.objects.filter(theirs).order_by("pk")
    if found := list(tokens.values(*FIELDS)):
        yield "access-tokens", found


def erase(person: Person) -> None:
    """Revoke and delete their tokens, and forget what their programs were answered."""
    personal_data.erase_rows(person, ERASED)
