"""Judge a path step by step: which figure walks, along which roads, onto what."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from msgspec.structs import replace

from conquest.core import Ambiguous, Illegal, Phrase, Refused, Seat
from conquest.islands.model import State, partner_of
from conquest.islands.orders import JudgedOrder, March
from conquest.islands.pieces import (
    LAND,
    MOUNTS,
    VESSELS,
    Footing,
    LiftedFigure,
    Piece,
    figures_in,
    give_back_camel,
    take_figure,
)
from conquest.islands.rules.steps import find_footing, mount_of, step_tables, try_boarding
from conquest.islands.rules.tally import spendable_points
from conquest.islands.words import count_points, figure_name

Parts: TypeAlias = dict[str, str | int | Phrase]

LED = 2  # steps of a camel that is led by another seat, in a turn (G17, GR16)
ON = ("aboard", "either")


def stack_of(state: State, seat: Seat, order: March) -> Piece:
    """Return the seat's stack that an order starts from.

    :raises Illegal: if there is none (A8).
    """
    field = order.path[0]
    stack = state.pieces.get(field)
    if stack is None:
        raise Illegal(Phrase("There is no piece on %(field)s.", field=field), "A8")
    if stack.seat != seat and not state.laws.can_lead(state, stack):
        raise Illegal(Phrase("The piece on %(field)s is not yours.", field=field), "A8")
    return stack


def possible_figures(stack: Piece, order: March) -> list[int]:
    """Return the places of the figures that an order can mean (A42, A43).

    They are sorted by steps, fewest first; of equal figures only the first is meant.

    :raises Illegal: if no such figure is there.
    """
    if not order.figure:
        return [0]
    matches = [
        (figure.steps, place)
        for place, figure in enumerate(figures_in(stack))
        if figure.letter == order.figure
    ]
    matches.sort()
    if order.rank:
        matches = matches[order.rank - 1 : order.rank]
    if not matches:
        name = figure_name(order.figure)
        raise Illegal(
            Phrase("There is no such %(piece)s on %(field)s.", piece=name, field=order.path[0]),
            "A8",
        )
    # Reversed, so that of figures with equal steps the first one stays in the dictionary.
    return sorted({steps: place for steps, place in reversed(matches)}.values())


def lift_figure(state: State, field: str, figure: int) -> LiftedFigure:
    """Lift a figure from its stack; a foreign mount it leaves goes back to its owner (A69)."""
    unit, left = take_figure(state.pieces[field], figure)
    pieces, owner = state.pieces.copy(), state.lent.get(field)
    if left:
        pieces[field] = give_back_camel(left, owner) if owner else left
    else:
        del pieces[field]
    return LiftedFigure(
        unit, pieces, mount_of(left) if figure else "", partner_of(state, unit.seat)
    )


def judge_march(state: State, order: March) -> JudgedOrder:
    """Judge an order of the seat on turn.

    :raises Illegal: with the reason why it cannot be carried out.
    :raises Ambiguous: if two soldiers aboard could carry it out (A43).
    """
    stack = stack_of(state, state.turn, order)
    open_ways, refusals = [], []
    for figure in possible_figures(stack, order):
        try:
            open_ways.append(_judge_path(state, order, figure))
        except Refused as refused:
            refusals.append(refused)
    # If nobody can do it, the figure with the fewest steps says why.
    if not open_ways:
        raise refusals[0]
    if len(open_ways) > 1:
        raise Ambiguous(
            Phrase(
                "Two soldiers on %(field)s can do this: name one with S1@ or S2@.",
                field=order.path[0],
            ),
            "A43",
        )
    return _keep_number(state, open_ways[0], order) if order.rank else open_ways[0]


def _keep_number(state: State, way: JudgedOrder, order: March) -> JudgedOrder:
    """Return the order with the soldier's number only if it would be ambiguous without it."""
    try:
        return judge_march(state, replace(order, rank=0))
    except Refused:
        return way


