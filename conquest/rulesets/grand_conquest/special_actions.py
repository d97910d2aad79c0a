"""The orders that are no walks: carried out, and offered as choices (A44)."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Seat, Tool
from conquest.islands import orders
from conquest.islands.laws import Progress
from conquest.islands.orders import (
    BUILT_NEXT_DOOR,
    BUILT_ON_THE_SPOT,
    BridgeOrder,
    BuildOrder,
    Order,
    write_order,
)
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.rules.tally import spendable_points
from conquest.islands.telling.places import at_field, from_field
from conquest.islands.words import figure_name
from conquest.rulesets.grand_conquest import bridges, building, shooting
from conquest.rulesets.grand_conquest.model import GrandState

TOOLS = {"raise": Phrase("raise a bridge"), "lower": Phrase("lower a bridge")}


def play_order(progress: Progress[GrandState], order: Order) -> None:
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


def action_choices(state: GrandState) -> Iterator[Choice]:
    """Yield the legal special actions of the seat on turn."""
    yield from _build_choices(state)
    yield from _shot_choices(state)
    yield from _bridge_choices(state)


def capturing_choices(state: GrandState) -> Iterator[Choice]:
    """Yield the legal special actions of the seat on turn that capture."""
    return (choice for choice in _shot_choices(state) if choice.captures)


def tray_tools(state: GrandState, seat: Seat) -> tuple[Tool, ...]:
    """Return the tools of the tray: pieces to build, with the number left, and bridges."""
    letters = [*BUILT_ON_THE_SPOT, *BUILT_NEXT_DOOR] if state.building else []
    tools = [
        Tool(letter, figure_name(letter), letter, _count_left(state, seat, letter))
        for letter in letters
    ]
    shown = [tool for tool in tools if tool.left or tool.symbol not in VESSELS]
    return (*shown, *(Tool(verb, label) for verb, label in TOOLS.items()))


def _count_left(state: GrandState, seat: Seat, letter: str) -> int:
    if letter in VESSELS:
        sunk = state.sunk.get(seat, "").count(letter)
        return min(sunk, state.captured.get(seat, 0))
    return max(0, building.build_limit(state, letter) - building.count_alive(state, seat)[letter])


def _build_choices(state: GrandState) -> Iterator[Choice]:
    # Most turns cannot pay for a building: that is known before any site is checked.
    if spendable_points(state) < building.PRICE or not state.building:
        return
    for field, stack in state.pieces.items():
        if stack.seat == state.turn and stack.letter == "S":
            for order in _build_orders(state, field):
                if shooting.passes_check(building.check_build, state, order):
                    yield _build_choice(state, order)


def _build_orders(state: GrandState, field: str) -> Iterator[BuildOrder]:
    for letter in BUILT_ON_THE_SPOT:
        yield BuildOrder(letter, field)
    for end in sorted({road.to for road in state.board.roads.get(field, ())}):
        for letter in BUILT_NEXT_DOOR:
            yield BuildOrder(letter, field, end)


def _build_choice(state: GrandState, order: BuildOrder) -> Choice:
    site = order.to or order.field
    return Choice(
        write_order(order),
        order.field,
        order.field,
        site,
        building.PRICE,
        False,
        Phrase(
            "builds: %(piece)s %(at)s",
            piece=figure_name(order.letter),
            at=at_field(site, state.board),
        ),
        way=(order.field, order.to) if order.to else (order.field,),
        name=Phrase("%(figure)s %(field)s", figure=figure_name("S"), field=order.field),
        kind=figure_name("S"),
        tool=order.letter,
    )


def _shot_choices(state: GrandState) -> Iterator[Choice]:
    for order in shooting.listed_shots(state):
        yield shot_choice(state, order, state.pieces[order.path[0]], cost=shooting.PRICE)


def shot_choice(
    state: GrandState, order: orders.ShotOrder, unit: Piece, *, cost: int = 0
) -> Choice:
    """Return a shot as the choice that a page offers."""
    field = order.path[0]
    piece = f"T@{field}" if order.figure else field
    opens = shooting.opens_bridge(state, order.path[-1], order.target)
    template = (
        Phrase("brings down the bridge %(at)s") if opens else Phrase("shoots at the piece %(at)s")
    )
    return Choice(
        write_order(order),
        piece,
        field,
        order.target,
        cost,
        not opens,
        Phrase(
            "catapult %(start)s: %(what)s",
            start=from_field(order.path[-1], state.board),
            what=Phrase(template.template, at=at_field(order.target, state.board)),
        ),
        (*order.path, order.target),
        Phrase("%(figure)s %(field)s", figure=figure_name("T"), field=field),
        figure_name("T"),
        piece,
    )


def _bridge_choices(state: GrandState) -> Iterator[Choice]:
    for castle in state.board.castles.values():
        for tower in castle:
            order = BridgeOrder("lower" if tower in state.raised else "raise", tower)
            if shooting.passes_check(bridges.check_bridge, state, order):
                yield _bridge_choice(state, order)


def _bridge_choice(state: GrandState, order: BridgeOrder) -> Choice:
    where = at_field(order.field, state.board)
    label = (
        Phrase("raise the bridge %(at)s")
        if order.verb == "raise"
        else Phrase("lower the bridge %(at)s")
    )
    return Choice(
        write_order(order),
        "",
        "",
        order.field,
        bridges.PRICES[order.verb],
        False,
        Phrase(label.template, at=where),
        tool=order.verb,
    )
