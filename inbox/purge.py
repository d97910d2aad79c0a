"""Mails that nobody needs any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from inbox.models import IncomingMail

HANDLED_FOR, DEAD_FOR = timedelta(days=14), timedelta(days=90)
BATCH = 500


def delete_old_mails(now: datetime) -> int:
    """Delete mails that were handled ``HANDLED_FOR`` ago or have been dead for ``DEAD_FOR``; return
    how many."""
    mails = IncomingMail.objects
    handled = mails.filter(
        status=IncomingMail.Status.HANDLED, handled_at__lte=now - HANDLED_FOR
    ).order_by("handled_at")
    dead = mails.filter(status=IncomingMail.Status.DEAD, next_at__lte=now - DEAD_FOR)
    return _delete_in_batches(handled) + _delete_in_batches(dead)


def _delete_in_batches(old: QuerySet[IncomingMail]) -> int:
    # A mail may have half a megabyte: all of a day at once would be a long transaction.
    total = 0
    while batch := list(old.values_list("pk", flat=True)[:BATCH]):
        total += IncomingMail.objects.filter(pk__in=batch).delete()[0]
    return total
