"""The judgement of Bollwerk: a submission becomes events, or is refused.

After Bollwerk 178 by Stefan Bogdanski (2021), in its published short rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from conquest.core import Numbers, Refused, Seat, SideAction, no_numbers
from conquest.kit import duel
from conquest.kit.decisions import turn_decision
from conquest.kit.submission import OrderProgress, WordOrder, check_any, game_over
from conquest.rulesets.bollwerk import refusals
from conquest.rulesets.bollwerk.ending import end_event, end_reason, win_reason
from conquest.rulesets.bollwerk.evolution import evolve
from conquest.rulesets.bollwerk.model import (
    Blasted,
    Captured,
    Event,
    Laid,
    Moved,
    Removed,
    SpyCaught,
    State,
    TurnEnded,
)
from conquest.rulesets.bollwerk.moves import PieceMove
from conquest.rulesets.bollwerk.ordered_moves import find_move, find_piece
from conquest.rulesets.bollwerk.orders import BollwerkTurn, Order, write_turn
from conquest.rulesets.bollwerk.placements import (
    REMOVAL,
    Placement,
    is_legal_placement,
    placing_terms,
)
from conquest.rulesets.bollwerk.sides import ARROW, FREE, RED, SEATS, SIDES, STONES
from conquest.rulesets.bollwerk.words import SEAT_NAMES

MOST_ACTS = {"H": 2}
DECISION_KINDS = {"turn": turn_decision()}


class TurnProgress(OrderProgress[State, Event]):
    """A submission being carried out, with the reason in ``win`` why the turn has won, or ""."""

    def __init__(self, state: State) -> None:
        super().__init__(evolve, state)
        self.win = ""

    def apply_event(self, event: Event) -> None:
        """Let an event change the state; the first one that wins settles the turn (G5)."""
        super().apply_event(event)
        # nothing but the end of the turn follows
        self.win = self.win or win_reason(self.state, event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return the seat that owes a turn; empty once the game is over."""
    return {} if state.outcome else {state.turn: "turn"}


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions open to a seat: offer or accept a draw, resign (O12, O13)."""
    return () if state.outcome else duel.side_actions(state.offer, seat)


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if the seat were on turn and the game not over."""
    if state.turn == seat:
        return structs.replace(state, outcome=None)
    # Barred squares bind only the turn they were meant for (B101, G17).
    number = state.number + 1
    return structs.replace(state, turn=seat, number=number, barred=(), outcome=None)


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return the orders of a seat whose time has run out: it resigns, as nobody can pass (HB8)."""
    return (WordOrder("resign"),)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return the events of a submission whose orders are carried out one after the other.

    :raises Illegal: with the number of the refused order; then nothing has happened.
    """
    check_any(orders)
    progress = TurnProgress(state)
    for place, order in enumerate(orders):
        try:
            _carry_out_order(progress, seat, order)
        except Refused as refused:
            raise refused.at_order(place) from None
    return tuple(progress.events)


