"""How Grand Conquest ends (G39–G43, A93–A98)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquest.core import Seat
from conquest.islands.board import SEATS
from conquest.islands.events import GameEnded
from conquest.islands.model import State, side_of, sides_of
from conquest.islands.rules.ending import end_event, has_taken_all, won_by_walk
from conquest.islands.rules.tally import mobile_seats, pieces_left, side_points
from conquest.rulesets.grand_conquest.model import GrandState

EXPOSED = 2
QUIET_ROUNDS, QUIET_ROUNDS_OF_TWO = 4, 10


def is_duel(state: State) -> bool:
    """Whether the game has two seats, and so ends in other ways (G42, G43, A97)."""
    return len(state.seats) == 2


def is_exposed(state: State, seat: Seat) -> bool:
    """Whether a seat is vulnerable: it has two land pieces left (G41)."""
    return not is_duel(state) and pieces_left(state)[seat] == EXPOSED


def quiet_limit(seats: int) -> int:
    """Return how many turns without capture end the game (G40, G43, A33)."""
    return seats * (QUIET_ROUNDS_OF_TWO if seats == 2 else QUIET_ROUNDS)


def end_by_walk(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if a completed order has won it.

    A siege engine has entered an enemy castle (G34), or nobody else can move (G39, G42).
    """
    if _is_besieging(state, mover):
        return end_event(state, mover, side_of(state, mover), "siege_engine")
    return _end_by_holding(state, mover) if is_duel(state) else won_by_walk(state, mover)


def _is_besieging(state: State, seat: Seat) -> bool:
    pieces, towers = state.pieces, _foreign_towers(state, side_of(state, seat))
    engines = [tower for tower in towers if tower in pieces and pieces[tower].letter == "W"]
    return any(pieces[tower].seat == seat for tower in engines)


def _foreign_towers(state: State, own: Sequence[Seat]) -> list[str]:
    """Return the towers of all seats of other sides."""
    castles = state.board.castles
    return [tower for other in state.seats if other not in own for tower in castles[other]]


def _end_by_holding(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of a game of two if a seat's whole castle is held by the other (G42)."""
    for seat in state.seats:
        castle = state.board.castles[seat]
        held = (state.pieces.get(tower) for tower in castle)
        if castle and all(stack and stack.seat != seat for stack in held):
            others = tuple(other for other in state.seats if other != seat)
            return end_event(state, mover, others, "immobilised")
    return None


def end_by_capture(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if a capture has won it.

    It took the last land pieces of a seat (G39, A93), or what ``end_by_walk`` tests is true.
    """
    if has_taken_all(state, mover):
        return end_event(state, mover, side_of(state, mover), "last_two")
    return end_by_walk(state, mover)


def end_by_recapture(before: State, after: State) -> GameEnded | None:
    """Return the end of the game if a recapture has won it.

    A vulnerable attacker who lost a piece still plays the turn to its end (A95).
    """
    window = before.window
    assert window
    return end_by_capture(after, window.seat)


def end_by_turn(state: GrandState, seat: Seat) -> GameEnded | None:
    """Return the end of the game after a turn, tested in the order of A35.

    A vulnerable player's loss, one land piece left, quiet rounds.
    """
    if state.reckoning:
        return end_event(state, seat, high_count_winner(state), "exposed_recaptured")
    if not is_duel(state) and 1 in pieces_left(state).values():
        return end_event(state, seat, high_count_winner(state), "one_left")
    if state.since_capture >= quiet_limit(len(state.seats)):
        winners = _duel_leader(state) if is_duel(state) else high_count_winner(state)
        return end_event(state, seat, winners, "quiet_rounds")
    return None


def high_count_winner(state: GrandState) -> tuple[Seat, ...]:
    """Return the side that wins the High Count, () for a draw (G40, GR25, A96).

    Win points decide, then captures, then fields held: there is one winner or none.
    """
    points = side_points(state)
    return _single_best(
        state,
        {
            own: (points[own], _count_captures(state, own), _count_held(state, own))
            for own in points
        },
    )


def _count_captures(state: State, own: Sequence[Seat]) -> int:
    return sum(state.captured.get(seat, 0) for seat in own)


def _count_held(state: State, own: Sequence[Seat]) -> int:
    fields = (*state.board.grail, *_foreign_towers(state, own))
    stacks = (state.pieces.get(field) for field in fields)
    return sum(1 for stack in stacks if stack and stack.seat in own)


def _duel_leader(state: GrandState) -> tuple[Seat, ...]:
    """Return the seat of two that holds more of the other's towers, () for a draw (G43).

    If they hold equally many, captured pieces and conquered vessels decide.
    """
    return _single_best(state, {(seat,): _duel_record(state, seat) for seat in state.seats})


def _duel_record(state: GrandState, seat: Seat) -> tuple[int, int]:
    stacks = (state.pieces.get(tower) for tower in _foreign_towers(state, (seat,)))
    towers = sum(1 for stack in stacks if stack and stack.seat == seat)
    return towers, state.captured.get(seat, 0) + state.conquered.get(seat, 0)


def _single_best(
    state: State, marks: Mapping[tuple[Seat, ...], tuple[int, ...]]
) -> tuple[Seat, ...]:
    mobile = {own: marks[own] for own in sides_of(state, mobile_seats(state))}
    most = max(mobile.values(), default=())
    first = [own for own, mark in mobile.items() if mark == most]
    return tuple(seat for seat in SEATS if len(first) == 1 and seat in first[0])
