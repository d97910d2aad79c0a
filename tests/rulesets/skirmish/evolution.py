"""The effect of each event on a skirmish; nothing is judged or refused here."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from conquest.core import Outcome, Seat, Team
from tests.rulesets.skirmish.board import Square
from tests.rulesets.skirmish.model import (
    STOCK,
    Accepted,
    Began,
    Event,
    Fell,
    Fought,
    GameEnded,
    Moved,
    Mustered,
    Offered,
    Resigned,
    Retreated,
    Started,
    State,
    TurnEnded,
    Unit,
)


def evolve(state: State | None, event: Event) -> State:
    """Return the skirmish after an event; ``None`` is a skirmish that has not started."""
    if isinstance(event, Started):
        return _initial_state(event)
    state = cast(State, state)
    match event:
        case Mustered():
            placed = {at: Unit(event.seat, rank) for at, rank in event.places.items()}
            return replace(state, units=state.units | placed, ready=(*state.ready, event.seat))
        case Began():
            return replace(state, turn=event.seat, number=2)
        case Moved():
            return _apply_move(state, event)
        case Fought():
            return _apply_fight(state, event)
        case Retreated():
            return _advance_winner(_move_unit(state, event.start, event.end))
        case Fell():
            return _advance_winner(_remove_unit(state, event.at))
        case Offered() | Accepted():
            return replace(state, agreed=(*state.agreed, event.seat))
        case Resigned():
            return _remove_seat(state, event.seat)
        case TurnEnded():
            return _apply_turn_end(state, event)
        case GameEnded():
            return _apply_end(state, event)


def _initial_state(event: Started) -> State:
    return State(
        size=event.size,
        seats=event.seats,
        teams=event.teams,
        fences=(event.boulder,),
        stock=dict.fromkeys(event.seats, STOCK),
        turn=event.seats[0],
        drawn=1,
    )


def _apply_move(state: State, event: Moved) -> State:
    state = _move_unit(state, event.start, event.end)
    if not event.fence:
        return state
    stock = {**state.stock, event.seat: state.stock[event.seat] - 1}
    return replace(state, fences=(*state.fences, event.fence), stock=stock)


def _move_unit(state: State, start: Square, end: Square) -> State:
    units = {at: unit for at, unit in state.units.items() if at != start}
    return replace(state, units=units | {end: state.units[start]})


def _remove_unit(state: State, at: Square) -> State:
    """Remove a unit; a seat that has none left has fallen."""
    seat = state.units[at].seat
    units = {other: unit for other, unit in state.units.items() if other != at}
    is_last = all(unit.seat != seat for unit in units.values())
    return replace(state, units=units, fallen=(*state.fallen, seat) if is_last else state.fallen)


def _apply_fight(state: State, event: Fought) -> State:
    shown = {
        event.start: Unit(event.seat, event.rank, True),
        event.end: Unit(event.foe, event.against, True),
    }
    winner = event.seat if event.is_won else event.foe
    state = replace(
        state,
        units=state.units | shown,
        won={**state.won, winner: state.won.get(winner, 0) + 1},
        thrown=event.number + 1,
        drawn=state.drawn + 1,
        quiet=-1,
    )
    if event.is_won:
        return replace(state, fight=(event.start, event.end))
    return _remove_unit(state, event.start)


def _advance_winner(state: State) -> State:
    """Move the winner of a fight onto the square for which it fought."""
    assert state.fight is not None
    return replace(_move_unit(state, *state.fight), fight=None)


def _remove_seat(state: State, seat: Seat) -> State:
    units = {at: unit for at, unit in state.units.items() if unit.seat != seat}
    agreed = tuple(other for other in state.agreed if other != seat)
    fight = state.fight if state.fight and set(state.fight) <= units.keys() else None
    return replace(state, units=units, agreed=agreed, fallen=(*state.fallen, seat), fight=fight)


def _apply_turn_end(state: State, event: TurnEnded) -> State:
    agreed = tuple(seat for seat in state.agreed if seat != event.next)
    return replace(
        state, turn=event.next, number=state.number + 1, agreed=agreed, quiet=state.quiet + 1
    )


def _apply_end(state: State, event: GameEnded) -> State:
    teams = tuple(map(Team, event.sides, event.places))
    outcome = Outcome(event.winners, event.reason, dict(state.won), teams)
    return replace(state, outcome=outcome, fight=None)
