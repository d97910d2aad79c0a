"""The state of a game of the family, and the sides of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from conquest.core import Outcome, Seat
from conquest.islands import board as boards
from conquest.islands.board import SEATS, Board
from conquest.islands.laws import AnyLaws
from conquest.islands.pieces import Piece

# The points of a turn, and of the first turns by the number of players (C4, A66).
POINTS = 20
FIRST_POINTS = {2: (10,), 3: (5, 10, 15), 4: (5, 10, 15)}
PRICE = 4  # points that a field in foreign hands costs each turn (C34, C35)
FREEZING = 5  # fields in foreign hands that immobilise a seat (C36)
RECAPTURE_STEPS = 2  # a recapturing piece comes from at most two fields away (C26)
# Partners sit opposite each other (CP7, A67).
PARTNERS = {"south": "north", "north": "south", "west": "east", "east": "west"}


class Window(msgspec.Struct, frozen=True):
    """The right of ``seat`` to recapture the piece on ``at``, which has just captured ``lost``.

    ``waived`` is whether the attacker's turn ends with the capture (C33), ``exposed`` whether
    the attacker had two pieces left before it (C41, A62). ``instead`` names the victim if the
    victim's partner is asked in their place (CP7).
    """

    seat: Seat
    at: str
    lost: str = ""
    waived: bool = False
    exposed: bool = False
    instead: Seat = ""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one moment. ``ground`` is the key of its board, ``plan`` holds the orders still
    to come, as texts (CP1).

    Each game has a subclass with its ``laws`` and its additional fields, so that the stored
    states of one game do not change when another game gains a field.
    """

    laws: ClassVar[AnyLaws]

    ground: str
    seats: tuple[Seat, ...]
    turn: Seat
    pieces: dict[str, Piece]
    number: int = 1
    used: int = 0
    captured: dict[Seat, int] = {}
    since_capture: int = 0
    risked: bool = False
    window: Window | None = None
    plan: tuple[str, ...] = ()
    anyway: bool = False
    land_only: bool = False
    partners: bool = False
    outcome: Outcome | None = None

    @property
    def board(self) -> Board:
        return boards.board_by_key(self.ground)

    @property
    def lent(self) -> Mapping[str, Seat]:
        """The owners of the mounts that others ride, by field (A69)."""
        return {}

    @property
    def raised(self) -> tuple[str, ...]:
        """The towers whose drawbridge is raised (A86)."""
        return ()

    @property
    def fired(self) -> tuple[str, ...]:
        """The fields of the catapults that have shot this turn (A79)."""
        return ()


def partner_of(state: State, seat: Seat) -> Seat | None:
    """Return the seat's partner, None in a game without partners."""
    return PARTNERS[seat] if state.partners else None


def side_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win and lose with this one, itself included, in compass order."""
    if not state.partners:
        return (seat,)
    return tuple(other for other in SEATS if other in (seat, PARTNERS[seat]))


def sides_of(state: State, seats: Iterable[Seat]) -> set[tuple[Seat, ...]]:
    """Return the sides that these seats belong to."""
    return {side_of(state, seat) for seat in seats}
