"""The order in which a person's channels are told: one after another, or all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from mail.models import Channel, ChannelOrder


def wanted_order(person_id: int) -> list[int] | None:
    """Return the order that a person has chosen, None if they want all channels at once."""
    chosen = ChannelOrder.objects.filter(person=person_id)
    return chosen.values_list("channels", flat=True).first()


def usable_channels(person_id: int, *, wants_letters: bool, takes_letters: bool) -> list[int]:
    """Return the channels of a person that are on, in the order in which they are told; who wants
    no letters gets none at a second address, either."""
    on = Channel.objects.filter(person=person_id, switched_off_at=None)
    if not wants_letters:
        on = on.exclude(kind=Channel.Kind.EMAIL)
    letters = [ChannelOrder.LETTERS] if wants_letters and takes_letters else []
    return sort_channels([*letters, *_numbers(on)], wanted_order(person_id) or [])


def sort_channels(numbers: Iterable[int], order: Sequence[int]) -> list[int]:
    """Sort numbers of channels by an order; what is not in it comes last."""
    places = {number: place for place, number in reversed([*enumerate(order)])}
    return sorted(numbers, key=lambda one: (places.get(one, len(order)), one))


def tell_in_turn(person_id: int) -> None:
    """Tell the channels of a person one after another from now on, letters first."""
    ChannelOrder.objects.get_or_create(
        person_id=person_id, defaults={"channels": _all_channels(person_id)}
    )


def tell_at_once(person_id: int) -> None:
    """Tell all channels of a person at once from now on."""
    ChannelOrder.objects.filter(person=person_id).delete()


def move_earlier(person_id: int, number: int) -> None:
    """Let a channel of a person, or their letters, change places with what is told before it."""
    with transaction.atomic():
        found = ChannelOrder.objects.select_for_update().filter(person=person_id).first()
        if found is None:
            return
        channels = sort_channels(_all_channels(person_id), found.channels)
        place = channels.index(number) if number in channels else 0
        if place:
            channels[place - 1 : place + 1] = reversed(channels[place - 1 : place + 1])
            found.channels = channels
            found.save(update_fields=["channels"])


def _all_channels(person_id: int) -> list[int]:
    channels = Channel.objects.filter(person=person_id).order_by("place")
    return [ChannelOrder.LETTERS, *_numbers(channels)]


def _numbers(channels: Iterable[Channel]) -> list[int]:
    return [channel.pk for channel in channels]
