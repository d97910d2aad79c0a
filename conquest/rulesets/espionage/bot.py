"""House players: they know what their seat sees, and weigh what the rest may be.

Every step is weighed by itself: what an attack is likely to win, what it risks, whether it
brings a piece nearer to something worth an attack. A turn is the best two that go together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from conquest.core import Numbers, Seat
from conquest.rulesets.espionage.board import Square, adjacent_squares, surrounding_squares
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.moves import legal_steps, possible_second_steps
from conquest.rulesets.espionage.orders import ACCEPT, RESIGN, PieceStep, write_setup, write_step
from conquest.rulesets.espionage.rank_odds import ArmyGuess, Odds, guess_army
from conquest.rulesets.espionage.ranks import (
    HEADQUARTERS,
    MOBILE,
    SPY,
    UNKNOWN,
    Rank,
    fight_result,
    other_seat,
)
from conquest.rulesets.espionage.rules import to_act
from conquest.rulesets.espionage.setup_draft import USUAL_CAMPS, camp_from_rows, mirror_places

FINE = 1_000_000
WORTH: Mapping[Rank, float] = {
    "1": 1.0,
    "2": 1.5,
    "3": 2.3,
    "4": 3.6,
    "5": 5.0,
    "S": 2.2,
    "P": 2.4,
    "M": 1.5,
    "Q": 40.0,
}
NEARER = 0.88
"""What is left of a prospect with each step that it is further away."""

GLAD = -12.0
"""How far behind somebody is who is glad of a draw."""


@dataclass(frozen=True, slots=True)
class EspionageSkill:
    """How well somebody plays: how much of a danger he sees, what he gives for knowing a rank,
    how much the own headquarters is worth watching, and what his whims may cost him."""

    danger: float
    knowing: float
    watch: float
    whim: float


CASUAL = EspionageSkill(danger=0.0, knowing=0.0, watch=0.0, whim=1.5)
STRONG = EspionageSkill(danger=0.7, knowing=0.7, watch=1.0, whim=0.05)


def choose_setup(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return one of the good set-ups, mirrored or not."""
    _named, rows = USUAL_CAMPS[state.size][numbers(len(USUAL_CAMPS[state.size]))]
    camp = camp_from_rows(state.size, seat, rows)
    return write_setup(mirror_places(state.size, camp) if numbers(2) else camp)


