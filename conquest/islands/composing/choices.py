"""The legal choices: one order for each piece and target field, by the shortest path (A44)."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from conquest.core import Choice, Phrase, Refused, Seat
from conquest.islands.model import POINTS, State
from conquest.islands.orders import March, write_march
from conquest.islands.pieces import (
    LAND,
    VESSELS,
    Piece,
    figures_in,
    stack_size,
)
from conquest.islands.rules.evolution import suppose_turn
from conquest.islands.rules.judging import decide, to_act
from conquest.islands.rules.reach import reachable_fields
from conquest.islands.rules.recapture import possible_answers
from conquest.islands.rules.steps import fields_in_range
from conquest.islands.rules.tally import spendable_points
from conquest.islands.telling.attacks import describe_strike
from conquest.islands.telling.sentences import describe_walk
from conquest.islands.words import figure_name, stack_name


class FigureOrder(NamedTuple):
    """An order and the ``unit`` that it moves.

    ``rank`` numbers soldiers aboard that have made different numbers of steps, fewest first. It is
    0 if there is nothing to tell apart (A43).
    """

    order: March
    unit: Piece
    rank: int = 0

    @property
    def piece_name(self) -> str:
        """The name of the figure: its field, ``S12``, with its letter if aboard, ``S@S12``."""
        order = self.order
        origin = order.path[0]
        return f"{order.figure}{self.rank or ''}@{origin}" if order.figure else origin


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the legal orders of a seat, sorted by text; none if it is not to act."""
    match to_act(state).get(seat):
        case "turn":
            choices = [
                *_march_choices(state),
                *_action_choices(state),
                _word_choice("end", Phrase("End the turn")),
            ]
        case "recapture":
            choices = [*_recapture_choices(state), _word_choice("pass", Phrase("No recapture"))]
        case _:
            choices = []
    return tuple(sorted(choices, key=lambda choice: choice.text))


def _word_choice(text: str, label: Phrase) -> Choice:
    return Choice(text, "", "", "", 0, False, label)


def _recapture_choices(state: State) -> Iterator[Choice]:
    window = state.window
    assert window
    for way in possible_answers(state, window.seat, window.at):
        if isinstance(way.order, March):
            yield march_choice(state, FigureOrder(way.order, way.unit), captures=True, cost=0)
        elif actions := state.laws.special_actions:
            yield actions.shot_choice(state, way.order, way.unit)


def _action_choices(state: State) -> Iterator[Choice]:
    """Yield the special actions of a turn, in games that have them."""
    if actions := state.laws.special_actions:
        yield from actions.action_choices(state)


def _march_choices(state: State, *, wants_quiet: bool = True) -> Iterator[Choice]:
    """Yield the orders of a turn, or only its captures."""
    bound = _may_not_risk(state)
    prey = None if wants_quiet else _fields_of_others(state)
    for field, stack in state.pieces.items():
        if not _is_movable(state, stack):
            continue
        points = spendable_points(state)
        for move in _figure_orders(state, field, stack, points, prey):
            captures = move.order.links[-1] == "x"
            # Only captures of a bound player need the judge; the search found the others legal.
            if not (bound and captures) or _is_allowed(state, move.order):
                yield march_choice(state, move, captures=captures, cost=len(move.order.links))


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the captures that a seat could make if it were on turn, sorted by text."""
    if state.outcome:
        return ()
    supposed = suppose_turn(state, seat)
    if to_act(supposed).get(seat) != "turn":
        return ()
    captures = [*_march_choices(supposed, wants_quiet=False)]
    if actions := supposed.laws.special_actions:
        captures += actions.capturing_choices(supposed)
    return tuple(sorted(captures, key=lambda choice: choice.text))


def unaffordable_fields(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return, by piece, the fields within its range that the points left do not pay for."""
    if to_act(state).get(seat) != "turn":
        return {}
    by_piece, points = dict[str, list[str]](), spendable_points(state)
    for field, stack in state.pieces.items():
        if _is_movable(state, stack):
            for move in _figure_orders(state, field, stack, POINTS):
                if len(move.order.links) > points:
                    by_piece.setdefault(move.piece_name, []).append(move.order.path[-1])
    return {piece: tuple(sorted(fields)) for piece, fields in by_piece.items()}


def _is_movable(state: State, stack: Piece) -> bool:
    """Whether the seat on turn can move a stack: its own one, or one that it can lead."""
    return stack.seat == state.turn or state.laws.can_lead(state, stack)


def _may_not_risk(state: State) -> bool:
    """Whether another risky capture could be refused (C42)."""
    return state.risked and state.laws.is_exposed(state, state.turn)


def _is_allowed(state: State, order: March) -> bool:
    try:
        return bool(decide(state, state.turn, (order,)))
    except Refused:
        return False


