"""House players: they know what their seat sees, and weigh what the rest may be.

Every way is weighed by itself: what an attack is likely to win, what may strike back, whether it
brings a unit nearer to something worth an attack. Throws are weighed by their exact odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from conquest.core import Numbers, Seat
from conquest.rulesets.armada.board import Square, all_in_order, zone
from conquest.rulesets.armada.camps import HOUSE, camp_of, mirrored
from conquest.rulesets.armada.ending import QUIET
from conquest.rulesets.armada.ground import phase
from conquest.rulesets.armada.guessing import Guess
from conquest.rulesets.armada.model import ALWAYS, State
from conquest.rulesets.armada.moving import ways
from conquest.rulesets.armada.odds import ALL, odds
from conquest.rulesets.armada.orders import (
    CONSENT,
    REFUSE,
    RESIGN,
    SKIP,
    Throw,
    Turn,
    write_order,
    write_setup,
    write_way,
)
from conquest.rulesets.armada.ranks import KING, LAST_PHASE, Rank, value
from conquest.rulesets.armada.reach import distances, own_reach, threats
from conquest.rulesets.armada.rounds import GRACE
from conquest.rulesets.armada.rules import to_act

FINE = 1_000_000
WORTH: Mapping[Rank, float] = {"1": 1.0, "2": 1.6, "3": 2.6, "K": 30.0}
NEARER = 0.87
"""What is left of a prospect with each step that it is further away."""
AIMS = 14
"""How many squares somebody thinks of who is to throw."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays: how much of a danger he sees, how much his King is worth
    guarding, whether he knows the odds of a throw, what his whims may cost him, and how much bolder
    he grows with the rounds in which nothing happens."""

    danger: float
    guard: float
    knows_odds: bool
    whim: float
    bolder: float


CASUAL = Skill(danger=0.3, guard=0.5, knows_odds=False, whim=0.2, bolder=4.0)
STRONG = Skill(danger=0.9, guard=1.0, knows_odds=True, whim=0.08, bolder=2.0)


def set_up(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return one of the usual set-ups, mirrored or not."""
    camp = camp_of(state.size, seat, HOUSE[numbers(len(HOUSE))][1])
    return write_setup(mirrored(state.size, seat, camp) if numbers(2) else camp)


