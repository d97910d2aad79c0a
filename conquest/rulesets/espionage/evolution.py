"""How each event changes a game. Nothing is checked or refused here.

The same events are applied to what a viewer knows, where ranks are ``UNKNOWN`` until an event
names them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

from msgspec.structs import replace

from conquest.core import Seat
from conquest.kit import duel
from conquest.kit.hidden_army import UNKNOWN, Mustered, Places, Square
from conquest.rulesets.espionage import model
from conquest.rulesets.espionage.board import setup_zone
from conquest.rulesets.espionage.model import Event, RankedPiece, State
from conquest.rulesets.espionage.ranks import SEATS
from conquest.rulesets.espionage.spies import all_uncovered

Thing = TypeVar("Thing")


def evolve(state: State | None, event: Event) -> State:
    """Return the game after an event; ``None`` is the game before it started."""
    if isinstance(event, model.Started):
        return _initial_state(event)
    state = cast(State, state)
    match event:
        case model.Stepped():
            return _apply_step(state, event)
        case model.Fought():
            return _apply_fight(state, event)
        case model.TurnEnded():
            return _apply_turn_end(state, event)
        case Mustered():
            return replace(state, camps={**state.camps, event.seat: event.places})
        case model.Began():
            return _place_armies(state, event)
        case duel.DrawOffered():
            return replace(state, offer=event.seat)
        case model.Lapsed() | duel.DrawAccepted() | duel.Resigned():
            return state
        case duel.GameEnded():
            outcome = duel.duel_outcome(SEATS, event.winners, event.reason)
            return replace(state, outcome=outcome, offer="")


def _initial_state(event: model.Started) -> State:
    return State(
        size=event.size,
        pair=event.pair,
        moves=event.moves,
        open=event.open,
        limit=event.limit,
        is_set_up=False,
        volcanoes=event.volcanoes,
        drawn=event.drawn,
    )


def _place_armies(state: State, event: model.Began) -> State:
    """Put the armies on the board, White first; an unknown camp becomes hidden pieces."""
    pieces = _army_pieces(state, event)
    started = replace(
        state,
        turn=event.seat,
        is_set_up=True,
        camps={},
        pieces=pieces,
        homes={square: square for square in pieces},
    )
    return replace(started, uncovered=all_uncovered(started))


def _army_pieces(state: State, event: model.Began) -> dict[Square, RankedPiece]:
    camps = {seat: event.camps.get(seat) or state.camps.get(seat) for seat in SEATS}
    return {
        square: RankedPiece(seat, rank)
        for seat, camp in camps.items()
        for square, rank in (camp or dict.fromkeys(setup_zone(seat, state.size), UNKNOWN)).items()
    }


def _apply_step(state: State, event: model.Stepped) -> State:
    moved = _move_piece(state, event.start, event.end)
    return _note_uncovered(replace(moved, quiet=state.quiet + 1), event.uncovered)


def _apply_fight(state: State, event: model.Fought) -> State:
    """Remove the pieces that have lost, and let an attacker that has won move in."""
    # Before anything is removed: losses are recorded with their ranks (EP14).
    named = {event.start: event.rank, event.end: event.against}
    state = replace(state, pieces=_fill_in_ranks(state.pieces, named), quiet=0)
    if event.result != "lost":
        state = _remove_piece(state, event.end)
    if event.result in ("lost", "both"):
        state = _remove_piece(state, event.start)
    else:
        state = _move_piece(state, event.start, event.end)
    return _note_uncovered(state, event.uncovered)


def _move_piece(state: State, start: Square, end: Square) -> State:
    """Move a piece to a free square; its uncovered mark and its home go with it (EP11)."""
    return replace(
        state,
        pieces=_move_key(state.pieces, start, end),
        uncovered={
            seat: tuple(sorted({*squares, end} - {start})) if start in squares else squares
            for seat, squares in state.uncovered.items()
        },
        homes=_move_key(state.homes, start, end) if start in state.homes else state.homes,
    )


def _move_key(by_square: dict[Square, Thing], start: Square, end: Square) -> dict[Square, Thing]:
    by_square = dict(by_square)
    by_square[end] = by_square.pop(start)
    return by_square


def _remove_piece(state: State, square: Square) -> State:
    """Remove a piece and its marks, and list its rank among the losses (HE10, EP14)."""
    piece = state.pieces[square]
    return replace(
        state,
        pieces=_without_square(state.pieces, square),
        uncovered={
            seat: tuple(at for at in squares if at != square)
            for seat, squares in state.uncovered.items()
        },
        homes=_without_square(state.homes, square),
        lost={**state.lost, piece.seat: state.lost.get(piece.seat, "") + piece.rank},
    )


def _without_square(by_square: dict[Square, Thing], square: Square) -> dict[Square, Thing]:
    return {at: thing for at, thing in by_square.items() if at != square}


def _note_uncovered(state: State, uncovered: Mapping[Seat, Places]) -> State:
    """Note what spies have uncovered (E19), except pieces whose rank the event does not name."""
    if not uncovered:
        return state
    known = {
        seat: tuple(
            sorted({*state.uncovered.get(seat, ()), *_known_squares(uncovered.get(seat, {}))})
        )
        for seat in SEATS
    }
    named = {square: rank for places in uncovered.values() for square, rank in places.items()}
    return replace(state, uncovered=known, pieces=_fill_in_ranks(state.pieces, named))


def _known_squares(places: Places) -> Iterator[Square]:
    return (square for square, rank in places.items() if rank != UNKNOWN)


def _fill_in_ranks(pieces: dict[Square, RankedPiece], ranks: Places) -> dict[Square, RankedPiece]:
    """Return the pieces with the ranks that were hidden so far and are now named."""
    hidden = {
        square: RankedPiece(pieces[square].seat, rank)
        for square, rank in ranks.items()
        if rank != UNKNOWN and square in pieces and pieces[square].rank == UNKNOWN
    }
    return {**pieces, **hidden} if hidden else pieces


def _apply_turn_end(state: State, event: model.TurnEnded) -> State:
    """Pass the turn; a draw offer by the seat now on turn counts as declined (O12)."""
    return replace(
        state,
        turn=event.next,
        number=state.number + 1,
        last={**state.last, event.seat: event.kept},
        offer="" if state.offer == event.next else state.offer,
    )
