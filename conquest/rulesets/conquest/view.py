"""What a seat may see of a game: everything but the plan of another seat (A21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import Json, Outcome, Seat
from conquest.rulesets.conquest.model import Event, State, WindowClosed, WindowOpened
from conquest.rulesets.conquest.position import KNOWN, open_case, position
from conquest.rulesets.conquest.rules import to_act
from conquest.rulesets.conquest.tally import points

HIDDEN = ("plan", "anyway")


def view(state: State, seat: Seat | None) -> Json:
    """Show the game as one seat, or with ``None`` the public, may see it.

    The view is the position, with the board, the table's options and what follows from them.
    """
    seen = position(state)
    if seat != state.turn:
        seen = {key: value for key, value in seen.items() if key not in HIDDEN}
    return {
        **seen,
        "board": state.board.source,
        "options": _options(state),
        "to_act": dict(to_act(state)),
        "points": points(state),
        "outcome": write_outcome(state.outcome),
    }


def _options(state: State) -> Json:
    options: Json = {"last_two": "land"} if state.land_only else {}
    if state.partners:
        options["partners"] = True
    if state.seats != state.board.order:
        options["seats"] = list(state.seats)
    return options


def write_outcome(outcome: Outcome | None) -> Json | None:
    """Write an outcome as plain JSON, None for a game that goes on."""
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": dict(outcome.scores),
    }


def seen(view: Mapping[str, Any]) -> State:
    """Give back the state that a view shows, without what it hides."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    state = open_case({**view, "position": shown})
    if view["outcome"] is None:
        return state
    return replace(state, outcome=Outcome(**view["outcome"]))


def witness(event: Event, seat: Seat | None) -> Event:
    """Show an event as one seat may see it: the attacker's plan is his own."""
    match event:
        case WindowOpened() if seat != event.attacker:
            return replace(event, plan=(), anyway=False)
        case WindowClosed() if seat != event.attacker:
            return replace(event, dropped=())
        case _:
            return event
