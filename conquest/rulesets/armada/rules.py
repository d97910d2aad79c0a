"""The judgement of Iron Armada: a submission becomes events or is refused.

A refusal rests on what the author of the order may know, never on a hidden rank.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from msgspec.structs import replace

from conquest.core import (
    DecisionKind,
    Numbers,
    Phrase,
    Refused,
    Seat,
    SideAction,
    Unforeseen,
    no_numbers,
)
from conquest.kit import duel
from conquest.kit.decisions import setup_decision, turn_decision
from conquest.kit.hidden_army import (
    RANKS_DECIDE,
    Mustered,
    SetupOrder,
    Square,
    require_known,
    setup_order,
)
from conquest.kit.submission import OrderProgress, WordOrder, check_any, game_over
from conquest.rulesets.armada import alliances, refusals
from conquest.rulesets.armada.army import SETUP
from conquest.rulesets.armada.defeats import check_end, defeat_event, defeat_seats
from conquest.rulesets.armada.evolution import Progress, evolve
from conquest.rulesets.armada.ground import closed_squares
from conquest.rulesets.armada.model import (
    ALWAYS,
    Began,
    Bounced,
    Captured,
    Event,
    Forfeited,
    Moved,
    Resigned,
    Revealed,
    Skipped,
    State,
    Struck,
    Threw,
)
from conquest.rulesets.armada.moves import check_activation
from conquest.rulesets.armada.orders import (
    REFUSE,
    RESIGN,
    SKIP,
    Activation,
    AllyOrder,
    Order,
    ThrowOrder,
    write_order,
)
from conquest.rulesets.armada.ranks import KING, lowest_rank, rank_value
from conquest.rulesets.armada.rounds import advance_turn, call_next_throw, end_turn, skip_idle_seats
from conquest.rulesets.armada.throws import throw_die
from conquest.rulesets.armada.words import SEAT_NAMES, WORDS

# at any time, even while the answers to a proposal are awaited (O13, I19)
GIVE_UP = dataclasses.replace(
    duel.RESIGN,
    about=Phrase(
        "You lose your King at once. Your allies receive your units;"
        " without allies they become blockers."
    ),
)
DECISION_KINDS = {
    "setup": setup_decision(Phrase("When the time is up, your army stands in a usual order.")),
    "throw": DecisionKind(
        of_you=Phrase("You may throw a blocker die"),
        named=Phrase("throw"),
        briefly=Phrase("Throw a blocker die"),
        silence=Phrase("When the time is up, nothing is thrown."),
        pace="answer",
        action=Phrase("Throw, or skip"),
    ),
    "turn": turn_decision(Phrase("When the time is up, you have resigned.")),
    "consent": DecisionKind(
        of_you=Phrase("Do you consent to the alliance?"),
        named=Phrase("consent"),
        briefly=Phrase("An alliance is proposed"),
        silence=Phrase("When the time is up, you have refused."),
        how="choose",
        parallel=True,
        pace="answer",
    ),
}


def to_act(state: State) -> Mapping[Seat, str]:
    """Return what each seat owes: all their set-ups at once, then one seat a throw or a turn, or
    all an answer to a proposal."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        return {seat: "setup" for seat in state.seats if seat not in state.camps}
    # A proposal stops the game until the last answer, so it comes before the turn (I19).
    if state.proposal:
        agreed = state.proposal.agreed
        return {seat: "consent" for seat in state.undefeated_seats if seat not in agreed}
    if state.opening or state.turn in state.defeated:
        return {state.turn: "throw"}
    return {state.turn: "turn"}


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions of a seat: to resign, once all armies are set up (O13)."""
    if state.outcome or not state.is_set_up or seat in state.defeated:
        return ()
    return (GIVE_UP,)


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if a seat were on turn; a game that is over goes on.

    No turn is supposed while the armies are being set up, nor for a defeated seat.
    """
    if not state.is_set_up or seat in state.defeated:
        return replace(state, outcome=None)
    is_on_turn = state.turn == seat and not state.opening
    number = state.number if is_on_turn else state.number + 1
    return replace(state, turn=seat, number=number, opening=False, proposal=None, outcome=None)


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return the orders of a seat that stays silent: a usual set-up, no throw, no consent. In a
    turn it resigns, since nobody may pass (K4)."""
    match to_act(state).get(seat):
        case "setup":
            return (setup_order(SETUP.usual_camp(state.size, seat).items()),)
        case "throw":
            return (WordOrder(SKIP),)
        case "consent":
            return (WordOrder(REFUSE),)
        case _:
            return (WordOrder(RESIGN),)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return the events of a submission, which is a single order.

    :raises Illegal: with the number of the order; then nothing happens.
    :raises Unforeseen: if chance or an unknown rank decides.
    """
    check_any(orders)
    progress: Progress = OrderProgress(evolve, state, numbers)
    try:
        _carry_out_order(progress, seat, orders[0])
    except Refused as refused:
        raise refused.at_order(0) from None
    except Unforeseen as unforeseen:
        raise unforeseen.prepend_events(progress.events) from None
    # Only now: if the first order is refused, too, that refusal is the one to name.
    if len(orders) > 1:
        raise refusals.second_order().at_order(1)
    return tuple(progress.events)


