"""Turns in the making: what is legal, what a text does so far, what a house player plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations

from conquest.core import (
    BotLevel,
    Choice,
    Composing,
    Illegal,
    Numbers,
    Patterns,
    Phrase,
    PlannedStep,
    Seat,
    Sketch,
    Tool,
    Unreadable,
)
from conquest.kit.sketch import Sketcher
from tests.rulesets.skirmish.board import Square, home
from tests.rulesets.skirmish.evolution import evolve
from tests.rulesets.skirmish.model import RANKS, Event, Mustered, State
from tests.rulesets.skirmish.orders import (
    FALL,
    Move,
    Muster,
    Order,
    Retreat,
    muster,
    read,
    split,
    write_order,
)
from tests.rulesets.skirmish.rules import fenceable, free, suppose, targets, to_act
from tests.rulesets.skirmish.telling import RANK_NAMES, camp, unit_name

FENCE = "fence"
GAP = "-"


def legal(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a seat may hand in, sorted by text."""
    match to_act(state).get(seat):
        case "setup":
            found = _camps(state, seat)
        case "turn":
            found = _turns(state, seat)
        case "retreat":
            found = _answers(state)
        case _:
            return ()
    return tuple(sorted(found, key=lambda choice: choice.text))


def _camps(state: State, seat: Seat) -> Iterator[Choice]:
    for squares in permutations(home(seat, state.size), len(RANKS)):
        order = muster(zip(squares, RANKS.values(), strict=True))
        yield Choice(write_order(order), "", "", "", 0, False, camp(seat, dict(order.places)))


def _turns(state: State, seat: Seat) -> Iterator[Choice]:
    for choice in _moves(state, seat):
        yield choice
        if not choice.captures:
            yield from _fenced(state, seat, Move(choice.origin, choice.target))


def _moves(state: State, seat: Seat) -> Iterator[Choice]:
    for start, unit in state.units.items():
        if unit.seat == seat:
            for end in targets(state, start):
                yield _going(state, Move(start, end))


def _going(state: State, order: Move | Retreat, start: Square = "") -> Choice:
    start, end = (order.start, order.end) if isinstance(order, Move) else (start, order.square)
    captures, unit = end in state.units, state.units[start]
    label = Phrase("attack %(at)s") if captures else Phrase("go to %(at)s")
    return Choice(
        text=write_order(order),
        piece=start,
        origin=start,
        target=end,
        cost=0,
        captures=captures,
        label=Phrase(label.template, at=end),
        way=(start, end),
        name=Phrase("%(unit)s %(at)s", unit=unit_name(unit), at=start),
        kind=unit_name(unit),
        then="" if captures else end,
    )


def _fenced(state: State, seat: Seat, order: Move) -> Iterator[Choice]:
    """Yield a move with each fence that it can be given: the order, grown."""
    going = _going(state, order)
    for at in fenceable(state, order) if state.stock[seat] else ():
        text = write_order(Move(order.start, order.end, at))
        yield replace(going, text=text, label=Phrase("lay a fence on %(at)s", at=at))


def _answers(state: State) -> Iterator[Choice]:
    assert state.fight is not None
    for at in free(state, state.fight[1]):
        yield _going(state, Retreat(at), state.fight[1])
    yield Choice(FALL, "", "", "", 0, False, Phrase("stay and fall"))


def beginnings(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a turn can begin with; fences come afterwards."""
    if to_act(state).get(seat) != "turn":
        return legal(state, seat)
    return tuple(sorted(_moves(state, seat), key=lambda choice: choice.text))


def sketch(by: Sketcher[State, Event, Order], state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a text does; a set-up, and a move with its fence, are one order that grows."""
    played = by.sketch(state, seat, text)
    match to_act(state).get(seat):
        case "setup":
            return _set_up(played, state, seat, text)
        case "turn":
            return _with_fence(played, state, seat)
        case _:
            return played


def _set_up(played: Sketch[State], state: State, seat: Seat, text: str) -> Sketch[State]:
    places: dict[Square, int] | None = {}
    if split(text):
        places = _camp(state, seat, text)
    if places is None or len(places) == len(RANKS):
        return replace(played, list_choices=tuple, tray=_ranks(places or {}))
    placed = evolve(state, Mustered(seat=seat, order="", places=places))
    step = PlannedStep(text=write_order(muster(places.items())), phrase=camp(seat, places))
    return Sketch(
        steps=(step,) if places else (),
        pauses=(),
        state=placed,
        close=placed,
        list_choices=partial(_growths, state, seat, places),
        tray=_ranks(places),
        lacks=Phrase("Set up all three units before you send this."),
        is_partial=True,
    )


def _camp(state: State, seat: Seat, text: str) -> dict[Square, int] | None:
    """Return a set-up that has gone well so far, ``None`` where it is none."""
    try:
        orders = read(state, seat, text)
    except Unreadable:
        return None
    if len(orders) != 1 or not isinstance(orders[0], Muster):
        return None
    places = dict(orders[0].places)
    is_apart = len(places) == len(orders[0].places) == len(set(places.values()))
    return places if is_apart and set(places) <= set(home(seat, state.size)) else None


def _growths(state: State, seat: Seat, places: dict[Square, int]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            text=write_order(muster([*places.items(), (at, rank)])),
            piece="",
            origin="",
            target=at,
            cost=0,
            captures=False,
            label=Phrase("%(rank)s on %(at)s", rank=RANK_NAMES[rank], at=at),
            tool=tool,
            replaces=bool(places),
        )
        for tool, rank in RANKS.items()
        for at in home(seat, state.size)
        if rank not in places.values() and at not in places
    )


