"""Standing orders: a seat's private answers to a recapture window, given at once (CP4).

There is one in each line. The first one that fits decides; if none fits, the seat is asked::

    recapture with E,K,S if lost E,C,G
    recapture with cheapest if safe
    recapture at s12,s13 with any
    pass if lost S
    pass if left neighbour attacks
    ask
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from msgspec import structs

from conquest.core import Phrase, Seat, Unreadable
from conquest.islands.model import State
from conquest.islands.orders import JudgedOrder, March, Order, ShotOrder, write_order
from conquest.islands.pieces import figures_in
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.judging import decide
from conquest.islands.rules.reach import reachable_fields
from conquest.islands.rules.recapture import possible_answers
from conquest.islands.rules.submissions import PASS
from conquest.islands.rules.tally import spendable_points

# Only the order matters: "cheapest" means the least of these.
WORTH = {"S": 3, "B": 4, "M": 4, "K": 5, "C": 5, "G": 5, "T": 6, "E": 7, "W": 9}
VERBS = ("recapture", "pass", "ask")
# Clauses can be repeated without end: this bounds the work on one line.
MOST_WORDS = 24


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """One standing order. Empty ``fields`` and ``lost`` mean any; ``pieces`` are letters in
    order of preference, or ``any`` or ``cheapest``. Repeated letters and fields are dropped."""

    verb: str
    fields: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ("any",)
    lost: tuple[str, ...] = ()
    safe: bool = False
    left: bool = False


def read_standing(state: State, text: str) -> tuple[StandingOrder, ...]:
    """Read standing orders, one from each line; empty lines and comments are skipped.

    :raises Unreadable: naming the first line that cannot be read, counted from 0.
    """
    orders: list[StandingOrder] = []
    for number, line in enumerate(text.splitlines()):
        words = line.partition("#")[0].strip()
        try:
            orders += [_read_line(state, words)] if words else []
        except Unreadable as unreadable:
            raise unreadable.at_order(number) from None
    return tuple(orders)


def write_standing(orders: Sequence[StandingOrder]) -> str:
    """Write standing orders canonically, one in each line."""
    return "\n".join(map(write_standing_order, orders))


def write_standing_order(order: StandingOrder) -> str:
    """Write one standing order canonically."""
    words = [order.verb]
    if order.fields:
        words += ["at", ",".join(order.fields)]
    if order.verb == "recapture":
        words += ["with", ",".join(order.pieces)]
    tests = [f"lost {','.join(order.lost)}"] if order.lost else []
    tests += ["safe"] if order.safe else []
    tests += ["left neighbour attacks"] if order.left else []
    return " ".join(words) + (f" if {' and '.join(tests)}" if tests else "")


def _read_line(state: State, line: str) -> StandingOrder:
    words = ",".join(part.strip() for part in line.lower().split(",")).split()
    if words[0] not in VERBS or len(words) > MOST_WORDS:
        raise _unreadable_line(line)
    standing, rest = StandingOrder(words[0]), words[1:]
    while rest:
        standing, rest = _read_clause(state, standing, rest, line)
    return standing


def _read_clause(
    state: State, standing: StandingOrder, words: list[str], line: str
) -> tuple[StandingOrder, list[str]]:
    match words:
        case ["at", fields, *rest] if not standing.fields:
            return replace(standing, fields=_read_fields(state, fields, line)), rest
        case ["with", ("any" | "cheapest") as pieces, *rest] if standing.verb == "recapture":
            return replace(standing, pieces=(pieces,)), rest
        case ["with", pieces, *rest] if standing.verb == "recapture":
            return replace(standing, pieces=_read_letters(state, pieces, line)), rest
        case ["if" | "and", "lost", letters, *rest]:
            return replace(standing, lost=_read_letters(state, letters, line)), rest
        case ["if" | "and", "safe", *rest] if standing.verb == "recapture":
            return replace(standing, safe=True), rest
        case ["if" | "and", "left", "neighbour", "attacks", *rest]:
            return replace(standing, left=True), rest
        case _:
            raise _unreadable_line(line)


def _read_fields(state: State, names: str, line: str) -> tuple[str, ...]:
    found = [state.board.spell_field(name) for name in names.split(",")]
    fields = dict.fromkeys(field for field in found if field)
    if not all(found):
        raise _unreadable_line(line)
    return tuple(fields)


def _read_letters(state: State, names: str, line: str) -> tuple[str, ...]:
    letters = tuple(dict.fromkeys(names.upper().split(",")))
    if not all(letter in state.laws.ranges for letter in letters):
        raise _unreadable_line(line)
    return letters


def _unreadable_line(line: str) -> Unreadable:
    shown = "".join(c if c.isprintable() else " " for c in line[:60])
    return Unreadable(Phrase("The standing order “%(text)s” cannot be read.", text=shown), "CP4")


def answer_orders(state: State, seat: Seat, text: str) -> tuple[Order, ...] | None:
    """Return a seat's answer to an open window by its standing orders, None if it is to be asked.

    The attacker waits for it, so each recapture is tried once at most, whatever the lines say.

    :raises Unreadable: if a line is no standing order.
    """
    window = state.window
    standing = read_standing(state, text)
    if window is None or window.seat != seat:
        return None
    recaptures = _open_recaptures(state)
    for order in standing:
        if not _fits_window(state, order):
            continue
        if order.verb != "recapture":
            return (PASS,) if order.verb == "pass" else None
        # A recapture that no piece can make does not decide: the next line is tried.
        if way := next(_allowed_recaptures(recaptures, order), None):
            return (way.order,)
    return None


def _fits_window(state: State, standing: StandingOrder) -> bool:
    window, seats = state.window, state.seats
    assert window
    left = seats[(seats.index(window.seat) + 1) % len(seats)]
    return (
        (not standing.fields or window.at in standing.fields)
        and (not standing.lost or bool({*standing.lost} & {*window.lost.split(",")}))
        and (not standing.left or left == state.turn)
    )


@dataclass(frozen=True, slots=True)
class _OpenRecaptures:
    """The recaptures that a window allows, in order, and whether one of them is safe."""

    all: Sequence[JudgedOrder]
    is_safe: Callable[[March | ShotOrder], bool]


def _open_recaptures(state: State) -> _OpenRecaptures:
    window = state.window
    assert window
    ways = sorted(
        possible_answers(state, window.seat, window.at), key=lambda way: write_order(way.order)
    )
    # Several lines may ask whether the same recapture is safe: the answer plays it out once.
    return _OpenRecaptures(ways, cache(partial(_is_safe, state)))


def _allowed_recaptures(ways: _OpenRecaptures, standing: StandingOrder) -> Iterator[JudgedOrder]:
    """Yield the recaptures that a standing order allows, the preferred one first."""
    for way in _sort_by_preference(ways.all, standing.pieces):
        if not standing.safe or ways.is_safe(way.order):
            yield way


def _sort_by_preference(ways: Sequence[JudgedOrder], pieces: tuple[str, ...]) -> list[JudgedOrder]:
    if pieces == ("any",):
        return list(ways)
    if pieces == ("cheapest",):
        return sorted(ways, key=lambda way: sum(WORTH[f.letter] for f in figures_in(way.unit)))
    return [way for letter in pieces for way in ways if way.unit.letter == letter]


def _is_safe(state: State, order: March | ShotOrder) -> bool:
    """Whether the attacker cannot take the recapturing piece with the points that are left.

    A catapult that shoots stays where it stands.
    """
    window = state.window
    assert window
    # The attacker's plan is secret: the answer must not depend on it.
    after = unplanned = structs.replace(state, plan=(), anyway=False)
    for event in decide(unplanned, window.seat, (order,)):
        after = evolve(after, event)
    if after.outcome or after.number != state.number:
        return True
    place = order.path[-1]
    return not any(
        place in reachable_fields(after, field, figure, spendable_points(after))
        for field, stack in after.pieces.items()
        if stack.seat == after.turn
        for figure, _ in enumerate(figures_in(stack))
    ) and not _is_shot_at(after, place)


def _is_shot_at(state: State, field: str) -> bool:
    """Whether the seat on turn could hit the piece on a field without going there."""
    actions = state.laws.special_actions
    return actions is not None and any(
        choice.target == field for choice in actions.capturing_choices(state)
    )