def propose(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house player hands in now, as one text."""
    match to_act(state).get(seat):
        case "setup":
            return set_up(state, seat, numbers)
        case "throw":
            return _throw(skill, state, seat, numbers)
        case "consent":
            return _answer(state, seat)
        case "turn":
            return Thought(skill, state, seat, numbers).best()
        case _:
            return ""


def _answer(state: State, seat: Seat) -> str:
    """Consent to an alliance that is one's own."""
    one = state.proposal
    return CONSENT if one and seat in (one.seat, one.to) else REFUSE


def _throw(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the best throw of a few, or none: a void one may cost the King (K41)."""
    if not state.pool:
        return SKIP
    if not skill.knows_odds:
        return SKIP if numbers(2) else write_order(Throw(_middle(state)))
    squares = all_in_order(state.size)
    aims = [_middle(state), *(squares[numbers(len(squares))] for _ in range(AIMS))]
    weighed = {aim: _gain_of_throw(state, seat, aim) for aim in aims}
    best = max(weighed, key=weighed.__getitem__)  # of equals the one that the numbers named first
    return write_order(Throw(best)) if weighed[best] > 0 else SKIP


def _middle(state: State) -> Square:
    squares = all_in_order(state.size)
    return squares[len(squares) // 2]


def _gain_of_throw(state: State, seat: Seat, aim: Square) -> float:
    """Return what a throw is worth: enemies that fall for good, own ones, and a void one."""
    found, team = odds(state, seat, aim), state.team(seat)
    guess = Guess(state, seat)
    own = [unit.rank for unit in state.pieces.values() if unit.seat == seat]
    price = sum(WORTH.get(rank, 1.5) for rank in own) / max(1, len(own))
    gain = 0.02 * found.rest - found.void * (0 if seat in state.defeated else price)
    for square, times in found.lost.items():
        worth = guess.worth(square, WORTH)
        gain += -times * worth if state.pieces[square].seat in team else times * worth
    return gain / ALL


class Thought:
    """What somebody thinks about his turn."""

    def __init__(self, skill: Skill, state: State, seat: Seat, numbers: Numbers) -> None:
        self.skill, self.state, self.seat, self.numbers = skill, state, seat, numbers
        self.guess = Guess(state, seat)
        self.phase = phase(state, seat)
        self.eager, self.bold = self.temper()
        self.foes = [at for at, unit in state.pieces.items() if unit.seat not in state.team(seat)]

    def temper(self) -> tuple[float, float]:
        """Return how eager somebody is for something to happen, and how much of a new danger to
        his units he overlooks: all or nothing by lot, so that nobody can count on it."""
        eager = quiet(self.state, self.seat) / QUIET
        return eager, float(self.numbers(FINE) < FINE * (self.skill.bolder * eager) ** 2)

    def best(self) -> str:
        """Return the way that looks best."""
        found = {write_way(turn): self.gain(turn) for turn in ways(self.state, self.seat)}
        return max(found, key=lambda text: (found[text], text)) if found else RESIGN

    @cached_property
    def danger(self) -> Mapping[Square, float]:
        """How likely each square is struck by an enemy in his next turn."""
        return threats(self.state, self.seat, self.guess)

    @cached_property
    def pulls(self) -> Mapping[Square, float]:
        """How near each square is to enemies worth an attack."""
        found: dict[Square, float] = {}
        for foe in self.foes:
            prospect = self._prospect(foe)
            for square, away in distances(self.state, foe).items():
                found[square] = max(found.get(square, 0.0), prospect * NEARER**away)
        return found

    def _prospect(self, foe: Square) -> float:
        """Return what an enemy is worth going for; behind a live zone's wall little."""
        owner = self.state.live.get(foe)
        shut = owner is not None and owner not in self.state.team(self.seat)
        return max(0.08, self.guess.chance(foe) * self._worth(foe)) * (0.25 if shut else 1.0)

    def _worth(self, foe: Square) -> float:
        """Return what the unit on a square is worth if it can be captured now."""
        rank = self.guess.active(self.state.pieces[foe].seat)
        return WORTH[rank] + (self.guess.king(foe) * WORTH[KING] if self._is_open_to_kings else 0)

    @property
    def _is_open_to_kings(self) -> bool:
        return self.state.king == ALWAYS

    def gain(self, turn: Turn) -> float:
        """Return what a way seems worth."""
        whim = self.skill.whim * self.numbers(FINE) / FINE
        rank = self.state.pieces[turn.path[0]].rank
        match turn.link:
            case "x":
                return whim + self._attack(rank, turn)
            case "*":
                return whim + self._blow(rank, turn)
            case _:
                return whim + self._walk(rank, turn.path[0], turn.path[-1])

    def _attack(self, rank: Rank, turn: Turn) -> float:
        """Return what an attack is likely to win, and what it risks where it succeeds."""
        start, end = turn.path[0], turn.path[-1]
        owner = self.state.live.get(end)
        if owner is not None and owner not in self.state.team(self.seat):
            return -0.3 + 0.05 * self.numbers(FINE) / FINE
        chance = self.guess.chance(end)
        return chance * (self._worth(end) + 0.5) - chance * self._risk(rank, start, end)

    def _blow(self, rank: Rank, turn: Turn) -> float:
        """Return what a blow at a blocker is worth: more the longer nothing has happened."""
        key = next(key for key, one in self.state.blockers.items() if turn.path[-1] in one.squares)
        strength = self.state.blockers[key].strength
        done = 1.0 if rank == KING else min(1.0, value(rank) / strength)
        stand = turn.path[-1] if done == 1 else turn.path[-2]
        return self._walk(rank, turn.path[0], stand) + (0.02 + self.eager) * done

    def _walk(self, rank: Rank, start: Square, end: Square) -> float:
        if rank == KING:
            return self._king(start, end)
        moved = self.pulls.get(end, 0.0) - self.pulls.get(start, 0.0)
        return moved - self._risk(rank, start, end)

    def _risk(self, rank: Rank, start: Square, end: Square) -> float:
        """Return what a unit stands to lose where it goes more than where it stands."""
        if rank == KING and self.phase < LAST_PHASE and self.state.king != ALWAYS:
            return 0.0
        more = self.danger.get(end, 0.0) - self.danger.get(start, 0.0)
        if more > 0 and rank != KING:
            more *= (1 - self.bold) * (0.5 if self._is_backed(start, end) else 1)
        return self.skill.danger * WORTH[rank] * more

    def _is_backed(self, start: Square, end: Square) -> bool:
        """Return whether another unit could strike back at who captures on a square."""
        return any(end in reached for at, reached in self.reached.items() if at != start)

    @cached_property
    def reached(self) -> Mapping[Square, set[Square]]:
        """The squares within reach of each own unit that can move."""
        return own_reach(self.state, self.seat)

    def _king(self, start: Square, end: Square) -> float:
        """Return what a step of the King is worth: he leaves his zone in time (K14), stays
        away from enemies, and goes for them once he is alone."""
        risk = self._risk(KING, start, end)
        if self.phase == LAST_PHASE:
            return self.pulls.get(end, 0.0) - self.pulls.get(start, 0.0) - risk
        return (
            self._leaves(start, end) - risk - self.skill.guard * (0.25 + self._nearer(start, end))
        )

    def _leaves(self, start: Square, end: Square) -> float:
        home = zone(self.seat, self.state.size)
        if not self.state.zones.get(self.seat) or start not in home:
            return 0.0
        hurry = self.state.turns.get(self.seat, 0) / (GRACE - 1)
        out = 0.6 + 2.5 * hurry if end not in home else 0.0
        return out + 0.3 * hurry * (_depth(end, self.state) < _depth(start, self.state))

    def _nearer(self, start: Square, end: Square) -> float:
        """Return by how much a King comes nearer to enemies."""
        return 0.3 * (self.pulls.get(end, 0.0) - self.pulls.get(start, 0.0))


def quiet(state: State, seat: Seat) -> float:
    """Return for how many rounds nothing has happened when a seat's turn comes.

    Whoever moves later in a round has waited for a part of it longer. By whole rounds the first
    would lose patience before the others, step into their reach, and lose most games by that.
    """
    waiting = state.undefeated
    return max(0.0, state.round - state.stirred + waiting.index(seat) / len(waiting))


def _depth(square: Square, state: State) -> int:
    return len([at for at in _around(square, state) if state.pieces.get(at)])


def _around(square: Square, state: State) -> Iterator[Square]:
    yield from (at for at, away in distances(state, square).items() if away == 1)
