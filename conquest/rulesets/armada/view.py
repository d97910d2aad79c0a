"""What each viewer may know: the one way out for hidden ranks and set-ups (HK6, I43, I44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import OPEN, Json, Viewer
from conquest.kit.outcomes import write_outcome
from conquest.rulesets.armada.board import Square
from conquest.rulesets.armada.model import Arrived, Event, Mustered, State, Unit
from conquest.rulesets.armada.position import (
    DEFAULTS,
    board_name,
    read_options,
    read_position,
    write_position,
)
from conquest.rulesets.armada.position_reader import KNOWN
from conquest.rulesets.armada.ranks import UNKNOWN
from conquest.rulesets.armada.rules import points_left, to_act


def mask(state: State, viewer: Viewer) -> State:
    """Return a game as a viewer knows it: the units of his team, and who was shown (K23).

    Ranks that are hidden are ``UNKNOWN``, set-ups empty. Nothing is hidden once it is over.
    """
    if viewer == OPEN or state.outcome:
        return state
    team = state.team_of(viewer) if viewer else ()
    pieces = {
        square: unit if unit.seat in team else replace(unit, rank=UNKNOWN)
        for square, unit in state.pieces.items()
    }
    camps = {seat: camp if seat == viewer else {} for seat, camp in state.camps.items()}
    return replace(state, pieces=pieces, camps=camps)


def write_view(state: State, viewer: Viewer) -> Json:
    """Return the game as a viewer sees it: the position without what it has to hide, with the
    table's options and what follows from them. ``unit_tracks`` is what everybody has seen of
    units."""
    known = mask(state, viewer)
    return {
        **write_position(known),
        "board": board_name(state.players),
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
        "points": points_left(state),
        "outcome": write_outcome(state.outcome),
        "tracks": unit_tracks(known.pieces),
    }


def unit_tracks(units: Mapping[Square, Unit]) -> dict[Square, list[str | int]]:
    """Return what everybody has seen of the unit on each square: where it was set up, how many
    its owner had lost when it first moved, and when it was last attacked in vain."""
    return {
        square: [unit.home, unit.went, unit.spared]
        for square, unit in sorted(units.items())
        if (unit.home, unit.went, unit.spared) != _UNSEEN
    }


_UNSEEN = ("", -1, -1)


def _changed_options(state: State) -> Json:
    """Return the options that are not as usual."""
    told: Json = {"players": state.players, "king": state.king, "terrain": state.terrain}
    return {name: told[name] for name in told if told[name] != DEFAULTS[name]}


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    state = read_position(read_options(view["options"]), shown)
    known = view["tracks"]
    pieces = {
        square: Unit(unit.seat, unit.rank, *known.get(square, _UNSEEN))
        for square, unit in state.pieces.items()
    }
    return replace(state, pieces=pieces)


def witness(event: Event, viewer: Viewer) -> Event:
    """Return an event as a viewer may know it: a set-up is its seat's own (HK5).

    All else happens in the sight of all: whoever moves or arrives is hidden, whoever is removed
    or shown is named.
    """
    if isinstance(event, Arrived) and viewer not in (event.seat, OPEN):
        return replace(event, rank=UNKNOWN)
    if isinstance(event, Mustered) and viewer not in (event.seat, OPEN):
        return replace(event, order="", places={})
    return event
