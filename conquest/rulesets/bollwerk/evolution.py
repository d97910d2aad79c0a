"""How each event changes a game; nothing is judged here and nothing refused."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from conquest.core import Seat
from conquest.kit.duel import duel_outcome
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk.model import (
    QUIET_TURNS,
    STOCK,
    Blasted,
    Captured,
    DrawAccepted,
    DrawOffered,
    Event,
    GameEnded,
    Laid,
    Moved,
    Placing,
    Removed,
    Resigned,
    SpyCaught,
    Started,
    State,
    TurnEnded,
    Walk,
)
from conquest.rulesets.bollwerk.placing import Stock, less, more
from conquest.rulesets.bollwerk.plain import counted
from conquest.rulesets.bollwerk.sides import FREE, SEATS, SIGNS, put, sign


def evolve(state: State | None, event: Event) -> State:
    """Return the game after an event; ``None`` is the game before it started."""
    if isinstance(event, Started):
        return _started(event)
    state = cast(State, state)
    match event:
        case Moved() | Captured():
            return _walked(state, event)
        case Laid() | SpyCaught():
            return _placed(state, event, SIGNS[event.stone])
        case Blasted() | Removed():
            return _placed(state, event, FREE)
        case TurnEnded():
            return _next_turn(state, event)
        case DrawOffered():
            return replace(state, offer=event.seat)
        case DrawAccepted() | Resigned():
            return state
        case GameEnded():
            return replace(
                state, outcome=duel_outcome(SEATS, event.winners, event.reason), offer=""
            )


def _started(event: Started) -> State:
    board = boards.load(event.board)
    cells = FREE * len(board.squares)
    for square, piece in event.pieces.items():
        seat, letter = piece.split()
        cells = put(cells, board.index[square], sign(seat, letter))
    state = State(
        ground=board.key,
        cells=cells,
        turn=event.seat,
        stock=dict.fromkeys(SEATS, STOCK),
        next_only=event.options.get("cannon") == "next",
        limit=int(event.options.get("quiet", QUIET_TURNS)),
    )
    return replace(state, seen=counted(state))


def _walked(state: State, event: Moved | Captured) -> State:
    index, cells = state.board.index, state.cells
    cells = put(cells, index[event.path[0]], FREE)
    for square in event.lost if isinstance(event, Captured) else ():
        cells = put(cells, index[square], FREE)
    cells = put(cells, index[event.path[-1]], sign(event.seat, event.piece))
    return replace(state, cells=cells, stock=_collected(state, event))


def _collected(state: State, event: Walk) -> dict[Seat, Stock]:
    if not event.collected:
        return state.stock
    return {**state.stock, event.seat: more(state.stock[event.seat], event.collected)}


def _placed(state: State, event: Placing, there: str) -> State:
    return replace(
        state,
        cells=put(state.cells, state.board.index[event.square], there),
        stock={**state.stock, event.seat: less(state.stock[event.seat], event.stone)},
    )


def _next_turn(state: State, event: TurnEnded) -> State:
    """Hand the turn over; an offer of the seat that now follows was declined (O12)."""
    after = replace(
        state,
        turn=event.next,
        number=state.number + 1,
        quiet=event.quiet,
        barred=tuple(state.board.index[square] for square in event.barred),
        offer="" if state.offer == event.next else state.offer,
    )
    return replace(after, seen=counted(after))
