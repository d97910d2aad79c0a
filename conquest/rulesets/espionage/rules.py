"""The judgement of Espionage: a submission becomes events, or is refused.

After BrainKing's Espionage. A refusal depends on what its author may know, never on a hidden rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from conquest.core import (
    Numbers,
    Refused,
    Seat,
    SideAction,
    Unforeseen,
    no_numbers,
)
from conquest.kit import duel
from conquest.kit.decisions import setup_decision, turn_decision
from conquest.kit.duel import GameEnded
from conquest.kit.hidden_army import Mustered, SetupOrder, require_known
from conquest.kit.submission import OrderProgress, WordOrder, check_any, game_over
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.army import SETUP
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import (
    Began,
    Event,
    Fought,
    Lapsed,
    State,
    Stepped,
    TurnEnded,
)
from conquest.rulesets.espionage.moves import check_steps, has_legal_step
from conquest.rulesets.espionage.orders import (
    RESIGN,
    EspionageTurn,
    Order,
    PieceStep,
    write_order,
    write_step,
)
from conquest.rulesets.espionage.ranks import SEATS, can_move, fight_result, other_seat
from conquest.rulesets.espionage.spies import newly_uncovered
from conquest.rulesets.espionage.words import SEAT_NAMES

Progress: TypeAlias = OrderProgress[State, Event]

DECISION_KINDS = {"setup": setup_decision(), "turn": turn_decision()}


def to_act(state: State) -> Mapping[Seat, str]:
    """Return what each seat owes: first both a set-up at once, then one of them a turn."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        return {seat: "setup" for seat in SEATS if seat not in state.camps}
    return {state.turn: "turn"}


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions open to a seat: to resign at any time, to offer or accept a draw
    once both armies are set up (O12, O13)."""
    if state.outcome:
        return ()
    return duel.side_actions(state.offer, seat) if state.is_set_up else (duel.RESIGN,)


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat were on turn and the game not over.

    During set-up no seat can be on turn, so the position stays as it is.
    """
    if not state.is_set_up or state.turn == seat:
        return replace(state, outcome=None)
    return replace(state, turn=seat, number=state.number + 1, outcome=None)


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return the orders of a seat whose time has run out: it resigns (HE24)."""
    return (WordOrder(RESIGN),)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return the events of a submission whose orders are carried out one after the other.

    Orders after a turn are checked before the turn is carried out, as if the game went on, so
    that a refusal cannot reveal whether an attack has won; if the game is over they are dropped.

    :raises Illegal: with the number of the refused order; then nothing has happened.
    :raises Unforeseen: if an unknown rank decides.
    """
    check_any(orders)
    progress, is_after_turn = OrderProgress(evolve, state), False
    for place, order in enumerate(orders):
        if is_after_turn and progress.state.outcome:
            break
        try:
            if isinstance(order, EspionageTurn) and not is_after_turn:
                is_after_turn = True
                _check_turn(progress.state, seat, order)
                _check_later_orders(progress.state, seat, orders, place + 1)
            _carry_out_order(progress, seat, order)
        except Refused as refused:
            raise refused.at_order(place if refused.order is None else refused.order) from None
        except Unforeseen as unforeseen:
            raise unforeseen.prepend_events(progress.events) from None
    return tuple(progress.events)


def _check_later_orders(state: State, seat: Seat, orders: tuple[Order, ...], first: int) -> None:
    """Check the orders after a turn against what is known of the position after it.

    :raises Illegal: with the number of the order.
    """
    progress = progress_after_turn(state, seat)
    for place, order in enumerate(orders[first:], start=first):
        try:
            carry_out_later(progress, seat, order)
        except Refused as refused:
            raise refused.at_order(place) from None


def progress_after_turn(state: State, seat: Seat) -> Progress:
    """Return what everybody knows of the position after a seat's turn, as if the game went on."""
    # The seat's turn declines an offer of the other seat; its own stays open (O12).
    offer = state.offer if state.offer == seat else ""
    return OrderProgress(evolve, replace(state, turn=other_seat(seat), offer=offer))


def carry_out_later(progress: Progress, seat: Seat, order: Order) -> None:
    """Carry out an order after a turn on what is known of the position after it.

    :raises Illegal: if it is not allowed there.
    """
    if isinstance(order, EspionageTurn):
        raise refusals.second_turn()
    _carry_out_order(progress, seat, order)


