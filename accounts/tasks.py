"""The ticks of those who wait for a code, and of what is tidied up now and then."""

from __future__ import annotations

from datetime import timedelta
from threading import Event

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session

from accounts import bounces, letters, newcomers
from accounts.lookalikes import pairs, traces
from accounts.models import Tries
from inbox.purge import delete_old_mails
from mail import clock, outbox, purge
from mail.models import Queue

DAY = timedelta(days=1)
OLDEST = 100


@shared_task
def send_codes() -> int:
    """Send the letters about signing in that are due."""
    return deliver_codes(Event())


def deliver_codes(stop: Event) -> int:
    """Send the letters about signing in that are due, and claim none once ``stop`` is set."""
    writers = {letters.KIND: letters.write_letter}
    return outbox.deliver_letters(
        writers,
        told=letters.note_sent,
        clock=clock.now,
        refused=bounces.mark_bounced,
        queue=Queue.CODES,
        is_over=stop.is_set,
    )


@shared_task
def tidy() -> None:
    """Clear sessions that have ended, tries of yesterday, people who never came, what sign-ins left
    long ago, dead letters, and mails that were handled long ago."""
    now = clock.now()
    Session.objects.filter(expire_date__lt=now).delete()
    _delete_lost_user_sessions()
    Tries.objects.filter(at__lt=now - DAY).delete()
    newcomers.delete_unconfirmed(now)
    traces.delete_old_traces(now)
    pairs.delete_old_pairs(now)
    purge.delete_dead_letters(now)
    delete_old_mails(now)


def _delete_lost_user_sessions() -> None:
    """Delete what people would see of sessions that never came to be.

    A trigger deletes it with each session. What is left by other ways is soon the oldest, since
    sessions end: comparing all would cost more with each person.
    """
    keys = list(UserSession.objects.order_by("pk").values_list("session_key", flat=True)[:OLDEST])
    kept = Session.objects.filter(pk__in=keys).values_list("pk", flat=True)
    UserSession.objects.filter(session_key__in=set(keys).difference(kept)).delete()
