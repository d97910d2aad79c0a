"""What each viewer may know: the only place where hidden ranks and set-ups are masked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import OPEN, Json, Seat, Viewer
from conquest.kit.hidden_army import UNKNOWN, Mustered, Places, Square
from conquest.kit.outcomes import write_outcome
from conquest.kit.tables import changed_options
from conquest.rulesets.espionage.model import Began, Event, Fought, Moving, RankedPiece, State
from conquest.rulesets.espionage.position import (
    DEFAULTS,
    KNOWN,
    board_name,
    read_options,
    read_position,
    write_position,
)
from conquest.rulesets.espionage.ranks import SEATS
from conquest.rulesets.espionage.rules import to_act


def mask(state: State, viewer: Viewer) -> State:
    """Return a game as a viewer knows it (E4, EP11 to EP15).

    Hidden ranks are ``UNKNOWN``, hidden set-ups empty. ``uncovered`` has the squares whose ranks
    the viewer knows, so nothing shows what the other side has uncovered.
    """
    if viewer == OPEN:
        return state
    # Open games, too, hide the set-up (HE21); once a game is over everything is public (O11).
    if state.outcome or (state.open and state.is_set_up):
        shown = state
    else:
        camps = {seat: camp if seat == viewer else {} for seat, camp in state.camps.items()}
        shown = replace(state, pieces=_mask_pieces(state, viewer), camps=camps)
    known = _known_ranks(shown.pieces) if shown.is_set_up else {}
    return replace(shown, uncovered=known)


def _mask_pieces(state: State, viewer: Viewer) -> dict[Square, RankedPiece]:
    # The public, which has no seat, knows no rank (EP15).
    known = frozenset(state.uncovered.get(viewer, ())) if viewer else frozenset()
    return {
        square: piece if piece.seat == viewer or square in known else _HIDDEN[piece.seat]
        for square, piece in state.pieces.items()
    }


_HIDDEN = {seat: RankedPiece(seat, UNKNOWN) for seat in SEATS}


def _known_ranks(pieces: Mapping[Square, RankedPiece]) -> dict[Seat, tuple[Square, ...]]:
    """Return for each seat the squares of the enemy pieces whose ranks the viewer knows."""
    known: dict[Seat, list[Square]] = {seat: [] for seat in SEATS}
    for square, piece in pieces.items():
        if piece.rank != UNKNOWN:
            known[SEATS[piece.seat == SEATS[0]]].append(square)
    return {seat: tuple(sorted(squares)) for seat, squares in known.items()}


def write_view(state: State, viewer: Viewer) -> Json:
    """Return the game as a viewer sees it: the masked position, its board, the options that are
    not defaults, and what follows from them. ``homes`` is where pieces were set up."""
    shown = write_position(mask(state, viewer))
    if viewer != OPEN:
        del shown["uncovered"]
    return {
        **shown,
        "board": board_name(state.size),
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
        "points": None,
        "outcome": write_outcome(state.outcome),
        "homes": dict(sorted(state.homes.items())),
    }


def _changed_options(state: State) -> Json:
    """Return the options that differ from the defaults."""
    chosen: Json = {name: getattr(state, name) for name in ("pair", "size", "moves", "open")}
    return changed_options(chosen | {"quiet": state.limit}, DEFAULTS)


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    state = read_position(read_options(view["options"]), shown)
    if "uncovered" not in view and state.is_set_up:
        state = replace(state, uncovered=_known_ranks(state.pieces))
    return replace(state, homes=dict(view["homes"]))


def witness(event: Event, viewer: Viewer) -> Event:
    """Return an event as a viewer may know it.

    A set-up is known to its seat only (HE2). In a fight, removed pieces are named to everybody,
    a survivor only to its own side (HE10). What a spy uncovers is known to its side only (EP13).
    """
    if viewer == OPEN:
        return event
    match event:
        case Mustered() if event.seat != viewer:
            # The text of the order names the ranks, too.
            return replace(event, order="", places={})
        case Fought():
            return _mask_fight(event, viewer)
        case Moving() if event.uncovered:
            return replace(event, uncovered=_own_uncovered(event, viewer))
        case _:
            return event


def _own_uncovered(event: Moving, viewer: Viewer) -> dict[Seat, Places]:
    return {seat: places for seat, places in event.uncovered.items() if seat == viewer}


def _mask_fight(event: Fought, viewer: Viewer) -> Fought:
    is_own, is_foes = viewer == event.seat, viewer in SEATS and viewer != event.seat
    attacker_fell, victim_fell = event.result in ("lost", "both"), event.result != "lost"
    return replace(
        event,
        rank=event.rank if event.shown or is_own or attacker_fell else UNKNOWN,
        against=event.against if event.shown or is_foes or victim_fell else UNKNOWN,
        uncovered=_own_uncovered(event, viewer),
    )


def uncovers(event: Event) -> bool:
    """Return whether an event tells somebody a rank that was hidden: by a fight (HE10) or a spy
    (HE11), or as both armies are set up."""
    match event:
        case Mustered() | Began():
            return True
        case Fought():
            return not event.shown or bool(event.uncovered)
        case Moving():
            return bool(event.uncovered)
        case _:
            return False