def _judge_path(state: State, order: March, figure: int) -> JudgedOrder:
    walker = lift_figure(state, order.path[0], figure)
    points = state.laws.path_budget(state, walker.unit, spendable_points(state))
    unit, cost, off = walker.unit, len(order.path) - 1, walker.off
    reach, strikes_on_the_way = steps_left(state, unit), "x" in order.links[:-1]
    met: Footing = "free"
    # Only the last step is judged as an end: mounts and vessels can be crossed (A41).
    for step, (start, end) in enumerate(pairwise(order.path)):
        check_road(state, walker, start, end, off)
        if step >= reach:
            raise range_refusal(state, unit, order.path[0])
        if cost > points:
            raise points_refusal(points, cost)
        met = find_footing(state, walker, start, end, off=off)
        if step + 1 < cost:
            # Nearly every step leads over a free field: only other steps need a closer look.
            if met != "free" or strikes_on_the_way:
                _check_passage(state, walker, order, end, met, off)
            off = mount_of(walker.pieces.get(end)) if met in ON else ""
    if met == "either":
        met = _resolve_either(order, off)
    _check_end(state, walker, order, met, off)
    return JudgedOrder(figure, unit, met, canonical_march(order, figure, met))


def _resolve_either(order: March, off: str) -> Footing:
    """Return what a step means that could mount or capture: ``-`` mounts, ``x`` captures (A70).

    :raises Illegal: if the soldier would change directly from one mount to another (C10).
    """
    if order.links[-1] == "x":
        return "enemy"
    if off:
        raise _mount_change_refusal()
    return "aboard"


def canonical_march(order: March, figure: int, met: Footing) -> March:
    """Return an order in canonical form: ``x`` if it captures, ``@`` only for a load (A42)."""
    links = "-" * (len(order.path) - 2) + ("x" if met == "enemy" else "-")
    letter, rank = (order.figure, order.rank) if figure else ("", 0)
    return March(letter, rank, order.path, links, order.waived)


def check_road(state: State, walker: LiftedFigure, start: str, end: str, off: str) -> None:
    """Check that a road or lane leads a figure from one field to another.

    ``off`` is the letter of the mount that it gets off, "" if none.

    :raises Illegal: if no road or lane open to it leads there (C6, C7, C35, C43, C44).
    """
    unit, laws = walker.unit, state.laws
    if end not in step_tables(state.ground, laws).steps[unit.letter].get(start, ()):
        raise _road_refusal(state, unit, start, end)
    if laws.step_refusal and (refused := laws.step_refusal(state, walker, start, end, off)):
        raise refused


def _road_refusal(state: State, unit: Piece, start: str, end: str) -> Illegal:
    board = state.board
    kinds = {road.kind for road in board.roads.get(start, ()) if road.to == end}
    parts: Parts = {"piece": figure_name(unit.letter), "start": start, "end": end}
    if unit.letter in LAND and end in board.lanes.get(start, ()) and not kinds:
        return Illegal(Phrase("Land pieces cannot cross the sea to %(end)s.", **parts), "C7")
    if unit.letter in VESSELS and kinds:
        return Illegal(Phrase("Vessels cannot go ashore to %(end)s.", **parts), "C7")
    if refused := state.laws.road_refusal(state, unit, start, end):
        return refused
    if not kinds:
        return Illegal(Phrase("No way leads from %(start)s to %(end)s.", **parts), "C6")
    if board.kinds[end] == "grail":
        return Illegal(Phrase("Only soldiers and knights can enter the grail.", **parts), "C35")
    if "=" in kinds:
        return Illegal(
            Phrase("No elephant can cross the suspension bridge to %(end)s.", **parts), "C44"
        )
    return Illegal(
        Phrase("The %(piece)s cannot leave the grail from %(start)s to %(end)s.", **parts), "C43"
    )


def steps_left(state: State, unit: Piece) -> int:
    """Return how many further steps a figure can make in this turn."""
    return _step_limit(state, unit) - unit.steps


def _step_limit(state: State, unit: Piece) -> int:
    """Return how many steps a figure can make in a turn: two, if another seat leads it (G17)."""
    return state.laws.ranges[unit.letter] if unit.seat == state.turn else LED


def range_refusal(state: State, unit: Piece, field: str) -> Illegal:
    """Return why a figure from a field has too few steps left in this turn (C9, C13–C16)."""
    if refused := state.laws.range_refusal(state, unit, field):
        return refused
    limit = _step_limit(state, unit)
    return Illegal(_range_phrase(unit, field, limit), state.laws.cited[unit.letter])


def _range_phrase(unit: Piece, field: str, limit: int) -> Phrase:
    parts: Parts = {"piece": figure_name(unit.letter), "field": field}
    if unit.steps >= limit:
        return Phrase(
            "The %(piece)s on %(field)s has already made its %(n)s steps this turn.",
            **parts,
            n=limit,
        )
    if not unit.steps:
        return Phrase(
            "The %(piece)s on %(field)s goes %(limit)s steps in a turn, no more.",
            **parts,
            limit=limit,
        )
    return Phrase(
        "The %(piece)s on %(field)s has only %(n)s of its %(limit)s steps left this turn.",
        **parts,
        n=limit - unit.steps,
        limit=limit,
    )


