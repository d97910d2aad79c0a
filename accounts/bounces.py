"""Letters that come back: what the mail provider tells, or a mail server when it refuses the
address itself (``mail/refusals.py``), marks an address, a test letter clears it.

What is kept is the latest of each: so the same news ten times, or in any order, have one effect.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from django.db.models import Case, F, Q, When

from accounts import limits
from accounts.email_normalize import mailbox
from accounts.models import Person
from mail import clock, outbox
from mail.channels import carrier, states
from mail.models import Delivery

TEST = "test"
FOR_GOOD = {RejectReason.INVALID, RejectReason.BOUNCED}
SUPPRESSED = {*FOR_GOOD, RejectReason.SPAM, RejectReason.UNSUBSCRIBED}

log = structlog.get_logger()


def handle_tracking_event(event: AnymailTrackingEvent, **_sent: Any) -> None:
    """Take what the provider tells of a letter; most of it is no news."""
    now = clock.now()
    at = min(event.timestamp or now, now)
    if _is_refused(event):
        mark_bounced(event.recipient or "", at)
        _note_return(event, at)
    elif event.event_type == EventType.DELIVERED:
        _note_delivery(event, at)


def mark_bounced(address: str, at: datetime) -> None:
    """Send no letters to an address, unless one has reached it, or it is somebody's, only since."""
    later = Q(reached_at=None) | Q(reached_at__lt=at)
    first = Q(bounced_at=None) | Q(bounced_at__lt=at)
    found = Person.objects.filter(later, first, mailbox=mailbox(address), joined_at__lt=at)
    if found.update(bounced_at=at):
        log.info("address bounced", who=limits.log_alias(address))


def mark_reached(person_id: int, at: datetime) -> None:
    """Send letters again to whom one has reached, unless one has come back since."""
    since = Q(reached_at=None) | Q(reached_at__lt=at)
    still = Case(When(bounced_at__gt=at, then=F("bounced_at")), default=None)
    Person.objects.filter(since, pk=person_id).update(reached_at=at, bounced_at=still)


def _is_refused(event: AnymailTrackingEvent) -> bool:
    """Whether an address will have no letter: there is none, or its reader wants none. What only
    took too long, or was held to be spam by a server, says nothing of the address."""
    if event.event_type == EventType.BOUNCED:
        return event.reject_reason in FOR_GOOD
    if event.event_type == EventType.REJECTED:
        return event.reject_reason in SUPPRESSED
    return bool(event.event_type == EventType.COMPLAINED)


def _note_delivery(event: AnymailTrackingEvent, at: datetime) -> None:
    """Note that a letter has reached its mailbox; if it is a test letter, that it has reached the
    address that its person has now."""
    sent = _find_sent(event)
    if sent is not None and _is_recipient(event, sent):
        outbox.note_delivered(sent, at)
    if sent is None or sent.person is None or sent.about.get("what") != TEST:
        return
    if mailbox(event.recipient or "") == sent.person.mailbox == mailbox(sent.address):
        mark_reached(sent.person.pk, at)


def _note_return(event: AnymailTrackingEvent, at: datetime) -> None:
    """Note that a letter came back, if it was sent to the address that it came back from; a second
    address gets no more then."""
    sent = _find_sent(event)
    if sent is None or not _is_recipient(event, sent):
        return
    # What is told again, or late, must not switch off what was switched on since.
    is_news = outbox.note_returned(sent, at)
    if is_news and sent.channel is not None and sent.channel.switched_off_at is None:
        states.switch_off(sent.channel, carrier.REFUSED, at)


def _is_recipient(event: AnymailTrackingEvent, sent: Delivery) -> bool:
    """Whether a provider tells of the address that a letter was sent to."""
    address = sent.channel.second_address if sent.channel else sent.address
    return bool(address) and mailbox(event.recipient or "") == mailbox(address)


def _find_sent(event: AnymailTrackingEvent) -> Delivery | None:
    """Return the letter that the provider tells of, if it names one that there is."""
    return outbox.find_delivery(str((event.metadata or {}).get("delivery", "")))
