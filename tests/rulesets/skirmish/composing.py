"""Composing turns: legal choices, sketches of texts, patterns of set-ups, and bots."""

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
from tests.rulesets.skirmish.board import Square, setup_squares
from tests.rulesets.skirmish.evolution import evolve
from tests.rulesets.skirmish.model import RANKS, Event, Mustered, State
from tests.rulesets.skirmish.orders import (
    FALL,
    Move,
    Muster,
    Order,
    Retreat,
    read_orders,
    setup_order,
    split_words,
    write_order,
)
from tests.rulesets.skirmish.rules import (
    fence_squares,
    free_neighbours,
    move_targets,
    suppose_turn,
    to_act,
)
from tests.rulesets.skirmish.telling import RANK_NAMES, camp_phrase, unit_name

FENCE = "fence"
GAP = "-"


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the legal orders of a seat as choices, sorted by text."""
    match to_act(state).get(seat):
        case "setup":
            choices = _setup_choices(state, seat)
        case "turn":
            choices = _turn_choices(state, seat)
        case "retreat":
            choices = _answer_choices(state)
        case _:
            return ()
    return tuple(sorted(choices, key=lambda choice: choice.text))


def _setup_choices(state: State, seat: Seat) -> Iterator[Choice]:
    for squares in permutations(setup_squares(seat, state.size), len(RANKS)):
        order = setup_order(zip(squares, RANKS.values(), strict=True))
        yield Choice(
            write_order(order), "", "", "", 0, False, camp_phrase(seat, dict(order.places))
        )


def _turn_choices(state: State, seat: Seat) -> Iterator[Choice]:
    for choice in _move_choices(state, seat):
        yield choice
        if not choice.captures:
            yield from _fence_choices(state, seat, Move(choice.origin, choice.target))


def _move_choices(state: State, seat: Seat) -> Iterator[Choice]:
    for start, unit in state.units.items():
        if unit.seat == seat:
            for end in move_targets(state, start):
                yield _move_choice(state, Move(start, end))


def _move_choice(state: State, order: Move | Retreat, start: Square = "") -> Choice:
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
        is_brief=True,
    )


def _fence_choices(state: State, seat: Seat, order: Move) -> Iterator[Choice]:
    """Yield a move with each fence that can be laid after it."""
    going = _move_choice(state, order)
    for at in fence_squares(state, order) if state.stock[seat] else ():
        text = write_order(Move(order.start, order.end, at))
        yield replace(going, text=text, label=Phrase("lay a fence on %(at)s", at=at))


def _answer_choices(state: State) -> Iterator[Choice]:
    assert state.fight is not None
    for at in free_neighbours(state, state.fight[1]):
        yield _move_choice(state, Retreat(at), state.fight[1])
    yield Choice(FALL, "", "", "", 0, False, Phrase("stay and fall"))


def first_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return what a text can begin with; fences are added afterwards."""
    if to_act(state).get(seat) != "turn":
        return legal_choices(state, seat)
    return tuple(sorted(_move_choices(state, seat), key=lambda choice: choice.text))


def sketch_turn(
    by: Sketcher[State, Event, Order], state: State, seat: Seat, text: str
) -> Sketch[State]:
    """Return the sketch of a text; a set-up, or a move with its fence, is one order that grows."""
    played = by.sketch(state, seat, text)
    match to_act(state).get(seat):
        case "setup":
            return _sketch_setup(played, state, seat, text)
        case "turn":
            return _sketch_fence(played, state, seat)
        case _:
            return played


def _sketch_setup(played: Sketch[State], state: State, seat: Seat, text: str) -> Sketch[State]:
    places: dict[Square, int] | None = {}
    if split_words(text):
        places = _read_draft(state, seat, text)
    if places is None or len(places) == len(RANKS):
        return replace(played, list_choices=tuple, tray=_rank_tray(places or {}))
    placed = evolve(state, Mustered(seat=seat, order="", places=places))
    step = PlannedStep(
        text=write_order(setup_order(places.items())), phrase=camp_phrase(seat, places)
    )
    return Sketch(
        steps=(step,) if places else (),
        pauses=(),
        state=placed,
        close=placed,
        list_choices=partial(_longer_setups, state, seat, places),
        tray=_rank_tray(places),
        lacks=Phrase("Set up all three units before you send this."),
        is_partial=True,
    )


