"""Mails that nobody needs any more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from inbox.models import IncomingMail

NOBODYS_FOR = timedelta(days=1)
HANDLED_FOR, DEAD_FOR = timedelta(days=14), timedelta(days=90)
KEYS_FOR = timedelta(days=121)  # longer than any of our addresses is good for
BATCH = 500


def delete_old_mails(now: datetime) -> int:
    """Delete mails that were handled ``HANDLED_FOR`` ago, those of nobody that we know
    ``NOBODYS_FOR`` ago, or that have been dead for ``DEAD_FOR``; return how many.

    Of those that may have acted only the text goes at first: a stranger could bring them again.
    """
    handled = IncomingMail.objects.filter(status=IncomingMail.Status.HANDLED).order_by("handled_at")
    is_old, is_of_no_use = Q(handled_at__lte=now - HANDLED_FOR), Q(handled_at__lte=now - KEYS_FOR)
    nobodys = handled.filter(handled_at__lte=now - NOBODYS_FOR, person=None, proved_key="")
    dead = IncomingMail.objects.filter(status=IncomingMail.Status.DEAD, next_at__lte=now - DEAD_FOR)
    return (
        _do_in_batches(handled.filter(is_old).exclude(raw=b"").exclude(proved_key=""), _empty)
        + _do_in_batches(handled.filter(is_old & Q(proved_key="") | is_of_no_use), _delete)
        + _do_in_batches(nobodys, _delete)
        + _do_in_batches(dead, _delete)
    )


def _do_in_batches(
    old: QuerySet[IncomingMail], change: Callable[[QuerySet[IncomingMail]], int]
) -> int:
    # A mail may have half a megabyte: all of a day at once would be a long transaction.
    total = 0
    while batch := list(old.values_list("pk", flat=True)[:BATCH]):
        total += change(IncomingMail.objects.filter(pk__in=batch))
    return total


def _empty(mails: QuerySet[IncomingMail]) -> int:
    return mails.update(raw=b"", envelope=b"")


def _delete(mails: QuerySet[IncomingMail]) -> int:
    return mails.delete()[0]
