"""What each viewer may know: everything that hides ranks and set-ups is here (HK6, I43, I44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import OPEN, Json, Viewer
from conquest.kit.hidden_army import UNKNOWN, Mustered, Square
from conquest.kit.outcomes import write_outcome
from conquest.kit.tables import changed_options
from conquest.rulesets.armada.model import (
    Arrived,
    Bounced,
    Captured,
    Defeated,
    Event,
    Forfeited,
    Revealed,
    RoundEnded,
    State,
    Threw,
    Unit,
)
from conquest.rulesets.armada.position import (
    DEFAULTS,
    board_name,
    read_options,
    read_position,
    write_position,
)
from conquest.rulesets.armada.position_reader import KNOWN
from conquest.rulesets.armada.rules import to_act


def mask(state: State, viewer: Viewer) -> State:
    """Return a game as a viewer knows it, with the ranks of their own team only (K23).

    Hidden ranks are ``UNKNOWN``, hidden set-ups empty. Nothing is hidden once the game is over.
    """
    # Once a game is over its record is public with the seed, so views show all (O11).
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
    """Return the game as a viewer sees it: the position with hidden ranks and set-ups masked, the
    table's options, who is to act, the outcome, and ``tracks``, which all have seen."""
    known = mask(state, viewer)
    return {
        **write_position(known),
        "board": board_name(state.players),
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
        "points": None,
        "outcome": write_outcome(state.outcome),
        "tracks": unit_tracks(known.pieces),
    }


def unit_tracks(units: Mapping[Square, Unit]) -> dict[Square, list[str | int]]:
    """Return what all players have seen of the unit on each square: where it was set up, and how
    many units its owner had lost when it first moved and when it was last attacked in vain."""
    return {
        square: [unit.home, unit.went, unit.spared]
        for square, unit in sorted(units.items())
        if (unit.home, unit.went, unit.spared) != _UNSEEN
    }


_UNSEEN = ("", -1, -1)


def _changed_options(state: State) -> Json:
    """Return the options that differ from their defaults."""
    options: Json = {name: getattr(state, name) for name in DEFAULTS}
    return changed_options(options, DEFAULTS)


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    state = read_position(read_options(view["options"]), shown)
    tracks = view["tracks"]
    pieces = {
        square: Unit(unit.seat, unit.rank, *tracks.get(square, _UNSEEN))
        for square, unit in state.pieces.items()
    }
    return replace(state, pieces=pieces)


def witness(event: Event, viewer: Viewer) -> Event:
    """Return an event as a viewer may know it: a set-up is seen by its own seat only (HK5).

    All other events are public: units that move or arrive are hidden, units that are removed or
    revealed are named.
    """
    if isinstance(event, Arrived) and viewer not in (event.seat, OPEN):
        return replace(event, rank=UNKNOWN)
    if isinstance(event, Mustered) and viewer not in (event.seat, OPEN):
        # The order spells out the ranks, so it is hidden with the places.
        return replace(event, order="", places={})
    return event


UNCOVERING = (Mustered, Threw, Forfeited, Captured, Bounced, Revealed, Defeated, Arrived)


def uncovers(event: Event) -> bool:
    """Return whether an event tells somebody of a hidden rank: by a throw (K38, K41), an attack
    (K6, HK11, HK12), a new unit, or an alliance, which shows the ranks of allies (K23)."""
    return isinstance(event, UNCOVERING) or (isinstance(event, RoundEnded) and bool(event.allied))
