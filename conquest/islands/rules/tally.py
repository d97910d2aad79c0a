"""Count fields held, the points of a turn, pieces left and win points."""

from __future__ import annotations

from conquest.core import Seat
from conquest.islands.board import SEATS
from conquest.islands.model import FIRST_POINTS, FREEZING, POINTS, PRICE, State, side_of, sides_of
from conquest.islands.pieces import LAND, LETTERS, Piece, figures_in, stack_size


def lost_fields(state: State, seat: Seat) -> list[str]:
    """Return the seat's own towers and the grail fields that foes hold (C34, C35, CP7)."""
    pieces, own = state.pieces, side_of(state, seat)
    prizes = state.board.prizes[seat]
    return [field for field in prizes if field in pieces and pieces[field].seat not in own]


def is_immobilised(state: State, seat: Seat) -> bool:
    """Whether others hold five of the seat's towers and the grail (C36, A38)."""
    return len(lost_fields(state, seat)) >= FREEZING


def mobile_seats(state: State) -> list[Seat]:
    """Return the seats that are not immobilised, in order of play."""
    return [seat for seat in state.seats if not is_immobilised(state, seat)]


def base_points(state: State) -> int:
    """Return the points of this turn before deductions: 5, 10, 15, then 20 (C4, A66)."""
    first = FIRST_POINTS[len(state.seats)]
    return first[state.number - 1] if state.number <= len(first) else POINTS


def spendable_points(state: State) -> int:
    """Return the points the seat on turn has left, recomputed after every event (CR22)."""
    lost = len(lost_fields(state, state.turn))
    return max(0, base_points(state) - PRICE * lost - state.used)


def points_left(state: State) -> int:
    """Return the points to be shown: 0 once they are waived or the game is over (A16)."""
    if state.outcome or (state.window and state.window.waived):
        return 0
    return spendable_points(state)


def counted_letters(state: State) -> str:
    """Return the letters of the figures that count as the "last two pieces" (CR26, A55)."""
    return LAND if state.land_only else LETTERS


def pieces_left(state: State) -> dict[Seat, int]:
    """Return the number of figures that keep each seat in the game.

    Figures are counted singly (CR27); a mount ridden by another seat counts for its owner (A69).
    """
    left, letters = dict.fromkeys(state.seats, 0), counted_letters(state)
    for stack in state.pieces.values():
        # Nearly all figures stand alone: no others are looked for.
        if stack.load:
            left[stack.seat] += _count_figures(stack, letters)
        elif stack.letter in letters:
            left[stack.seat] += 1
    return _count_for_owner(state, left)


def _count_figures(stack: Piece, letters: str) -> int:
    return sum(figure.letter in letters for figure in figures_in(stack))


def seats_with_pieces(state: State) -> set[Seat]:
    """Return the seats that have any figure left that keeps them in the game."""
    letters, stacks = counted_letters(state), state.pieces.values()
    # Whatever is carried counts: vessels carry land pieces.
    found = {stack.seat for stack in stacks if stack.load or stack.letter in letters}
    return found.union(state.lent.values())


def _count_for_owner(state: State, counted: dict[Seat, int]) -> dict[Seat, int]:
    for field, owner in state.lent.items():
        counted[state.pieces[field].seat] -= 1
        counted[owner] += 1
    return counted


def win_points(state: State) -> dict[Seat, int]:
    """Return each seat's win points: captures, own figures, grail fields and enemy towers held.

    See C39 and CR32.
    """
    scores = {seat: state.captured.get(seat, 0) for seat in state.seats}
    for stack in state.pieces.values():
        scores[stack.seat] += stack_size(stack)
    _count_for_owner(state, scores)
    for field in state.board.grail:
        if field in state.pieces:
            scores[state.pieces[field].seat] += 1
    for seat in state.seats:
        own = side_of(state, seat)
        for tower in state.board.castles[seat]:
            if tower in state.pieces and state.pieces[tower].seat not in own:
                scores[state.pieces[tower].seat] += 1
    return scores


def is_leading(state: State, seat: Seat) -> bool:
    """Whether the seat's side has the most win points, alone or jointly (C42, CR31)."""
    scores = side_points(state)
    most = max(scores.values())
    return scores[side_of(state, seat)] == most and not is_immobilised(state, seat)


def side_points(state: State) -> dict[tuple[Seat, ...], int]:
    """Return the win points of each side; without partners a side is one seat (A67)."""
    scores = win_points(state)
    return {own: sum(scores[seat] for seat in own) for own in sides_of(state, state.seats)}


def winners_on_points(state: State) -> tuple[Seat, ...]:
    """Return all seats that lead among those not immobilised, who share the win.

    See C36, CR33 and A37.
    """
    scores = side_points(state)
    mobile = sides_of(state, mobile_seats(state))
    most = max((scores[own] for own in mobile), default=0)
    winning = {seat for own in mobile if scores[own] == most for seat in own}
    return tuple(seat for seat in SEATS if seat in winning)
