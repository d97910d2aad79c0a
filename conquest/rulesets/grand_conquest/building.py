"""Build chariots, catapults, siege engines, and vessels that were sunk (G20–G24)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from conquest.core import Illegal, Phrase, Seat
from conquest.islands.laws import Progress
from conquest.islands.orders import BuildOrder, write_order
from conquest.islands.pieces import VESSELS, Piece, figures_in
from conquest.islands.rules.tally import spendable_points
from conquest.islands.rules.walking import check_points
from conquest.islands.words import figure_name
from conquest.rulesets.grand_conquest.events import Built
from conquest.rulesets.grand_conquest.model import GrandState

PRICE = 10  # points (G20)
LIMITS = {"C": 2, "T": 2, "W": 2}


def play_build(progress: Progress[GrandState], order: BuildOrder) -> None:
    """Build a piece.

    :raises Illegal: if the seat on turn cannot build it.
    """
    state = progress.state
    check_build(state, order)
    progress.record_event(
        Built(
            seat=state.turn,
            order=write_order(order),
            letter=order.letter,
            field=order.field,
            to=order.to,
        )
    )


def check_build(state: GrandState, order: BuildOrder) -> None:
    """Check that the seat on turn can build this.

    :raises Illegal: if it cannot (A81–A85, GR29).
    """
    if not state.building:
        raise Illegal(Phrase("Nothing is built at this table."), "GR29")
    _check_builder(state, order)
    _check_site(state, order)
    if order.to:
        _check_neighbour(state, order)
    _check_stock(state, order.letter)
    check_points(spendable_points(state), PRICE)


def _check_builder(state: GrandState, order: BuildOrder) -> None:
    field, stack = order.field, state.pieces.get(order.field)
    if stack is None:
        raise Illegal(Phrase("There is no piece on %(field)s.", field=field), "A8")
    if stack.seat != state.turn:
        raise Illegal(Phrase("The piece on %(field)s is not yours.", field=field), "A8")
    if stack.letter != "S":
        raise Illegal(
            Phrase("Only a soldier who stands alone on %(field)s can build there.", field=field),
            "G20",
        )


def _check_site(state: GrandState, order: BuildOrder) -> None:
    board, field = state.board, order.field
    if field in board.starts:
        raise Illegal(_start_phrase(field), "G21")
    if board.kinds[field] != "land":
        raise Illegal(Phrase("Nothing can be built on %(field)s.", field=field), "G21")
    if field in board.central and order.letter not in VESSELS:
        raise Illegal(Phrase("No land piece is built on the central island."), "G21")


def _check_neighbour(state: GrandState, order: BuildOrder) -> None:
    to = order.to
    if order.letter in VESSELS and state.board.kinds[to] != "harbour":
        raise Illegal(Phrase("Vessels are built in harbours, not on %(field)s.", field=to), "G24")
    if order.letter == "T" and to in state.board.starts:
        raise Illegal(_start_phrase(to), "A81")
    if order.letter == "T" and not _is_plain(state, to):
        raise Illegal(Phrase("Nothing can be built on %(field)s.", field=to), "A81")
    if to not in {road.to for road in state.board.roads.get(order.field, ())}:
        raise Illegal(
            Phrase("No way leads from %(start)s to %(end)s.", start=order.field, end=to), "A81"
        )
    if to in state.pieces:
        raise Illegal(Phrase("The field %(field)s is taken.", field=to), "A81")


def _start_phrase(field: str) -> Phrase:
    return Phrase(
        "%(field)s is a start field round a castle, and nothing is built there.", field=field
    )


def _is_plain(state: GrandState, field: str) -> bool:
    board = state.board
    return board.kinds[field] == "land" and field not in board.starts | board.central


def _check_stock(state: GrandState, letter: str) -> None:
    named = figure_name(letter)
    if letter in VESSELS:
        if letter not in state.sunk.get(state.turn, ""):
            raise Illegal(Phrase("No %(piece)s of yours was sunk.", piece=named), "G24")
        if not state.captured.get(state.turn):
            raise Illegal(Phrase("You have captured nothing to give for it."), "GR6")
    elif count_alive(state, state.turn)[letter] >= build_limit(state, letter):
        raise Illegal(Phrase("You may not have another %(piece)s.", piece=named), "GR3")


def build_limit(state: GrandState, letter: str) -> int:
    """Return how many figures of a kind a seat can have at once (GR3)."""
    return state.limits.get(letter, LIMITS[letter])


def count_alive(state: GrandState, seat: Seat) -> Counter[str]:
    """Return the number of figures of a seat by letter, wherever they are (A85)."""
    stacks = (stack for stack in state.pieces.values() if stack.seat == seat)
    return Counter(figure.letter for stack in stacks for figure in figures_in(stack))


def may_be_new(state: GrandState, figure: Piece, field: str) -> bool:
    """Whether a figure may have been built this turn.

    A new piece is written with all its steps made, and a catapult as fired (A83); the turn must
    have cost at least the price. A figure that has walked its whole range looks the same.
    """
    spent = figure.steps == state.laws.ranges[figure.letter]
    buildable = figure.letter in LIMITS or figure.letter in VESSELS
    rests = spent and (figure.letter != "T" or field in state.fired)
    return state.building and buildable and rests and state.used >= PRICE


def apply_build(state: GrandState, event: Built) -> GrandState:
    """Return the position with a new piece, which cannot move this turn (G22, A83)."""
    pieces, letter = dict(state.pieces), event.letter
    spent = state.laws.ranges[letter]
    if letter == "T":
        pieces[event.to] = Piece(event.seat, letter, (), spent)
        fired = tuple(sorted({*state.fired, event.to}))
        return replace(state, pieces=pieces, fired=fired, used=state.used + PRICE)
    builder = pieces.pop(event.field)
    pieces[event.to or event.field] = Piece(event.seat, letter, (builder,), spent)
    state = replace(state, pieces=pieces, used=state.used + PRICE)
    return _pay_for_vessel(state, event) if letter in VESSELS else state


def _pay_for_vessel(state: GrandState, event: Built) -> GrandState:
    """Return the position with one sunk vessel and one captured figure less (GR6, A84)."""
    seat = event.seat
    sunk = {**state.sunk, seat: state.sunk[seat].replace(event.letter, "", 1)}
    captured = {**state.captured, seat: state.captured[seat] - 1}
    return replace(
        state,
        sunk={owner: letters for owner, letters in sunk.items() if letters},
        captured={owner: n for owner, n in captured.items() if n},
    )
