"""The judgement of Espionage: a submission becomes events, or is refused.

After BrainKing's Espionage. A refusal rests on what its author may know, never on a hidden rank.
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
from conquest.rulesets.espionage.board import zone
from conquest.rulesets.espionage.ending import ended, ended_by, ended_for_want
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
from conquest.rulesets.espionage.moving import check_turn
from conquest.rulesets.espionage.orders import (
    ACCEPT,
    OFFER,
    RESIGN,
    Order,
    Setup,
    Step,
    Turn,
    Word,
    write_order,
    write_step,
)
from conquest.rulesets.espionage.ranks import ARMIES, SEATS, UNKNOWN, counted, fight, other
from conquest.rulesets.espionage.spying import uncovered_at

ASKS = {
    "setup": DecisionKind(
        of_you=Phrase("Set up your army"),
        named=Phrase("set-up"),
        briefly=Phrase("Set up your army"),
        silence=Phrase("When the time is up, you have lost the game."),
        parallel=True,
    ),
    "turn": DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=Phrase("When the time is up, you have lost the game."),
    ),
}
RANKS_DECIDE = Phrase("Here the ranks decide.")


class Progress:
    """A submission on its way: the state reached so far and what has happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return who owes what: both their set-up at once, then one seat its turn."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        return {seat: "setup" for seat in SEATS if seat not in state.camps}
    return {state.turn: "turn"}


def number(state: State) -> int:
    """Return the number of the turn, counted from 1 (O17)."""
    return state.number


def points(state: State) -> int | None:
    """Return None: Espionage counts no points (O7)."""
    return None


def seats(state: State) -> tuple[Seat, ...]:
    """Return who plays, in order of play (HE4)."""
    return SEATS


def drawn(state: State) -> int:
    """Return how many numbers the volcanoes took (O16)."""
    return state.drawn


def end(state: State, seat: Seat) -> str:
    """Return that no word ends a turn: it ends of itself."""
    return ""


