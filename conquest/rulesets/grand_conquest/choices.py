"""What can be done besides walking: build, shoot, raise and lower bridges (A44)."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Seat, Tool
from conquest.islands import orders
from conquest.islands.model import State
from conquest.islands.orders import (
    BUILT_NEXT_DOOR,
    BUILT_ON_THE_SPOT,
    BridgeOrder,
    BuildOrder,
    write_order,
)
from conquest.islands.pieces import VESSELS, Piece
from conquest.islands.rules.tally import spendable_points
from conquest.islands.telling.places import at_field, from_field
from conquest.islands.telling.words import figure_name
from conquest.rulesets.grand_conquest import bridges, building, shooting
from conquest.rulesets.grand_conquest.model import GrandState

TOOLS = {"raise": Phrase("raise a bridge"), "lower": Phrase("lower a bridge")}


def choices(state: State) -> Iterator[Choice]:
    """Yield what the seat on turn can do besides walking."""
    assert isinstance(state, GrandState)
    yield from _builds(state)
    yield from _shots(state)
    yield from _bridges(state)


def tray(state: State, seat: Seat) -> tuple[Tool, ...]:
    """Return what can be taken in hand: pieces to build, with how many are left, and bridges."""
    assert isinstance(state, GrandState)
    letters = [*BUILT_ON_THE_SPOT, *BUILT_NEXT_DOOR] if state.building else []
    tools = [
        Tool(letter, figure_name(letter), letter, _left(state, seat, letter)) for letter in letters
    ]
    shown = [tool for tool in tools if tool.left or tool.symbol not in VESSELS]
    return (*shown, *(Tool(verb, label) for verb, label in TOOLS.items()))


def _left(state: GrandState, seat: Seat, letter: str) -> int:
    if letter in VESSELS:
        sunk = state.sunk.get(seat, "").count(letter)
        return min(sunk, state.captured.get(seat, 0))
    return max(0, building.limit(state, letter) - building.alive(state, seat)[letter])


def _builds(state: GrandState) -> Iterator[Choice]:
    if spendable_points(state) < building.PRICE or not state.building:
        return
    for field, stack in state.pieces.items():
        if stack.seat == state.turn and stack.letter == "S":
            for order in _sites(state, field):
                if shooting.is_allowed(building.check, state, order):
                    yield _build(state, order)


def _sites(state: GrandState, field: str) -> Iterator[BuildOrder]:
    for letter in BUILT_ON_THE_SPOT:
        yield BuildOrder(letter, field)
    for end in sorted({road.to for road in state.board.roads.get(field, ())}):
        for letter in BUILT_NEXT_DOOR:
            yield BuildOrder(letter, field, end)


def _build(state: GrandState, order: BuildOrder) -> Choice:
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


def _shots(state: GrandState) -> Iterator[Choice]:
    for field, stack in state.pieces.items():
        place = shooting.catapult(stack) if stack.seat == state.turn else None
        if place is None:
            continue
        for target in sorted(shooting.in_reach(state, field, aboard=place > 0)):
            order = orders.ShotOrder("T" if place else "", (field,), target)
            if shooting.is_allowed(shooting.check, state, order):
                yield offered(state, order, stack, cost=shooting.PRICE)


def offered(state: State, order: orders.ShotOrder, unit: Piece, *, cost: int = 0) -> Choice:
    """Return a shot as a page offers it."""
    assert isinstance(state, GrandState)
    field = order.path[0]
    piece = f"T@{field}" if order.figure else field
    opens = shooting.opens(state, order.path[-1], order.target)
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


def _bridges(state: GrandState) -> Iterator[Choice]:
    for castle in state.board.castles.values():
        for tower in castle:
            order = BridgeOrder("lower" if tower in state.raised else "raise", tower)
            if shooting.is_allowed(bridges.check, state, order):
                yield _bridge(state, order)


def _bridge(state: GrandState, order: BridgeOrder) -> Choice:
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
