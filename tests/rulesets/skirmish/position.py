"""Positions: how a skirmish starts, is read and written, and what each viewer sees of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from conquest.core import OPEN, Fault, Json, Numbers, Options, Unforeseen, Viewer, no_numbers
from tests.rulesets.skirmish import board
from tests.rulesets.skirmish.board import board_squares, inner_squares
from tests.rulesets.skirmish.evolution import evolve
from tests.rulesets.skirmish.model import (
    RANKS,
    STOCK,
    UNKNOWN,
    Began,
    Event,
    Fought,
    Mustered,
    Started,
    State,
    Unit,
)
from tests.rulesets.skirmish.rules import to_act

TABLE = ("size", "seats", "teams")


def start_game(options: Options, numbers: Numbers) -> tuple[Event, ...]:
    """Return the event that starts a game; the first number places the boulder (S1)."""
    table = board.table_layout(options)
    size = options.get("size", board.SIZES[0])
    boulder = inner_squares(size)[numbers(len(inner_squares(size)))]
    teams = bool(options.get("teams"))
    return (Started(size=size, seats=table.seats, teams=teams, boulder=boulder),)


def open_case(case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Return the state of a judge's case; keys left out of its position are as at the start.

    :raises Fault: if the case is impossible.
    """
    options = case.get("options", {})
    if not isinstance(options, Mapping):
        raise Fault("the options are a JSON object")
    table = board.table_layout(options)
    if case.get("board", table.board) != table.board:
        raise Fault("this board does not belong to these options")
    given = case.get("position")
    begun = _start_state(options, numbers, drawn=given is None)
    return begun if given is None else _read_position(begun, given)


def _start_state(options: Options, numbers: Numbers, *, drawn: bool) -> State:
    if not drawn:
        numbers = _draw_zero
    try:
        (started,) = start_game(options, numbers)
    except Unforeseen as unforeseen:
        raise Fault("the case has neither a position nor a seed") from unforeseen
    return evolve(None, started)


def _draw_zero(_asked: int | str) -> int:
    return 0


def _read_position(begun: State, given: object) -> State:
    if not isinstance(given, Mapping) or set(given) & set(TABLE):
        raise Fault("the position is a JSON object without what the options say")
    table = {name: getattr(begun, name) for name in TABLE}
    known = {"stock": begun.stock, "turn": begun.turn, "drawn": 0, **given, **table}
    try:
        state = msgspec.convert(known, State)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Fault(f"the position cannot be: {error}") from error
    _check_state(state)
    return state


def _check_state(state: State) -> None:
    fields = board_squares(state.size)
    on_board = {*state.units, *state.fences, *(state.fight or ())} <= fields
    seats = {state.turn, *state.stock, *state.agreed, *state.fallen, *state.ready, *state.won}
    seats |= {unit.seat for unit in state.units.values()}
    ranks = {unit.rank for unit in state.units.values()} <= {UNKNOWN, *RANKS.values()}
    stock = all(0 <= left <= STOCK for left in state.stock.values())
    if not (on_board and seats <= set(state.seats) and ranks and stock):
        raise Fault("the position names what there is not")
    if state.stock.keys() != set(state.seats) or state.number < 1 or state.drawn < 0:
        raise Fault("the position counts wrongly")
    if state.fight and not set(state.fight) <= state.units.keys():
        raise Fault("the fight is nobody's")
    if set(state.fences) & state.units.keys():
        raise Fault("a unit stands on a fence")


def write_position(state: State) -> Json:
    """Return the whole position as plain JSON; before all have set up it names no turn."""
    written: Json = msgspec.json.decode(msgspec.json.encode(state))
    left_out = TABLE if state.is_set_up else (*TABLE, "turn")
    return {name: value for name, value in written.items() if name not in left_out}


def write_view(state: State, viewer: Viewer) -> Json:
    """Return what a viewer sees: no ranks of others, and no set-ups before all are done (S2)."""
    return {
        **write_position(_mask_state(state, viewer)),
        "board": f"glade-{state.size}",
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
    }


def _mask_state(state: State, viewer: Viewer) -> State:
    if viewer == OPEN or state.outcome:
        return state
    units = {
        at: unit if unit.seat == viewer or unit.shown else Unit(unit.seat, UNKNOWN)
        for at, unit in state.units.items()
        if unit.seat == viewer or state.is_set_up
    }
    return replace(state, units=dict(sorted(units.items())))


def _changed_options(state: State) -> Json:
    options = {"players": len(state.seats), "teams": state.teams, "size": state.size}
    return {name: options[name] for name in options if options[name] != _DEFAULTS[name]}


_DEFAULTS = {option.name: option.default for option in board.OPTIONS}


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {name: value for name, value in view.items() if name in State.__struct_fields__}
    return open_case({"board": view["board"], "options": view["options"], "position": shown})


def witness(event: Event, viewer: Viewer) -> Event:
    """Return an event as a viewer may know it: only its own seat sees a set-up (S2)."""
    if isinstance(event, Mustered) and viewer not in (event.seat, OPEN):
        return replace(event, order="", places={})
    return event


def uncovers(event: Event) -> bool:
    """Return whether an event shows hidden ranks: both units of a fight (S8)."""
    return isinstance(event, Mustered | Began | Fought)


def freeze(state: State) -> bytes:
    """Return a state as JSON bytes."""
    return msgspec.json.encode(state)


def thaw(frozen: bytes) -> State:
    """Return the state that ``freeze`` wrote.

    :raises Fault: if the bytes are anything else.
    """
    try:
        return msgspec.json.decode(frozen, type=State)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(f"this is no frozen game: {error}") from error
