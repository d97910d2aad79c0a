"""Personal data in the outbox: letters to people, the channels where they hear of things, and what
their programs are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Q

from mail import files
from mail.channels import order, registration
from mail.models import Channel, ChannelOrder, Delivery, HookDelivery, ProgramHook

ERASED, KEPT = (Delivery, Channel, ChannelOrder, ProgramHook, HookDelivery), ()
OF_LETTERS = (
    "kind", "address", "status", "created_at", "sent_at", "delivered_at", "returned_at",
)  # fmt: skip
OF_CHANNELS = (
    "form", "host", "says_little", "created_at", "works_since", "failing_since", "switched_off_at",
)  # fmt: skip
OF_HOOKS = (
    "name", "host", "topics", "hears_of_bots", "created_at", "works_since", "failing_since",
    "switched_off_at",
)  # fmt: skip
OF_HOOK_DELIVERIES = ("hook__name", "kind", "status", "attempts", "created_at", "sent_at", "error")


class Addressee(Protocol):
    """What mail knows of a person."""

    pk: int
    email: str

    def addresses_ever_held(self) -> list[tuple[str, datetime | None]]: ...


def export(person: Addressee) -> Iterator[tuple[str, Any]]:
    """Yield the letters and notices to a person; what they said is written when they leave, and not
    kept. Of an address of a channel there is no more than its host: the rest opens it."""
    theirs = Q(person=person.pk) | Q(person=None, address__iexact=person.email)
    rows = Delivery.objects.filter(theirs).order_by("pk")
    yield "letters", list(rows.values(*OF_LETTERS))
    channels = Channel.objects.filter(person=person.pk).order_by("place")
    yield "channels", list(channels.values(*OF_CHANNELS))
    seconds = [one.second_address for one in channels if one.kind == Channel.Kind.EMAIL]
    yield "second-addresses", [{"address": address} for address in seconds]
    yield "channel-order", _order_in_words(person.pk, channels)
    yield "program-hooks", list(ProgramHook.objects.filter(person=person.pk).values(*OF_HOOKS))
    told = HookDelivery.objects.filter(hook__person=person.pk).order_by("pk")
    yield "told-to-programs", list(told.values(*OF_HOOK_DELIVERIES))


def _order_in_words(person_id: int, channels: Iterable[Channel]) -> list[dict[str, object]]:
    """Return which channel is told after which; nothing where all are told at once."""
    names = {0: "letters", **{channel.pk: str(channel) for channel in channels}}
    wanted = order.wanted_order(person_id)
    numbers = [] if wanted is None else order.sort_channels(names, wanted)
    return [{"place": place, "channel": names[one]} for place, one in enumerate(numbers, start=1)]


def erase(person: Addressee) -> None:
    """Delete the letters to a person, waiting or sent, and to each address while it was theirs; and
    their channels and hooks."""
    seconds = [one.second_address for one in Channel.objects.filter(person=person.pk)]
    registration.remove_channels(Q(person=person.pk))
    order.tell_at_once(person.pk)
    ProgramHook.objects.filter(person=person.pk).delete()
    theirs, addresses = Q(person=person.pk), person.addresses_ever_held()
    for address, until in addresses:
        when = Q() if until is None else Q(created_at__lte=until)
        theirs |= Q(address__iexact=address) & when
    Delivery.objects.filter(theirs).delete()
    files.delete_letter_files([*(address for address, _until in addresses), *filter(None, seconds)])
