"""Bots for Espionage: they know what their seat sees, and estimate the rest.

Every step is valued by itself: what an attack is likely to win, what it risks, whether it
brings a piece nearer to something worth an attack. A turn is the best pair of steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conquest.core import Numbers, Seat
from conquest.kit.hidden_army import UNKNOWN, Rank, Square, squares_around, write_setup
from conquest.rulesets.espionage.army import SETUP
from conquest.rulesets.espionage.board import surrounding_squares
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.moves import legal_steps, possible_second_steps
from conquest.rulesets.espionage.orders import ACCEPT, RESIGN, PieceStep, write_step
from conquest.rulesets.espionage.rank_odds import ArmyGuess, Odds, guess_army
from conquest.rulesets.espionage.ranks import HEADQUARTERS, MOBILE, SPY, fight_result, other_seat
from conquest.rulesets.espionage.rules import to_act

FINE = 1_000_000  # the resolution of a random whim
# In corporals; the headquarters is worth more than any risk, since it wins.
WORTH: Mapping[Rank, float] = (
    {"1": 1.0, "2": 1.5, "3": 2.3, "4": 3.6, "5": 5.0}  # soldiers
    | {"S": 2.2, "P": 2.4, "M": 1.5, HEADQUARTERS: 40.0}
)
NEARER = 0.88
"""The part of a target's value that is left with each step of distance."""

GLAD = -12.0
"""The material balance below which a bot accepts a draw."""


@dataclass(frozen=True, slots=True)
class EspionageSkill:
    """How well a bot plays: how much of a danger it sees, what a known rank is worth to it, how
    much it guards its headquarters, and what a random whim may cost it."""

    danger: float
    knowing: float
    watch: float
    whim: float


CASUAL = EspionageSkill(danger=0.0, knowing=0.0, watch=0.0, whim=1.5)
STRONG = EspionageSkill(danger=0.7, knowing=0.7, watch=1.0, whim=0.05)


