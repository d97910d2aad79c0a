"""Pass the orders of Grand Conquest that are no walks to the modules that carry them out."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Seat
from conquest.islands import orders
from conquest.islands.model import State
from conquest.islands.orders import BridgeOrder, BuildOrder, JudgedOrder, Order
from conquest.islands.rules.judging import IslandsProgress
from conquest.rulesets.grand_conquest import bridges, building, shooting
from conquest.rulesets.grand_conquest.model import GrandState


def play_order(progress: IslandsProgress, order: Order) -> None:
    """Carry out a special action on the seat's own turn.

    :raises Illegal: if the seat cannot do so.
    """
    match order:
        case orders.ShotOrder():
            shooting.play_shot(progress, order)
        case BuildOrder():
            building.play_build(progress, order)
        case BridgeOrder():
            bridges.play_bridge(progress, order)


def answering_shots(state: State, seat: Seat, at: str) -> Iterator[JudgedOrder]:
    """Yield the shots that could answer a capture."""
    assert isinstance(state, GrandState)
    return shooting.answering_shots(state, seat, at)
