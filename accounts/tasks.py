"""The ticks of those who wait for a code, and of what is tidied up now and then."""

from __future__ import annotations

from datetime import timedelta
from threading import Event

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session

from accounts import bounces, letters, newcomers
from accounts.models import Tries
from mail import clock, outbox, purge
from mail.models import Queue

DAY = timedelta(days=1)


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
    """Clear sessions that have ended, tries of yesterday, people who never came, dead letters."""
    now = clock.now()
    Session.objects.filter(expire_date__lt=now).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    Tries.objects.filter(at__lt=now - DAY).delete()
    newcomers.delete_unconfirmed(now)
    purge.delete_dead_letters(now)
