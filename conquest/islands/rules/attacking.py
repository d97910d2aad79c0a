"""Captures of a turn: their events, and whether one that can be answered may be risked (C42)."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.islands.events import Attack, Captured, Conquered, Event
from conquest.islands.model import State
from conquest.islands.orders import JudgedOrder, March, write_order
from conquest.islands.pieces import LAND, VESSELS, Piece, figures_in, write_figures
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.reach import reachable_fields
from conquest.islands.rules.tally import is_leading, spendable_points
from conquest.islands.rules.walking import lift_figure


def struck_stack(state: State, way: JudgedOrder) -> Piece:
    """Return the stack that an attack hits, perhaps the mount that the soldier left (A41)."""
    start, end = way.order.path[0], way.order.path[-1]
    return lift_figure(state, start, way.figure).pieces[end] if start == end else state.pieces[end]


def attack_event(state: State, way: JudgedOrder) -> Attack:
    """Return the event of a capture that was judged: a conquest if a land piece boards (C23)."""
    lost = struck_stack(state, way)
    boards = way.unit.letter in LAND and lost.letter in VESSELS
    kind = Conquered if boards else Captured
    assert isinstance(way.order, March)
    return kind(
        seat=state.turn,
        order=write_order(way.order),
        piece=write_figures(way.unit),
        path=way.order.path,
        figure=way.figure,
        victim=lost.seat,
        lost=write_figures(lost),
        waived=way.order.waived,
    )


def may_risk_again(before: State, event: Attack, after: State) -> bool:
    """Whether an exposed seat that has risked a recapture this turn may do so by one more capture.

    It leads, where the game lets leaders capture freely, or could still win in this turn by one
    further capture if this one were not answered (C42, G41, CR31).
    """
    if before.laws.leaders_are_free and is_leading(before, before.turn):
        return True
    return not event.waived and _can_win_by_capture(after)


def _can_win_by_capture(state: State) -> bool:
    """Whether the seat on turn could win by a single capture with the points that are left."""
    ends = (
        state.laws.ends.end_by_capture(evolve(state, event), state.turn)
        for event in _possible_captures(state)
    )
    return any(end and state.turn in end.winners for end in ends)


def _possible_captures(state: State) -> Iterator[Event]:
    """Yield the event of each capture that the seat on turn could make, shots included."""
    points = spendable_points(state)
    for field, stack in state.pieces.items():
        if stack.seat != state.turn:
            continue
        for place, unit in enumerate(figures_in(stack)):
            for target in reachable_fields(state, field, place, points).values():
                if target.captures:
                    path, links = next(target.paths_and_links)
                    order = March(unit.letter if place else "", 0, path, links)
                    yield attack_event(state, JudgedOrder(place, unit, "enemy", order))
    if actions := state.laws.special_actions:
        yield from actions.possible_shots(state)
