"""Counting: fields held, points of a turn, pieces left, win points."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Seat
from conquest.kit.board import SEATS
from conquest.kit.pieces import Piece, figures, size
from conquest.rulesets.conquest.model import FIRST_POINTS, FREEZING, LAND, POINTS, PRICE, State


def lost_fields(state: State, seat: Seat) -> Iterator[str]:
    """Yield the seat's own towers and the grail fields that others hold (C34, C35)."""
    pieces = state.pieces
    for field in (*state.board.castles[seat], *state.board.grail):
        if field in pieces and pieces[field].seat != seat:
            yield field


def is_immobilised(state: State, seat: Seat) -> bool:
    """Tell whether others hold five of the seat's towers and the grail (C36, A38)."""
    return sum(1 for _ in lost_fields(state, seat)) >= FREEZING


def mobile_seats(state: State) -> list[Seat]:
    """List the seats that are not immobilised, in order of play."""
    return [seat for seat in state.seats if not is_immobilised(state, seat)]


def base(state: State) -> int:
    """Give the points of this turn before anything is lost: 5, 10, 15, then 20 (C4, A66)."""
    first = FIRST_POINTS[len(state.seats)]
    return first[state.number - 1] if state.number <= len(first) else POINTS


def remaining(state: State) -> int:
    """Give the points the seat on turn has left, recomputed after every event (CR22)."""
    lost = sum(1 for _ in lost_fields(state, state.turn))
    return max(0, base(state) - PRICE * lost - state.used)


def points(state: State) -> int:
    """Give the points as everybody may see them: none once waived or over (A16)."""
    if state.outcome or (state.window and state.window.waived):
        return 0
    return remaining(state)


def counts(state: State, figure: Piece) -> bool:
    """Tell whether a figure counts as one of the "last two pieces" (CR26, A55)."""
    return not state.land_only or figure.letter in LAND


def pieces_left(state: State) -> dict[Seat, int]:
    """Count the figures that keep each seat in the game, singly (CR27)."""
    left = dict.fromkeys(state.seats, 0)
    for stack in state.pieces.values():
        if state.land_only:
            left[stack.seat] += sum(1 for figure in figures(stack) if counts(state, figure))
        else:
            left[stack.seat] += size(stack)
    return left


def win_points(state: State) -> dict[Seat, int]:
    """Count captures, own figures, grail fields and enemy towers held (C39, CR32)."""
    scores = {seat: state.captured.get(seat, 0) for seat in state.seats}
    for stack in state.pieces.values():
        scores[stack.seat] += size(stack)
    for field in state.board.grail:
        if field in state.pieces:
            scores[state.pieces[field].seat] += 1
    for seat in state.seats:
        for tower in state.board.castles[seat]:
            if tower in state.pieces and state.pieces[tower].seat != seat:
                scores[state.pieces[tower].seat] += 1
    return scores


def leads(state: State, seat: Seat) -> bool:
    """Tell whether the seat has the most win points, alone or jointly (C42, CR31)."""
    scores = win_points(state)
    return scores[seat] == max(scores.values()) and not is_immobilised(state, seat)


def winners_on_points(state: State) -> tuple[Seat, ...]:
    """Name all who lead among those not immobilised (C36, CR33, A37)."""
    mobile = mobile_seats(state)
    scores = win_points(state)
    most = max((scores[seat] for seat in mobile), default=0)
    return tuple(seat for seat in SEATS if seat in mobile and scores[seat] == most)
