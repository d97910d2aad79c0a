"""The events that only Grand Conquest has.

Event kinds are never renamed and gain fields only with defaults: games last for months.
"""

from __future__ import annotations

from conquest.core import Seat
from conquest.islands.events import Event, Led


class Shot(Event, frozen=True, kw_only=True, tag="shot"):
    """A catapult on the last field of ``path`` shot at ``target``, after one step where it
    answers a capture (``back``). ``lost`` is what was taken from ``victim``; a bridge that was
    ``opened`` is no loss."""

    order: str
    path: tuple[str, ...]
    target: str
    victim: Seat = ""
    lost: str = ""
    opened: bool = False
    back: bool = False


class Built(Event, frozen=True, kw_only=True, tag="built"):
    """A soldier on ``field`` built a piece there, or ``to`` a field beside it."""

    order: str
    letter: str
    field: str
    to: str = ""


class BridgeRaised(Event, frozen=True, kw_only=True, tag="bridge_raised"):
    """A drawbridge was raised."""

    order: str
    field: str


class BridgeLowered(Event, frozen=True, kw_only=True, tag="bridge_lowered"):
    """A drawbridge was lowered by a soldier in its tower."""

    order: str
    field: str


EVENTS: dict[str, type[Event]] = {
    "led": Led,
    "shot": Shot,
    "built": Built,
    "bridge_raised": BridgeRaised,
    "bridge_lowered": BridgeLowered,
}
