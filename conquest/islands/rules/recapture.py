"""Recaptures: which pieces of the victim can strike back, and by which paths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from conquest.core import Illegal, Phrase, Seat
from conquest.islands.model import RECAPTURE_STEPS, State, Window
from conquest.islands.orders import JudgedOrder, March
from conquest.islands.pieces import LiftedFigure, Piece, figures_in
from conquest.islands.rules.steps import find_footing, open_steps, step_tables
from conquest.islands.rules.tally import is_immobilised
from conquest.islands.rules.walking import (
    canonical_march,
    capture_refusal,
    check_road,
    lift_figure,
    possible_figures,
    stack_of,
)

STRUCK = ("enemy", "either")


def possible_recaptures(state: State, seat: Seat, at: str) -> Iterator[JudgedOrder]:
    """Yield the shortest recapture of every figure of the seat that has one (A44).

    Equal soldiers aboard are offered once (A43).
    """
    # Only pieces within two fields can recapture (C26): others are not even looked at.
    near = step_tables(state.ground, state.laws).near[at]
    for field in sorted(near & state.pieces.keys()):
        stack = state.pieces[field]
        if stack.seat != seat:
            continue
        offered: set[str] = set()
        for place, figure in enumerate(figures_in(stack)):
            if figure.letter in offered:
                continue
            offered.add(figure.letter)
            if way := _shortest_recapture(state, field, place, at):
                yield way


def possible_answers(state: State, seat: Seat, at: str) -> Iterator[JudgedOrder]:
    """Yield all answers to a capture: recaptures, and the shots that only some games have.

    ``state`` is the position after the capture, whether its window is open or is to be opened.
    """
    # Answers are free (C26): in a window no rule looks at the points, which are the attacker's.
    asked = state if state.window else replace(state, window=Window(seat, at))
    yield from possible_recaptures(asked, seat, at)
    if actions := state.laws.special_actions:
        yield from actions.answering_shots(asked, seat, at)


def has_recapture(state: State, seat: Seat, at: str) -> bool:
    """Whether the seat may and can recapture the piece on ``at`` (CR17, A61)."""
    return not is_immobilised(state, seat) and any(possible_answers(state, seat, at))


def _shortest_recapture(state: State, field: str, figure: int, at: str) -> JudgedOrder | None:
    walker = lift_figure(state, field, figure)
    path = _recapture_path(state, walker, field, at)
    if not path:
        return None
    letter = walker.unit.letter if figure else ""
    order = March(letter, 0, path, "-" * (len(path) - 2) + "x")
    return JudgedOrder(figure, walker.unit, "enemy", order)


def _recapture_path(state: State, walker: LiftedFigure, field: str, at: str) -> tuple[str, ...]:
    """Return the shortest path of a figure to a capture, by one step or by two."""
    first = tuple(open_steps(state, walker, field, walker.off))
    # A figure that cannot capture the piece by one step cannot do so by a detour either.
    if at in first:
        return (field, at) if _can_strike(state, walker, field, at, walker.off) else ()
    for middle in first:
        if at in open_steps(state, walker, middle, "") and _is_passage(
            state, walker, field, middle
        ):
            return (field, middle, at) if _can_strike(state, walker, middle, at, "") else ()
    return ()


def _can_strike(state: State, walker: LiftedFigure, start: str, at: str, off: str) -> bool:
    return find_footing(state, walker, start, at, off=off) in STRUCK


def _is_passage(state: State, walker: LiftedFigure, start: str, field: str) -> bool:
    """Whether the first of two steps can lead here: a free field, or an own piece for a knight.

    Nobody else crosses an own mount or vessel on the way (A56).
    """
    met = find_footing(state, walker, start, field, off="")
    return met == "free" or (walker.unit.letter == "K" and met in ("own", "aboard"))


def judge_recapture(state: State, window: Window, order: March) -> JudgedOrder:
    """Judge an order given in an open window (C26, C28, CR13–CR15, A56).

    Ranges do not count in a window, so soldiers aboard are interchangeable: their numbers are
    dropped (A43).

    :raises Illegal: if it is no recapture.
    """
    stack = stack_of(state, window.seat, order)
    figure = possible_figures(stack, order)[0]
    walker = lift_figure(state, order.path[0], figure)
    _check_aim(order, window.at)
    for step, (start, end) in enumerate(pairwise(order.path)):
        check_road(state, walker, start, end, "" if step else walker.off)
    if len(order.path) == 3 and not _is_passage(state, walker, *order.path[:2]):
        raise Illegal(
            Phrase("The way over %(field)s is not free.", field=order.path[1]),
            "CR15" if _is_own(walker.pieces.get(order.path[1]), window.seat) else "C28",
        )
    met = find_footing(state, walker, order.path[-2], window.at, off=_mount_left(walker, order))
    if met not in STRUCK:
        raise capture_refusal(state, walker, window.at, met)
    plain = replace(canonical_march(order, figure, "enemy"), rank=0)
    return JudgedOrder(figure, walker.unit, "enemy", plain)


def _mount_left(walker: LiftedFigure, order: March) -> str:
    return walker.off if len(order.path) == 2 else ""


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
