"""Complete an order that leaves out fields of its path, by the shortest routes.

The judge never completes an order (A8); pages do, before it is read.
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
from conquest.islands.pieces import Footing, LiftedFigure
from conquest.islands.rules.judging import to_act
from conquest.islands.rules.steps import find_footing, mount_of, open_steps, step_tables
from conquest.islands.rules.walking import ON, lift_figure, possible_figures, stack_of

ENDS = ("free", "enemy", *ON)


class PartialRoute(NamedTuple):
    """A route so far: its fields, the mount that the figure gets off next, and what it met last."""

    path: tuple[str, ...]
    off: str
    met: Footing = "free"


def routes(state: State, seat: Seat, words: str) -> tuple[Choice, ...]:
    """Return the shortest routes of an order that leaves out fields, sorted by text.

    There are none if the order leaves out no field, cannot be read, or leads beyond the range of
    its figure.
    """
    try:
        order = read_order(words, state.board.spell_field)
        if not isinstance(order, March) or to_act(state).get(seat) != "turn":
            return ()
        places = possible_figures(stack_of(state, seat, order), order)
    except Refused:
        return ()
    by_text = {
        choice.text: choice for place in places for choice in _route_choices(state, order, place)
    }
    least = min((choice.cost for choice in by_text.values()), default=0)
    return tuple(by_text[text] for text in sorted(by_text) if by_text[text].cost == least)


def _route_choices(state: State, order: March, figure: int) -> Iterator[Choice]:
    """Yield the choices of a figure by the shortest routes, labelled with the fields between.

    If it cannot end on the field, one route is yielded, for the judge to say why.
    """
    walker = lift_figure(state, order.path[0], figure)
    steps = step_tables(state.ground, state.laws).steps[walker.unit.letter]
    if all(end in steps.get(start, ()) for start, end in pairwise(order.path)):
        return
    partials = _find_routes(state, walker, order.path)
    for route in [route for route in partials if route.met in ENDS] or partials[:1]:
        captures = route.met == "enemy"
        links = "-" * (len(route.path) - 2) + ("x" if captures else order.links[-1])
        written = March(order.figure, order.rank, route.path, links, order.waived)
        choice = march_choice(
            state, FigureOrder(written, walker.unit), captures=captures, cost=len(links)
        )
        yield replace(choice, label=_label_with_fields(choice.label, route.path[1:-1]))


def _label_with_fields(label: Phrase, fields: tuple[str, ...]) -> Phrase:
    return Phrase("%(label)s over %(fields)s", label=label, fields=", ".join(fields))


def _find_routes(state: State, walker: LiftedFigure, named: tuple[str, ...]) -> list[PartialRoute]:
    """Return the shortest routes over all named fields, within the range of a figure."""
    partials = [PartialRoute(named[:1], walker.off)]
    for end in named[1:]:
        partials = _extend_to_field(state, walker, partials, end)
    return partials


def _extend_to_field(
    state: State, walker: LiftedFigure, partials: Iterable[PartialRoute], end: str
) -> list[PartialRoute]:
    """Return routes extended to a field by the shortest ways.

    Fields are searched in rings; one that was reached in an earlier ring is not visited again.
    """
    ring, seen = list(partials), set[str]()
    while ring and len(ring[0].path) <= state.laws.ranges[walker.unit.letter]:
        seen |= {route.path[-1] for route in ring}
        ring = [
            further for route in ring for further in _extend_by_step(state, walker, route, seen)
        ]
        if arrived := [route for route in ring if route.path[-1] == end]:
            return arrived
    return []


def _extend_by_step(
    state: State, walker: LiftedFigure, route: PartialRoute, seen: set[str]
) -> Iterator[PartialRoute]:
    """Yield a route extended by one field, if the figure can pass what it met last (C14)."""
    can_fly = walker.unit.letter == "K"
    if route.met not in ("free", *ON) and not (route.met == "own" and can_fly):
        return
    start = route.path[-1]
    for end in open_steps(state, walker, start, route.off):
        if end not in seen:
            met = find_footing(state, walker, start, end, off=route.off)
            off = mount_of(walker.pieces.get(end)) if met in ON else ""
            yield PartialRoute((*route.path, end), off, met)
