"""What spies uncover: enemy pieces on the up to eight squares around them (E18 to E20, HE11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conquest.core import Seat
from conquest.kit.hidden_army import Places, Square
from conquest.rulesets.espionage.board import surrounding_squares
from conquest.rulesets.espionage.model import RankedPiece, State
from conquest.rulesets.espionage.ranks import SEATS, SPY


def newly_uncovered(state: State, square: Square) -> dict[Seat, Places]:
    """Return the newly uncovered ranks after a piece has arrived on a square, by seat that learns
    them.

    A spy that arrives sees what is around it, and spies around it see the piece. Everything else
    stood still and was seen before.
    """
    piece = state.pieces.get(square)
    if piece is None:
        return {}
    near = {
        at: other
        for at in surrounding_squares(square, state.size)
        if (other := state.pieces.get(at))
    }
    uncovered: dict[Seat, Places] = {}
    for at, other in near.items():
        if other.seat != piece.seat:
            _note_rank(state, uncovered, piece, at, other)
            _note_rank(state, uncovered, other, square, piece)
    return {seat: _sort_places(places) for seat, places in uncovered.items()}


def _note_rank(
    state: State,
    uncovered: dict[Seat, Places],
    spy: RankedPiece,
    square: Square,
    piece: RankedPiece,
) -> None:
    """Note that the seat of ``spy`` learns a rank, if it is a spy and the rank is new to it."""
    if spy.rank == SPY and not state.has_uncovered(spy.seat, square):
        uncovered.setdefault(spy.seat, {})[square] = piece.rank


def _sort_places(places: Places) -> Places:
    return {square: places[square] for square in sorted(places)}


def all_uncovered(state: State) -> dict[Seat, tuple[Square, ...]]:
    """Return the squares that each seat has uncovered, with all that its spies see now (EP12)."""
    return {
        seat: tuple(
            sorted({*state.uncovered.get(seat, ()), *_squares_in_sight(state.pieces, seat, state)})
        )
        for seat in SEATS
    }


def _squares_in_sight(
    pieces: Mapping[Square, RankedPiece], seat: Seat, state: State
) -> Iterator[Square]:
    for square, piece in pieces.items():
        if piece.seat == seat and piece.rank == SPY:
            for at in surrounding_squares(square, state.size):
                if at in pieces and pieces[at].seat != seat:
                    yield at
