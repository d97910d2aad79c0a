"""Where a figure can step: the roads and lanes open to it, and what it meets on a field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from conquest.islands.board import Board, board_by_key
from conquest.islands.laws import AnyLaws
from conquest.islands.model import State
from conquest.islands.pieces import (
    CARRIES,
    LAND,
    MOUNTS,
    VESSELS,
    Footing,
    LiftedFigure,
    Piece,
    figures_in,
    with_load,
)

StepsByField: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class StepTables:
    """The connections of a board that the figures can use.

    ``steps`` are the neighbours by letter and field, in the order of field names; ``near`` are
    all fields within two connections of any kind.
    """

    steps: Mapping[str, StepsByField]
    near: Mapping[str, frozenset[str]]


@lru_cache(maxsize=64)
def step_tables(ground: str, laws: AnyLaws) -> StepTables:
    """Return the step tables of the board with a key, computed once (C7, C35, C43, C44)."""
    # By the key, whose hash is at hand: the rules ask at every step of a figure.
    board = board_by_key(ground)
    steps: dict[str, StepsByField] = {
        letter: board.lanes if letter in VESSELS else _land_steps(board, laws, letter)
        for letter in laws.ranges
    }
    return StepTables(steps, _nearby_fields(board))


def _land_steps(board: Board, laws: AnyLaws, letter: str) -> StepsByField:
    return {field: _open_roads(board, laws, letter, field) for field in _land_fields(board, laws)}


def _land_fields(board: Board, laws: AnyLaws) -> Iterable[str]:
    return {**board.roads, **board.wild} if laws.wild else board.roads


def _open_roads(board: Board, laws: AnyLaws, letter: str, field: str) -> tuple[str, ...]:
    barred = laws.barred.get(letter, "")
    found = {
        road.to
        for road in board.roads.get(field, ())
        if road.kind not in barred
        and not (letter in laws.strangers and board.kinds[road.to] == "grail")
        and laws.is_road_open(board, letter, field, road)
    }
    if letter in laws.wild:
        found.update(board.wild.get(field, ()))
    # Sorted, so that the path first in plain string order is found first (A44).
    return tuple(sorted(found))


def _nearby_fields(board: Board) -> dict[str, frozenset[str]]:
    joined = {field: set(neighbour_fields(board, field)) for field in board.kinds}
    return {
        field: frozenset(others.union(*(joined[other] for other in others)))
        for field, others in joined.items()
    }


def neighbour_fields(board: Board, field: str) -> Iterable[str]:
    """Yield the fields that any road, lane or wild path joins to a field, for any figure."""
    yield from (road.to for road in board.roads.get(field, ()))
    yield from board.lanes.get(field, ())
    yield from board.wild.get(field, ())


def open_steps(state: State, walker: LiftedFigure, field: str, off: str) -> Iterable[str]:
    """Return the fields to which a figure can step, whatever stands there.

    ``off`` is the letter of the mount that it gets off, "" if none.
    """
    found, gate = joined_fields(state, walker).get(field, ()), state.laws.step_refusal
    if gate is None:
        return found
    return [end for end in found if gate(state, walker, field, end, off) is None]


def joined_fields(state: State, walker: LiftedFigure) -> StepsByField:
    """Return, by field, those that roads and lanes for this kind of figure join to it."""
    return step_tables(state.ground, state.laws).steps[walker.unit.letter]


# As many as the figures of some boards have fields to stand on.
@lru_cache(maxsize=4096)
def fields_in_range(board: Board, laws: AnyLaws, letter: str, field: str) -> frozenset[str]:
    """Return the fields that a figure can reach in a turn at most, if nothing stands in its way."""
    joined, found, ring = step_tables(board.key, laws).steps[letter], {field}, {field}
    for _step in range(laws.ranges[letter]):
        ring = {end for start in ring for end in joined.get(start, ())} - found
        found |= ring
    return frozenset(found)


def find_footing(state: State, walker: LiftedFigure, start: str, end: str, *, off: str) -> Footing:
    """Return what a figure meets on a field that it steps onto, perhaps ``off`` a mount.

    ``own`` is an own piece without room; ``bare`` a harbour without a vessel (CR11);
    ``immune`` an enemy that the figure cannot capture (C22, CR7, A52); ``either`` an enemy's
    mount that it can capture or mount (A70); ``barred`` a field that only this game closes to it.
    """
    there, unit, laws = walker.pieces.get(end), walker.unit, state.laws
    if there is None:
        bare = unit.letter in LAND and state.board.kinds[end] == "harbour"
        return "bare" if bare else "free"
    if laws.special_footing and (met := laws.special_footing(state, walker, start, end, off)):
        return met
    if there.seat == unit.seat:
        return "aboard" if try_boarding(there, unit, off=off) else "own"
    if there.seat == walker.ally:
        return "partner"
    spared = laws.spared.get(unit.letter, "")
    if spared and any(figure.letter in spared for figure in figures_in(there)):
        return "immune"
    return "enemy"


def try_boarding(stack: Piece, unit: Piece, *, off: str) -> Piece | None:
    """Return the stack with the figure aboard, or None if there is no room for it.

    A soldier joins a mount aboard a vessel (CR8, A49), but never straight ``off`` another (C10,
    A48).
    """
    if stack.letter not in CARRIES or (off and stack.letter in MOUNTS):
        return None
    aboard = "".join(sorted(piece.letter for piece in (*stack.load, unit)))
    if aboard in CARRIES[stack.letter]:
        return with_load(stack, (*stack.load, unit))
    if stack.letter in VESSELS and stack.load and unit.letter == "S":
        mount = try_boarding(stack.load[0], unit, off=off)
        return with_load(stack, (mount,)) if mount else None
    return None


def mount_of(stack: Piece | None) -> str:
    """Return the letter of the mount in a stack, on which a soldier sits, "" if there is none."""
    if stack is None:
        return ""
    if stack.letter in MOUNTS:
        return stack.letter
    return next((piece.letter for piece in stack.load if piece.letter in MOUNTS), "")