def _ranks(places: dict[Square, int]) -> tuple[Tool, ...]:
    return tuple(
        Tool(tool, RANK_NAMES[rank], str(rank), int(rank not in places.values()))
        for tool, rank in RANKS.items()
    )


def _with_fence(played: Sketch[State], state: State, seat: Seat) -> Sketch[State]:
    left = played.close.stock[seat]
    played = replace(played, tray=(Tool(FENCE, Phrase("fence"), FENCE, left),))
    last = played.steps[-1] if played.steps else None
    if played.refused or last is None or "moved" not in last.kinds or not left:
        return played
    (order,) = read(state, seat, last.text)
    if not isinstance(order, Move) or order.fence or played.state.outcome:
        return played
    return replace(
        played,
        list_choices=partial(_fences, played.close, seat, order),
        lacks=Phrase("Lay a fence, or send it as it is."),
    )


def _fences(state: State, seat: Seat, order: Move) -> tuple[Choice, ...]:
    """Return the fences that a unit can lay where it has gone: its order, grown."""
    unit = state.units[order.end]
    return tuple(
        Choice(
            text=write_order(Move(order.start, order.end, at)),
            piece=order.end,
            origin=order.end,
            target=at,
            cost=0,
            captures=False,
            label=Phrase("lay a fence on %(at)s", at=at),
            way=(order.end, at),
            name=Phrase("%(unit)s %(at)s", unit=unit_name(unit), at=order.end),
            kind=unit_name(unit),
            tool=FENCE,
            replaces=True,
        )
        for at in sorted(free(state, order.end))
    )


def pattern(state: State, seat: Seat, text: str) -> str:
    """Return the ranks along the seat's edge as it sees them, "" if not all units stand."""
    places = _camp(state, seat, text) if split(text) else None
    if places is None or len(places) < len(RANKS):
        return ""
    return "".join(str(places.get(at, GAP)) for at in _edge(state, seat))


def arrangement(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets units up so.

    :raises Illegal: if these are not all, each once, or they stand already.
    """
    there = dict(zip(_edge(state, seat), pattern, strict=False))
    is_whole = sorted(pattern.replace(GAP, "")) == sorted(map(str, RANKS.values()))
    if state.is_set_up or len(pattern) != len(there) or not is_whole:
        raise Illegal(Phrase("Nothing can be set up so."), "S3")
    return write_order(muster((at, int(rank)) for at, rank in there.items() if rank != GAP))


def _edge(state: State, seat: Seat) -> tuple[Square, ...]:
    """Return the squares of a seat from its left; only two of the four are seen turned."""
    squares = home(seat, state.size)
    return squares[::-1] if seat == "birch" else squares


def strikes(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks of a seat, if its turn began now."""
    if state.outcome or not state.is_set_up:
        return ()
    return tuple(choice for choice in _moves(suppose(state, seat), seat) if choice.captures)


def hasty(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return anything that is legal, at random."""
    choices = legal(state, seat)
    return choices[numbers(len(choices))].text


def bold(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return an attack, or else a move."""
    listed = legal(state, seat)
    attacks = [choice for choice in listed if choice.captures]
    moves = [choice for choice in listed if choice.origin]
    choices = attacks or moves or listed
    return choices[numbers(len(choices))].text


def composing(by: Sketcher[State, Event, Order]) -> Composing[State]:
    """Return how turns are put together; a sketch goes order by order, and grows the last."""
    return Composing(
        sketch=partial(sketch, by),
        legal_choices=legal,
        possible_captures=strikes,
        unaffordable_fields=lambda state, seat: {},
        levels=(BotLevel("hasty", Phrase("hasty"), hasty), BotLevel("bold", Phrase("bold"), bold)),
        patterns=Patterns(
            pattern_kind=lambda state: str(state.size),
            table_options=lambda kind: {"size": int(kind)},
            pattern_of=pattern,
            orders_for=arrangement,
        ),
    )
