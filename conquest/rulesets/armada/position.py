"""Positions: how a case of the judge or a game at a table starts, and how a running position is
written (5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquest.core import Fault, Json, Numbers, Options, Phrase, Setting, TableLayout, no_numbers
from conquest.kit import tables
from conquest.kit.case_values import read_object
from conquest.kit.hidden_army import UNKNOWN, sort_squares, square_order
from conquest.kit.outcomes import write_outcome
from conquest.kit.submission import OrderProgress
from conquest.rulesets.armada.board import PLAYING, SEATS, SIZES
from conquest.rulesets.armada.evolution import Progress, evolve
from conquest.rulesets.armada.model import ALWAYS, PHASE_4, Blocker, Proposal, Started, State, Unit
from conquest.rulesets.armada.position_reader import check_kings, read_state
from conquest.rulesets.armada.rounds import skip_idle_seats

DEFAULTS: Mapping[str, Setting] = {"players": 2, "king": PHASE_4, "terrain": False}
CHOICES: tables.Choices = {
    "players": (2, 3, 4),
    "king": (PHASE_4, ALWAYS),
    "terrain": (False, True),
}
TERRAIN_FOR_TWO = Phrase("There is no terrain on the small board for two players.")


def board_name(players: int) -> str:
    """Return the name of the board for a number of players; three leave one side empty (HK3)."""
    size = f"{SIZES[players]}x{SIZES[players]}"
    return f"{size}-three" if players == 3 else size


def table_layout(options: Options) -> TableLayout:
    """Return the board and the seats of a table; seats are drawn by lot or chosen (HK3).

    :raises Fault: if the options are impossible.
    """
    lots, chosen = tables.are_seats_drawn(options), read_options(tables.game_options(options))
    playing = PLAYING[chosen["players"]]
    board = board_name(chosen["players"])
    return TableLayout(board, playing, tuple((seat,) for seat in playing), lots)


def start_game(options: Options, numbers: Numbers) -> tuple[Started, ...]:
    """Return the event that starts a game at a table, in which all seats are to set up.

    :raises Fault: if the options are impossible.
    """
    table_layout(options)
    return (start_event(read_options(tables.game_options(options))),)


def start_event(chosen: Options) -> Started:
    """Return the event that starts a game with these options."""
    return Started(seat=SEATS[0], **{name: chosen[name] for name in DEFAULTS})


def read_options(given: object) -> dict[str, Any]:
    """Return all options of a game, with defaults for those that are left out.

    :raises Fault: for an unknown option or value, and for terrain with two players (I45).
    """
    chosen = tables.read_choices(given, DEFAULTS, CHOICES)
    if chosen["terrain"] and chosen["players"] == 2:
        raise Fault(TERRAIN_FOR_TWO)
    return chosen


def open_case(case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Return the state of a judge's case, from its ``options`` and its ``position``.

    Without a position the game starts from its set-up. A position goes on at once to the next
    seat that owes something, and is won if one team is left (O9, I55).

    :raises Fault: if the case is impossible.
    """
    if case.get("board") is not None:
        raise Fault("the board of Iron Armada follows from its options")
    options = read_options(case.get("options", {}))
    if case.get("position") is None:
        return evolve(None, start_event(options))
    state = read_position(options, case["position"])
    _check_nothing_hidden(state)
    return _advance_state(state)


def _check_nothing_hidden(state: State) -> None:
    """Check that nothing is hidden, since a judge knows all, and that no step is left undone."""
    if any(unit.rank == UNKNOWN for unit in state.pieces.values()):
        raise Fault("the position has a hidden unit")
    if not all(state.camps.values()):
        raise Fault("the position has a hidden set-up")
    if state.outcome is None and set(state.camps) == set(state.seats):
        raise Fault("once all have set up the units stand on the board")
    if state.proposal and set(state.undefeated_seats) <= set(state.proposal.agreed):
        raise Fault("all have consented to the proposal already")
    if state.is_set_up and not state.outcome:
        check_kings(state)


def _advance_state(state: State) -> State:
    # While set-ups, opening throws or answers are owed, nobody is passed over (I55).
    if state.outcome or not state.is_set_up or state.opening or state.proposal:
        return state
    progress: Progress = OrderProgress(evolve, state)
    skip_idle_seats(progress)
    return progress.state


def read_position(options: Options, given: object) -> State:
    """Return the state of a position with some options; ranks and set-ups may be hidden in it.

    :raises Fault: if the position is impossible.
    """
    blank = State(**{name: options[name] for name in DEFAULTS})
    return read_state(blank, read_object(given, "position"))


def write_position(state: State) -> Json:
    """Return the running position as JSON that can be fed back."""
    # the order of the keys is a part of the format: verdicts are compared byte by byte
    blockers = {key: _write_blocker(state.blockers[key]) for key in sort_squares(state.blockers)}
    written: Json = {
        "turn": state.turn,
        "number": state.number,
        "round": state.round,
        "pieces": write_units(state.pieces),
        "blockers": blockers,
        "zones": {seat: state.zones[seat] for seat in state.seats},
        "allies": [list(team) for team in state.allies],
        "sworn": [list(pair) for pair in state.sworn],
        "pool": state.pool,
        "defeated": list(state.defeated),
        "turns": {seat: state.turns[seat] for seat in state.seats},
        "stirred": state.stirred,
        "acted": state.acted,
        "lost": {seat: list(state.lost[seat]) for seat in state.seats},
        "drawn": state.drawn,
    }
    if not state.is_set_up:
        camps = {seat: state.camps[seat] for seat in state.seats if seat in state.camps}
        written["setup"] = {seat: camp or True for seat, camp in camps.items()}
    optional: Json = {
        "opening": state.opening,
        "proposal": _write_proposal(state.proposal) if state.proposal else None,
        "asked": state.asked,
        "shown": write_units(state.shown),
        "outcome": write_outcome(state.outcome),
    }
    return written | {key: value for key, value in optional.items() if value}


def write_units(units: Mapping[str, Unit]) -> dict[str, str]:
    """Return units by square: ``{"d4": "south 2"}``."""
    return {at: f"{units[at].seat} {units[at].rank}" for at in sorted(units, key=square_order)}


def _write_blocker(blocker: Blocker) -> Json:
    squares = list(blocker.squares)
    return {"strength": blocker.strength, "squares": squares, "die": blocker.is_die}


def _write_proposal(proposal: Proposal) -> Json:
    return {"from": proposal.seat, "to": proposal.to, "agreed": list(proposal.agreed)}
