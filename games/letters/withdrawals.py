"""What devices show and nobody asks any more: it is replaced there, without a sound.

Notices that wait are withdrawn by their writers, as letters are.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from games.letters.channel_notices import SETTLED
from games.models import Decision
from mail import failpoints
from mail.models import Channel, Delivery, Queue

BATCH = 500


def post_settled(now: datetime) -> int:
    """Post to each device that may show a question that it is settled, once; return how many
    questions these are."""
    # Rows and marks are one transaction, so that no device is forgotten.
    with transaction.atomic():
        shown = _lock_settled_rows()
        if not shown:
            return 0
        Delivery.objects.filter(pk__in=[row.pk for row in shown]).update(is_shown=False)
        failpoints.hit("settling")
        rows = [_settle_row(row, now) for row in shown]
        # A reminder is shown in the place of its question: one row for both.
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    return len(shown)


def _lock_settled_rows() -> list[Delivery]:
    """Lock the channels of what is settled, and then its rows, as one who takes a channel away
    does."""
    numbers = {row.channel_id for row in _settled_rows()[:BATCH] if row.channel_id}
    free = Channel.objects.filter(pk__in=numbers).select_for_update(skip_locked=True, no_key=True)
    channels = list(free.order_by("pk").values_list("pk", flat=True))
    rows = _settled_rows().filter(channel__in=channels)
    return list(rows.select_for_update(skip_locked=True, of=("self",))[:BATCH])


def _settled_rows() -> QuerySet[Delivery]:
    number = Cast(KT("about__decision"), BigIntegerField())
    closed = Decision.objects.filter(pk=OuterRef("number"), closed_at__isnull=False)
    shown = Delivery.objects.filter(is_shown=True).annotate(number=number)
    return shown.filter(Exists(closed)).order_by("pk")


def _settle_row(row: Delivery, now: datetime) -> Delivery:
    return Delivery(
        key=f"{SETTLED}-{row.about['decision']}#{row.channel_id}",
        queue=Queue.CHANNELS,
        kind=SETTLED,
        about={"decision": row.about["decision"]},
        person_id=row.person_id,
        channel_id=row.channel_id,
        created_at=now,
        next_at=now,
    )
