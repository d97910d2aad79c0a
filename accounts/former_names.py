"""The names that people had before: kept for the staff, and erased with the account."""

from __future__ import annotations

from datetime import datetime

from accounts.deleted_user import stored_name
from accounts.models import FormerName, Person

MOST = 50  # of a person; the oldest go first


def keep_former_name(person: Person, before: str, *, now: datetime) -> None:
    """Keep the name that a person had ``before``, if they have another one now."""
    if before == stored_name(person):
        return
    FormerName.objects.create(person=person, name=before, left_at=now)
    newest = FormerName.objects.filter(person=person).order_by("-pk")[:MOST]
    FormerName.objects.filter(person=person).exclude(pk__in=newest.values("pk")).delete()
