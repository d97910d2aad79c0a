"""What can be done now: one legal order for each piece and target, by the shortest path (A44)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquest.core import Choice, Phrase, Refused, Seat
from conquest.islands.model import POINTS, State
from conquest.islands.orders import March, write_march
from conquest.islands.pieces import LAND, VESSELS, Piece, figures_in, stack_size
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.recapture import possible_answers
from conquest.islands.rules.steps import Footing, LiftedFigure, find_footing, mount_of, open_steps
from conquest.islands.rules.supposing import suppose_turn
from conquest.islands.rules.tally import is_leading, pieces_left, spendable_points
from conquest.islands.rules.walking import ON, lift_figure, step_limit
from conquest.islands.telling.attacks import describe_strike
from conquest.islands.telling.sentences import describe_walk
from conquest.islands.telling.words import figure_name, stack_name

CLOSED = ("bare", "partner", "immune", "barred")


class ReachableField(NamedTuple):
    """A field that a figure can reach: the shortest ``path`` to it, whether it captures there,
    and the shortest path by which it ``mounts`` what it could capture, too (A70)."""

    path: tuple[str, ...]
    captures: bool
    mounts: tuple[str, ...] = ()

    @property
    def paths_and_links(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the path and the links of each order that leads there."""
        yield self.path, "-" * (len(self.path) - 2) + ("x" if self.captures else "-")
        if self.mounts:
            yield self.mounts, "-" * (len(self.mounts) - 1)


class FigureOrder(NamedTuple):
    """An order and the ``unit`` it moves; ``rank`` tells a soldier from others aboard who have
    made other steps, fewest first, and is 0 where there are none (A43)."""

    order: March
    unit: Piece
    rank: int = 0

    @property
    def piece_name(self) -> str:
        """The figure by its field, ``S12``, and by its letter aboard, ``S@S12``."""
        order = self.order
        origin = order.path[0]
        return f"{order.figure}{self.rank or ''}@{origin}" if order.figure else origin


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """List what the seat may order now, sorted by text; nothing if it is not asked."""
    match to_act(state).get(seat):
        case "turn":
            found = [
                *_march_choices(state),
                *_action_choices(state),
                _word_choice("end", Phrase("End the turn")),
            ]
        case "recapture":
            found = [*_recapture_choices(state), _word_choice("pass", Phrase("No recapture"))]
        case _:
            found = []
    return tuple(sorted(found, key=lambda choice: choice.text))


def _word_choice(text: str, label: Phrase) -> Choice:
    return Choice(text, "", "", "", 0, False, label)


def _recapture_choices(state: State) -> Iterator[Choice]:
    window = state.window
    assert window
    for way in possible_answers(state, window.seat, window.at):
        if isinstance(way.order, March):
            yield march_choice(state, FigureOrder(way.order, way.unit), captures=True, cost=0)
        elif deeds := state.laws.special_actions:
            yield deeds.shot_choice(state, way.order, way.unit)


def _action_choices(state: State) -> Iterator[Choice]:
    """Yield what can be done on a turn besides walking."""
    if deeds := state.laws.special_actions:
        yield from deeds.action_choices(state)


def _march_choices(state: State, *, wants_quiet: bool = True) -> Iterator[Choice]:
    """Yield the orders of a turn, or its captures alone."""
    bound = _may_not_risk(state)
    for field, stack in state.pieces.items():
        if not _is_movable(state, stack):
            continue
        for going in _figure_orders(state, field, stack, spendable_points(state)):
            captures = going.order.links[-1] == "x"
            if not (captures or wants_quiet):
                continue
            if not (bound and captures) or _is_allowed(state, going.order):
                yield march_choice(state, going, captures=captures, cost=len(going.order.links))


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the captures that a seat could make if its turn began now, sorted by text."""
    if state.outcome:
        return ()
    supposed = suppose_turn(state, seat)
    if to_act(supposed).get(seat) != "turn":
        return ()
    found = [*_march_choices(supposed, wants_quiet=False)]
    found += (choice for choice in _action_choices(supposed) if choice.captures)
    return tuple(sorted(found, key=lambda choice: choice.text))


def unaffordable_fields(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return the fields in range of each piece that the points left do not pay for."""
    if to_act(state).get(seat) != "turn":
        return {}
    found, points = dict[str, list[str]](), spendable_points(state)
    for field, stack in state.pieces.items():
        if _is_movable(state, stack):
            for going in _figure_orders(state, field, stack, POINTS):
                if len(going.order.links) > points:
                    found.setdefault(going.piece_name, []).append(going.order.path[-1])
    return {piece: tuple(sorted(fields)) for piece, fields in found.items()}


def _is_movable(state: State, stack: Piece) -> bool:
    """Whether a stack goes where the seat on turn wants it, as its own or led by it."""
    return stack.seat == state.turn or state.laws.can_lead(state, stack)


def _may_not_risk(state: State) -> bool:
    """Whether another risky capture would be refused (C42)."""
    if not state.risked or pieces_left(state)[state.turn] != 2:
        return False
    return not is_leading(state, state.turn)


def _is_allowed(state: State, order: March) -> bool:
    try:
        return bool(decide(state, state.turn, (order,)))
    except Refused:
        return False


