"""What a game of Espionage consists of: its state and the events that change it.

Event kinds are never renamed and gain fields only with defaults: games last for months.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from conquest.core import Outcome, Seat
from conquest.kit.duel import DrawAccepted, DrawOffered, GameEnded, Resigned
from conquest.kit.events import Happened, events_by_kind
from conquest.kit.hidden_army import UNKNOWN, Mustered, Places, Rank, Square
from conquest.rulesets.espionage.ranks import SEATS

# House ruling: the published rules know no draw (HE18).
QUIET_MOVES = 200
KINDS, PIECES = "kinds", "pieces"


class RankedPiece(msgspec.Struct, frozen=True, array_like=True):
    """A piece; its rank is ``UNKNOWN`` to anyone who may not know it."""

    seat: Seat
    rank: Rank


def _no_last_moves() -> dict[Seat, tuple[str, ...]]:
    return dict.fromkeys(SEATS, ())


def _no_losses() -> dict[Seat, str]:
    return dict.fromkeys(SEATS, "")


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game at one moment.

    ``pair`` says in what the two pieces of a turn of two ``moves`` must differ (HE5). Until
    both seats have handed in, ``is_set_up`` is false and ``camps`` holds the set-ups so far; a
    hidden one is empty. ``uncovered`` has the squares of the enemy pieces whose rank a seat
    knows. ``last`` has the moves ``a3-a4`` of a seat's previous turn that must not be taken
    back (EP9). ``lost`` has the ranks removed, one letter each. ``quiet`` counts single moves
    since the last fight, up to ``limit``; ``drawn`` counts random numbers. ``homes`` maps the
    square of each piece to where it was set up; pieces of a judge's position have none.
    ``offer`` is the seat that offers a draw, or "". An ``open`` game hides nothing after set-up.
    """

    size: int
    pair: str = KINDS
    moves: int = 2
    open: bool = False
    limit: int = QUIET_MOVES
    turn: Seat = "white"
    number: int = 1
    is_set_up: bool = True
    camps: dict[Seat, Places] = {}
    pieces: dict[Square, RankedPiece] = {}
    volcanoes: tuple[Square, ...] = ()
    uncovered: dict[Seat, tuple[Square, ...]] = {}
    last: dict[Seat, tuple[str, ...]] = msgspec.field(default_factory=_no_last_moves)
    lost: dict[Seat, str] = msgspec.field(default_factory=_no_losses)
    quiet: int = 0
    drawn: int = 0
    homes: dict[Square, Square] = {}
    offer: Seat = ""
    outcome: Outcome | None = None

    def has_uncovered(self, seat: Seat, square: Square) -> bool:
        """Return whether a seat knows the rank of the enemy piece on a square."""
        return square in self.uncovered.get(seat, ())


class Started(Happened, frozen=True, kw_only=True, tag="started"):
    """A game was created; ``drawn`` random numbers placed its volcanoes (HE3)."""

    size: int = 10
    pair: str = KINDS
    moves: int = 2
    open: bool = False
    limit: int = QUIET_MOVES
    volcanoes: tuple[Square, ...] = ()
    drawn: int = 0


class Began(Happened, frozen=True, kw_only=True, tag="began"):
    """Both armies are set up and ``seat`` has the first turn; an open game shows the ``camps``
    (EP26)."""

    camps: dict[Seat, Places] = {}


class Moving(Happened, frozen=True, kw_only=True):
    """A step from ``start`` to ``end``, and the enemy pieces that the spies of each seat uncover
    after it, ranks by square (HE11). A seat learns only what its own spies uncover (EP13)."""

    start: Square
    end: Square
    uncovered: dict[Seat, Places] = {}


class Stepped(Moving, frozen=True, kw_only=True, tag="stepped"):
    """A piece moved to a free square."""


class Fought(Moving, frozen=True, kw_only=True, tag="fought"):
    """A piece attacked another one: ``rank`` attacked ``against``. The rank of a survivor is
    ``UNKNOWN`` to the other side (HE10); in an open game all ranks are ``shown``."""

    result: str
    rank: Rank = UNKNOWN
    against: Rank = UNKNOWN
    shown: bool = False


class Lapsed(Happened, frozen=True, kw_only=True, tag="lapsed"):
    """A second move onto the attacked square lapsed, because the first piece won it (HE7)."""

    start: Square
    end: Square


class TurnEnded(Happened, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ended, and ``next`` is on turn. ``kept`` are the moves that the mover must not take
    back in their next turn (EP9)."""

    number: int
    next: Seat
    kept: tuple[str, ...] = ()


Event: TypeAlias = (
    Started
    | Mustered
    | Began
    | Stepped
    | Fought
    | Lapsed
    | TurnEnded
    | DrawOffered
    | DrawAccepted
    | Resigned
    | GameEnded
)

EVENTS: dict[str, type[Event]] = events_by_kind(Event)
