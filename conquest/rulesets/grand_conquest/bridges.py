"""Drawbridges: who may raise and lower them, and which steps they bar (G33, G38, A86–A88)."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Illegal, Phrase, Seat
from conquest.islands.board import Board
from conquest.islands.laws import Progress
from conquest.islands.orders import BridgeOrder, write_order
from conquest.islands.pieces import LiftedFigure
from conquest.islands.rules.tally import spendable_points
from conquest.islands.rules.walking import check_points
from conquest.rulesets.grand_conquest.events import BridgeLowered, BridgeRaised
from conquest.rulesets.grand_conquest.model import GrandState

# In points (G38, G34).
PRICES = {"raise": 2, "lower": 1}


def castle_of(board: Board, field: str) -> Seat | None:
    """Return the seat whose castle a field belongs to, None if it is no tower."""
    return next((seat for seat, castle in board.castles.items() if field in castle), None)


def bridge_controller(state: GrandState, tower: str) -> Seat | None:
    """Return the seat that can raise a tower's bridge: its occupier, else its owner (GR24)."""
    stack = state.pieces.get(tower)
    return stack.seat if stack else castle_of(state.board, tower)


def bridge_refusal(
    state: GrandState, walker: LiftedFigure, start: str, end: str, off: str
) -> Illegal | None:
    """Return why a raised bridge bars a step, None if none does.

    Only a soldier who climbs from a siege engine passes a raised bridge (G33, A86).
    """
    if start in state.raised:
        return Illegal(Phrase("The bridge of %(field)s is raised.", field=start), "GR24")
    if end in state.raised and not (walker.unit.letter == "S" and off == "W"):
        return Illegal(Phrase("The bridge of %(field)s is raised.", field=end), "G38")
    return None


def play_bridge(progress: Progress[GrandState], order: BridgeOrder) -> None:
    """Raise or lower a bridge.

    :raises Illegal: if the seat on turn cannot do so.
    """
    state = progress.state
    check_bridge(state, order)
    kind = BridgeRaised if order.verb == "raise" else BridgeLowered
    progress.record_event(kind(seat=state.turn, order=write_order(order), field=order.field))


def check_bridge(state: GrandState, order: BridgeOrder) -> None:
    """Check that the seat on turn can do this to a bridge.

    :raises Illegal: if it cannot.
    """
    if castle_of(state.board, order.field) is None:
        raise Illegal(Phrase("There is no drawbridge on %(field)s.", field=order.field), "G38")
    if order.verb == "raise":
        _check_raising(state, order.field)
    else:
        _check_lowering(state, order.field)
    check_points(spendable_points(state), PRICES[order.verb])


def _check_raising(state: GrandState, tower: str) -> None:
    if tower in state.raised:
        raise Illegal(Phrase("The bridge of %(field)s is raised already.", field=tower), "A87")
    if bridge_controller(state, tower) != state.turn:
        raise Illegal(Phrase("The bridge of %(field)s is not yours.", field=tower), "A87")


def _check_lowering(state: GrandState, tower: str) -> None:
    stack = state.pieces.get(tower)
    if tower not in state.raised:
        raise Illegal(Phrase("The bridge of %(field)s is not raised.", field=tower), "A87")
    if stack is None or stack.seat != state.turn or stack.letter != "S":
        raise Illegal(
            Phrase("Only a soldier behind it lowers the bridge of %(field)s.", field=tower), "A87"
        )


def open_bridges(state: GrandState) -> GrandState:
    """Return the position with all bridges of the seat on turn lowered (G38, A87)."""
    if not state.raised:
        return state
    raised = tuple(tower for tower in state.raised if bridge_controller(state, tower) != state.turn)
    return replace(state, raised=raised)
