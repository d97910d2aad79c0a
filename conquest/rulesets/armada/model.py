"""The state of a game of Iron Armada, and the events that change it.

Event kinds are never renamed and gain fields only with defaults: games last for months.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from conquest.core import Outcome, Seat
from conquest.kit.duel import GameEnded
from conquest.kit.events import Happened, events_by_kind
from conquest.kit.hidden_army import Mustered, Places, Rank, Square
from conquest.rulesets.armada.board import PLAYING, SIZES, zone_owners

PHASE_4, ALWAYS = "phase4", "always"
Team: TypeAlias = tuple[Seat, ...]


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """A unit; its rank is ``UNKNOWN`` to viewers who may not know it.

    The other fields are public. ``home`` is where it was set up, "" in a position that was given.
    ``went`` is the number of units its owner had lost when it was first activated, ``spared`` that
    number when it was last attacked in vain; -1 means never. Losses show which class was the
    lowest at that time.
    """

    seat: Seat
    rank: Rank
    home: Square = ""
    went: int = -1
    spared: int = -1


class Blocker(msgspec.Struct, frozen=True, array_like=True):
    """A blocker with the squares it touches: a die, or a unit that became one (K20)."""

    strength: int
    squares: tuple[Square, ...]
    is_die: bool = True


class Proposal(msgspec.Struct, frozen=True, array_like=True):
    """An alliance that a seat proposes to another; ``agreed`` are the seats that have consented."""

    seat: Seat
    to: Seat
    agreed: tuple[Seat, ...]


class State(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game at one moment.

    ``king`` says when a King can be captured (HK10), ``terrain`` whether there is any (K46).
    Until all have handed in their set-ups, ``is_set_up`` is false and ``camps`` holds those that
    are there; a set-up that the viewer does not know is empty. ``opening`` is true during the
    opening throws. The key of each of the ``blockers`` is its first square. ``zones`` says which
    start zones are live. ``allies`` are the teams, ``sworn`` the alliances that take effect with
    the next round. ``pool`` counts the dice off the board. ``turns`` counts own turns. ``stirred``
    is the last round in which a unit was removed or a blocker damaged, ``acted`` the last one in
    which anybody activated a unit. ``lost`` are the ranks removed, one letter each. ``drawn``
    counts the numbers that throws have taken. ``asked`` says that the seat on turn has proposed
    an alliance. ``shown`` are the units in start zones that the last entry revealed.
    """

    players: int
    king: str = PHASE_4
    terrain: bool = False
    turn: Seat = "south"
    number: int = 1
    round: int = 1
    is_set_up: bool = True
    opening: bool = False
    camps: dict[Seat, Places] = {}
    pieces: dict[Square, Unit] = {}
    blockers: dict[Square, Blocker] = {}
    zones: dict[Seat, bool] = {}
    allies: tuple[Team, ...] = ()
    sworn: tuple[Team, ...] = ()
    pool: int = 0
    defeated: tuple[Seat, ...] = ()
    turns: dict[Seat, int] = {}
    stirred: int = 0
    acted: int = 0
    lost: dict[Seat, str] = {}
    drawn: int = 0
    proposal: Proposal | None = None
    asked: bool = False
    shown: dict[Square, Unit] = {}
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in the order of play (I1)."""
        return PLAYING[self.players]

    @property
    def size(self) -> int:
        """The number of squares along a side of the board (HK2)."""
        return SIZES[self.players]

    @property
    def undefeated_seats(self) -> tuple[Seat, ...]:
        """The seats that are not defeated, in the order of play."""
        if not self.defeated:
            return self.seats
        return tuple(seat for seat in self.seats if seat not in self.defeated)

    @property
    def live_zones(self) -> dict[Square, Seat]:
        """The owner of each square that lies in a live start zone."""
        return zone_owners(self.size, tuple(filter(self.zones.get, self.seats)))

    def team_of(self, seat: Seat) -> Team:
        """Return the team of a seat, the seat itself included (I17)."""
        for team in self.allies:
            if seat in team:
                return team
        return (seat,)

    def ranks_of(self, seat: Seat) -> list[Rank]:
        """Return the ranks of a seat's units."""
        return [unit.rank for unit in self.pieces.values() if unit.seat == seat]


class Started(Happened, frozen=True, kw_only=True, tag="started"):
    """A table was set up."""

    players: int = 2
    king: str = PHASE_4
    terrain: bool = False


class Began(Happened, frozen=True, kw_only=True, tag="began"):
    """All armies are set up, and ``seat`` has the first opening throw (I3)."""


class Fall(msgspec.Struct, frozen=True, array_like=True):
    """A unit of ``seat`` that a die pushed off the board: it stood on ``square`` and was put back
    on ``to``. If it is out of the game, ``to`` is "" and its rank is named (K38)."""

    square: Square
    seat: Seat
    rank: Rank
    to: Square = ""


