"""An order that leaves out fields of its way, written out by the shortest ways there are.

The judge never fills anything in (A8); pages do, before an order is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from conquest.core import Choice, Phrase, Refused, Seat
from conquest.islands.composing.choices import FigureOrder, march_choice
from conquest.islands.model import State
from conquest.islands.orders import March, read_order
from conquest.islands.rules.judging import to_act
from conquest.islands.rules.steps import (
    Footing,
    LiftedFigure,
    find_footing,
    mount_of,
    open_steps,
    step_tables,
)
from conquest.islands.rules.walking import ON, lift_figure, possible_figures, stack_of

ENDS = ("free", "enemy", *ON)


class PartialRoute(NamedTuple):
    """A way so far: its fields, the mount that the figure gets off from next, what it has met."""

    path: tuple[str, ...]
    off: str
    met: Footing = "free"


def routes(state: State, seat: Seat, words: str) -> tuple[Choice, ...]:
    """Return the shortest ways of an order that leaves out fields, sorted by text: nothing for
    one that leaves out none, cannot be read, or leads nowhere within the range of its figure.
    """
    try:
        order = read_order(words, state.board.spell_field)
        if not isinstance(order, March) or to_act(state).get(seat) != "turn":
            return ()
        places = possible_figures(stack_of(state, seat, order), order)
    except Refused:
        return ()
    found = {one.text: one for place in places for one in _route_choices(state, order, place)}
    least = min((one.cost for one in found.values()), default=0)
    return tuple(found[text] for text in sorted(found) if found[text].cost == least)


def _route_choices(state: State, order: March, figure: int) -> Iterator[Choice]:
    """Yield what a figure could do by the shortest ways, told by the fields it passes; one way
    where it cannot end on that field, for the judge to say why."""
    walker = lift_figure(state, order.path[0], figure)
    steps = step_tables(state.board, state.laws).steps[walker.unit.letter]
    if all(end in steps.get(start, ()) for start, end in pairwise(order.path)):
        return
    found = _find_routes(state, walker, order.path)
    for way in [one for one in found if one.met in ENDS] or found[:1]:
        captures = way.met == "enemy"
        links = "-" * (len(way.path) - 2) + ("x" if captures else order.links[-1])
        whole = replace(order, path=way.path, links=links)
        choice = march_choice(
            state, FigureOrder(whole, walker.unit), captures=captures, cost=len(links)
        )
        yield replace(choice, label=_label_with_fields(choice.label, way.path[1:-1]))


def _label_with_fields(label: Phrase, fields: tuple[str, ...]) -> Phrase:
    return Phrase("%(label)s over %(fields)s", label=label, fields=", ".join(fields))


def _find_routes(state: State, walker: LiftedFigure, named: tuple[str, ...]) -> list[PartialRoute]:
    """Return the shortest ways over all fields that are named, within the range of a figure."""
    found = [PartialRoute(named[:1], walker.off)]
    for end in named[1:]:
        found = _extend_to_field(state, walker, found, end)
    return found


def _extend_to_field(
    state: State, walker: LiftedFigure, found: Iterable[PartialRoute], end: str
) -> list[PartialRoute]:
    """Return ways led on to a field.

    Fields are searched in rings; one that was reached in a ring before is not gone to again.
    """
    ring, seen = list(found), set[str]()
    while ring and len(ring[0].path) <= state.laws.ranges[walker.unit.letter]:
        seen |= {way.path[-1] for way in ring}
        ring = [further for way in ring for further in _extend_by_step(state, walker, way, seen)]
        if arrived := [way for way in ring if way.path[-1] == end]:
            return arrived
    return []


def _extend_by_step(
    state: State, walker: LiftedFigure, way: PartialRoute, seen: set[str]
) -> Iterator[PartialRoute]:
    """Yield a way led on by one field, where the figure can pass what it has met (C14)."""
    can_fly = walker.unit.letter == "K"
    if way.met not in ("free", *ON) and not (way.met == "own" and can_fly):
        return
    start = way.path[-1]
    for end in open_steps(state, walker, start, way.off):
        if end not in seen:
            met = find_footing(state, walker, start, end, off=way.off)
            off = mount_of(walker.pieces.get(end)) if met in ON else ""
            yield PartialRoute((*way.path, end), off, met)
