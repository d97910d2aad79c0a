"""The effect of each event on a game; nothing is judged or refused here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, cast

from msgspec.structs import replace

from conquest.core import Seat
from conquest.kit.duel import GameEnded
from conquest.kit.hidden_army import UNKNOWN, Mustered, Places, Rank, Square
from conquest.kit.submission import OrderProgress
from conquest.rulesets.armada import model
from conquest.rulesets.armada.board import PLAYING, setup_zone
from conquest.rulesets.armada.ending import outcome_with_places
from conquest.rulesets.armada.model import Blocker, Event, State, Team, Unit
from conquest.rulesets.armada.ranks import KING, rank_value
from conquest.rulesets.armada.teams import join_teams

Progress: TypeAlias = OrderProgress[State, Event]


def evolve(state: State | None, event: Event) -> State:
    """Return the game after an event; ``None`` is the game before it started."""
    if isinstance(event, model.Started):
        return _initial_state(event)
    state = cast(State, state)
    match event:
        # An activation or a throw ends the time for which a revealed unit is shown (I44).
        case model.Activated():
            begun = _note_first_move(replace(state, shown={}, acted=state.round), event)
            return _apply_activation(begun, event)
        case model.TurnEnded():
            return _apply_turn_end(state, event)
        case model.Called():
            return replace(state, turn=event.seat, asked=False)
        case model.Threw():
            return _apply_throw(replace(state, shown={}), event)
        case model.RoundEnded():
            return _apply_round_end(state, event)
        case model.ZoneCancelled():
            return replace(state, zones={**state.zones, event.seat: False})
        case Mustered() | model.Began() | model.PlayBegan():
            return _apply_setup(state, event)
        case model.Proposed() | model.Consented() | model.Declined() | model.Swore():
            return _apply_alliance(state, event)
        case _:
            return _apply_loss(state, event)


def _apply_loss(state: State, event: Event) -> State:
    """Take units out of the game, or end it; an arrival, too, changes what a seat has."""
    match event:
        case model.Forfeited():
            return _remove_unit(state, event.square, event.rank)
        case model.Defeated():
            return _apply_defeat(state, event)
        case model.Resigned():
            return replace(_remove_unit(state, event.square, KING), proposal=None)
        case model.Arrived():
            unit = Unit(event.seat, event.rank)
            return replace(state, pieces={**state.pieces, event.square: unit})
        case GameEnded():
            over = replace(state, proposal=None)
            return replace(over, outcome=outcome_with_places(over, event.winners, event.reason))
    return state


def _initial_state(event: model.Started) -> State:
    seats = PLAYING[event.players]
    return State(
        players=event.players,
        king=event.king,
        terrain=event.terrain,
        is_set_up=False,
        zones=dict.fromkeys(seats, True),
        pool=2 * event.players,
        turns=dict.fromkeys(seats, 0),
        lost=dict.fromkeys(seats, ""),
    )


def _apply_setup(state: State, event: Mustered | model.Began | model.PlayBegan) -> State:
    match event:
        case Mustered():
            return replace(state, camps={**state.camps, event.seat: event.places})
        case model.Began():
            return _place_armies(state, event)
        case model.PlayBegan():
            return replace(state, turn=event.seat, opening=False)


def _place_armies(state: State, event: model.Began) -> State:
    """Put the armies on the board, as hidden units if a set-up is not known."""
    pieces = {
        square: Unit(seat, rank, square)
        for seat in state.seats
        for square, rank in _camp_or_hidden(state, seat).items()
    }
    return replace(state, turn=event.seat, is_set_up=True, opening=True, camps={}, pieces=pieces)


def _camp_or_hidden(state: State, seat: Seat) -> Places:
    return state.camps.get(seat) or dict.fromkeys(setup_zone(seat, state.size), UNKNOWN)


def _note_first_move(state: State, event: model.Activated) -> State:
    """Record when a unit was first activated, which all players see."""
    start = event.path[0]
    unit = state.pieces[start]
    if unit.went >= 0:
        return state
    went = len(state.lost.get(unit.seat, ""))
    return replace(state, pieces={**state.pieces, start: replace(unit, went=went)})


def _note_vain_attack(state: State, square: Square) -> State:
    """Record when a unit was attacked in vain, which all players see."""
    unit = state.pieces[square]
    spared = len(state.lost.get(unit.seat, ""))
    return replace(state, pieces={**state.pieces, square: replace(unit, spared=spared)})


def _apply_activation(state: State, event: model.Activated) -> State:
    match event:
        case model.Moved():
            return replace(state, pieces=_move_key(state.pieces, event.path[0], event.path[-1]))
        case model.Captured():
            left = _remove_unit(state, event.path[-1], event.rank)
            return replace(left, pieces=_move_key(left.pieces, event.path[0], event.path[-1]))
        case model.Struck():
            return _damage_blocker(state, event)
        case model.Revealed():
            return replace(state, shown={event.path[-1]: Unit(event.victim, event.rank)})
        case model.Bounced():
            return _note_vain_attack(state, event.path[-1])
    return state


def _move_key(pieces: dict[Square, Unit], start: Square, end: Square) -> dict[Square, Unit]:
    if start == end:
        return pieces
    moved = dict(pieces)
    moved[end] = moved.pop(start)
    return moved


def _remove_unit(state: State, square: Square, rank: Rank) -> State:
    """Remove a unit from the game and list its rank, which is named to everybody (HK6)."""
    unit = state.pieces[square]
    return replace(
        state,
        pieces={at: other for at, other in state.pieces.items() if at != square},
        lost={**state.lost, unit.seat: state.lost.get(unit.seat, "") + rank},
        stirred=state.round,
    )


def _damage_blocker(state: State, event: model.Struck) -> State:
    """Damage or destroy a blocker; a destroyed die goes back to the pool (HK22)."""
    struck, is_gone = state.blockers[event.blocker], event.left == 0
    blockers = {at: other for at, other in state.blockers.items() if at != event.blocker}
    if not is_gone:
        blockers = {**state.blockers, event.blocker: replace(struck, strength=event.left)}
    return replace(
        state,
        # A unit that does not destroy the blocker stays where it struck from (K33, I54).
        pieces=_move_key(state.pieces, event.path[0], event.path[-1 if is_gone else -2]),
        blockers=blockers,
        pool=state.pool + (is_gone and struck.is_die),
        stirred=state.round,
    )


def _apply_throw(state: State, event: model.Threw) -> State:
    """Shift units, put fallen ones back or out of the game, and lay the die (K37, K38)."""
    fallen = {fall.square: fall for fall in event.falls}
    pieces = {
        event.shifts.get(square, square): unit
        for square, unit in state.pieces.items()
        if square not in fallen
    }
    pieces |= {fall.to: state.pieces[fall.square] for fall in event.falls if fall.to}
    gone = [fall for fall in event.falls if not fall.to]
    state = replace(state, pieces=pieces, drawn=state.drawn + len(event.draws))
    if gone:
        state = replace(state, lost=_add_losses(state.lost, gone), stirred=state.round)
    if event.result != "rests":
        return state
    die = Blocker(event.strength, event.squares)
    return replace(state, pool=state.pool - 1, blockers={**state.blockers, event.squares[0]: die})


def _add_losses(lost: dict[Seat, str], gone: Iterable[model.Fall]) -> dict[Seat, str]:
    losses = dict(lost)
    for fall in gone:
        losses[fall.seat] = losses.get(fall.seat, "") + fall.rank
    return losses


def _apply_turn_end(state: State, event: model.TurnEnded) -> State:
    turns = {**state.turns, event.seat: state.turns.get(event.seat, 0) + 1}
    return replace(state, turns=turns, number=event.number + 1, asked=False)


def _apply_round_end(state: State, event: model.RoundEnded) -> State:
    allies: tuple[Team, ...] = state.allies
    for pair in event.allied:
        allies = join_teams(allies, pair)
    return replace(state, round=event.round + 1, allies=allies, sworn=())


def _apply_defeat(state: State, event: model.Defeated) -> State:
    """Hand units over or turn them into blockers, and cancel the zone (K18 to K20)."""
    pieces, blockers = dict(state.pieces), dict(state.blockers)
    # Both counts were of the old owner's losses and mean nothing with the heir's.
    for square, heir in event.heirs.items():
        pieces[square] = replace(pieces[square], seat=heir, went=-1, spared=-1)
    for square, rank in event.blockers.items():
        del pieces[square]
        blockers[square] = Blocker(rank_value(rank), (square,), is_die=False)
    return replace(
        state,
        pieces=pieces,
        blockers=blockers,
        zones={**state.zones, event.seat: False},
        defeated=(*state.defeated, event.seat),
    )


def _apply_alliance(
    state: State, event: model.Proposed | model.Consented | model.Declined | model.Swore
) -> State:
    match event:
        case model.Proposed():
            proposal = model.Proposal(event.seat, event.to, (event.seat,))
            return replace(state, proposal=proposal, asked=True)
        case model.Consented() if state.proposal:
            consenting = {*state.proposal.agreed, event.seat}
            agreed = tuple(seat for seat in state.seats if seat in consenting)
            return replace(state, proposal=replace(state.proposal, agreed=agreed))
        case model.Swore():
            pair = tuple(seat for seat in state.seats if seat in (event.seat, event.to))
            return replace(state, proposal=None, sworn=(*state.sworn, pair))
        case _:
            return replace(state, proposal=None)
