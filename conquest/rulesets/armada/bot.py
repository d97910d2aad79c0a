"""Bots: they know what their seat sees, and weigh what the hidden units may be.

Every way is weighed by itself: what an attack is likely to win, what may strike back, whether it
brings a unit nearer to something worth an attack. Throws are weighed by their exact odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from conquest.core import Numbers, Seat
from conquest.kit.hidden_army import Rank, Square, squares_around, write_setup
from conquest.rulesets.armada.army import SETUP
from conquest.rulesets.armada.board import setup_zone, squares_in_order
from conquest.rulesets.armada.ending import QUIET
from conquest.rulesets.armada.ground import closed_squares, seat_phase
from conquest.rulesets.armada.model import ALWAYS, State
from conquest.rulesets.armada.moves import legal_activations
from conquest.rulesets.armada.odds import ALL, throw_odds
from conquest.rulesets.armada.orders import (
    CONSENT,
    REFUSE,
    RESIGN,
    SKIP,
    Activation,
    ThrowOrder,
    write_activation,
    write_order,
)
from conquest.rulesets.armada.rank_odds import RankGuess
from conquest.rulesets.armada.ranks import KING, LAST_PHASE, rank_value
from conquest.rulesets.armada.reach import distances_to, own_reach, threat_by_square
from conquest.rulesets.armada.rounds import GRACE
from conquest.rulesets.armada.rules import to_act

# Numbers are whole; a fraction is drawn as a number of these parts.
FINE = 1_000_000
# A King is worth more than all other units of an army together.
WORTH: Mapping[Rank, float] = {"1": 1.0, "2": 1.6, "3": 2.6, "K": 30.0}
NEARER = 0.87
"""The factor by which a prospect shrinks with each step of distance."""
AIMS = 14
"""The number of random squares at which a bot considers a throw."""


@dataclass(frozen=True, slots=True)
class ArmadaSkill:
    """How well a bot plays: the share of a danger that it sees (``danger``), how much it guards its
    King, whether it knows the odds of a throw, what its whims may cost it, and how much ``bolder``
    it becomes with each round in which nothing happens."""

    danger: float
    guard: float
    knows_odds: bool
    whim: float
    bolder: float


CASUAL = ArmadaSkill(danger=0.3, guard=0.5, knows_odds=False, whim=0.2, bolder=4.0)
STRONG = ArmadaSkill(danger=0.9, guard=1.0, knows_odds=True, whim=0.08, bolder=2.0)


def propose_orders(skill: ArmadaSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a bot hands in now, as one text."""
    match to_act(state).get(seat):
        case "setup":
            return write_setup(SETUP.draw_camp(state.size, seat, numbers))
        case "throw":
            return _choose_throw(skill, state, seat, numbers)
        case "consent":
            return _answer_proposal(state, seat)
        case "turn":
            return ArmadaBot(skill, state, seat, numbers).best_turn()
        case _:
            return ""


def _answer_proposal(state: State, seat: Seat) -> str:
    """Return the consent to an alliance of the seat itself; any other is refused."""
    proposal = state.proposal
    return CONSENT if proposal and seat in (proposal.seat, proposal.to) else REFUSE


