"""How each event changes a game; nothing is judged or refused here."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from conquest.core import Outcome, Seat
from conquest.islands import board, pieces
from conquest.islands.events import (
    Attack,
    Captured,
    Conquered,
    Event,
    GameEnded,
    Moved,
    Recaptured,
    Started,
    TurnEnded,
    TurnSkipped,
    Walk,
    WindowClosed,
    WindowOpened,
)
from conquest.islands.model import State, Window
from conquest.islands.pieces import Piece
from conquest.islands.rules.steps import try_boarding


def evolve_or_start(kind: type[State], state: State | None, event: Event) -> State:
    """Return the game after an event; ``state`` is None before the game has started."""
    if state is None:
        return _start_game(kind, cast(Started, event))
    return evolve(state, event)


def evolve(state: State, event: Event) -> State:
    """Return a running game after an event."""
    # The family's part first: what a game adds is worked out from both positions.
    settle = state.laws.settle_event
    return (
        settle(state, _apply_event(state, event), event) if settle else _apply_event(state, event)
    )


def _apply_event(state: State, event: Event) -> State:
    match event:
        case Moved():
            return replace(
                state,
                pieces=_move_figure(state, event, rest=False),
                used=state.used + _count_steps(event),
            )
        case Captured() | Conquered():
            return _apply_attack(state, event)
        case Recaptured():
            return _apply_recapture(state, event)
        case WindowOpened():
            return _open_window(state, event)
        case WindowClosed():
            return replace(state, window=None, plan=(), anyway=False)
        case TurnEnded() | TurnSkipped():
            return _next_turn(state, event.next)
        case GameEnded():
            outcome = Outcome(event.winners, event.reason, event.scores)
            return replace(state, outcome=outcome, window=None, plan=(), anyway=False)
        case _:
            return state


def _start_game(kind: type[State], event: Started) -> State:
    stacks = {text: pieces.read_piece(text, event.seats) for text in {*event.pieces.values()}}
    return kind(
        ground=board.load_board(event.board).key,
        seats=event.seats,
        turn=event.seat,
        pieces={field: stacks[text] for field, text in event.pieces.items()},
        **kind.laws.settings.read_settings(event.options),
        partners=event.options.get("partners") is True,
    )


def _count_steps(event: Walk) -> int:
    return len(event.path) - 1


def _apply_attack(state: State, event: Attack) -> State:
    conquered = isinstance(event, Conquered)
    return replace(
        state,
        pieces=_move_figure(state, event, rest=True, conquered=conquered),
        used=state.used + _count_steps(event),
        captured=_add_captured(state, event.seat, _count_prey(state, event, conquered)),
        since_capture=-1,
    )


def _apply_recapture(state: State, event: Recaptured) -> State:
    return replace(
        state,
        pieces=_move_figure(state, event, rest=True, conquered=event.conquered),
        captured=_add_captured(state, event.seat, _count_prey(state, event, event.conquered)),
        since_capture=-1,
    )


def _count_prey(state: State, event: Walk, conquered: bool) -> int:
    """Return how many figures an attack captures.

    A conquered vessel only changes its owner (A53). A figure that attacks the stack that it has
    just left captures only those that stayed (A41).
    """
    lost, own = state.pieces[event.path[-1]], event.path[0] == event.path[-1]
    return pieces.stack_size(lost) - (1 if conquered or own else 0)


def _add_captured(state: State, seat: Seat, prey: int) -> dict[Seat, int]:
    if not prey:
        return state.captured
    return {**state.captured, seat: state.captured.get(seat, 0) + prey}


def _move_figure(
    state: State, event: Walk, *, rest: bool, conquered: bool = False
) -> dict[str, Piece]:
    """Return the stacks after a walk; with ``rest`` the figure regains its range (C25).

    Its load does not (CR4, A46).
    """
    start, end = event.path[0], event.path[-1]
    # A copy keeps gaps where stacks have left, so that nothing is inserted again.
    after = state.pieces.copy()
    unit, left = pieces.take_figure(after.pop(start), event.figure)
    if left:
        after[start] = left
    unit = pieces.with_steps(unit, 0 if rest else unit.steps + _count_steps(event))
    # Looked up after the figure was lifted: a path may end on the stack that it left (A41).
    there = after.get(end)
    # A conquered vessel has made no steps, no matter who moved it before in the turn (A46, CR5).
    if conquered and there:
        after[end] = Piece(event.seat, there.letter, (unit,))
    elif there and isinstance(event, Moved):
        after[end] = try_boarding(_with_rider_seat(there, event.seat), unit, off="") or there
    else:
        after[end] = unit
    return after


def _open_window(state: State, event: WindowOpened) -> State:
    return replace(
        state,
        window=Window(event.seat, event.at, event.lost, event.waived, event.exposed, event.instead),
        plan=event.plan,
        anyway=event.anyway,
        risked=state.risked or event.exposed,
    )


def _next_turn(state: State, next_seat: Seat) -> State:
    # A capture sets since_capture to −1, so that the turn of the capture itself counts 0 (CR34).
    return replace(
        state,
        turn=next_seat,
        number=state.number + 1,
        used=0,
        pieces=_without_steps(state.pieces),
        since_capture=state.since_capture + 1,
        risked=False,
        window=None,
        plan=(),
        anyway=False,
    )


def _without_steps(stacks: dict[str, Piece]) -> dict[str, Piece]:
    # Few stacks can have made steps: only these are looked at, as this runs each turn.
    moved = {field: stack for field, stack in stacks.items() if stack.steps or stack.load}
    return stacks | {field: pieces.without_steps(stack) for field, stack in moved.items()}


def _with_rider_seat(stack: Piece, seat: Seat) -> Piece:
    """Return a stack under the seat of the rider who mounts it (A69)."""
    return stack if stack.seat == seat else Piece(seat, stack.letter, stack.load, stack.steps)


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat went on with its turn, or began its next one.

    An open window is closed without a recapture; a game that is over goes on.
    """
    if state.turn == seat:
        return replace(state, window=None, plan=(), anyway=False, outcome=None)
    # The turns between are skipped, but counted: points depend on the number of the turn (C4).
    ahead = (state.seats.index(seat) - state.seats.index(state.turn)) % len(state.seats)
    before = replace(state, number=state.number + ahead - 1, outcome=None)
    return evolve(before, TurnEnded(seat=state.turn, number=before.number, next=seat))