def _carry_out_order(progress: Progress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise game_over()
    if seat not in progress.state.seats:
        raise refusals.not_playing(seat=SEAT_NAMES[seat])
    match order:
        # Resigning is open at any time, whatever the seat owes (O13).
        case WordOrder("resign"):
            _resign_seat(progress, seat)
        case SetupOrder():
            _hand_in_setup(progress, seat, order)
        case WordOrder("consent" | "refuse"):
            _check_decision(progress.state, seat, "consent")
            alliances.answer_proposal(progress, seat, order.word)
        case ThrowOrder() | WordOrder():
            _check_decision(progress.state, seat, "throw")
            _take_throw(progress, seat, order)
        case Activation():
            _check_decision(progress.state, seat, "turn")
            _take_turn(progress, seat, order)
        case AllyOrder():
            _check_decision(progress.state, seat, "turn")
            alliances.propose_alliance(progress, seat, order.seat)


def _check_decision(state: State, seat: Seat, kind: str) -> None:
    """Check that a seat owes a decision of this kind now.

    :raises Illegal: if it does not (O4, O20, I19).
    """
    pending = to_act(state)
    if pending.get(seat) == kind:
        return
    not_asked = refusals.not_asked(seat=SEAT_NAMES[seat], others=WORDS.list_seats(pending))
    if kind == "consent":
        raise _consent_refusal(state, seat) or not_asked
    if seat in pending:
        raise refusals.other_stage(pending[seat])
    # No seat owes now what this one hands in.
    if kind not in pending.values() and (not state.is_set_up or state.opening or state.proposal):
        raise refusals.other_stage(next(iter(pending.values())))
    raise not_asked


def _consent_refusal(state: State, seat: Seat) -> Refused | None:
    """Return why there is nothing for a seat to consent to, ``None`` if others are asked (I19)."""
    if not state.proposal:
        return refusals.no_proposal()
    if seat in state.proposal.agreed:
        return refusals.already_consented(seat=SEAT_NAMES[seat])
    return None


def _hand_in_setup(progress: Progress, seat: Seat, order: SetupOrder) -> None:
    state, places = progress.state, dict(order.places)
    SETUP.check_open(state, seat)
    SETUP.check_camp(state.size, seat, places)
    progress.apply_event(Mustered(seat=seat, order=write_order(order), places=places))
    if not to_act(progress.state):
        progress.apply_event(Began(seat=state.seats[0]))


def _resign_seat(progress: Progress, seat: Seat) -> None:
    """Remove the King of a seat that resigns; the rest follows as if it had been captured (O13)."""
    state = progress.state
    if not state.is_set_up:
        raise refusals.no_resigning_yet()
    if seat in state.defeated:
        raise refusals.already_defeated(seat=SEAT_NAMES[seat])
    progress.apply_event(Resigned(seat=seat, order=RESIGN, square=king_of(state, seat)))
    defeat_seats(progress, (seat,), seat)
    _continue_game(progress, is_over=state.turn == seat)


def king_of(state: State, seat: Seat) -> Square:
    """Return the square on which a seat's King stands.

    :raises Unforeseen: if the King is hidden.
    """
    for square, unit in state.pieces.items():
        if (unit.seat, unit.rank) == (seat, KING):
            return square
    raise Unforeseen(RANKS_DECIDE)


def _continue_game(progress: Progress, *, is_over: bool) -> None:
    """Go on after a throw or a resignation; to the next seat if this place ``is_over``."""
    state = progress.state
    if state.outcome:
        return
    if state.opening:
        if is_over:
            call_next_throw(progress)
    elif is_over:
        advance_turn(progress)
    else:
        # The seat on turn may have lost its last possible move by the defeat of another.
        skip_idle_seats(progress)


def _take_throw(progress: Progress, seat: Seat, order: ThrowOrder | WordOrder) -> None:
    """Throw a die or skip the throw; a King that falls or is forfeited is kingless (HK31)."""
    if isinstance(order, WordOrder):
        progress.apply_event(Skipped(seat=seat, order=SKIP))
        _continue_game(progress, is_over=True)
        return
    if not progress.state.pool:
        raise refusals.no_dice()
    kingless = []
    for event in throw_die(progress.state, seat, order.aim, write_order(order), progress.numbers):
        progress.apply_event(event)
        kingless += kings_lost(event)
    # First all fallen units leave the board, then their owners are defeated (I31).
    defeat_seats(progress, kingless, seat)
    _continue_game(progress, is_over=True)


def kings_lost(event: Threw | Forfeited) -> list[Seat]:
    """Return the seats that have lost their King by a throw, in the order of the falls."""
    if isinstance(event, Forfeited):
        return [event.seat] if event.rank == KING else []
    return [fall.seat for fall in event.falls if fall.rank == KING]


def _take_turn(progress: Progress, seat: Seat, turn: Activation) -> None:
    """Activate a unit and end the turn (K4 to K7)."""
    path, link = check_activation(progress.state, seat, turn)
    event = activation_event(progress.state, seat, path, link, write_order(turn))
    progress.apply_event(event)
    if isinstance(event, Captured) and event.rank == KING:
        progress.apply_event(defeat_event(progress.state, event.victim))
    # The turn ends with its check of the King's zone even if the capture has won (I58).
    end_turn(progress, seat)
    check_end(progress, seat)
    if progress.state.outcome is None:
        advance_turn(progress)


def activation_event(
    state: State, seat: Seat, path: tuple[Square, ...], link: str, order: str
) -> Moved | Captured | Bounced | Revealed | Struck:
    """Return the event of an activation that was checked before.

    :raises Unforeseen: if an unknown rank decides.
    """
    match link:
        case "*":
            return _strike_event(state, seat, path, order)
        case "x":
            return _attack_event(state, seat, path, order)
        case _:
            return Moved(seat=seat, order=order, path=path)


def _strike_event(state: State, seat: Seat, path: tuple[Square, ...], order: str) -> Struck:
    """Return how a blow changes a blocker: a unit takes its value off, a King removes it (K34)."""
    key = closed_squares(state)[path[-1]]
    rank = require_known(state.pieces[path[0]].rank)
    left = 0 if rank == KING else max(0, state.blockers[key].strength - rank_value(rank))
    return Struck(seat=seat, order=order, path=path, blocker=key, left=left)


def _attack_event(
    state: State, seat: Seat, path: tuple[Square, ...], order: str
) -> Captured | Bounced | Revealed:
    """Return how an attack on a unit ends (K6, K26, K28, HK10 to HK12)."""
    victim = state.pieces[path[-1]]
    owner = state.live_zones.get(path[-1])
    # In a live enemy zone every unit is safe, even one of the lowest class (K28).
    if owner is not None and owner not in state.team_of(seat):
        rank = require_known(victim.rank)
        return Revealed(seat=seat, order=order, path=path, victim=victim.seat, rank=rank)
    if is_attackable(state, path[-1]):
        return Captured(seat=seat, order=order, path=path, victim=victim.seat, rank=victim.rank)
    return Bounced(seat=seat, order=order, path=path, victim=victim.seat)


def is_attackable(state: State, square: Square) -> bool:
    """Return whether the unit on a square can be captured now: it is of its owner's lowest living
    class, or a King that the table lets be captured at any time (K11, HK10, I15).

    :raises Unforeseen: if that depends on an unknown rank.
    """
    unit = state.pieces[square]
    rank = require_known(unit.rank)
    if rank == KING and state.king == ALWAYS:
        return True
    return rank == require_known(lowest_rank(state.ranks_of(unit.seat)))
