"""The events that change a game of the family.

Event kinds are never renamed and gain fields only with defaults: games last for months.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from conquest.core import Seat


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """An event of ``seat``, the base of all kinds.

    Fields with their default value are left out of the stored form, so that an event hashes the
    same after its kind has gained a field.
    """

    seat: Seat


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """A game started: ``seat`` has the first turn; ``pieces`` is the whole set-up."""

    board: str | dict[str, Any]
    seats: tuple[Seat, ...]
    pieces: dict[str, str]
    options: dict[str, Any] = {}


class Walk(Event, frozen=True, kw_only=True):
    """A figure's walk: ``order`` is its canonical text, ``piece`` the figure with its load,
    ``figure`` its place in the stack it left, 0 for the whole stack."""

    order: str
    piece: str
    path: tuple[str, ...]
    figure: int = 0


class Moved(Walk, frozen=True, kw_only=True, tag="moved"):
    """A piece walked, mounted, boarded or got off."""


class Led(Moved, frozen=True, kw_only=True, tag="led"):
    """A seat led a riderless camel of another seat (G17)."""


class Captured(Walk, frozen=True, kw_only=True, tag="captured"):
    """A piece captured another, or a vessel sank another, with all that was aboard (C22)."""

    victim: Seat
    lost: str
    waived: bool = False


class Conquered(Walk, frozen=True, kw_only=True, tag="conquered"):
    """A land piece boarded an enemy vessel in harbour; its crew is captured (C23)."""

    victim: Seat
    lost: str
    waived: bool = False


class Recaptured(Walk, frozen=True, kw_only=True, tag="recaptured"):
    """The victim captured the capturing piece, or ``conquered`` its vessel (C26, C31)."""

    victim: Seat
    lost: str
    conquered: bool = False


class WindowOpened(Event, frozen=True, kw_only=True, tag="window_opened"):
    """``seat`` may recapture; ``plan`` and ``anyway`` are known to the attacker alone."""

    attacker: Seat
    at: str
    lost: str
    waived: bool = False
    exposed: bool = False
    instead: Seat = ""
    plan: tuple[str, ...] = ()
    anyway: bool = False


class WindowClosed(Event, frozen=True, kw_only=True, tag="window_closed"):
    """``seat`` has recaptured or passed; ``dropped`` are the orders of the attacker's plan that
    will not be carried out, known to the attacker alone."""

    attacker: Seat
    order: str = ""
    dropped: tuple[str, ...] = ()


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ended; ``next`` follows."""

    number: int
    next: Seat
    order: ClassVar[str] = "end"


class TurnSkipped(Event, frozen=True, kw_only=True, tag="turn_skipped"):
    """A turn without points was counted but skipped; ``next`` follows (CR24)."""

    number: int
    next: Seat


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The game ended with an action of ``seat``; nobody in ``winners`` is a draw."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[Seat, int]


Attack: TypeAlias = Captured | Conquered

EVENTS: dict[str, type[Event]] = {
    "started": Started,
    "moved": Moved,
    "captured": Captured,
    "conquered": Conquered,
    "recaptured": Recaptured,
    "window_opened": WindowOpened,
    "window_closed": WindowClosed,
    "turn_ended": TurnEnded,
    "turn_skipped": TurnSkipped,
    "game_ended": GameEnded,
}