def default(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return what silence means: to resign (HE24)."""
    return (Word(RESIGN),)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return what a submission makes happen, its orders carried out one after the other.

    What stands behind a turn is checked before the turn is carried out, as if the game went on,
    so that its refusal cannot tell whether an attack has won; once the game is over it falls
    away.

    :raises Illegal: with the number of the order; then nothing happened.
    :raises Unforeseen: where a rank decides that is not known.
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)
    progress, is_behind = Progress(state), False
    for place, order in enumerate(orders):
        if is_behind and progress.state.outcome:
            break
        try:
            if isinstance(order, Turn) and not is_behind:
                is_behind = True
                _check_turn(progress.state, seat, order)
                _check_behind(progress.state, seat, orders, place + 1)
            _carry_out(progress, seat, order)
        except Refused as refused:
            raise refused.at_order(place if refused.order is None else refused.order) from None
        except Unforeseen as unforeseen:
            raise unforeseen.prepend_events(progress.events) from None
    return tuple(progress.events)


def _check_behind(state: State, seat: Seat, orders: tuple[Order, ...], first: int) -> None:
    """Check the orders behind a turn on what is known of the position after it.

    :raises Illegal: naming the order.
    """
    progress = after_turn(state, seat)
    for place, order in enumerate(orders[first:], start=first):
        try:
            carry_out_behind(progress, seat, order)
        except Refused as refused:
            raise refused.at_order(place) from None


def after_turn(state: State, seat: Seat) -> Progress:
    """Return what everybody knows of the position after a seat's turn, as if the game went on."""
    offer = state.offer if state.offer == seat else ""
    return Progress(replace(state, turn=other(seat), offer=offer))


def carry_out_behind(progress: Progress, seat: Seat, order: Order) -> None:
    """Carry out an order behind a turn on what is known of the position after it.

    :raises Illegal: if it cannot stand there.
    """
    if isinstance(order, Turn):
        raise refusals.second_turn()
    _carry_out(progress, seat, order)


def _carry_out(progress: Progress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise refusals.game_over()
    match order:
        case Setup():
            _set_up(progress, seat, order)
        case Turn():
            _check_turn(progress.state, seat, order)
            take_turn(progress, order)
        case Word("draw?"):
            _offer(progress, seat)
        case Word("draw!"):
            _accept(progress, seat)
        case Word():
            _resign(progress, seat)


def _offer(progress: Progress, seat: Seat) -> None:
    if not progress.state.is_set_up:
        raise refusals.no_draw_yet()
    if progress.state.offer:
        raise refusals.offer_open()
    progress.happen(DrawOffered(seat=seat, order=OFFER))


def _accept(progress: Progress, seat: Seat) -> None:
    if progress.state.offer != other(seat):
        raise refusals.no_offer()
    progress.happen(DrawAccepted(seat=seat, order=ACCEPT))
    progress.happen(ended(seat, (), "agreed"))


def _resign(progress: Progress, seat: Seat) -> None:
    progress.happen(Resigned(seat=seat, order=RESIGN))
    progress.happen(ended(seat, (other(seat),), "resigned"))


def _set_up(progress: Progress, seat: Seat, order: Setup) -> None:
    state, places = progress.state, dict(order.places)
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if seat in state.camps:
        raise refusals.handed_in(seat)
    check_camp(state, seat, places)
    progress.happen(Mustered(seat=seat, order=write_order(order), places=places))
    if not to_act(progress.state):
        _begin(progress)


def check_camp(state: State, seat: Seat, places: Places) -> None:
    """Check that a set-up fills the own rows with the whole army (HE2, E13).

    :raises Illegal: if it does not.
    """
    own = zone(seat, state.size)
    outside = [square for square in places if square not in own]
    if outside:
        raise refusals.outside(outside[0])
    if counted(places.values()) != ARMIES[state.size]:
        raise refusals.wrong_army(state.size)


def _begin(progress: Progress) -> None:
    state = progress.state
    progress.happen(Began(seat=SEATS[0], camps=dict(state.camps) if state.open else {}))
    if over := ended_for_want(progress.state, SEATS[0]):
        progress.happen(over)


def _check_turn(state: State, seat: Seat, turn: Turn) -> None:
    check_on_turn(state, seat)
    check_turn(state, seat, turn.steps)


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


def take_turn(progress: Progress, turn: Turn) -> None:
    """Carry out the steps of a turn that was checked, up to the one that ends the game.

    :raises Unforeseen: where an unknown rank decides.
    """
    seat, order, stayed = progress.state.turn, write_order(turn), list[str]()
    for place, step in enumerate(turn.steps):
        event = step_event(progress.state, step, order if place == 0 else "")
        progress.happen(event)
        if isinstance(event, Lapsed):
            continue
        if isinstance(event, Stepped) or event.result == "won":
            stayed.append(write_step(step))
        if over := ended_by(progress.state, event):
            progress.happen(over)
            return
    end_turn(progress, seat, tuple(sorted(stayed)))


def end_turn(progress: Progress, seat: Seat, kept: tuple[str, ...]) -> None:
    """Hand the turn over and end the game where the next seat cannot move."""
    number = progress.state.number
    progress.happen(TurnEnded(seat=seat, number=number, next=other(seat), kept=kept))
    if over := ended_for_want(progress.state, seat):
        progress.happen(over)


def step_event(state: State, step: Step, order: str = "") -> Stepped | Fought | Lapsed:
    """Return what a step of the seat on turn does, which was checked before.

    :raises Unforeseen: where an unknown rank decides.
    """
    seat = state.turn
    there = state.pieces.get(step.end)
    if there is None:
        return _seen(state, Stepped(seat=seat, order=order, start=step.start, end=step.end))
    if there.seat == seat:
        return Lapsed(seat=seat, order=order, start=step.start, end=step.end)
    return _seen(state, _fought(state, step, order))


def _fought(state: State, step: Step, order: str) -> Fought:
    """Return how an attack ends (E10 to E29)."""
    rank, against = state.pieces[step.start].rank, state.pieces[step.end].rank
    if UNKNOWN in (rank, against):
        raise Unforeseen(RANKS_DECIDE)
    return Fought(
        seat=state.turn,
        order=order,
        start=step.start,
        end=step.end,
        result=fight(rank, against),
        rank=rank,
        against=against,
        shown=state.open,
    )


def _seen(state: State, event: Stepped | Fought) -> Stepped | Fought:
    """Return a step with what spies uncover by it, looked at once it is made (HE11)."""
    uncovered = uncovered_at(evolve(state, event), event.end)
    return replace(event, uncovered=uncovered) if uncovered else event
