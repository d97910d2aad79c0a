"""The timeline of a game: its main number from turn to turn, and the moves that decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from conquest.core import Column, PositionReport
from games.models import Game
from games.play import history
from games.play.history import HistoryStep, Moment
from games.play.knowledge import known_game

SWINGS, CAPTURES, LEAST = 3, 2, 3
KEPT = 64
LONGEST = 5_000  # events: of a longer game its last ones are walked through
DONE = ("arrow", "path", "ghost")


@dataclass(frozen=True, slots=True)
class TimelineTurn:
    """A finished turn: the main ``numbers`` after it and the points ``used`` in it, both by seat.

    The first one is the position before the others, with the number before theirs.
    """

    number: int
    numbers: Mapping[str, int]
    used: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class KeyMove:
    """A step that may have decided the game: the ``changes`` of the main number by seat, and the
    ``worth`` of what was lost."""

    step: HistoryStep
    turn: int
    changes: Mapping[str, int]
    worth: float = 0

    @property
    def swing(self) -> int:
        return sum(abs(change) for change in self.changes.values())


@dataclass(frozen=True, slots=True)
class Timeline:
    """The turns of a game, the column of its main number, and the key moves."""

    main: Column | None
    turns: tuple[TimelineTurn, ...]
    key_moves: tuple[KeyMove, ...]

    @property
    def has_points(self) -> bool:
        return any(turn.used for turn in self.turns)


def game_timeline(game: Game) -> Timeline:
    """Return the timeline of a game, as the public may know it."""
    return _walk_timeline(game, game.head, game.status)


# Walking through a long game takes a while, and its past does not change: head and status are
# arguments so that a later position, or the end, which opens what was hidden, is walked again.
@lru_cache(maxsize=KEPT)
def _walk_timeline(game: Game, head: str, status: str) -> Timeline:
    start = max(1, game.version - LONGEST)
    walk = _Walk.from_position(game, start)
    for moment in history.iterate_live_moments(game, None, after=start):
        walk.take_moment(moment)
    walk.close_last_turn()
    return Timeline(walk.main, tuple(walk.turns), pick_key_moves(walk.key_moves))


def pick_key_moves(key_moves: Iterable[KeyMove]) -> tuple[KeyMove, ...]:
    """Choose the biggest swings, the heaviest other losses, and the last move of all, with the
    moves before it if there would be fewer than ``LEAST``."""
    moves = list(key_moves)
    by_swing = sorted(moves, key=lambda move: (move.swing, move.worth, move.step.seq))
    swings = [move for move in by_swing[-SWINGS:] if move.swing]
    others = [move for move in moves if move not in swings and move.worth]
    losses = sorted(others, key=lambda move: (move.worth, move.step.seq))[-CAPTURES:]
    last = moves[-max(1, LEAST - len(swings) - len(losses)) :]
    chosen = {move.step.seq: move for move in (*swings, *losses, *last)}
    return tuple(chosen[seq] for seq in sorted(chosen))


@dataclass(slots=True)
class _Walk:
    """A walk through a game.

    A report takes a while, so that positions are reported only where turns end and pieces fall.
    The steps in between are ``pending``; theirs are reported only if the number has changed.
    """

    game: Game
    main: Column | None
    turn: int
    numbers: Mapping[str, int]
    turns: list[TimelineTurn]
    key_moves: list[KeyMove] = field(default_factory=list)
    pending: list[Moment] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    is_begun: bool = False

    @classmethod
    def from_position(cls, game: Game, version: int) -> _Walk:
        main = next((column for column in game.rules.telling.columns if column.is_main), None)
        report = known_game(game, None, version).report
        numbers = _main_numbers(main, report)
        before = TimelineTurn(report.number - 1 if version > 1 else 0, numbers, {})
        return cls(game, main, report.number, numbers, [before])

    def take_moment(self, moment: Moment) -> None:
        if moment.step:
            self.note_action(moment, moment.step)
        if not self.is_under_way:
            self.restart_count(moment)
        elif moment.step and not is_board_action(moment.step):
            self.note_undrawn_step(moment)
        if moment.ends_turn or (moment.step and moment.step.is_capture):
            report = self.report_at(moment)
            self.settle_pending(report)
            if moment.ends_turn:
                self.close_turn(report.number)

    @property
    def is_under_way(self) -> bool:
        """Whether something has happened on the board."""
        return self.is_begun or len(self.turns) > 1

    def restart_count(self, moment: Moment) -> None:
        """Count from here, since armies are set up before the first move."""
        self.numbers = _main_numbers(self.main, self.report_at(moment))
        self.turns = [TimelineTurn(self.turns[0].number, self.numbers, {})]

    def note_action(self, moment: Moment, step: HistoryStep) -> None:
        if step.seat and step.cost:
            self.used[step.seat] += step.cost
        if is_board_action(step):
            self.pending.append(moment)
            self.is_begun = True

    def note_undrawn_step(self, moment: Moment) -> None:
        """Add a step without marks, such as a resignation, if it has changed the main number."""
        numbers = _main_numbers(self.main, self.report_at(moment))
        if numbers != self.numbers and self.pending:
            self.settle_pending(self.report_at(self.pending[-1]))
        if numbers != self.numbers:
            self.add_key_move(moment, numbers)

    def report_at(self, moment: Moment) -> PositionReport:
        return self.game.rules.telling.report(moment.known())

    def settle_pending(self, report: PositionReport) -> None:
        """Add the pending steps with the changes that each of them has made."""
        numbers = _main_numbers(self.main, report)
        if numbers != self.numbers:
            for moment in self.pending[:-1]:
                self.add_key_move(moment, _main_numbers(self.main, self.report_at(moment)))
        for moment in self.pending[-1:]:
            self.add_key_move(moment, numbers)
        self.pending, self.numbers = [], numbers

    def add_key_move(self, moment: Moment, numbers: Mapping[str, int]) -> None:
        assert moment.step
        changes = {seat: n - self.numbers.get(seat, 0) for seat, n in numbers.items()}
        moved = {seat: change for seat, change in changes.items() if change}
        self.key_moves.append(
            KeyMove(moment.step, self.turn, moved, self.weigh_losses(moment.step))
        )
        self.numbers = numbers

    def weigh_losses(self, step: HistoryStep) -> float:
        """Return the worth of what was lost in a step; pieces without an owner count nothing."""
        ghosts = (mark for mark in step.marks if mark.kind == "ghost" and mark.seat)
        return sum(self.game.rules.telling.worth.get(ghost.label, 1) for ghost in ghosts)

    def close_turn(self, following: int) -> None:
        self.turns.append(TimelineTurn(self.turn, self.numbers, dict(self.used)))
        self.turn, self.used, self.is_begun = following, Counter(), False

    def close_last_turn(self) -> None:
        """Close the last turn, if something has happened in it."""
        if self.is_begun:
            report = known_game(self.game, None).report
            self.settle_pending(report)
            self.close_turn(report.number)


def is_board_action(step: HistoryStep) -> bool:
    """Whether a step changes something on the board."""
    return any(mark.kind in DONE for mark in step.marks)


def _main_numbers(main: Column | None, report: PositionReport) -> Mapping[str, int]:
    if main is None:
        return {}
    lines = (line for line in report.seats if main.name in line.numbers)
    return {line.seat: line.numbers[main.name] for line in lines}
