"""Where a figure can step: roads and lanes open to it, and what it meets there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from conquest.core import Seat
from conquest.islands.board import Board, Road
from conquest.islands.pieces import Piece, figures, with_load
from conquest.rulesets.conquest.model import CARRIES, LAND, MOUNTS, VESSELS

Steps: TypeAlias = Mapping[str, tuple[str, ...]]
Footing: TypeAlias = Literal["free", "aboard", "own", "partner", "bare", "enemy", "immune"]

BARRED_ROADS = {"E": "=<", "C": "<"}
BARRED_FROM_GRAIL = "EC"


@dataclass(frozen=True, slots=True)
class Ways:
    """The connections of a board as the figures see them: ``steps`` by letter and field, in
    the order of field names; ``near`` are the fields within two connections."""

    steps: Mapping[str, Steps]
    near: Mapping[str, frozenset[str]]


@lru_cache(maxsize=64)
def ways(board: Board) -> Ways:
    """Work out the ways of a board once (C7, C35, C43, C44)."""
    steps: dict[str, Steps] = {letter: _roads(board, letter) for letter in LAND}
    steps |= dict.fromkeys(VESSELS, board.lanes)
    return Ways(steps, _near(board))


def _roads(board: Board, letter: str) -> Steps:
    return {field: _open_roads(board, letter, roads) for field, roads in board.roads.items()}


def _open_roads(board: Board, letter: str, roads: Iterable[Road]) -> tuple[str, ...]:
    barred = BARRED_ROADS.get(letter, "")
    return tuple(
        sorted(
            {
                road.to
                for road in roads
                if road.kind not in barred
                and not (letter in BARRED_FROM_GRAIL and board.kinds[road.to] == "grail")
            }
        )
    )


def _near(board: Board) -> dict[str, frozenset[str]]:
    joined = {
        field: {road.to for road in board.roads.get(field, ())} | {*board.lanes.get(field, ())}
        for field in board.kinds
    }
    return {
        field: frozenset(others.union(*(joined[other] for other in others)))
        for field, others in joined.items()
    }


@dataclass(frozen=True, slots=True)
class Walker:
    """A figure lifted from its stack: ``pieces`` is the board without it, ``mounted`` tells
    whether it gets off a mount, ``ally`` is its partner's seat if there is one."""

    unit: Piece
    pieces: Mapping[str, Piece]
    mounted: bool
    ally: Seat | None


def footing(board: Board, walker: Walker, field: str, *, mounted: bool) -> Footing:
    """Say what a figure meets on a field that it steps onto, coming from a mount or not.

    ``own`` is an own piece without room; ``bare`` a harbour without a vessel (CR11);
    ``immune`` an enemy that a soldier cannot capture (CR7, A52).
    """
    there, unit = walker.pieces.get(field), walker.unit
    if there is None:
        return "bare" if board.kinds[field] == "harbour" and unit.letter in LAND else "free"
    if there.seat == unit.seat:
        return "aboard" if boarded(there, unit, mounted=mounted) else "own"
    if there.seat == walker.ally:
        return "partner"
    if unit.letter == "S" and any(figure.letter == "E" for figure in figures(there)):
        return "immune"
    return "enemy"


def boarded(stack: Piece, unit: Piece, *, mounted: bool) -> Piece | None:
    """Return the stack with the figure aboard, or None if there is no room for it.

    A soldier joins a mount aboard a vessel (CR8, A49), but never straight from another (C10,
    A48).
    """
    if stack.letter not in CARRIES or (mounted and stack.letter in MOUNTS):
        return None
    aboard = "".join(sorted(piece.letter for piece in (*stack.load, unit)))
    if aboard in CARRIES[stack.letter]:
        return with_load(stack, (*stack.load, unit))
    if stack.letter in VESSELS and stack.load and unit.letter == "S":
        mount = boarded(stack.load[0], unit, mounted=mounted)
        return with_load(stack, (mount,)) if mount else None
    return None


def is_mount(stack: Piece | None) -> bool:
    """Tell whether a soldier aboard this stack sits on a mount."""
    return stack is not None and (
        stack.letter in MOUNTS or any(piece.letter in MOUNTS for piece in stack.load)
    )