class Threw(Happened, frozen=True, kw_only=True, tag="threw"):
    """A seat threw a blocker die at ``aim``.

    ``draws`` are the numbers drawn, in their order (5.1). ``path`` holds the middles of the die
    from its landing on, in half squares from the middle of a1. ``result`` is ``rests`` with a
    blocker of ``strength`` on ``squares``, or ``out``, or ``void``. ``shifts`` maps where units
    stood to where they were pushed, ``falls`` are the units that fell off the board, in that
    order (K37, K38).
    """

    aim: Square
    draws: tuple[int, ...]
    path: tuple[tuple[int, int], ...]
    result: str
    strength: int
    squares: tuple[Square, ...] = ()
    shifts: dict[Square, Square] = {}
    falls: tuple[Fall, ...] = ()


class Forfeited(Happened, frozen=True, kw_only=True, tag="forfeited"):
    """A void throw cost its thrower a unit, drawn by lot (K41)."""

    square: Square
    rank: Rank


class Skipped(Happened, frozen=True, kw_only=True, tag="skipped"):
    """A seat threw nothing, though it could."""


class Activated(Happened, frozen=True, kw_only=True):
    """An activation of any kind: ``path`` are the squares of the unit's way, its own first. The
    last one is where the unit ends, or what it attacks."""

    path: tuple[Square, ...]


class Moved(Activated, frozen=True, kw_only=True, tag="moved"):
    """A unit went to a free square."""


class Captured(Activated, frozen=True, kw_only=True, tag="captured"):
    """A unit captured another one, which is named to all, and now stands on its square (K6)."""

    victim: Seat
    rank: Rank


class Bounced(Activated, frozen=True, kw_only=True, tag="bounced"):
    """A unit attacked another one that cannot be captured now; nothing moves (HK11)."""

    victim: Seat


class Revealed(Activated, frozen=True, kw_only=True, tag="revealed"):
    """A unit attacked another one in a live start zone, which is shown to all (HK12)."""

    victim: Seat
    rank: Rank


class Struck(Activated, frozen=True, kw_only=True, tag="struck"):
    """A unit struck a blocker, which has a strength of ``left`` now. With 0 it is destroyed and
    the unit stands on its square; else the unit stands on the square before (K32, K33, I54)."""

    blocker: Square
    left: int = 0


class Passed(Happened, frozen=True, kw_only=True, tag="passed"):
    """A seat could not activate any unit and had to pass (HK30, I23)."""


class ZoneCancelled(Happened, frozen=True, kw_only=True, tag="zone_cancelled"):
    """A King still stood in its zone at the end of a turn; the zone is cancelled for good (K13)."""


class TurnEnded(Happened, frozen=True, kw_only=True, tag="turn_ended"):
    """A seat's turn ended; ``number`` was the number of that turn."""

    number: int


class RoundEnded(Happened, frozen=True, kw_only=True, tag="round_ended"):
    """A round ended after the place of ``seat``; alliances took effect, others lapsed (I20)."""

    round: int
    allied: tuple[Team, ...] = ()
    lapsed: tuple[Team, ...] = ()


class PlayBegan(Happened, frozen=True, kw_only=True, tag="play_began"):
    """The opening throws are over; ``seat`` begins."""


class Called(Happened, frozen=True, kw_only=True, tag="called"):
    """``seat`` is to act now."""


class Proposed(Happened, frozen=True, kw_only=True, tag="proposed"):
    """A seat proposed an alliance to another one; all undefeated seats are to answer (HK27)."""

    to: Seat


class Consented(Happened, frozen=True, kw_only=True, tag="consented"):
    """A seat consented to the proposed alliance."""


class Declined(Happened, frozen=True, kw_only=True, tag="declined"):
    """A seat refused the proposed alliance; that ends the proposal (I19)."""


class Swore(Happened, frozen=True, kw_only=True, tag="swore"):
    """All have consented: ``seat`` and ``to`` will be allied from the next round on."""

    to: Seat


class Resigned(Happened, frozen=True, kw_only=True, tag="resigned"):
    """A seat gave up; its King is taken from ``square`` (O13)."""

    square: Square


class Defeated(Happened, frozen=True, kw_only=True, tag="defeated"):
    """A seat has lost its King. Its units go to their ``heirs``, given by square, or are revealed
    and become ``blockers`` (K15, K18 to K20)."""

    heirs: dict[Square, Seat] = {}
    blockers: Places = {}


class Arrived(Happened, frozen=True, kw_only=True, tag="arrived"):
    """A unit came onto the board by a special rule of a mission (K45)."""

    square: Square
    rank: Rank


Event: TypeAlias = (
    Started
    | Mustered
    | Began
    | Threw
    | Forfeited
    | Skipped
    | Moved
    | Captured
    | Bounced
    | Revealed
    | Struck
    | Passed
    | ZoneCancelled
    | TurnEnded
    | RoundEnded
    | PlayBegan
    | Called
    | Proposed
    | Consented
    | Declined
    | Swore
    | Resigned
    | Defeated
    | Arrived
    | GameEnded
)

# These kinds are stored with every game, so none is ever renamed or removed.
EVENTS: dict[str, type[Event]] = events_by_kind(Event)
