"""What a seat may see of a game: everything, since Bollwerk hides nothing (G36)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquest.core import Json, Viewer
from conquest.kit.outcomes import write_outcome
from conquest.rulesets.bollwerk.model import QUIET_TURNS, Event, State
from conquest.rulesets.bollwerk.position import KNOWN, read_case, write_position
from conquest.rulesets.bollwerk.rules import to_act


def write_view(state: State, viewer: Viewer) -> Json:
    """Return the game as everybody sees it: the position, its board, the options that are not
    defaults, and what follows from them."""
    return {
        **write_position(state),
        "board": state.board.source,
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
        "points": None,
        "outcome": write_outcome(state.outcome),
    }


def _changed_options(state: State) -> Json:
    options: Json = {"cannon": "next"} if state.next_only else {}
    return options | ({"quiet": state.limit} if state.limit != QUIET_TURNS else {})


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    return read_case({**view, "position": shown})


def witness(event: Event, viewer: Viewer) -> Event:
    """Return the event unchanged: every viewer may see it."""
    return event
