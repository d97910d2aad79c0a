"""Camels, which obey any rider and can be led by other seats (G14–G17)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from conquest.core import Seat
from conquest.islands.events import Moved, Walk
from conquest.islands.model import POINTS, State, side_of
from conquest.islands.pieces import Footing, LiftedFigure, Piece, figures_in, take_figure
from conquest.islands.rules.tally import lost_fields, spendable_points
from conquest.islands.rules.walking import LED
from conquest.rulesets.grand_conquest.model import GrandState

CAMEL = "M"


def can_lead(state: State, stack: Piece) -> bool:
    """Whether the seat on turn can lead a stack of another side: a riderless camel that is not
    aboard a vessel (G17, A71)."""
    if stack.letter != CAMEL or stack.load or state.window:
        return False
    return stack.seat not in side_of(state, state.turn)


def is_riderless(unit: Piece) -> bool:
    """Whether a figure is a camel without a rider."""
    return unit.letter == CAMEL and not unit.load


def path_budget(state: State, unit: Piece, points: int) -> int:
    """Return what a path may cost with the points left.

    Its first step may free a field that is lost to a camel, which gives four points back: then
    two steps are allowed, and the second is judged by the points on the way (A41, G36).
    """
    can_free = unit.letter in "SM" and points and _has_lost_to_camel(state)
    return max(points, LED) if can_free else points


def _has_lost_to_camel(state: State) -> bool:
    return any(is_riderless(state.pieces[field]) for field in lost_fields(state, state.turn))


def points_on_the_way(state: State, walker: LiftedFigure, field: str) -> int:
    """Return the points for both steps of a camel or soldier, as they are when the second begins.

    They can change on the way: a camel that is led, or whose rider has got off, then holds another
    field for its owner; one that is mounted holds its field for its rider (A41, GR18).
    """
    unit = walker.unit
    is_second = walker.pieces.get(field) == state.pieces.get(field)
    if not is_second or state.window:
        return POINTS
    # The points cannot have changed: this spares a copy of the position for nearly every step.
    if unit.seat == state.turn and not state.lent and not _has_lost_to_camel(state):
        return POINTS
    return spendable_points(replace(state, pieces={**walker.pieces, field: unit}))


def camel_footing(
    state: State, walker: LiftedFigure, there: Piece, end: str, off: str
) -> Footing | None:
    """Return what a camel meets, or a soldier at a camel; None if the family's rules decide."""
    unit = walker.unit
    if unit.letter == CAMEL:
        if is_riderless(unit) and unit.seat != state.turn and not state.window:
            return "barred"
        if is_riderless(unit) or state.board.kinds[end] == "wild":
            return "immune" if there.seat not in (unit.seat, walker.ally) else None
    if unit.letter == "S" and is_riderless(there) and there.seat == walker.ally:
        return None if off else "aboard"
    if unit.letter == "S" and is_riderless(there) and there.seat != unit.seat:
        return "either"
    return None


def follow_walk(before: GrandState, after: GrandState, event: Walk) -> GrandState:
    """Return the position after a walk, with the fields of ``lent`` and ``fired`` brought up to
    date; a walk that ends where it began changes neither (A41)."""
    start, end = event.path[0], event.path[-1]
    if start == end and isinstance(event, Moved):
        return after
    # Nearly all walks: no camel is ridden by another seat, and no catapult has fired.
    if not (before.lent or before.fired or _mounts_foreign_camel(before, event)):
        return after
    unit, _left = take_figure(before.pieces[start], event.figure)
    letters = {figure.letter for figure in figures_in(unit)}
    # A catapult that stood on the last field has been captured.
    fired = tuple(field for field in before.fired if field != end)
    if "T" in letters and start in fired:
        fired = tuple(sorted({*fired, end} - {start}))
    after = replace(after, fired=fired)
    return _update_lent(before, after, event, rides=CAMEL in letters)


def _update_lent(before: GrandState, after: GrandState, event: Walk, *, rides: bool) -> GrandState:
    start, end = event.path[0], event.path[-1]
    lent = {field: owner for field, owner in before.lent.items() if field != end}
    owner = lent.get(start)
    if owner and rides:
        lent[end] = lent.pop(start)
    elif owner:
        del lent[start]
        after = _give_back(after, start, owner)
    if _mounts_foreign_camel(before, event):
        lent[end] = before.pieces[end].seat
    if not isinstance(event, Moved) and before.lent.get(end) == event.seat:
        after = replace(after, captured=_uncount_capture(after.captured, event.seat))
    return replace(after, lent=lent)


def _mounts_foreign_camel(before: GrandState, event: Walk) -> bool:
    there = before.pieces.get(event.path[-1])
    is_foreign = there is not None and is_riderless(there) and there.seat != event.seat
    return is_foreign and isinstance(event, Moved)


def _give_back(state: GrandState, field: str, owner: Seat) -> GrandState:
    """Return the position with a camel that goes back to its owner as its rider gets off (G15)."""
    camel = state.pieces[field]
    mine = Piece(owner, CAMEL, (), camel.steps)
    return replace(state, pieces={**state.pieces, field: mine})


def _uncount_capture(captured: Mapping[Seat, int], seat: Seat) -> dict[Seat, int]:
    """Return the captures without one figure, which had the capturer's own colour (A69)."""
    left = captured.get(seat, 0) - 1
    return {**captured, seat: left} if left else {k: n for k, n in captured.items() if k != seat}


def count_own_colour(state: State, field: str, seat: Seat) -> int:
    """Return the number of a seat's own figures in the stack of another seat: 0 or 1 (A69)."""
    return int(state.lent.get(field) == seat)