def _figure_orders(
    state: State, field: str, stack: Piece, points: int, prey: Set[str] | None = None
) -> Iterator[FigureOrder]:
    """Yield the orders of each figure of a stack, or only its captures on the fields of its
    ``prey``; soldiers aboard get numbers if needed (A43)."""
    figures = list(figures_in(stack))
    for letter, places in _places_by_letter(figures).items():
        # Most figures have no prey in range: this spares the search for their paths.
        if prey is not None and prey.isdisjoint(_fields_in_range(state, letter, field)):
            continue
        routes = [dict.fromkeys(_paths_and_links(state, field, place, points)) for place in places]
        for rank, place in enumerate(places, start=1):
            for path, links in routes[rank - 1]:
                if prey is not None and links[-1] != "x":
                    continue
                # A number only where two soldiers could carry out the very same order (A43).
                is_ambiguous = sum((path, links) in others for others in routes) > 1
                order = March(letter if place else "", rank if is_ambiguous else 0, path, links)
                yield FigureOrder(order, figures[place], rank if len(places) > 1 else 0)


def _fields_in_range(state: State, letter: str, field: str) -> frozenset[str]:
    return fields_in_range(state.board, state.laws, letter, field)


def _fields_of_others(state: State) -> frozenset[str]:
    """Return the fields on which others than the seat on turn have a stack."""
    return frozenset(field for field, stack in state.pieces.items() if stack.seat != state.turn)


def _paths_and_links(
    state: State, field: str, place: int, points: int
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the path and the links of each order of a figure."""
    for target in reachable_fields(state, field, place, points).values():
        yield from target.paths_and_links


def _places_by_letter(figures: list[Piece]) -> dict[str, list[int]]:
    """Return the places of the figures by letter; of figures with equal steps only the first."""
    places: dict[tuple[str, int], int] = {}
    for place, figure in enumerate(figures):
        places.setdefault((figure.letter, figure.steps), place)
    by_letter: dict[str, list[int]] = {}
    for (letter, _), place in places.items():
        by_letter.setdefault(letter, []).append(place)
    return by_letter


def march_to(state: State, field: str, place: int, end: str) -> March | None:
    """Return the order that moves a figure, given by its place in a stack, to a field.

    A capture is preferred; None if the figure cannot go there now.
    """
    stack = state.pieces.get(field)
    if stack is None or place >= stack_size(stack):
        return None
    unit = list(figures_in(stack))[place]
    orders = [
        order
        for order, figure, _rank in _figure_orders(state, field, stack, spendable_points(state))
        if figure == unit and order.path[-1] == end and bool(order.figure) == bool(place)
    ]
    return max(orders, key=lambda order: order.links[-1] == "x", default=None)


def march_choice(state: State, move: FigureOrder, *, captures: bool, cost: int) -> Choice:
    """Return an order of a figure as the choice that a page offers."""
    order, unit = move.order, move.unit
    text, origin, end = write_march(order), order.path[0], order.path[-1]
    return Choice(
        text,
        move.piece_name,
        origin,
        end,
        cost,
        captures,
        _describe_march(state, move),
        order.path,
        _figure_label(move),
        figure_name(unit.letter),
        _name_at_target(state, move),
    )


def _describe_march(state: State, move: FigureOrder) -> Phrase:
    """Describe what an order does, in the words for the event that it will be."""
    order, unit, board = move.order, move.unit, state.board
    there = state.pieces.get(order.path[-1])
    if there and order.links[-1] == "x":
        return describe_strike(unit, order.path, there, board)
    return describe_walk(unit, order.path, there, board, gets_off=bool(order.figure))


def _figure_label(move: FigureOrder) -> Phrase:
    """Return the label of a figure: "knight S40", "soldier 2 SH1"."""
    figure, field = stack_name(move.unit), move.order.path[0]
    if move.rank:
        return Phrase("%(figure)s %(rank)s %(field)s", figure=figure, rank=move.rank, field=field)
    return Phrase("%(figure)s %(field)s", figure=figure, field=field)


def _name_at_target(state: State, move: FigureOrder) -> str:
    """Return the name that a figure will have after its order: see ``piece_name``."""
    unit, end = move.unit, move.order.path[-1]
    there = state.pieces.get(end)
    if there is None:
        return end
    if there.seat != unit.seat:
        return f"{unit.letter}@{end}" if unit.letter in LAND and there.letter in VESSELS else end
    steps = unit.steps + len(move.order.links)
    mates = (figure.steps for figure in figures_in(there) if figure.letter == unit.letter)
    counts = sorted({steps, *mates})
    rank = counts.index(steps) + 1 if len(counts) > 1 else ""
    return f"{unit.letter}{rank}@{end}"
