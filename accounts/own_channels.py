"""The second addresses of a person among their channels, and what goes with a stolen account."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.email_normalize import mailbox
from mail.channels import registration
from mail.models import Channel


def find_second_address(person_id: int, address: str) -> Channel | None:
    """Return the channel of a person that an address belongs to, None if it is none of theirs."""
    mine = Channel.objects.filter(person=person_id, kind=Channel.Kind.EMAIL)
    same = (one for one in mine if mailbox(one.second_address) == mailbox(address))
    return next(same, None)


def remove_second_address(person_id: int, address: str) -> None:
    """Take away the second address that is a person's first one now: letters would come twice."""
    channel = find_second_address(person_id, address)
    if channel is not None:
        registration.remove_channels(Q(pk=channel.pk))


def remove_young_channels(person_id: int, since: datetime) -> None:
    """Take away the channels that a person has had since a moment: a second address can play by
    letter, and all of them tell of games."""
    registration.remove_channels(Q(person=person_id, created_at__gte=since))


def lock_channels(person_id: int) -> None:
    """Lock the channels of a person in the caller's transaction, before their person: what posts to
    a channel holds it before it refers to the person, too."""
    locked = Channel.objects.filter(person=person_id).select_for_update().order_by("pk")
    list(locked.values_list("pk", flat=True))
