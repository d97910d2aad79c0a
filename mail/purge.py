"""Letters that nobody will send any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from mail.models import Delivery

KEPT = timedelta(days=90)


def delete_dead_letters(now: datetime) -> int:
    """Delete letters that have been dead for ``KEPT``; return how many."""
    old = Delivery.objects.filter(status=Delivery.Status.DEAD, next_at__lte=now - KEPT)
    count, _by_model = old.delete()
    return count
