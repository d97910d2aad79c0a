"""People who have given an address, and have not shown yet that it is theirs."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Person

PATIENCE = timedelta(days=7)
_ADDRESSES = EmailAddress.objects.filter(user=OuterRef("pk"))
WAITING = Q(last_login=None) & Exists(_ADDRESSES) & ~Exists(_ADDRESSES.filter(verified=True))


def confirmed_people() -> QuerySet[Person]:
    """Select all others, among them those whom the site has made itself."""
    return Person.objects.exclude(WAITING)


def delete_unconfirmed(now: datetime) -> int:
    """Delete accounts whose address was not confirmed within ``PATIENCE``; return how many.

    Their names are free again, and whatever else they left is gone with them.
    """
    gone = Person.objects.filter(WAITING, joined_at__lte=now - PATIENCE, is_staff=False)
    _all, by_model = gone.delete()
    return by_model.get(Person._meta.label, 0)
