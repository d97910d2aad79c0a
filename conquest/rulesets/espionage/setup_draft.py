"""A draft of a set-up: the pieces placed so far, and what can be done with the tray.

A draft is a sequence of set-ups: each place adds a piece, changes one, or with ``-`` takes one
off; of two places on the same square the later one counts. It is handed in as one set-up of the
notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from conquest.core import Choice, Phrase, PlannedStep, Refused, Seat, Sketch, Tool
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.board import Square, setup_zone, square_coordinates, square_name
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import Mustered, Places, State
from conquest.rulesets.espionage.orders import SETUP, read_orders, split_words, write_setup
from conquest.rulesets.espionage.ranks import ARMIES, RANKS, Rank, count_ranks
from conquest.rulesets.espionage.rules import check_camp
from conquest.rulesets.espionage.words import NAMES, figure_name, list_ranks

TAKEN_OFF = "-"
NAMELESS = Phrase("")
ALL_STAND = Phrase("All stand. Two pieces change places when you choose one and then the other.")
_TAKE_OFF = Tool(TAKEN_OFF, Phrase("take off"))
_PLACE = re.compile(r"([a-z][0-9]{1,2})=([1-5spmq-])", re.ASCII)


def sketch_setup(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return the sketch of a draft: the pieces on the board, and the choices that can follow."""
    try:
        places = read_draft(state, seat, text)
    except Refused as refused:
        return _refused_sketch(state, refused, split_words(text))
    # The event of a complete set-up also shows a partial one: it is only drawn, never stored.
    placed = evolve(state, Mustered(seat=seat, places=places)) if places else state
    lacking = missing_ranks(state.size, places)
    kinds = () if lacking else ("mustered",)
    step = PlannedStep(text=write_setup(places), phrase=_describe_draft(places), kinds=kinds)
    return Sketch(
        steps=(step,) if split_words(text) else (),
        pauses=(),
        state=placed,
        close=placed,
        list_choices=partial(_draft_choices, state, seat, places),
        tray=_tray_tools(state, places),
        lacks=refusals.missing_pieces(list_ranks(lacking)) if lacking else ALL_STAND,
        is_partial=bool(lacking),
        merged_text=step.text if split_words(text) else "",
    )


def _refused_sketch(state: State, refused: Refused, rest: tuple[str, ...]) -> Sketch[State]:
    return Sketch(steps=(), pauses=(), state=state, close=state, refused=refused, rest=rest)


def is_setup_draft(orders: Iterable[str]) -> bool:
    """Whether all orders are set-ups; with any other order they are no draft."""
    return all(order.split()[0] == SETUP for order in orders)


def read_draft(state: State, seat: Seat, text: str) -> Places:
    """Return the pieces of a draft by square.

    :raises Refused: if a place is unreadable, outside the zone, or exceeds the army.
    """
    words = [word for order in split_words(text) for word in order.split()[1:]]
    places = _read_places(state, seat, words)
    _check_draft(state, seat, places)
    return places


def _read_places(state: State, seat: Seat, words: list[str]) -> Places:
    places: Places = {}
    for word in words:
        match = _PLACE.fullmatch(word)
        if match is None or match[1] not in setup_zone(seat, state.size):
            # Raises the refusal of the notation; a readable place is outside the zone.
            read_orders(state, seat, f"{SETUP} {word}")
            raise refusals.outside_zone(word.partition("=")[0])
        places.pop(match[1], None)
        if match[2] != TAKEN_OFF:
            places[match[1]] = match[2].upper()
    return {square: places[square] for square in setup_zone(seat, state.size) if square in places}


def _check_draft(state: State, seat: Seat, places: Places) -> None:
    """Check that no rank is placed more often than the army has it, and a complete set-up whole."""
    army = ARMIES[state.size]
    for rank, n in count_ranks(places.values()).items():
        if n > army[rank]:
            raise refusals.too_many_of_rank(rank, state.size)
    if len(places) == len(setup_zone(seat, state.size)):
        check_camp(state, seat, places)


def missing_ranks(size: int, places: Places) -> list[Rank]:
    """Return the ranks still to be placed, each as often as it is missing."""
    placed = list(places.values())
    return [rank for rank, n in ARMIES[size].items() for _ in range(n - placed.count(rank))]


def _describe_draft(places: Places) -> Phrase:
    return Phrase("Set up: %(ranks)s.", ranks=list_ranks(places.values()))


def _tray_tools(state: State, places: Places) -> tuple[Tool, ...]:
    left = missing_ranks(state.size, places)
    if not left:
        return (_TAKE_OFF,)
    ranks = tuple(Tool(rank, NAMES[rank], rank, left.count(rank)) for rank in RANKS)
    return (*ranks, _TAKE_OFF) if places else ranks


def _draft_choices(state: State, seat: Seat, places: Places) -> tuple[Choice, ...]:
    return (
        *_placing_choices(state, seat, places),
        *_removal_choices(places),
        *_move_choices(state, seat, places),
        *_bulk_choices(state, seat, places),
    )


def _placing_choices(state: State, seat: Seat, places: Places) -> Iterator[Choice]:
    """Yield each rank of the tray on each square; a piece that stands there returns to the tray."""
    for rank in dict.fromkeys(missing_ranks(state.size, places)):
        for square in setup_zone(seat, state.size):
            if places.get(square) != rank:
                label = Phrase("%(piece)s on %(square)s", piece=NAMES[rank], square=square)
                choice = _setup_choice({square: rank}, square, label, tool=rank)
                is_new = bool(places) and square not in places
                yield (
                    replace(choice, text=choice.text.removeprefix(f"{SETUP} "))
                    if is_new
                    else choice
                )


