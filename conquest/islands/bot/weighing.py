"""Weigh a position for a seat: a quick estimate for the greedy bot, no part of the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from conquest.core import Seat
from conquest.islands.board import Board
from conquest.islands.laws import AnyLaws
from conquest.islands.model import FREEZING, State, side_of
from conquest.islands.pieces import LAND, Piece, figures_in
from conquest.islands.rules.steps import step_tables
from conquest.islands.rules.tally import lost_fields

WORTH = {"S": 3.0, "K": 5.0, "C": 5.0, "E": 7.0, "B": 4.0, "G": 5.0, "M": 4.0, "T": 5.0, "W": 6.0}
HELD_FIELD = 4.0
IMMOBILISED = 30.0
ENEMY_SHARE = 0.4
EN_PRISE = 0.1
AT_RISK = 0.9
PACE = 0.05
WON = 1000.0
# The distance of a goal that cannot be reached at all.
FAR = 60
LANDING = 6

Placed: TypeAlias = tuple[str, Piece]


def weigh_position(state: State, seat: Seat) -> float:
    """Return how good a position is for a seat; more is better, and only comparisons count.

    Counts material, captures, fields held and lost, the piece that may be recaptured now, pieces
    that an enemy could take next turn, and distances to the grail and to foreign castles.
    """
    if state.outcome:
        return WON if seat in state.outcome.winners else -WON
    board, friends = state.board, side_of(state, seat)
    own, enemies = list[Placed](), list[Placed]()
    for pair in state.pieces.items():
        if pair[1].seat == seat:
            own.append(pair)
        elif pair[1].seat not in friends:
            enemies.append(pair)
    value = _total_worth(own) - ENEMY_SHARE * _total_worth(enemies)
    value += 2 * state.captured.get(seat, 0) + HELD_FIELD * _count_held(state, seat)
    lost = len(lost_fields(state, seat))
    value -= HELD_FIELD * lost
    value -= IMMOBILISED * (lost >= FREEZING)
    value -= EN_PRISE * _total_worth(_threatened_pieces(board, state.laws, own, enemies))
    if state.window and seat == state.turn:
        value -= AT_RISK * _stack_worth(state.pieces[state.window.at])
    return value - PACE * _sum_distances(_goal_distances(board, state.laws, seat), own)


def _total_worth(stacks: Iterable[Placed]) -> float:
    total = 0.0
    for _, stack in stacks:
        total += _stack_worth(stack) if stack.load else WORTH[stack.letter]
    return total


def _stack_worth(stack: Piece) -> float:
    return sum(WORTH[letter] for letter in _crew_letters(stack))


@lru_cache(maxsize=4096)
def _crew_letters(stack: Piece) -> tuple[str, ...]:
    return tuple(figure.letter for figure in figures_in(stack))


def _count_held(state: State, seat: Seat) -> int:
    held = 0
    for field in _prize_fields(state.board, state.seats, side_of(state, seat)):
        stack = state.pieces.get(field)
        held += stack is not None and stack.seat == seat
    return held


@lru_cache(maxsize=64)
def _prize_fields(
    board: Board, seats: tuple[Seat, ...], friends: tuple[Seat, ...]
) -> tuple[str, ...]:
    others = [board.castles[other] for other in seats if other not in friends]
    return (*board.grail, *(tower for castle in others for tower in castle))


def _threatened_pieces(
    board: Board, laws: AnyLaws, own: Iterable[Placed], enemies: Iterable[Placed]
) -> Iterator[Placed]:
    """Yield the own stacks that enemies might take next turn, as if the roads were empty."""
    # Walking every path for every candidate order would be far too slow.
    bits, reaches = _field_bits(board), _reach_bits(board, laws)
    threatened = 0
    for field, stack in enemies:
        threatened |= reaches[stack.letter].get(field, 0)
    for field, stack in own:
        if bits[field] & threatened:
            yield field, stack


def _sum_distances(goals: Mapping[str, Mapping[str, int]], own: Iterable[Placed]) -> int:
    """Return the sum of all figures' distances to their goals; a load at sea goes by its vessel."""
    total = 0
    for field, stack in own:
        voyage = goals[stack.letter].get(field, FAR) + LANDING
        if stack.load:
            total += sum(goals[letter].get(field, voyage) for letter in _crew_letters(stack))
        else:
            total += goals[stack.letter].get(field, voyage)
    return total


@lru_cache(maxsize=64)
def _field_bits(board: Board) -> Mapping[str, int]:
    return {field: 1 << place for place, field in enumerate(board.kinds)}


@lru_cache(maxsize=64)
def _reach_bits(board: Board, laws: AnyLaws) -> Mapping[str, Mapping[str, int]]:
    """Return the fields within a figure's range on an empty board: bits by letter and field."""
    bits = _field_bits(board)
    return {
        letter: {
            field: sum(
                bits[end]
                for end in _distances_from(steps, [field], laws.ranges[letter])
                if end != field
            )
            for field in steps
        }
        for letter, steps in step_tables(board.key, laws).steps.items()
        for reach in [laws.ranges[letter]]
    }


@lru_cache(maxsize=256)
def _goal_distances(board: Board, laws: AnyLaws, seat: Seat) -> Mapping[str, Mapping[str, int]]:
    """Return distances to the nearest field worth holding, by letter and field."""
    towers = [f for other, castle in board.castles.items() if other != seat for f in castle]
    land, sea = [*board.grail, *towers], _foreign_harbours(board, seat)
    return {
        letter: _distances_from(steps, land if letter in LAND else sea, FAR)
        for letter, steps in step_tables(board.key, laws).steps.items()
    }


def _foreign_harbours(board: Board, seat: Seat) -> list[str]:
    return [
        field
        for field, kind in board.kinds.items()
        if kind == "harbour" and board.setup.get(field, ("", ""))[0] != seat
    ]


def _distances_from(
    steps: Mapping[str, tuple[str, ...]], starts: Iterable[str], limit: int
) -> dict[str, int]:
    distances = dict.fromkeys(starts, 0)
    queue = deque(distances)
    while queue:
        field = queue.popleft()
        if distances[field] < limit:
            for end in steps.get(field, ()):
                if end not in distances:
                    distances[end] = distances[field] + 1
                    queue.append(end)
    return distances
