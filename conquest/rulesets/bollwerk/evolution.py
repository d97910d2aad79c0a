"""How each event changes a game. Nothing is checked or refused here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from conquest.core import Seat
from conquest.kit import duel
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk import model
from conquest.rulesets.bollwerk.model import QUIET_TURNS, STOCK, Event, State
from conquest.rulesets.bollwerk.placements import Stock, add_stone, use_stone
from conquest.rulesets.bollwerk.position_json import count_position
from conquest.rulesets.bollwerk.sides import FREE, SEATS, SIGNS, piece_sign, replace_cell


def evolve(state: State | None, event: Event) -> State:
    """Return the game after an event; ``None`` is the game before it started."""
    if isinstance(event, model.Started):
        return _initial_state(event)
    state = cast(State, state)
    match event:
        case model.Moved() | model.Captured():
            return _apply_move(state, event)
        case model.TurnEnded():
            return _apply_turn_end(state, event)
        case model.Laid() | model.SpyCaught():
            return _apply_placing(state, event, SIGNS[event.stone])
        case model.Blasted() | model.Removed():
            return _apply_placing(state, event, FREE)
        case duel.DrawOffered():
            return replace(state, offer=event.seat)
        case duel.DrawAccepted() | duel.Resigned():
            return state
        case duel.GameEnded():
            outcome = duel.duel_outcome(SEATS, event.winners, event.reason)
            return replace(state, outcome=outcome, offer="")


def _initial_state(event: model.Started) -> State:
    board = boards.load_board(event.board)
    state = State(
        ground=board.key,
        cells=_initial_cells(board, event.pieces),
        turn=event.seat,
        stock=dict.fromkeys(SEATS, STOCK),
        next_only=event.options.get("cannon") == "next",
        limit=int(event.options.get("quiet", QUIET_TURNS)),
    )
    return replace(state, seen=count_position(state))


def _initial_cells(board: boards.SquareBoard, pieces: Mapping[str, str]) -> str:
    cells = FREE * len(board.squares)
    for square, piece in pieces.items():
        seat, letter = piece.split()
        cells = replace_cell(cells, board.index[square], piece_sign(seat, letter))
    return cells


def _apply_move(state: State, event: model.Moved | model.Captured) -> State:
    index, cells = state.board.index, state.cells
    cells = replace_cell(cells, index[event.path[0]], FREE)
    for square in event.lost if isinstance(event, model.Captured) else ():
        cells = replace_cell(cells, index[square], FREE)
    cells = replace_cell(cells, index[event.path[-1]], piece_sign(event.seat, event.piece))
    return replace(state, cells=cells, stock=_stock_after_move(state, event))


def _stock_after_move(state: State, event: model.Walk) -> dict[Seat, Stock]:
    if not event.collected:
        return state.stock
    return {**state.stock, event.seat: add_stone(state.stock[event.seat], event.collected)}


def _apply_placing(state: State, event: model.Placing, sign: str) -> State:
    return replace(
        state,
        cells=replace_cell(state.cells, state.board.index[event.square], sign),
        stock={**state.stock, event.seat: use_stone(state.stock[event.seat], event.stone)},
    )


def _apply_turn_end(state: State, event: model.TurnEnded) -> State:
    """Pass the turn; a draw offer by the seat now on turn counts as declined (O12)."""
    after = replace(
        state,
        turn=event.next,
        number=state.number + 1,
        quiet=event.quiet,
        barred=tuple(state.board.index[square] for square in event.barred),
        offer="" if state.offer == event.next else state.offer,
    )
    # Counted only now, because the seat on turn and its barred squares are part of a position.
    return replace(after, seen=count_position(after))
