"""The state of a skirmish, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from conquest.core import Outcome, Seat
from tests.rulesets.skirmish.board import Square

RANKS: Mapping[str, int] = {"scout": 1, "guard": 2, "captain": 3}
UNKNOWN = 0
STOCK = 2  # fences of each seat
QUIET_TURNS = 24  # without a fight; then it is a draw


class Unit(Struct, frozen=True, array_like=True):
    """A unit: its ``rank`` is ``UNKNOWN`` to viewers who may not know it; after a fight it is
    ``shown`` to all."""

    seat: Seat
    rank: int
    shown: bool = False


class State(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A skirmish. In its first turn all set up at once. ``fight`` are the squares of an attacker
    that has won and of the unit that may retreat; the seats of ``agreed`` want a draw."""

    size: int
    seats: tuple[Seat, ...]
    teams: bool = False
    units: dict[Square, Unit] = {}
    fences: tuple[Square, ...] = ()
    stock: dict[Seat, int]
    ready: tuple[Seat, ...] = ()
    turn: Seat
    number: int = 1
    fight: tuple[Square, Square] | None = None
    agreed: tuple[Seat, ...] = ()
    fallen: tuple[Seat, ...] = ()
    won: dict[Seat, int] = {}
    thrown: int = 0
    drawn: int = 0
    quiet: int = 0
    outcome: Outcome | None = None

    @property
    def is_set_up(self) -> bool:
        return self.number > 1


class _Event(Struct, frozen=True, kw_only=True, tag_field="kind"):
    pass


class Started(_Event, frozen=True, tag="started"):
    """A table was set up; the boulder lies on a square drawn by lot."""

    size: int
    seats: tuple[Seat, ...]
    teams: bool
    boulder: Square


class Mustered(_Event, frozen=True, tag="mustered"):
    """A seat has set up its units; other viewers do not see the places."""

    seat: Seat
    order: str
    places: dict[Square, int]


class Began(_Event, frozen=True, tag="began"):
    seat: Seat


class Moved(_Event, frozen=True, tag="moved"):
    """A unit went to the next square, and perhaps a fence was laid."""

    seat: Seat
    order: str
    start: Square
    end: Square
    fence: Square = ""


class Fought(_Event, frozen=True, tag="fought"):
    """A unit of ``rank`` attacked one of rank ``against``; the die showed ``number`` plus one."""

    seat: Seat
    foe: Seat
    order: str
    start: Square
    end: Square
    rank: int
    against: int
    number: int
    is_won: bool


class Retreated(_Event, frozen=True, tag="retreated"):
    seat: Seat
    order: str
    start: Square
    end: Square


class Fell(_Event, frozen=True, tag="fell"):
    seat: Seat
    order: str
    at: Square
    rank: int


class Offered(_Event, frozen=True, tag="offered"):
    seat: Seat
    order: str


class Accepted(_Event, frozen=True, tag="accepted"):
    seat: Seat
    order: str


class Resigned(_Event, frozen=True, tag="resigned"):
    seat: Seat
    order: str


class TurnEnded(_Event, frozen=True, tag="turn_ended"):
    seat: Seat
    next: Seat


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """The game is over; ``sides`` are in the order of their ``places``."""

    winners: tuple[Seat, ...]
    reason: str
    sides: tuple[tuple[Seat, ...], ...]
    places: tuple[int, ...]


Event: TypeAlias = (
    Started
    | Mustered
    | Began
    | Moved
    | Fought
    | Retreated
    | Fell
    | Offered
    | Accepted
    | Resigned
    | TurnEnded
    | GameEnded
)
EVENTS: Mapping[str, type[Event]] = {
    "started": Started,
    "mustered": Mustered,
    "began": Began,
    "moved": Moved,
    "fought": Fought,
    "retreated": Retreated,
    "fell": Fell,
    "offered": Offered,
    "accepted": Accepted,
    "resigned": Resigned,
    "turn_ended": TurnEnded,
    "game_ended": GameEnded,
}
