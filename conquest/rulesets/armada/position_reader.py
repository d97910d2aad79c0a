"""Reading a position that comes from outside, key by key; an impossible one is a fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from conquest.core import Fault, Outcome, Seat
from conquest.kit import duel
from conquest.kit.case_values import (
    check_keys,
    read_count,
    read_keyed_object,
    read_list,
    read_object,
)
from conquest.kit.hidden_army import (
    ArmyReader,
    Places,
    Square,
    count_ranks,
    read_by_square,
    read_square,
    sort_squares,
)
from conquest.rulesets.armada.board import setup_zone
from conquest.rulesets.armada.ending import outcome_with_places
from conquest.rulesets.armada.ground import TERRAIN
from conquest.rulesets.armada.model import Blocker, Proposal, State, Team, Unit
from conquest.rulesets.armada.ranks import ARMY, KING, RANKS

COUNTS = {"number": 1, "round": 1, "stirred": 0, "acted": 0, "drawn": 0}
"""Numbers of a position, and the least that each can be."""

FLAGS = ("opening", "asked")
IN_PLAY = {*FLAGS, "pieces", "blockers", "allies", "sworn", "defeated", "proposal", "shown"}
KNOWN = IN_PLAY | COUNTS.keys() | {"turn", "zones", "pool", "turns", "lost", "setup", "outcome"}
MOST_PIPS = 6
READER = ArmyReader(RANKS, piece="unit", rank="unit", example="south 2")


def read_state(blank: State, position: Mapping[str, Any]) -> State:
    """Return the state of a position; ``blank`` is a state with the game's options only.

    :raises Fault: if the position is impossible.
    """
    check_keys(position, KNOWN, "position")
    # Seats come before teams: a proposal depends on the turn and on who is defeated.
    state = _with_seats(_with_counts(blank, position), position)
    state = _with_board(state, position)
    if "setup" in position:
        return _read_setup_phase(state, position)
    state = _with_teams(state, position)
    return replace(state, outcome=_read_outcome(state, position.get("outcome")))


def _with_counts(state: State, position: Mapping[str, Any]) -> State:
    counts = {
        name: read_count(position.get(name, least), name, least) for name, least in COUNTS.items()
    }
    flags = {name: _read_flag(position.get(name, False), name) for name in FLAGS}
    return replace(state, **counts, **flags)


def _with_seats(state: State, position: Mapping[str, Any]) -> State:
    """Return a state with the turn, the defeated, and all that a position lists by seat."""
    defeated = _read_seats(state, position.get("defeated", []), "defeated")
    turns, lost, zones = (
        read_keyed_object(position.get(name, {}), lambda seat: _read_seat(state, seat), name)
        for name in ("turns", "lost", "zones")
    )
    return replace(
        state,
        turn=_read_seat(state, position.get("turn", state.seats[0])),
        defeated=defeated,
        turns={seat: read_count(turns.get(seat, 0), "turns") for seat in state.seats},
        lost={seat: READER.read_lost(lost.get(seat, [])) for seat in state.seats},
        zones={at: _read_flag(zones.get(at, at not in defeated), "zones") for at in state.seats},
    )


def _with_board(state: State, position: Mapping[str, Any]) -> State:
    """Return a state with the units, blockers and dice of a position."""
    pieces = _read_units(state, position.get("pieces", {}), "pieces")
    blockers = _read_blockers(state, position.get("blockers", {}))
    _check_overlaps(state, pieces, blockers)
    # A unit that became a blocker is no die and leaves the pool alone (I38).
    dice = sum(blocker.is_die for blocker in blockers.values())
    pool = position.get("pool", 2 * state.players - dice)
    return replace(
        state,
        pieces=pieces,
        blockers=blockers,
        pool=read_count(pool, "pool"),
        shown=_read_units(state, position.get("shown", {}), "shown"),
    )


def _with_teams(state: State, position: Mapping[str, Any]) -> State:
    """Return a state with the alliances of a position, sworn ones and a proposal included."""
    allies = _read_teams(state, position.get("allies", []), "allies")
    if len({seat for team in allies for seat in team}) < sum(map(len, allies)):
        raise Fault("a seat is in one team only")
    sworn, given = _read_teams(state, position.get("sworn", []), "sworn"), position.get("proposal")
    proposal = None if given is None else _read_proposal(state, given)
    return replace(state, allies=allies, sworn=sworn, proposal=proposal)


def _read_setup_phase(state: State, position: Mapping[str, Any]) -> State:
    """Return a state in which the armies are still being set up and nothing has happened yet."""
    in_play = {name for name in IN_PLAY if position.get(name)}
    if in_play or state.turn != state.seats[0] or (state.number, state.round) != (1, 1):
        raise Fault("a position with a setup has no pieces and nothing has happened in it")
    camps = read_keyed_object(position["setup"], lambda name: _read_seat(state, name), "setup")
    placed = {seat: _read_camp(state, seat, camps[seat]) for seat in state.seats if seat in camps}
    outcome = _read_outcome(state, position.get("outcome"))
    return replace(state, is_set_up=False, camps=placed, outcome=outcome)


def _read_camp(state: State, seat: Seat, given: object) -> Places:
    """Return a set-up; a hidden one, which is ``true`` in a view, is empty."""
    if given is True:
        return {}
    camp = read_object(given, "set-up")
    places = {read_square(at, state.size): READER.read_rank(rank) for at, rank in camp.items()}
    if len(places) != len(camp) or set(places) != set(setup_zone(seat, state.size)):
        raise Fault(f"the set-up of {seat} does not fill its start zone")
    if count_ranks(places.values(), RANKS) != ARMY:
        raise Fault(f"the set-up of {seat} is not a whole army")
    return {square: places[square] for square in sort_squares(places)}


def _read_units(state: State, given: object, name: str) -> dict[Square, Unit]:
    def read_unit(text: object) -> Unit:
        return Unit(*READER.read_piece(text, lambda seat: _read_seat(state, seat)))

    return read_by_square(given, state.size, name, read_unit)


def _read_blockers(state: State, given: object) -> dict[Square, Blocker]:
    keyed = {key: (key, value) for key, value in read_object(given, "blockers").items()}
    return read_by_square(keyed, state.size, "blockers", partial(_read_blocker, state))


def _read_blocker(state: State, keyed: tuple[object, object]) -> Blocker:
    """Return a blocker, whose key is the first of its squares (I39, I49)."""
    key, given = keyed
    fields = read_object(given, "blocker")
    if not {"strength", "squares"} <= set(fields) <= {"strength", "squares", "die"}:
        raise Fault("a blocker has a strength, squares and perhaps a die")
    strength = read_count(fields["strength"], "the strength of a blocker", least=1)
    if strength > MOST_PIPS:
        raise Fault("the strength of a blocker is a number from 1 to 6")
    touched = _read_squares(state, fields["squares"])
    if not touched or touched[0] != read_square(key, state.size):
        raise Fault(f"the first square of the blocker {str(key)[:20]!r} is another one")
    return Blocker(strength, touched, _read_flag(fields.get("die", True), "die"))


def _read_squares(state: State, given: object) -> tuple[Square, ...]:
    names = read_list(given, "the squares of a blocker are a list")
    squares = sort_squares({read_square(square, state.size) for square in names})
    if len(squares) != len(names):
        raise Fault("a blocker names a square twice")
    return squares


def _check_overlaps(
    state: State, pieces: Mapping[Square, Unit], blockers: Mapping[Square, Blocker]
) -> None:
    """Check that no square is taken twice, by units, blockers or terrain."""
    touched = [square for blocker in blockers.values() for square in blocker.squares]
    closed = Counter([*touched, *pieces, *(TERRAIN if state.terrain else ())])
    square, times = closed.most_common(1)[0] if closed else ("", 0)
    if times > 1:
        raise Fault(f"{square} is taken twice")


def _read_teams(state: State, given: object, name: str) -> tuple[Team, ...]:
    """Return teams of two or three, each in seat order (I17)."""
    teams = []
    for team in read_list(given, f"the {name} are a list of teams"):
        seats = _read_seats(state, team, name)
        if not 2 <= len(seats) <= 3:
            raise Fault(f"a team of {name} has two or three seats")
        teams.append(tuple(seat for seat in state.seats if seat in seats))
    return tuple(teams)


def _read_proposal(state: State, given: object) -> Proposal:
    """Return a proposal; the seat that made it has consented (I19)."""
    fields = read_object(given, "proposal")
    if set(fields) != {"from", "to", "agreed"}:
        raise Fault("a proposal has from, to and agreed")
    seat, to = _read_seat(state, fields["from"]), _read_seat(state, fields["to"])
    agreed = _read_seats(state, fields["agreed"], "agreed")
    alive = set(state.undefeated_seats)
    if state.opening or seat == to or seat != state.turn or not {seat, to, *agreed} <= alive:
        raise Fault("only who is on turn can have proposed an alliance, and to another one")
    return Proposal(seat, to, tuple(other for other in state.seats if other in {seat, *agreed}))


def check_kings(state: State) -> None:
    """Check that every seat has one King, or is defeated and has no units (I46).

    :raises Fault: if one has not.
    """
    for seat in state.seats:
        ranks = state.ranks_of(seat)
        if seat in state.defeated and ranks:
            raise Fault(f"{seat} is defeated and has no units")
        if seat not in state.defeated and KING not in ranks:
            raise Fault(f"{seat} has no King and is not defeated")
        if ranks.count(KING) > 1:
            raise Fault(f"{seat} has two Kings")


def _read_outcome(state: State, given: object) -> Outcome | None:
    outcome = duel.read_outcome(given, state.seats)
    return outcome_with_places(state, outcome.winners, outcome.reason) if outcome else None


def _read_seats(state: State, given: object, name: str) -> tuple[Seat, ...]:
    names = read_list(given, f"{name} is a list of seats")
    seats = tuple(_read_seat(state, seat) for seat in names)
    if len(set(seats)) != len(seats):
        raise Fault(f"{name} names a seat twice")
    return seats


def _read_seat(state: State, name: object) -> Seat:
    return duel.read_seat(name, state.seats)


def _read_flag(given: object, name: str) -> bool:
    if not isinstance(given, bool):
        raise Fault(f"{name} is true or false")
    return given
