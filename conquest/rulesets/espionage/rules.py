"""The judgement of Espionage: a submission becomes events, or is refused.

After BrainKing's Espionage. A refusal depends on what its author may know, never on a hidden rank.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from conquest.core import (
    DecisionKind,
    Numbers,
    Phrase,
    Refused,
    Seat,
    Unforeseen,
    Unreadable,
    no_numbers,
)
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.board import setup_zone
from conquest.rulesets.espionage.ending import end_after_move, end_event, end_if_immobile
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import (
    Began,
    DrawAccepted,
    DrawOffered,
    Event,
    Fought,
    Lapsed,
    Mustered,
    Places,
    Resigned,
    State,
    Stepped,
    TurnEnded,
)
from conquest.rulesets.espionage.moves import check_steps
from conquest.rulesets.espionage.orders import (
    ACCEPT,
    OFFER,
    RESIGN,
    EspionageTurn,
    Order,
    PieceStep,
    SetupOrder,
    WordOrder,
    write_order,
    write_step,
)
from conquest.rulesets.espionage.ranks import (
    ARMIES,
    SEATS,
    UNKNOWN,
    count_ranks,
    fight_result,
    other_seat,
)
from conquest.rulesets.espionage.spies import newly_uncovered

DECISION_KINDS = {
    "setup": DecisionKind(
        of_you=Phrase("Set up your army"),
        named=Phrase("set-up"),
        briefly=Phrase("Set up your army"),
        silence=Phrase("When the time is up, you have lost the game."),
        parallel=True,  # neither seat sees the other's set-up before handing in its own (HE2)
    ),
    "turn": DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=Phrase("When the time is up, you have lost the game."),
    ),
}
RANKS_DECIDE = Phrase("Here the ranks decide.")


class OrderProgress:
    """A submission being carried out: the state reached and the events so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return what each seat owes: first both a set-up at once, then one of them a turn."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        return {seat: "setup" for seat in SEATS if seat not in state.camps}
    return {state.turn: "turn"}


def turn_number(state: State) -> int:
    """Return the number of the turn, counted from 1 (O17)."""
    return state.number


def points_left(state: State) -> int | None:
    """Return None: Espionage counts no points (O7)."""
    return None


def seats(state: State) -> tuple[Seat, ...]:
    """Return the seats in order of play (HE4)."""
    return SEATS


def numbers_drawn(state: State) -> int:
    """Return how many random numbers have been drawn, all for volcanoes (O16)."""
    return state.drawn


def end_word(state: State, seat: Seat) -> str:
    """Return "": a turn has a fixed number of steps, so no word ends it."""
    return ""


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
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)
    progress, is_after_turn = OrderProgress(state), False
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


def progress_after_turn(state: State, seat: Seat) -> OrderProgress:
    """Return what everybody knows of the position after a seat's turn, as if the game went on."""
    # The seat's turn declines an offer of the other seat; its own stays open (O12).
    offer = state.offer if state.offer == seat else ""
    return OrderProgress(replace(state, turn=other_seat(seat), offer=offer))


def carry_out_later(progress: OrderProgress, seat: Seat, order: Order) -> None:
    """Carry out an order after a turn on what is known of the position after it.

    :raises Illegal: if it is not allowed there.
    """
    if isinstance(order, EspionageTurn):
        raise refusals.second_turn()
    _carry_out_order(progress, seat, order)


def _carry_out_order(progress: OrderProgress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise refusals.game_over()
    match order:
        case SetupOrder():
            _hand_in_setup(progress, seat, order)
        case EspionageTurn():
            _check_turn(progress.state, seat, order)
            take_turn(progress, order)
        # Draw offers and resignations do not need their seat on turn (O12, O13).
        case WordOrder("draw?"):
            _offer_draw(progress, seat)
        case WordOrder("draw!"):
            _accept_draw(progress, seat)
        case WordOrder():
            _resign(progress, seat)


def _offer_draw(progress: OrderProgress, seat: Seat) -> None:
    if not progress.state.is_set_up:
        raise refusals.no_draw_yet()
    if progress.state.offer:
        raise refusals.offer_open()
    progress.apply_event(DrawOffered(seat=seat, order=OFFER))


def _accept_draw(progress: OrderProgress, seat: Seat) -> None:
    if progress.state.offer != other_seat(seat):
        raise refusals.no_offer()
    progress.apply_event(DrawAccepted(seat=seat, order=ACCEPT))
    progress.apply_event(end_event(seat, (), "agreed"))


def _resign(progress: OrderProgress, seat: Seat) -> None:
    progress.apply_event(Resigned(seat=seat, order=RESIGN))
    progress.apply_event(end_event(seat, (other_seat(seat),), "resigned"))


def _hand_in_setup(progress: OrderProgress, seat: Seat, order: SetupOrder) -> None:
    state, places = progress.state, dict(order.places)
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if seat in state.camps:
        raise refusals.already_set_up(seat)
    check_camp(state, seat, places)
    progress.apply_event(Mustered(seat=seat, order=write_order(order), places=places))
    # Nobody owes a set-up any more: the second one was just handed in.
    if not to_act(progress.state):
        _begin_play(progress)


def check_camp(state: State, seat: Seat, places: Places) -> None:
    """Check that a set-up fills the own rows with the whole army (HE2, E13).

    :raises Illegal: if it does not.
    """
    # An army has as many pieces as its zone has squares: the right count leaves no square empty.
    own = setup_zone(seat, state.size)
    outside = [square for square in places if square not in own]
    if outside:
        raise refusals.outside_zone(outside[0])
    if count_ranks(places.values()) != ARMIES[state.size]:
        raise refusals.wrong_army(state.size)


def _begin_play(progress: OrderProgress) -> None:
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
        raise refusals.game_over()
    if not state.is_set_up:
        raise refusals.not_set_up()
    if seat != state.turn:
        raise refusals.not_on_turn(seat, state.turn)


def take_turn(progress: OrderProgress, turn: EspionageTurn) -> None:
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


def end_turn(progress: OrderProgress, seat: Seat, stayed: tuple[str, ...]) -> None:
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
        return _add_uncovered(
            state, Stepped(seat=seat, order=order, start=step.start, end=step.end)
        )
    # A checked step meets an own piece only where the first step of the turn has won (HE7).
    if occupant.seat == seat:
        return Lapsed(seat=seat, order=order, start=step.start, end=step.end)
    return _add_uncovered(state, _fight_event(state, step, order))


def _fight_event(state: State, step: PieceStep, order: str) -> Fought:
    """Return the event of an attack (E10 to E29).

    :raises Unforeseen: if one of the two ranks is unknown.
    """
    rank, against = state.pieces[step.start].rank, state.pieces[step.end].rank
    if UNKNOWN in (rank, against):
        raise Unforeseen(RANKS_DECIDE)
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