def _carry_out_order(progress: Progress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise game_over()
    match order:
        case SetupOrder():
            _hand_in_setup(progress, seat, order)
        case EspionageTurn():
            _check_turn(progress.state, seat, order)
            take_turn(progress, order)
        # Draw offers and resignations do not need their seat on turn (O12, O13).
        case WordOrder(word):
            if word == "draw?" and not progress.state.is_set_up:
                raise refusals.no_draw_yet()
            duel.carry_out_word(progress, seat, word, SEATS)


def _hand_in_setup(progress: Progress, seat: Seat, order: SetupOrder) -> None:
    state, places = progress.state, dict(order.places)
    SETUP.check_open(state, seat)
    SETUP.check_camp(state.size, seat, places)
    progress.apply_event(Mustered(seat=seat, order=write_order(order), places=places))
    # Nobody owes a set-up any more: the second one was just handed in.
    if not to_act(progress.state):
        _begin_play(progress)


def _begin_play(progress: Progress) -> None:
    state = progress.state
    # ``witness`` masks nothing of this event, so only an open game may name the ranks in it (EP26).
    progress.apply_event(Began(seat=SEATS[0], camps=dict(state.camps) if state.open else {}))
    if over := end_if_immobile(progress.state, SEATS[0]):
        progress.apply_event(over)


def _check_turn(state: State, seat: Seat, turn: EspionageTurn) -> None:
    check_on_turn(state, seat)
    check_steps(state, seat, turn.steps)


def check_on_turn(state: State, seat: Seat) -> None:
    """Check that a seat is on turn.

    :raises Illegal: if it is not.
    """
    if state.outcome:
        raise game_over()
    if not state.is_set_up:
        raise refusals.not_set_up()
    if seat != state.turn:
        raise refusals.not_on_turn(seat=SEAT_NAMES[seat], other=SEAT_NAMES[state.turn])


def take_turn(progress: Progress, turn: EspionageTurn) -> None:
    """Carry out the steps of a checked turn, up to the one that ends the game.

    :raises Unforeseen: if an unknown rank decides.
    """
    seat, order, stayed = progress.state.turn, write_order(turn), list[str]()
    for place, step in enumerate(turn.steps):
        event = step_event(progress.state, step, order if place == 0 else "")
        progress.apply_event(event)
        # A lapsed move neither counts as quiet nor can be taken back (EP16, EP9).
        if isinstance(event, Lapsed):
            continue
        # Only a piece that now stands on its target could go straight back (EP9).
        if isinstance(event, Stepped) or event.result == "won":
            stayed.append(write_step(step))
        if over := end_after_move(progress.state, event):
            progress.apply_event(over)
            return
    end_turn(progress, seat, tuple(sorted(stayed)))


def end_turn(progress: Progress, seat: Seat, stayed: tuple[str, ...]) -> None:
    """Pass the turn, and end the game if the next seat cannot move (E32)."""
    number = progress.state.number
    progress.apply_event(TurnEnded(seat=seat, number=number, next=other_seat(seat), kept=stayed))
    if over := end_if_immobile(progress.state, seat):
        progress.apply_event(over)


def step_event(state: State, step: PieceStep, order: str = "") -> Stepped | Fought | Lapsed:
    """Return the event of a step by the seat on turn; the step must have been checked.

    :raises Unforeseen: if an unknown rank decides.
    """
    seat = state.turn
    occupant = state.pieces.get(step.end)
    if occupant is None:
        walk = Stepped(seat=seat, order=order, start=step.start, end=step.end)
        return _add_uncovered(state, walk)
    # A checked step meets an own piece only where the first step of the turn has won (HE7).
    if occupant.seat == seat:
        return Lapsed(seat=seat, order=order, start=step.start, end=step.end)
    return _add_uncovered(state, _fight_event(state, step, order))


def _fight_event(state: State, step: PieceStep, order: str) -> Fought:
    """Return the event of an attack (E10 to E29).

    :raises Unforeseen: if one of the two ranks is unknown.
    """
    rank, against = (require_known(state.pieces[at].rank) for at in (step.start, step.end))
    return Fought(
        seat=state.turn,
        order=order,
        start=step.start,
        end=step.end,
        result=fight_result(rank, against),
        rank=rank,
        against=against,
        shown=state.open,
    )


def _add_uncovered(state: State, event: Stepped | Fought) -> Stepped | Fought:
    """Return a step with what spies uncover after it (HE11)."""
    uncovered = newly_uncovered(evolve(state, event), event.end)
    return replace(event, uncovered=uncovered) if uncovered else event


def end_after_move(state: State, event: Event) -> GameEnded | None:
    """Return the end of the game after the single move that led to this state, None if it goes on.

    The checks have this order (EP17): headquarters, armies (HE16, HE17), quiet moves (HE18).
    """
    if isinstance(event, Fought) and event.result == "headquarters":
        return GameEnded(seat=event.seat, winners=(event.seat,), reason="headquarters")
    # One fight on a mine can take the last mobile pieces of both sides: then it is a draw (HE17).
    alive = tuple(seat for seat in SEATS if has_mobile_piece(state, seat))
    if len(alive) < len(SEATS):
        reason = "army_destroyed" if alive else "both_destroyed"
        return GameEnded(seat=event.seat, winners=alive, reason=reason)
    if state.quiet >= state.limit:
        return GameEnded(seat=event.seat, winners=(), reason="quiet_moves")
    return None


def has_mobile_piece(state: State, seat: Seat) -> bool:
    """Return whether a seat has a piece that may be mobile; an unknown rank may be."""
    return any(piece.seat == seat and can_move(piece.rank) for piece in state.pieces.values())


def end_if_immobile(state: State, mover: Seat) -> GameEnded | None:
    """Return the end of the game if the seat now on turn cannot move, else None (E32, EP18)."""
    if has_legal_step(state, state.turn):
        return None
    return GameEnded(seat=mover, winners=(other_seat(state.turn),), reason="no_move")