def _read_draft(state: State, seat: Seat, text: str) -> dict[Square, int] | None:
    """Return the places of a set-up so far, ``None`` if the text is not a possible one."""
    try:
        orders = read_orders(state, seat, text)
    except Unreadable:
        return None
    if len(orders) != 1 or not isinstance(orders[0], Muster):
        return None
    places = dict(orders[0].places)
    is_apart = len(places) == len(orders[0].places) == len(set(places.values()))
    return places if is_apart and set(places) <= set(setup_squares(seat, state.size)) else None


def _longer_setups(state: State, seat: Seat, places: dict[Square, int]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            text=write_order(setup_order([*places.items(), (at, rank)])),
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
        for at in setup_squares(seat, state.size)
        if rank not in places.values() and at not in places
    )


def _rank_tray(places: dict[Square, int]) -> tuple[Tool, ...]:
    return tuple(
        Tool(tool, RANK_NAMES[rank], str(rank), int(rank not in places.values()))
        for tool, rank in RANKS.items()
    )


def _sketch_fence(played: Sketch[State], state: State, seat: Seat) -> Sketch[State]:
    left = played.close.stock[seat]
    played = replace(played, tray=(Tool(FENCE, Phrase("fence"), FENCE, left),))
    last = played.steps[-1] if played.steps else None
    if played.refused or last is None or "moved" not in last.kinds or not left:
        return played
    (order,) = read_orders(state, seat, last.text)
    if not isinstance(order, Move) or order.fence or played.state.outcome:
        return played
    return replace(
        played,
        list_choices=partial(_fences_after_move, played.close, seat, order),
        lacks=Phrase("Lay a fence, or send it as it is."),
    )


def _fences_after_move(state: State, seat: Seat, order: Move) -> tuple[Choice, ...]:
    """Return the choices to lay a fence where a unit has gone, as a longer order of it."""
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
        for at in sorted(free_neighbours(state, order.end))
    )


def pattern_of(state: State, seat: Seat, text: str) -> str:
    """Return the ranks along the seat's edge as it sees them, "" if units are missing."""
    places = _read_draft(state, seat, text) if split_words(text) else None
    if places is None or len(places) < len(RANKS):
        return ""
    return "".join(str(places.get(at, GAP)) for at in _edge_squares(state, seat))


def orders_for(state: State, seat: Seat, pattern: str) -> str:
    """Return the order that sets units up in the ranks of a pattern.

    :raises Illegal: if these are not all ranks, each once, or the set-up is over.
    """
    ranks = dict(zip(_edge_squares(state, seat), pattern, strict=False))
    is_whole = sorted(pattern.replace(GAP, "")) == sorted(map(str, RANKS.values()))
    if state.is_set_up or len(pattern) != len(ranks) or not is_whole:
        raise Illegal(Phrase("Nothing can be set up so."), "S3")
    return write_order(setup_order((at, int(rank)) for at, rank in ranks.items() if rank != GAP))


def _edge_squares(state: State, seat: Seat) -> tuple[Square, ...]:
    """Return the squares of a seat as it sees them; only Birch sees the board turned."""
    squares = setup_squares(seat, state.size)
    return squares[::-1] if seat == "birch" else squares


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the attacks of a seat if its turn began now."""
    if state.outcome or not state.is_set_up:
        return ()
    return tuple(
        choice for choice in _move_choices(suppose_turn(state, seat), seat) if choice.captures
    )


def choose_anything(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return a random legal order, as the hasty bot plays."""
    choices = legal_choices(state, seat)
    return choices[numbers(len(choices))].text


def choose_attack(state: State, seat: Seat, numbers: Numbers) -> str:
    """Return a random attack, or else a move, as the bold bot plays."""
    listed = legal_choices(state, seat)
    attacks = [choice for choice in listed if choice.captures]
    moves = [choice for choice in listed if choice.origin]
    choices = attacks or moves or listed
    return choices[numbers(len(choices))].text


def build_composing(by: Sketcher[State, Event, Order]) -> Composing[State]:
    """Return the composing of a skirmish, with a sketcher that plays texts order by order."""
    return Composing(
        sketch=partial(sketch_turn, by),
        legal_choices=legal_choices,
        possible_captures=possible_captures,
        unaffordable_fields=lambda state, seat: {},
        levels=(
            BotLevel("hasty", Phrase("hasty"), choose_anything),
            BotLevel("bold", Phrase("bold"), choose_attack),
        ),
        patterns=Patterns(
            pattern_kind=lambda state: str(state.size),
            table_options=lambda kind: {"size": int(kind)},
            pattern_of=pattern_of,
            orders_for=orders_for,
        ),
    )
