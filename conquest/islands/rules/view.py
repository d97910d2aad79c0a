"""What a seat may see of a game: everything except the plan of another seat (A21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import OPEN, Json, Outcome, Viewer
from conquest.islands.board import SEATS
from conquest.islands.events import Event, WindowClosed, WindowOpened
from conquest.islands.model import State
from conquest.islands.rules.judging import to_act
from conquest.islands.rules.position import position_keys, read_case, write_position, write_settings
from conquest.islands.rules.tally import points_left
from conquest.kit.outcomes import write_outcome

HIDDEN = ("plan", "anyway")


def write_view(state: State, viewer: Viewer) -> Json:
    """Return the game as one seat, the public or the open record may see it.

    The view is the position with the board, the table's options, who is to act, the points and
    the outcome.
    """
    seen = write_position(state)
    # A plan waits only while a window is open; it belongs to the attacker, the seat on turn.
    if viewer not in (state.turn, OPEN):
        seen = {key: value for key, value in seen.items() if key not in HIDDEN}
    return {
        **seen,
        "board": state.board.source,
        "options": _table_options(state),
        "to_act": dict(to_act(state)),
        "points": points_left(state),
        "outcome": write_outcome(state.outcome),
    }


def _table_options(state: State) -> Json:
    options = write_settings(state)
    # On an inline board the seats follow from the board itself.
    if state.board.name and state.seats != SEATS:
        options["seats"] = list(state.seats)
    return options


def read_view(kind: type[State], view: Mapping[str, Any]) -> State:
    """Return the state that a view shows; what the view hides is empty."""
    shown = {key: value for key, value in view.items() if key in position_keys(kind.laws)}
    # Without the checks of a judge's case: after a recapture, the window stays open for one
    # event, against a piece that is gone.
    state = read_case(kind, {**view, "position": shown})
    if view["outcome"] is None:
        return state
    outcome = {**view["outcome"], "winners": tuple(view["outcome"]["winners"])}
    return replace(state, outcome=Outcome(**outcome))


def mask(state: State, viewer: Viewer) -> State:
    """Return the state without what the view hides from a viewer."""
    return state if viewer in (state.turn, OPEN) else replace(state, plan=(), anyway=False)


def witness(event: Event, viewer: Viewer) -> Event:
    """Return an event as a viewer may see it: only attackers see their own plan."""
    match event:
        case WindowOpened() if viewer not in (event.attacker, OPEN):
            return replace(event, plan=(), anyway=False)
        case WindowClosed() if viewer not in (event.attacker, OPEN):
            return replace(event, dropped=())
        case _:
            return event