def check_points(points: int, cost: int) -> None:
    """Check that the points pay for an order.

    :raises Illegal: if they do not (C6).
    """
    if cost > points:
        raise points_refusal(points, cost)


def points_refusal(points: int, cost: int) -> Illegal:
    """Return the refusal of an order that costs more points than there are (C6)."""
    price = count_points(cost)
    if points == 1:
        return Illegal(Phrase("This order costs %(cost)s; 1 is left.", cost=price), "C6")
    left = Phrase("This order costs %(cost)s; %(points)s are left.", cost=price, points=points)
    return Illegal(left, "C6")


def _check_passage(
    state: State, walker: LiftedFigure, order: March, field: str, met: Footing, off: str
) -> None:
    """Check that a figure can go on from a field on its way.

    :raises Illegal: for an enemy, for another ``x`` than the last, and for an own piece without
        room, unless a knight jumps it (C14).
    """
    if met in ("enemy", "immune") or (met == "either" and off):
        rule = "C14" if walker.unit.letter == "K" else "C22"
        raise Illegal(
            Phrase(
                "An enemy stands in the way on %(field)s; a capture ends the order.", field=field
            ),
            rule,
        )
    if "x" in order.links[:-1]:
        raise Illegal(Phrase("Only the last step of an order can capture."), "C22")
    if not (met in ("free", *ON) or (met == "own" and walker.unit.letter == "K")):
        raise _footing_refusal(state, walker, field, met, off)


def _check_end(state: State, walker: LiftedFigure, order: March, met: Footing, off: str) -> None:
    field = order.path[-1]
    if met in ("own", "partner", "bare", "immune", "barred"):
        raise _footing_refusal(state, walker, field, met, off)
    if met != "enemy" and order.links[-1] == "x":
        raise Illegal(Phrase("There is nothing to capture on %(field)s.", field=field), "A10")
    if met != "enemy" and order.waived:
        raise Illegal(Phrase("Only a capture can waive the remaining points."), "A11")


def _footing_refusal(
    state: State, walker: LiftedFigure, field: str, met: Footing, off: str
) -> Illegal:
    if met == "bare":
        return Illegal(
            Phrase("No land piece can step into the empty harbour %(field)s.", field=field), "CR11"
        )
    if met == "partner":
        return Illegal(Phrase("Your partner's piece stands on %(field)s.", field=field), "CP7")
    if met in ("immune", "barred"):
        return capture_refusal(state, walker, field, met)
    there = walker.pieces[field]
    # It had room: only the change from mount to mount forbids it.
    if off and try_boarding(there, walker.unit, off=""):
        return _mount_change_refusal()
    rule, phrase = _no_room_reason(state, there, walker.unit, field)
    return Illegal(phrase, rule)


def _mount_change_refusal() -> Illegal:
    return Illegal(Phrase("A soldier cannot change from one mount straight to another."), "C10")


def capture_refusal(state: State, walker: LiftedFigure, field: str, met: Footing) -> Illegal:
    """Return why a figure cannot capture another (C13, CR7), or make a step that only this game
    bars."""
    if refused := state.laws.capture_refusal(state, walker, field, met):
        return refused
    rule = "C22" if walker.pieces[field].letter == "E" else "CR7"
    return Illegal(Phrase("A soldier cannot capture the elephant on %(field)s.", field=field), rule)


def _no_room_reason(state: State, there: Piece, unit: Piece, field: str) -> tuple[str, Phrase]:
    parts: Parts = {"piece": figure_name(there.letter), "field": field}
    if there.letter in VESSELS and unit.letter in VESSELS:
        return "C8", Phrase("Your %(piece)s lies on %(field)s.", **parts)
    if there.letter in VESSELS and there.load and there.load[0].letter == "S" != unit.letter:
        return "C20", Phrase("The soldiers aboard on %(field)s must get off first.", **parts)
    if there.letter in VESSELS:
        return "C17", Phrase("The %(piece)s on %(field)s has no room.", **parts)
    if there.letter in MOUNTS and unit.letter == "S":
        rule = state.laws.cited[there.letter]
        return rule, Phrase("The %(piece)s on %(field)s has no room.", **parts)
    rule = "C14" if unit.letter == "K" else "C8"
    return rule, Phrase("Your own %(piece)s stands on %(field)s.", **parts)