def _choose_throw(skill: ArmadaSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the best of some throws, or ``skip``: a void throw may cost the King (K41)."""
    if not state.pool:
        return SKIP
    if not skill.knows_odds:
        return SKIP if numbers(2) else write_order(ThrowOrder(_middle_square(state)))
    squares = squares_in_order(state.size)
    aims = [_middle_square(state), *(squares[numbers(len(squares))] for _ in range(AIMS))]
    weighed = {aim: _throw_gain(state, seat, aim) for aim in aims}
    best = max(weighed, key=weighed.__getitem__)  # of equals the one that the numbers named first
    return write_order(ThrowOrder(best)) if weighed[best] > 0 else SKIP


def _middle_square(state: State) -> Square:
    squares = squares_in_order(state.size)
    return squares[len(squares) // 2]


def _throw_gain(state: State, seat: Seat, aim: Square) -> float:
    """Return what a throw is worth: by enemy and own units that are lost, and the price of a void
    throw."""
    odds, team = throw_odds(state, seat, aim), state.team_of(seat)
    guess = RankGuess(state, seat)
    own = [unit.rank for unit in state.pieces.values() if unit.seat == seat]
    # A void throw costs its thrower a random unit, but a defeated one nothing (K41).
    price = sum(WORTH.get(rank, 1.5) for rank in own) / max(1, len(own))
    gain = 0.02 * odds.rest_count - odds.void * (0 if seat in state.defeated else price)
    for square, times in odds.lost.items():
        worth = guess.expected_worth(square, WORTH)
        gain += -times * worth if state.pieces[square].seat in team else times * worth
    return gain / ALL


class ArmadaBot:
    """The thoughts of a bot about its turn in one position."""

    def __init__(self, skill: ArmadaSkill, state: State, seat: Seat, numbers: Numbers) -> None:
        self.skill, self.state, self.seat, self.numbers = skill, state, seat, numbers
        self.guess = RankGuess(state, seat)
        self.phase = seat_phase(state, seat)
        self.eager, self.bold = self.measure_temper()
        team = state.team_of(seat)
        self.foes = [at for at, unit in state.pieces.items() if unit.seat not in team]

    def measure_temper(self) -> tuple[float, float]:
        """Return how eager a bot is for something to happen, and how much of a new danger to its
        units it overlooks: all or nothing by lot, so that opponents cannot count on it."""
        eager = rounds_of_quiet(self.state, self.seat) / QUIET
        return eager, float(self.numbers(FINE) < FINE * (self.skill.bolder * eager) ** 2)

    def best_turn(self) -> str:
        """Return the way that looks best, as text."""
        gains = {
            write_activation(turn): self.activation_gain(turn)
            for turn in legal_activations(self.state, self.seat)
        }
        # Equal gains are settled by the text, so that the same numbers give the same turn.
        return max(gains, key=lambda text: (gains[text], text)) if gains else RESIGN

    @cached_property
    def danger_by_square(self) -> Mapping[Square, float]:
        """The probability that an enemy strikes each square in its next turn."""
        return threat_by_square(self.state, self.seat, self.guess)

    @cached_property
    def pull_by_square(self) -> Mapping[Square, float]:
        """How much each square is worth by being near to enemies worth an attack."""
        pull: dict[Square, float] = {}
        for foe in self.foes:
            prospect = self._target_value(foe)
            for square, away in distances_to(self.state, foe).items():
                pull[square] = max(pull.get(square, 0.0), prospect * NEARER**away)
        return pull

    def _target_value(self, foe: Square) -> float:
        """Return what an enemy unit is worth going for; little as long as a live zone protects
        it."""
        owner = self.state.live_zones.get(foe)
        is_safe = owner is not None and owner not in self.state.team_of(self.seat)
        worth = max(0.08, self.guess.capture_chance(foe) * self._capture_worth(foe))
        return worth * (0.25 if is_safe else 1.0)

    def _capture_worth(self, foe: Square) -> float:
        """Return what the unit on a square is worth if it can be captured now."""
        rank = self.guess.active_rank(self.state.pieces[foe].seat)
        is_king = self.guess.king_chance(foe) if self.state.king == ALWAYS else 0.0
        return WORTH[rank] + is_king * WORTH[KING]

    def activation_gain(self, turn: Activation) -> float:
        """Return what an activation seems to be worth, with a whim of chance."""
        whim = self.skill.whim * self.numbers(FINE) / FINE
        rank = self.state.pieces[turn.path[0]].rank
        match turn.link:
            case "x":
                return whim + self._attack_gain(rank, turn)
            case "*":
                return whim + self._blow_gain(rank, turn)
            case _:
                return whim + self._walk_gain(rank, turn.path[0], turn.path[-1])

    def _attack_gain(self, rank: Rank, turn: Activation) -> float:
        """Return what an attack is likely to win, and what it risks where it succeeds."""
        start, end = turn.path[0], turn.path[-1]
        owner = self.state.live_zones.get(end)
        if owner is not None and owner not in self.state.team_of(self.seat):
            # Nobody is captured in a live zone (K28): the turn would only buy a look.
            return -0.3 + 0.05 * self.numbers(FINE) / FINE
        chance = self.guess.capture_chance(end)
        risk = self._added_risk(rank, start, end)
        return chance * (self._capture_worth(end) + 0.5) - chance * risk

    def _blow_gain(self, rank: Rank, turn: Activation) -> float:
        """Return what a blow at a blocker is worth, which is more the longer nothing has
        happened."""
        key = next(key for key, one in self.state.blockers.items() if turn.path[-1] in one.squares)
        strength = self.state.blockers[key].strength
        done = 1.0 if rank == KING else min(1.0, rank_value(rank) / strength)
        stand = turn.path[-1] if done == 1 else turn.path[-2]
        return self._walk_gain(rank, turn.path[0], stand) + (0.02 + self.eager) * done

    def _walk_gain(self, rank: Rank, start: Square, end: Square) -> float:
        if rank == KING:
            return self._king_gain(start, end)
        return self._added_pull(start, end) - self._added_risk(rank, start, end)

    def _added_pull(self, start: Square, end: Square) -> float:
        return self.pull_by_square.get(end, 0.0) - self.pull_by_square.get(start, 0.0)

    def _added_risk(self, rank: Rank, start: Square, end: Square) -> float:
        """Return how much more a unit risks where it goes than where it stands."""
        # Under the default rule no King can be captured before the last phase (HK10).
        if rank == KING and self.phase < LAST_PHASE and self.state.king != ALWAYS:
            return 0.0
        more = self.danger_by_square.get(end, 0.0) - self.danger_by_square.get(start, 0.0)
        if more > 0 and rank != KING:
            more *= (1 - self.bold) * (0.5 if self._is_backed(start, end) else 1)
        return self.skill.danger * WORTH[rank] * more

    def _is_backed(self, start: Square, end: Square) -> bool:
        """Return whether another own unit could strike back at a capture on a square."""
        return any(end in reached for at, reached in self.reach_by_unit.items() if at != start)

    @cached_property
    def reach_by_unit(self) -> Mapping[Square, set[Square]]:
        """The squares within reach of each own unit that can move."""
        return own_reach(self.state, self.seat)

    def _king_gain(self, start: Square, end: Square) -> float:
        """Return what a step of the King is worth: it leaves its zone in time (K14), stays away
        from enemies, and goes for them once it is alone."""
        risk = self._added_risk(KING, start, end)
        if self.phase == LAST_PHASE:
            return self._added_pull(start, end) - risk
        near = 0.3 * self._added_pull(start, end)
        return self._leaving_gain(start, end) - risk - self.skill.guard * (0.25 + near)

    def _leaving_gain(self, start: Square, end: Square) -> float:
        home = setup_zone(self.seat, self.state.size)
        if not self.state.zones.get(self.seat) or start not in home:
            return 0.0
        hurry = self.state.turns.get(self.seat, 0) / (GRACE - 1)
        out = 0.6 + 2.5 * hurry if end not in home else 0.0
        freer = _count_neighbours(end, self.state) < _count_neighbours(start, self.state)
        return out + 0.3 * hurry * freer


def rounds_of_quiet(state: State, seat: Seat) -> float:
    """Return for how many rounds nothing has happened when a seat's turn comes.

    A seat that moves later in a round has waited for a part of the round longer. If only whole
    rounds counted, the first seat would lose patience before the others, step into their reach,
    and lose most games by that.
    """
    waiting = state.undefeated_seats
    return max(0.0, state.round - state.stirred + waiting.index(seat) / len(waiting))


def _count_neighbours(square: Square, state: State) -> int:
    closed = closed_squares(state)
    near = (at for at in squares_around(square, state.size) if at not in closed)
    return sum(at in state.pieces for at in near)
