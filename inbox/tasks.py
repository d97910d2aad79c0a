"""The tick that looks into the mailbox."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from inbox import mailbox
from mail import clock


@shared_task
def fetch_mails() -> int:
    """Fetch the mails of the mailbox, if the site has one; return how many."""
    return mailbox.fetch_mails(settings.IMAP_URL, clock=clock.now) if settings.IMAP_URL else 0
