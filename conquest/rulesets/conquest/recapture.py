"""The recapture: which pieces of the victim can strike back, and by which paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conquest.core import Illegal, Phrase, Seat
from conquest.islands.orders import March
from conquest.islands.pieces import Piece, figures
from conquest.rulesets.conquest.model import RECAPTURE_STEPS, State, Window
from conquest.rulesets.conquest.tally import is_immobilised
from conquest.rulesets.conquest.walking import (
    Way,
    canonical,
    check_road,
    lifted,
    meant,
    no_elephant,
    stack_of,
)
from conquest.rulesets.conquest.ways import Walker, footing, ways


def recaptures(state: State, seat: Seat, at: str) -> Iterator[Way]:
    """Yield the shortest recapture of every figure of the seat that has one (A44).

    Equal soldiers aboard are offered once (A43). ``state`` is the position after the capture.
    """
    near = ways(state.board).near[at]
    for field in sorted(near):
        stack = state.pieces.get(field)
        if stack is None or stack.seat != seat:
            continue
        offered: set[str] = set()
        for place, figure in enumerate(figures(stack)):
            if figure.letter in offered:
                continue
            offered.add(figure.letter)
            if way := _shortest(state, field, place, at):
                yield way


def has_recapture(state: State, seat: Seat, at: str) -> bool:
    """Tell whether the seat may and can recapture the piece on ``at`` (CR17, A61)."""
    return not is_immobilised(state, seat) and any(recaptures(state, seat, at))


def _shortest(state: State, field: str, figure: int, at: str) -> Way | None:
    walker = lifted(state, field, figure)
    met = footing(state.board, walker, at, mounted=False)
    steps = ways(state.board).steps[walker.unit.letter]
    if met != "enemy" or field not in steps:
        return None
    middles = (
        middle
        for middle in steps[field]
        if at in steps.get(middle, ()) and _is_passage(state, walker, middle)
    )
    path = (field, at) if at in steps[field] else (field, next(middles, ""), at)
    if "" in path:
        return None
    letter = walker.unit.letter if figure else ""
    order = March(letter, 0, path, "-" * (len(path) - 2) + "x")
    return Way(figure, walker.unit, met, order)


def _is_passage(state: State, walker: Walker, field: str) -> bool:
    """Tell whether the first of two steps can lead here: free, or an own piece flown over."""
    met = footing(state.board, walker, field, mounted=False)
    return met == "free" or (walker.unit.letter == "K" and met in ("own", "aboard"))


def find_recapture(state: State, window: Window, order: March) -> Way:
    """Judge an order given in an open window (C26, C28, CR13–CR15, A56).

    Soldiers aboard are interchangeable here and lose their numbers (A43).

    :raises Illegal: if it is no recapture.
    """
    stack = stack_of(state, window.seat, order)
    figure = meant(stack, order)[0]
    walker = lifted(state, order.path[0], figure)
    _check_aim(order, window.at)
    for start, end in zip(order.path, order.path[1:], strict=False):
        check_road(state, walker.unit, start, end)
    if len(order.path) == 3 and not _is_passage(state, walker, order.path[1]):
        raise Illegal(
            Phrase("The way over %(field)s is not free.", field=order.path[1]),
            "CR15" if _is_own(walker.pieces.get(order.path[1]), window.seat) else "C28",
        )
    met = footing(state.board, walker, window.at, mounted=False)
    if met != "enemy":
        raise no_elephant(state.pieces[window.at], window.at)
    plain = replace(canonical(order, figure, met), rank=0)
    return Way(figure, walker.unit, met, plain)


def _is_own(stack: Piece | None, seat: Seat) -> bool:
    return stack is not None and stack.seat == seat


def _check_aim(order: March, at: str) -> None:
    if order.waived:
        raise Illegal(Phrase("Points are waived on one's own turn only."), "A11")
    if order.path[-1] != at:
        raise Illegal(Phrase("Only the piece on %(field)s may be recaptured now.", field=at), "C28")
    if len(order.path) - 1 > RECAPTURE_STEPS:
        raise Illegal(Phrase("A recapture goes two fields at most."), "C26")
    if "x" in order.links[:-1]:
        raise Illegal(Phrase("Nothing else may be captured on the way to a recapture."), "C28")
