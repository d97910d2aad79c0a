"""What the events of a game have in common, and the kinds under which they are stored."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from conquest.core import Seat


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """What every event has in common: the seat it is about, and on the first event of an order
    the text of that order.

    Defaults are left out of the stored form, so that an event hashes the same after its kind
    has gained a field.
    """

    seat: Seat
    order: str = ""


def event_kind(event: type[Any]) -> str:
    """Return the kind under which the events of a class are stored."""
    kind: str = event.__struct_config__.tag
    return kind


def events_by_kind(events: object) -> dict[str, type[Any]]:
    """Return the classes of a union of events by their kinds."""
    return {event_kind(event): event for event in get_args(events)}