def _carry_out_order(progress: TurnProgress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise game_over()
    # Only a turn needs its seat on turn: draw offers and resignations do not (O12, O13).
    match order:
        case BollwerkTurn():
            check_on_turn(progress.state, seat)
            _take_turn(progress, order)
        case WordOrder(word):
            duel.carry_out_word(progress, seat, word, SEATS)


def check_on_turn(state: State, seat: Seat) -> None:
    """Check that a seat is on turn.

    :raises Illegal: if it is not.
    """
    if state.outcome:
        raise game_over()
    if seat != state.turn:
        raise refusals.not_on_turn(seat=SEAT_NAMES[seat], other=SEAT_NAMES[state.turn])


def _take_turn(progress: TurnProgress, turn: BollwerkTurn) -> None:
    if not turn.links and not turn.acts:
        raise refusals.nothing_done(s=turn.path[0])
    first = len(progress.events)
    play_turn(progress, turn)
    end_turn(progress, progress.events[first:])


def play_turn(progress: TurnProgress, turn: BollwerkTurn) -> tuple[BollwerkTurn, int]:
    """Carry out the parts of a turn without ending it.

    Return the turn with its exact links (G1) and the square where its piece then stands.

    :raises Illegal: at the first part that is not allowed; ``progress`` keeps the parts before.
    """
    at, exact = find_piece(progress.state, turn), turn
    if turn.links:
        move = find_move(progress.state, turn)
        at, exact = move.path[-1], BollwerkTurn(turn.path, move.links, turn.acts)
        progress.apply_event(move_event(progress.state, move, write_turn(exact)))
    for place, act in enumerate(turn.acts):
        _check_room(progress, at, place)
        # Only the first event of a turn carries its text.
        order = "" if place or turn.links else write_turn(exact)
        target = progress.state.board.index[act.square]
        progress.apply_event(placing_event(progress.state, at, (act.kind, target), order))
    return exact, at


def _check_room(progress: TurnProgress, at: int, acts: int) -> None:
    if progress.win:
        raise refusals.already_won()
    if acts >= most_acts(progress.state.cells[at]):
        raise refusals.too_many_acts(progress.state.cells[at].upper())


def most_acts(piece: str) -> int:
    """Return how many stones a piece may handle in a turn (B5, B52, HB28)."""
    return MOST_ACTS.get(piece.upper(), 1)


def move_event(state: State, move: PieceMove, order: str) -> Moved | Captured:
    """Return the event of a move, with what it captures, collects or destroys."""
    squares, cells = state.board.squares, state.cells
    start, sign = cells[move.path[0]], cells[move.path[-1]]
    walk = Moved(
        seat=state.turn,
        order=order,
        piece=start.upper(),
        path=tuple(squares[square] for square in move.path),
        collected=STONES[sign] if sign in RED else "",
        destroyed=STONES[sign] if sign == ARROW else "",
    )
    if not move.caught:
        return walk
    lost = {squares[square]: cells[square].upper() for square in move.caught}
    return Captured(**structs.asdict(walk), lost=lost)


def placing_event(
    state: State, at: int, placement: Placement, order: str = ""
) -> Laid | Blasted | Removed | SpyCaught:
    """Return the event of a placement by the piece on a square.

    :raises Illegal: if the placement is not allowed.
    """
    terms, cells, stock = placing_terms(state), state.cells, state.stock[state.turn]
    if not is_legal_placement(terms, cells, at, stock, placement):
        raise refusals.no_placement(terms, cells, at, stock, placement)
    kind, target = placement
    squares, sign = state.board.squares, cells[target]
    fields = {
        "seat": state.turn,
        "order": order,
        "piece": cells[at].upper(),
        "at": squares[at],
        "square": squares[target],
    }
    if kind == REMOVAL:
        return Removed(**fields, lost=STONES[sign])
    if sign in STONES:
        return Blasted(**fields, stone=kind, lost=STONES[sign])
    return (Laid if sign == FREE else SpyCaught)(**fields, stone=kind)


def end_turn(progress: TurnProgress, events: Sequence[Event]) -> None:
    """Pass the turn, and end the game if it is won or drawn (G30, G39)."""
    mover, win = progress.state.turn, progress.win
    progress.apply_event(
        TurnEnded(
            seat=mover,
            number=progress.state.number,
            next=SIDES[mover].other,
            quiet=0 if any(map(is_noisy_event, events)) else progress.state.quiet + 1,
            # Of a winning turn the last event is the one that won: it bars nothing (G16).
            barred=_freed_squares(progress.state, events[:-1] if win else events),
        )
    )
    # The mover's win counts before anything that the completed turn has led to (HB35, G30).
    if reason := win or end_reason(progress.state):
        progress.apply_event(end_event(mover, mover, reason))


def is_noisy_event(event: Event) -> bool:
    """Return whether an event makes a turn count as not quiet (G29)."""
    return not isinstance(event, Moved) or bool(event.collected or event.destroyed)


def _freed_squares(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """Return the squares that blasts have freed in a turn, in the order of the board (B101)."""
    freed = {event.square for event in events if isinstance(event, Blasted)}
    return tuple(sorted(freed, key=state.board.index.__getitem__))