def _removal_choices(places: Places) -> Iterator[Choice]:
    for square, rank in places.items():
        label = Phrase("take off %(figure)s", figure=figure_name(rank, square))
        yield _setup_choice({square: TAKEN_OFF}, square, label, tool=TAKEN_OFF)


def _move_choices(state: State, seat: Seat, places: Places) -> Iterator[Choice]:
    """Yield the moves of each piece to each other square; a piece there changes places with it."""
    for start, rank in places.items():
        for end in setup_zone(seat, state.size):
            other = places.get(end, TAKEN_OFF)
            if other != rank:
                yield _setup_choice(
                    {start: other, end: rank},
                    end,
                    Phrase("to %(end)s", end=end),
                    origin=start,
                    name=figure_name(rank, start),
                    kind=NAMES[rank],
                )


def _bulk_choices(state: State, seat: Seat, places: Places) -> Iterator[Choice]:
    """Yield the choices for many pieces at once: a usual set-up, the rest, the mirror image."""
    if places and (rest := fill_rest(state.size, seat, places)) != places:
        yield _setup_choice(rest, "", Phrase("Fill the rest"))
    if not places:
        for named, camp in USUAL_CAMPS[state.size]:
            yield _setup_choice(camp_from_rows(state.size, seat, camp), "", named)
    if places:
        mirrored = mirror_places(state.size, places)
        if mirrored != places:
            yield _setup_choice(
                clear_places(places) | mirrored, "", Phrase("Mirror left and right")
            )
        yield _setup_choice(clear_places(places), "", Phrase("Take all off"))


def clear_places(places: Places) -> Places:
    """Return the changes that take off all pieces."""
    return dict.fromkeys(places, TAKEN_OFF)


def mirror_places(size: int, places: Places) -> Places:
    """Return the places with left and right exchanged."""
    mirrored = {}
    for square, rank in places.items():
        column, row = square_coordinates(square)
        mirrored[square_name(size - 1 - column, row)] = rank
    return mirrored


def camp_from_rows(size: int, seat: Seat, rows: str) -> Places:
    """Return the set-up of rows of ranks, the front row first, as its owner sees it."""
    squares = (square for line in _owner_rows(size, seat) for square in line)
    return dict(zip(squares, rows.replace(" ", ""), strict=True))


def camp_to_rows(size: int, seat: Seat, camp: Places) -> str:
    """Return a complete set-up as rows of ranks, the front row first, as its owner sees it."""
    return " ".join("".join(camp[square] for square in line) for line in _owner_rows(size, seat))


def _owner_rows(size: int, seat: Seat) -> list[tuple[Square, ...]]:
    """Return the squares of a zone in rows as their owner sees them, the front row first."""
    squares = setup_zone(seat, size)
    lines = [squares[at : at + size] for at in range(0, len(squares), size)]
    return lines[::-1] if seat == "white" else [line[::-1] for line in lines]


def fill_rest(size: int, seat: Seat, places: Places) -> Places:
    """Return a draft completed with the remaining pieces: where the first usual set-up has them if
    that square is free, else in its order."""
    left, model = missing_ranks(size, places), camp_from_rows(size, seat, USUAL_CAMPS[size][0][1])
    filled = dict(places)
    for square, rank in model.items():
        if square not in filled and rank in left:
            filled[square] = rank
            left.remove(rank)
    for square in model:
        if square not in filled:
            filled[square] = left.pop(0)
    return filled


def _setup_choice(
    changes: Places,
    target: Square,
    label: Phrase,
    *,
    origin: Square = "",
    tool: str = "",
    name: Phrase = NAMELESS,
    kind: Phrase = NAMELESS,
) -> Choice:
    """Return a choice that changes some squares of a draft."""
    return Choice(
        text=write_setup(changes),
        piece=origin,
        origin=origin,
        target=target,
        cost=0,
        captures=False,
        label=label,
        way=(origin, target) if origin else (),
        name=name,
        kind=kind,
        tool=tool,
    )


USUAL_CAMPS: Mapping[int, tuple[tuple[Phrase, str], ...]] = {
    10: (
        (Phrase("Balanced"), "S14S12S13S 2P35PP2431 2MQM51SMPM"),
        (Phrase("Spies in front"), "SS1S2S1S31 4P25P3152P 13MQM4M2PM"),
        (Phrase("Behind mines"), "1S2S1S3S1S 425P31P5P4 132MQM2MPM"),
        (Phrase("Storm on the left"), "5432S1S1S1 54S3S2PP21 P32M1MMQMP"),
        (Phrase("Trap in the corner"), "1S3S2S1S4S 2P4P3P1P52 1531M2MMQM"),
    ),
    8: (
        (Phrase("Balanced"), "S12S3S1P 4PMQM523"),
        (Phrase("Spies in front"), "S2SS13P1 42MQM53P"),
        (Phrase("Behind mines"), "1S3S2S1P 4P5MQM23"),
        (Phrase("Storm on the left"), "543S2S1S 3P2P1MQM"),
        (Phrase("Trap in the corner"), "1S2S3SP4 21P35MQM"),
    ),
}
"""Set-ups offered to players, by board size, as rows with the front row first (E13, HE22)."""