def _figure_orders(state: State, field: str, stack: Piece, points: int) -> Iterator[FigureOrder]:
    """Yield the orders of each figure of a stack, soldiers aboard numbered where needed (A43)."""
    there = list(figures_in(stack))
    for letter, places in _places_by_letter(there).items():
        found = [dict.fromkeys(_paths_and_links(state, field, place, points)) for place in places]
        for rank, place in enumerate(places, start=1):
            for path, links in found[rank - 1]:
                unsure = sum((path, links) in others for others in found) > 1
                order = March(letter if place else "", rank if unsure else 0, path, links)
                yield FigureOrder(order, there[place], rank if len(places) > 1 else 0)


def _paths_and_links(
    state: State, field: str, place: int, points: int
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the path and the links of each order of a figure."""
    for target in reachable_fields(state, field, place, points).values():
        yield from target.paths_and_links


def _places_by_letter(there: list[Piece]) -> dict[str, list[int]]:
    """Return the places of the figures that can be told apart: by letter, then by steps."""
    places: dict[tuple[str, int], int] = {}
    for place, figure in enumerate(there):
        places.setdefault((figure.letter, figure.steps), place)
    found: dict[str, list[int]] = {}
    for (letter, _), place in places.items():
        found.setdefault(letter, []).append(place)
    return found


def march_to(state: State, field: str, place: int, end: str) -> March | None:
    """Return the order that leads a figure, by its place in a stack, to a field, if it can by
    capturing; None if it cannot go there now."""
    stack = state.pieces.get(field)
    if stack is None or place >= stack_size(stack):
        return None
    unit = list(figures_in(stack))[place]
    found = [
        order
        for order, one, _rank in _figure_orders(state, field, stack, spendable_points(state))
        if one == unit and order.path[-1] == end and bool(order.figure) == bool(place)
    ]
    return max(found, key=lambda order: order.links[-1] == "x", default=None)


def march_choice(state: State, going: FigureOrder, *, captures: bool, cost: int) -> Choice:
    """Return an order of a figure as a page offers it."""
    order, unit = going.order, going.unit
    text, origin, end = write_march(order), order.path[0], order.path[-1]
    return Choice(
        text,
        going.piece_name,
        origin,
        end,
        cost,
        captures,
        _describe_march(state, going),
        order.path,
        _figure_label(going),
        figure_name(unit.letter),
        _name_at_target(state, going),
    )


def _describe_march(state: State, going: FigureOrder) -> Phrase:
    """Tell what an order does, as it is told once it is done."""
    order, unit, board = going.order, going.unit, state.board
    there = state.pieces.get(order.path[-1])
    if there and order.links[-1] == "x":
        return describe_strike(unit, order.path, there, board)
    return describe_walk(unit, order.path, there, board, gets_off=bool(order.figure))


def _figure_label(going: FigureOrder) -> Phrase:
    """Return what a figure is called: "knight S40", "soldier 2 SH1"."""
    figure, field = stack_name(going.unit), going.order.path[0]
    if going.rank:
        return Phrase("%(figure)s %(rank)s %(field)s", figure=figure, rank=going.rank, field=field)
    return Phrase("%(figure)s %(field)s", figure=figure, field=field)


def _name_at_target(state: State, going: FigureOrder) -> str:
    """Name a figure where its order leads it: by the field, or by its letter aboard."""
    unit, end = going.unit, going.order.path[-1]
    there = state.pieces.get(end)
    if there is None:
        return end
    if there.seat != unit.seat:
        return f"{unit.letter}@{end}" if unit.letter in LAND and there.letter in VESSELS else end
    steps = unit.steps + len(going.order.links)
    mates = (one.steps for one in figures_in(there) if one.letter == unit.letter)
    known = sorted({steps, *mates})
    rank = known.index(steps) + 1 if len(known) > 1 else ""
    return f"{unit.letter}{rank}@{end}"


def reachable_fields(
    state: State, field: str, figure: int, points: int
) -> dict[str, ReachableField]:
    """Find the fields a figure can reach with its range and so many points."""
    walker = lift_figure(state, field, figure)
    means = state.laws.path_budget(state, walker.unit, points)
    steps = min(step_limit(state, walker.unit) - walker.unit.steps, means)
    return search_fields(state, walker, field, steps)


def search_fields(
    state: State, walker: LiftedFigure, field: str, steps: int
) -> dict[str, ReachableField]:
    """Find the fields a figure comes to from a field by so many steps at most.

    Fields are searched in rings, in the order of their names, so that of all shortest
    paths the first in plain string order is found.
    """
    unit, found, seen = walker.unit, dict[str, ReachableField](), {field}
    ring: list[tuple[tuple[str, ...], str]] = [((field,), walker.off)]
    while ring and steps > 0:
        next_ring: list[tuple[tuple[str, ...], str]] = []
        for path, off in ring:
            for end in open_steps(state, walker, path[-1], off):
                if end in seen:
                    continue
                met = find_footing(state, walker, path[-1], end, off=off)
                if met in CLOSED or (met == "own" and unit.letter != "K"):
                    continue
                if met != "own":
                    found[end] = _merge_target(found.get(end), (*path, end), met, off)
                if met == "either" and off:
                    continue  # from the ground it can perhaps mount by a longer path
                seen.add(end)
                if met != "enemy":
                    on = mount_of(walker.pieces.get(end)) if met in ON else ""
                    next_ring.append(((*path, end), on))
        ring, steps = next_ring, steps - 1
    return found


def _merge_target(
    known: ReachableField | None, path: tuple[str, ...], met: Footing, off: str
) -> ReachableField:
    """Return a field with a path that was found to it, shorter ones ``known`` before."""
    first = known or ReachableField(path, met in ("enemy", "either"))
    return first._replace(mounts=path) if met == "either" and not off else first
