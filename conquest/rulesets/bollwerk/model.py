"""What a game of Bollwerk consists of: its state and the events that change it.

Event kinds are never renamed and gain fields only with defaults: games last for months.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from conquest.core import Outcome, Seat
from conquest.kit.duel import DrawAccepted, DrawOffered, GameEnded, Resigned
from conquest.kit.events import Happened, events_by_kind
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.sides import SIDES, Side

# Half of the box for each seat, in the order of ``sides.KINDS`` (B3).
STOCK = (10, 10, 1, 1, 3)
# House rulings: the published rules know no draw (HB9, G28, G29).
QUIET_TURNS = 100
REPETITIONS = 3


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one moment.

    ``ground`` is the key of its board, ``cells`` has one sign for each square of it.
    ``stock`` counts the stones of each seat in the order of ``sides.KINDS``; no stone may be
    laid on the ``barred`` squares in this turn (B101). ``quiet`` counts turns (G29) up to
    ``limit``, ``seen`` positions by digest (G28), ``offer`` is the seat that offers a draw, or
    "". ``next_only`` is the narrow reading of the cannon's second position (G21).
    """

    ground: str
    cells: str
    turn: Seat = "white"
    number: int = 1
    stock: dict[Seat, tuple[int, ...]] = {}
    barred: tuple[int, ...] = ()
    quiet: int = 0
    seen: dict[str, int] = {}
    offer: Seat = ""
    next_only: bool = False
    limit: int = QUIET_TURNS
    outcome: Outcome | None = None

    @property
    def board(self) -> SquareBoard:
        return boards.board_by_key(self.ground)

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return SIDES[self.turn]


class Started(Happened, frozen=True, kw_only=True, tag="started"):
    """A game began: ``seat`` has the first turn; ``pieces`` is the whole set-up."""

    board: str | dict[str, Any]
    pieces: dict[str, str]
    options: dict[str, str | int] = {}


class Walk(Happened, frozen=True, kw_only=True):
    """The path of a piece. A red-edged stone on its last square is ``collected`` (B85, B95), an
    arrow there is ``destroyed`` (B82); each is named by its kind."""

    piece: str
    path: tuple[str, ...]
    collected: str = ""
    destroyed: str = ""


class Moved(Walk, frozen=True, kw_only=True, tag="moved"):
    """A piece moved and captured nothing."""


class Captured(Walk, frozen=True, kw_only=True, tag="captured"):
    """A piece moved and captured the enemy pieces ``lost``, letters by square."""

    lost: dict[str, str]


class Placing(Happened, frozen=True, kw_only=True):
    """What the piece ``at`` one square did to another ``square`` with a ``stone`` of its side;
    a removal uses none."""

    piece: str
    at: str
    square: str
    stone: str = ""


class Laid(Placing, frozen=True, kw_only=True, tag="laid"):
    """A stone was laid on a free square."""


class Blasted(Placing, frozen=True, kw_only=True, tag="blasted"):
    """A bomb blasted the stone ``lost``; both leave the game (B100)."""

    lost: str


class Removed(Placing, frozen=True, kw_only=True, tag="removed"):
    """A knight took the stone ``lost`` out of the game (B35)."""

    lost: str


class SpyCaught(Placing, frozen=True, kw_only=True, tag="spy_caught"):
    """An arrow captured the enemy Spy and lies in its place (B74)."""


class TurnEnded(Happened, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ended, and ``next`` is on turn. ``quiet`` is the new count of quiet turns,
    ``barred`` are the squares where ``next`` may lay no stone."""

    number: int
    next: Seat
    quiet: int = 0
    barred: tuple[str, ...] = ()


Event: TypeAlias = (
    Started
    | Moved
    | Captured
    | Laid
    | Blasted
    | Removed
    | SpyCaught
    | TurnEnded
    | DrawOffered
    | DrawAccepted
    | Resigned
    | GameEnded
)

EVENTS: dict[str, type[Event]] = events_by_kind(Event)