def propose_orders(skill: EspionageSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house player hands in now, as one text."""
    decision = to_act(state).get(seat)
    if decision == "setup":
        return choose_setup(state, seat, numbers)
    if decision != "turn":
        return ""
    player = EspionageBot(skill, state, seat, numbers)
    if state.offer == other_seat(seat) and player.material_balance() < GLAD:
        return ACCEPT
    return player.best_turn()


def _write_turn(first: PieceStep, second: PieceStep | None) -> str:
    return " ".join(write_step(step) for step in (first, second) if step)


class EspionageBot:
    """What somebody thinks about his turn."""

    def __init__(self, skill: EspionageSkill, state: State, seat: Seat, numbers: Numbers) -> None:
        self.skill, self.state, self.seat, self.numbers = skill, state, seat, numbers
        self.guess: ArmyGuess = guess_army(state, seat)
        self.own = {at: piece.rank for at, piece in state.pieces.items() if piece.seat == seat}
        self.home = next((at for at, rank in self.own.items() if rank == HEADQUARTERS), "")
        self.far = {at: self._distances_to(at) for at in self.guess.odds}
        self.pulls: dict[tuple[Rank, Square], float] = {}
        self.gains: dict[PieceStep, float] = {}

    def best_turn(self) -> str:
        """Return the turn that looks best."""
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
            if all(second.end == first.end for second in seconds):
                yield first, None
            yield from ((first, second) for second in seconds)

    def _turn_gain(self, pair: tuple[PieceStep, PieceStep | None]) -> float:
        """Return what a turn seems worth; the better attack comes first, for it may win all."""
        first, second = pair
        later = self.step_gain(second) if second else 0.0
        return self.step_gain(first) * 1.001 + later

    def material_balance(self) -> float:
        """Return how much more the own army is worth than the other one, headquarters aside."""
        mine = sum(WORTH[rank] for rank in self.own.values() if rank != HEADQUARTERS)
        theirs = sum(self._expected_worth(odds) for odds in self.guess.odds.values())
        return mine - theirs

    def _expected_worth(self, odds: Odds) -> float:
        return sum(odds[rank] * WORTH[rank] for rank in odds if rank != HEADQUARTERS)

    def step_gain(self, step: PieceStep) -> float:
        """Return what a step seems worth."""
        if step not in self.gains:
            self.gains[step] = self._weigh_step(step)
        return self.gains[step]

    def _weigh_step(self, step: PieceStep) -> float:
        rank = self.state.pieces[step.start].rank
        whim = self.skill.whim * self.numbers(FINE) / FINE
        if step.end in self.guess.odds:
            return whim + self._attack_gain(rank, step)
        moved = self._approach_value(rank, step.end) - self._approach_value(rank, step.start)
        risk = self._expected_loss(rank, step.end, step.start) - self._expected_loss(
            rank, step.start, ""
        )
        return whim + moved - risk + self._scouting_gain(rank, step) - self._exposure_cost(step)

    def _attack_gain(self, rank: Rank, step: PieceStep) -> float:
        """Return what an attack is worth: what it wins and loses, each as likely as it is."""
        odds, gain, stays = self.guess.odds[step.end], 0.0, 0.0
        for against, chance in odds.items():
            result = fight_result(rank, against)
            if result != "lost":
                gain += chance * WORTH[against]
                stays += chance * (result == "won")
            if result in ("lost", "both"):
                gain -= chance * WORTH[rank]
        eager = self.state.quiet / self.state.limit
        risk = stays * self._expected_loss(rank, step.end, step.start)
        return gain + eager - risk + self._relief_gain(step.end, stays)

    def _relief_gain(self, square: Square, chance: float) -> float:
        """Return what it is worth to beat who stands next to the own headquarters."""
        return self.skill.watch * chance * self._headquarters_threat(square)

    def _headquarters_threat(self, square: Square) -> float:
        if not self.home:
            return 0.0
        away = self.far[square].get(self.home, 99)
        return {1: 25.0, 2: 6.0, 3: 1.5}.get(away, 0.0) * self.guess.chance_of_ranks(square, MOBILE)

    def _expected_loss(self, rank: Rank, square: Square, left: Square) -> float:
        """Return what a piece on a square can be expected to lose to its neighbours."""
        if not self.skill.danger:
            return 0.0
        worst = 0.0
        for at in adjacent_squares(square, self.state.size):
            if at in self.guess.odds and at != left:
                odds = self.guess.odds[at]
                beats = sum(
                    chance
                    for foe, chance in odds.items()
                    if foe in MOBILE and fight_result(foe, rank) == "won"
                )
                worst = max(worst, beats)
        return self.skill.danger * worst * WORTH[rank]

    def _scouting_gain(self, rank: Rank, step: PieceStep) -> float:
        """Return what a spy learns by a step."""
        if rank != SPY:
            return 0.0
        hidden = [
            at
            for at in surrounding_squares(step.end, self.state.size)
            if at in self.guess.odds and self.state.pieces[at].rank == UNKNOWN
        ]
        return self.skill.knowing * len(hidden)

    def _exposure_cost(self, step: PieceStep) -> float:
        """Return what it costs to open the way to the own headquarters."""
        if not self.home or step.start not in adjacent_squares(self.home, self.state.size):
            return 0.0
        near = min((self.far[at].get(self.home, 99) for at in self.far), default=99)
        return self.skill.watch * (3.0 if near <= 4 else 0.4)

    def _approach_value(self, rank: Rank, square: Square) -> float:
        """Return how near a piece of a rank on a square is to something worth an attack."""
        key = rank, square
        if key not in self.pulls:
            self.pulls[key] = max(
                (
                    self._target_value(rank, at) * NEARER ** self.far[at].get(square, 40)
                    for at in self.guess.odds
                ),
                default=0.0,
            )
        return self.pulls[key]

    def _target_value(self, rank: Rank, at: Square) -> float:
        """Return what there is to gain from a piece of the other side, never less than little."""
        gain = 0.0
        for against, chance in self.guess.odds[at].items():
            result = fight_result(rank, against)
            gain += chance * (WORTH[against] if result != "lost" else 0.0)
            gain -= chance * (WORTH[rank] if result in ("lost", "both") else 0.0)
        if rank == SPY and self.state.pieces[at].rank == UNKNOWN:
            gain += 2 * self.skill.knowing
        return max(0.05, gain + self.skill.watch * self._headquarters_threat(at) * 0.3)

    def _distances_to(self, goal: Square) -> dict[Square, int]:
        """Return how many steps each square is away from one, round all that is in the way."""
        state, distances, queue = self.state, {goal: 0}, deque([goal])
        while queue:
            at = queue.popleft()
            for near in adjacent_squares(at, state.size):
                if near not in distances and near not in state.volcanoes:
                    distances[near] = distances[at] + 1
                    if near not in state.pieces:
                        queue.append(near)
        return distances
