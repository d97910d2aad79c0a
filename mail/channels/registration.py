"""Channels are added and taken away."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from mail import clock, crypto
from mail.channels import failover, push
from mail.channels.push import Subscription
from mail.models import Channel, Delivery


class ChannelLimitError(Exception):
    """A person has as many channels as one may have, or this one already."""


def add_webhook(
    person_id: int, form: str, host: str, url: str, *, says_little: bool, now: datetime
) -> Channel:
    """Add a webhook of a person, who has proved nothing about it: a test shows that it works.

    :raises ChannelLimitError: with no place left, or where they have it already.
    """
    return _store_channel(
        Channel(
            person_id=person_id,
            kind=Channel.Kind.WEBHOOK,
            form=form,
            host=host,
            sealed=crypto.encrypt(url.encode()),
            mark=crypto.fingerprint("channel", url),
            says_little=says_little,
            created_at=now,
            next_at=now,
        )
    )


def add_push(
    person_id: int, subscription: Subscription, host: str, *, says_little: bool, now: datetime
) -> Channel:
    """Add a browser of a person, in place of what it was before: of another person, too, whose
    notices must not be read there any more.

    :raises ChannelLimitError: with no place left.
    """
    mark = crypto.fingerprint("channel", subscription.endpoint)
    with transaction.atomic():
        remove_channels(Q(mark=mark, kind=Channel.Kind.PUSH))
        return _store_channel(
            Channel(
                person_id=person_id,
                kind=Channel.Kind.PUSH,
                form=Channel.Form.PUSH,
                host=host,
                sealed=crypto.encrypt(push.write_subscription(subscription).encode()),
                mark=mark,
                says_little=says_little,
                created_at=now,
                next_at=now,
            )
        )


def add_second_address(person_id: int, address: str, *, now: datetime) -> Channel:
    """Add an address of a person that a code has proved to be theirs.

    :raises ChannelLimitError: with no place left, or where they have it already.
    """
    return _store_channel(
        Channel(
            person_id=person_id,
            kind=Channel.Kind.EMAIL,
            form=Channel.Form.EMAIL,
            host=address.rpartition("@")[2],
            sealed=crypto.encrypt(address.encode()),
            mark=crypto.fingerprint("channel", address.casefold()),
            created_at=now,
            works_since=now,
            next_at=now,
        )
    )


def _store_channel(channel: Channel) -> Channel:
    taken = set(Channel.objects.filter(person=channel.person_id).values_list("place", flat=True))
    free = [place for place in range(1, Channel.MOST + 1) if place not in taken]
    if not free:
        raise ChannelLimitError
    channel.place = free[0]
    try:
        with transaction.atomic():  # two pages at once may want the same place
            channel.save(force_insert=True)
    except IntegrityError as error:
        raise ChannelLimitError from error
    return channel


def remove_channels(chosen: Q) -> None:
    """Take channels away, with what waits for them or was sent there; what another channel was to
    carry only if one of these fails, it carries now."""
    with transaction.atomic():
        # Locked first: a transaction that posts to one now ends before its rows are looked for.
        found: Iterable[int] = list(
            Channel.objects.filter(chosen).select_for_update().values_list("pk", flat=True)
        )
        if not found:
            return
        failover.pass_on_all(found, clock.now())
        Delivery.objects.filter(channel__in=found).delete()
        Channel.objects.filter(pk__in=found).delete()
