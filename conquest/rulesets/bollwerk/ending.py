"""How a game ends: by an event that wins, or by the position after a completed turn."""

from __future__ import annotations

from conquest.core import Seat
from conquest.kit.duel import GameEnded
from conquest.rulesets.bollwerk.model import (
    REPETITIONS,
    Blasted,
    Captured,
    Event,
    Laid,
    Moved,
    SpyCaught,
    State,
)
from conquest.rulesets.bollwerk.moves import has_any_move, own_squares
from conquest.rulesets.bollwerk.placements import BOMB, can_place, placing_terms
from conquest.rulesets.bollwerk.position_json import position_digest
from conquest.rulesets.bollwerk.sides import SIDES

DRAWN = ("repetition", "quiet_turns", "agreed")


def win_reason(state: State, event: Event) -> str:
    """Return why the mover has won by the event that led to this state, or "" (HB3, G40)."""
    # The order of the cases is the order in which reasons are named (G40).
    match event:
        case Moved() | Captured() if _is_end_field(state, event.seat, event.path[-1]):
            return "end_field"
        case Laid() | Blasted() if event.stone == BOMB:
            return "bomb" if _is_end_field(state, event.seat, event.square) else ""
        case Captured() | SpyCaught() if not has_pieces(state, SIDES[event.seat].other):
            return "all_captured"
        case _:
            return ""


def _is_end_field(state: State, mover: Seat, square: str) -> bool:
    board = state.board
    return board.index[square] == board.fields.get(SIDES[mover].other)


def has_pieces(state: State, seat: Seat) -> bool:
    """Return whether a seat has a piece left."""
    return SIDES[seat].own.search(state.cells) is not None


def end_reason(state: State) -> str:
    """Return why the completed turn that led to this state ended the game, or "" (G30)."""
    # G30 fixes the order of these checks.
    if is_immobilised(state):
        return "immobilised"
    if is_repeated(state):
        return "repetition"
    return "quiet_turns" if state.quiet >= state.limit else ""


def is_repeated(state: State) -> bool:
    """Return whether the position has been seen often enough for a draw (G28)."""
    # A digest is costly: most games have seen no position that often.
    if max(state.seen.values(), default=0) < REPETITIONS:
        return False
    return state.seen.get(position_digest(state), 0) >= REPETITIONS


def is_immobilised(state: State) -> bool:
    """Return whether the seat on turn has no legal turn of any kind (HB7, G35)."""
    # A player who can still place, blast or remove is not immobilised (HB7).
    board, side, cells = state.board, state.side, state.cells
    if has_any_move(board, cells, side):
        return False
    terms, stock = placing_terms(state), state.stock[side.seat]
    return not any(can_place(terms, cells, at, stock) for at in own_squares(cells, side))


def end_event(mover: Seat, winner: Seat, reason: str) -> GameEnded:
    """Return the event that ends the game; for a draw ``winner`` is ignored."""
    winners = () if reason in DRAWN else (winner,)
    return GameEnded(seat=mover, winners=winners, reason=reason)