def propose_orders(skill: EspionageSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the orders that a bot hands in now, as one text."""
    decision = to_act(state).get(seat)
    if decision == "setup":
        return write_setup(SETUP.draw_camp(state.size, seat, numbers))
    if decision != "turn":
        return ""
    player = EspionageBot(skill, state, seat, numbers)
    if state.offer == other_seat(seat) and player.material_balance() < GLAD:
        return ACCEPT
    return player.best_turn()


def _write_turn(first: PieceStep, second: PieceStep | None) -> str:
    return " ".join(write_step(step) for step in (first, second) if step)


class EspionageBot:
    """One decision of a bot about its turn."""

    def __init__(self, skill: EspionageSkill, state: State, seat: Seat, numbers: Numbers) -> None:
        self.skill, self.state, self.seat, self.numbers = skill, state, seat, numbers
        self.guess: ArmyGuess = guess_army(state, seat)
        self.own = {at: piece.rank for at, piece in state.pieces.items() if piece.seat == seat}
        self.home = next((at for at, rank in self.own.items() if rank == HEADQUARTERS), "")
        self.far = {at: self._distances_to(at) for at in self.guess.odds}
        self.pulls: dict[tuple[Rank, Square], float] = {}
        self.gains: dict[PieceStep, float] = {}

    def best_turn(self) -> str:
        """Return the turn with the highest value; the seat resigns if it has no legal step."""
        firsts = sorted(legal_steps(self.state, self.seat), key=self.step_gain, reverse=True)
        if not firsts:
            return RESIGN
        if self.state.moves == 1:
            return _write_turn(firsts[0], None)
        turns = [(self._turn_gain(pair), pair) for pair in self._possible_turns(firsts)]
        return _write_turn(*max(turns, key=lambda turn: turn[0])[1])

    def _possible_turns(
        self, firsts: Iterable[PieceStep]
    ) -> Iterator[tuple[PieceStep, PieceStep | None]]:
        for first in firsts:
            seconds = list(possible_second_steps(self.state, self.seat, first))
            # A second step is compulsory only if one does not depend on the attack (EP5).
            if all(second.end == first.end for second in seconds):
                yield first, None
            yield from ((first, second) for second in seconds)

    def _turn_gain(self, pair: tuple[PieceStep, PieceStep | None]) -> float:
        """Return the value of a turn; the better step comes first, since it may win the game."""
        first, second = pair
        later = self.step_gain(second) if second else 0.0
        # The factor only decides between the two orders of the same steps.
        return self.step_gain(first) * 1.001 + later

    def material_balance(self) -> float:
        """Return the worth of the own army less that of the other one, headquarters excluded."""
        mine = sum(WORTH[rank] for rank in self.own.values() if rank != HEADQUARTERS)
        theirs = sum(self._expected_worth(odds) for odds in self.guess.odds.values())
        return mine - theirs

    def _expected_worth(self, odds: Odds) -> float:
        return sum(odds[rank] * WORTH[rank] for rank in odds if rank != HEADQUARTERS)

    def step_gain(self, step: PieceStep) -> float:
        """Return the value of a step."""
        # Cached: a step occurs in many turns, and its random whim must be the same in all.
        if step not in self.gains:
            self.gains[step] = self._weigh_step(step)
        return self.gains[step]

    def _weigh_step(self, step: PieceStep) -> float:
        rank = self.state.pieces[step.start].rank
        whim = self.skill.whim * self.numbers(FINE) / FINE
        if step.end in self.guess.odds:
            return whim + self._attack_gain(rank, step)
        moved = self._approach_value(rank, step.end) - self._approach_value(rank, step.start)
        risk = self._expected_loss(rank, step.end) - self._expected_loss(rank, step.start)
        return whim + moved - risk + self._scouting_gain(rank, step) - self._exposure_cost(step)

    def _attack_gain(self, rank: Rank, step: PieceStep) -> float:
        """Return the value of an attack: what it wins and loses, weighted by the odds."""
        odds, gain, stays = self.guess.odds[step.end], 0.0, 0.0
        for against, chance in odds.items():
            result = fight_result(rank, against)
            if result != "lost":
                gain += chance * WORTH[against]
                stays += chance * (result == "won")
            if result in ("lost", "both"):
                gain -= chance * WORTH[rank]
        # The nearer a draw by quiet moves, the rather a fight (HE18).
        eager = self.state.quiet / self.state.limit
        risk = stays * self._expected_loss(rank, step.end)
        return gain + eager - risk + self._relief_gain(step.end, stays)

    def _relief_gain(self, square: Square, chance: float) -> float:
        """Return the value of removing a threat to the own headquarters."""
        return self.skill.watch * chance * self._headquarters_threat(square)

    def _headquarters_threat(self, square: Square) -> float:
        if not self.home:
            return 0.0
        away = self.far[square].get(self.home, 99)
        return {1: 25.0, 2: 6.0, 3: 1.5}.get(away, 0.0) * self.guess.chance_of_ranks(square, MOBILE)

    def _expected_loss(self, rank: Rank, square: Square) -> float:
        """Return the expected loss of a piece on a square to an attack by one of its neighbours."""
        if not self.skill.danger:
            return 0.0
        near = (at for at in squares_around(square, self.state.size) if at in self.guess.odds)
        worst = max((self._defeat_chance(rank, at) for at in near), default=0.0)
        return self.skill.danger * worst * WORTH[rank]

    def _defeat_chance(self, rank: Rank, foe: Square) -> float:
        odds = self.guess.odds[foe].items()
        return sum(n for foe, n in odds if foe in MOBILE and fight_result(foe, rank) == "won")

    def _scouting_gain(self, rank: Rank, step: PieceStep) -> float:
        """Return the value of the ranks that a spy uncovers by a step."""
        if rank != SPY:
            return 0.0
        hidden = [
            at
            for at in surrounding_squares(step.end, self.state.size)
            if at in self.guess.odds and self.state.pieces[at].rank == UNKNOWN
        ]
        return self.skill.knowing * len(hidden)

    def _exposure_cost(self, step: PieceStep) -> float:
        """Return the cost of a step that leaves a square next to the own headquarters."""
        if not self.home or step.start not in squares_around(self.home, self.state.size):
            return 0.0
        near = min((self.far[at].get(self.home, 99) for at in self.far), default=99)
        return self.skill.watch * (3.0 if near <= 4 else 0.4)

    def _approach_value(self, rank: Rank, square: Square) -> float:
        """Return the value of the best target of a piece, which decreases with its distance."""
        key = rank, square
        if key not in self.pulls:
            targets = ((self._target_value(rank, at), self.far[at]) for at in self.guess.odds)
            pulls = (value * NEARER ** far.get(square, 40) for value, far in targets)
            self.pulls[key] = max(pulls, default=0.0)
        return self.pulls[key]

    def _target_value(self, rank: Rank, at: Square) -> float:
        """Return the expected gain from attacking a piece of the other side, at least 0.05."""
        gain = 0.0
        for against, chance in self.guess.odds[at].items():
            result = fight_result(rank, against)
            gain += chance * (WORTH[against] if result != "lost" else 0.0)
            gain -= chance * (WORTH[rank] if result in ("lost", "both") else 0.0)
        if rank == SPY and self.state.pieces[at].rank == UNKNOWN:
            gain += 2 * self.skill.knowing
        # Never nothing, or pieces without a worthwhile target would not advance.
        return max(0.05, gain + self.skill.watch * self._headquarters_threat(at) * 0.3)

    def _distances_to(self, goal: Square) -> dict[Square, int]:
        """Return the number of steps from each square to ``goal``, around pieces and volcanoes."""
        state, distances, queue = self.state, {goal: 0}, deque([goal])
        while queue:
            at = queue.popleft()
            for near in squares_around(at, state.size):
                if near not in distances and near not in state.volcanoes:
                    # An occupied square has a distance itself, but no path leads through it.
                    distances[near] = distances[at] + 1
                    if near not in state.pieces:
                        queue.append(near)
        return distances
