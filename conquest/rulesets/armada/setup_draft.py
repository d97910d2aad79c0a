"""A set-up in the making: what stands so far, and what can be done with the tray.

A draft is set-ups behind one another: each place adds a unit, changes one, or with ``-`` takes
one off; of two for the same square the later one counts. Handed in, it is one set-up of the
notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from conquest.core import Choice, Phrase, PlannedStep, Refused, Seat, Sketch, Tool
from conquest.rulesets.armada import refusals
from conquest.rulesets.armada.board import Square, setup_zone
from conquest.rulesets.armada.camps import USUAL_CAMPS, camp_from_rows, mirror_places, standard_camp
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.model import Mustered, Places, State
from conquest.rulesets.armada.orders import SETUP, read_orders, split_words, write_setup
from conquest.rulesets.armada.ranks import ARMY, RANKS, Rank, count_ranks
from conquest.rulesets.armada.words import NAMES, figure_name, list_ranks

TAKEN_OFF = "-"
NAMELESS = Phrase("")
ALL_STAND = Phrase("All stand. Two units change places when you choose one and then the other.")
_TAKE_OFF = Tool(TAKEN_OFF, Phrase("take off"))
_PLACE = re.compile(r"([a-z][0-9]{1,2})=([123k-])", re.ASCII)


def sketch_setup(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a set-up so far looks like, and what can follow it."""
    try:
        places = read_draft(state, seat, text)
    except Refused as refused:
        return Sketch(
            steps=(), pauses=(), state=state, close=state, refused=refused, rest=split_words(text)
        )
    placed = evolve(state, Mustered(seat=seat, places=places)) if places else state
    lacking, is_begun = missing_ranks(places), bool(split_words(text))
    told = Phrase("Set up: %(ranks)s.", ranks=list_ranks(places.values()))
    step = PlannedStep(write_setup(places), told, kinds=() if lacking else ("mustered",))
    return Sketch(
        steps=(step,) if is_begun else (),
        pauses=(),
        state=placed,
        close=placed,
        list_choices=partial(_draft_choices, SetupDraft(state.size, seat, places)),
        tray=_tray_tools(places),
        lacks=refusals.missing_pieces(list_ranks(lacking)) if lacking else ALL_STAND,
        is_partial=bool(lacking),
        merged_text=step.text if is_begun else "",
    )


def is_setup_draft(orders: Iterable[str]) -> bool:
    """Whether orders only set up; what goes on from there is no draft any more."""
    return all(order.split()[0] == SETUP for order in orders)


def read_draft(state: State, seat: Seat, text: str) -> Places:
    """Return what a draft places, square by square.

    :raises Refused: if it places what cannot be there.
    """
    own, places = setup_zone(seat, state.size), Places()
    for word in (word for order in split_words(text) for word in order.split()[1:]):
        found = _PLACE.fullmatch(word)
        if found is None or found[1] not in own:
            read_orders(state, seat, f"{SETUP} {word}")
            raise refusals.outside_zone(word.partition("=")[0])
        places[found[1]] = found[2].upper()
    placed = {square: places[square] for square in own if places.get(square, "-") != TAKEN_OFF}
    for rank, n in count_ranks(placed.values()).items():
        if n > ARMY[rank]:
            raise refusals.too_many_of_rank(rank)
    return placed


def missing_ranks(places: Places) -> list[Rank]:
    """Return the ranks still to be placed, each as often as it is wanted."""
    there = list(places.values())
    return [rank for rank, n in ARMY.items() for _ in range(n - there.count(rank))]


def _tray_tools(places: Places) -> tuple[Tool, ...]:
    left = missing_ranks(places)
    if not left:
        return (_TAKE_OFF,)
    ranks = tuple(Tool(rank, NAMES[rank], rank, left.count(rank)) for rank in RANKS)
    return (*ranks, _TAKE_OFF) if places else ranks


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """A set-up so far, on a board of a size, for a seat."""

    size: int
    seat: Seat
    places: Places

    @property
    def setup_zone(self) -> tuple[Square, ...]:
        """Where the army stands."""
        return setup_zone(self.seat, self.size)


def _draft_choices(so_far: SetupDraft) -> tuple[Choice, ...]:
    return (
        *_placing_choices(so_far),
        *_removal_choices(so_far),
        *_move_choices(so_far),
        *_bulk_choices(so_far),
    )


def _placing_choices(so_far: SetupDraft) -> Iterator[Choice]:
    """Yield each rank of the tray on each square; what stands there goes back to the tray."""
    places = so_far.places
    for rank in dict.fromkeys(missing_ranks(places)):
        for square in so_far.setup_zone:
            if places.get(square) != rank:
                label = Phrase("%(piece)s on %(square)s", piece=NAMES[rank], square=square)
                laid = _setup_choice({square: rank}, square, label, tool=rank)
                is_new = bool(places) and square not in places
                yield replace(laid, text=laid.text.removeprefix(f"{SETUP} ")) if is_new else laid


def _removal_choices(so_far: SetupDraft) -> Iterator[Choice]:
    for square, rank in so_far.places.items():
        label = Phrase("take off %(figure)s", figure=figure_name(rank, square))
        yield _setup_choice({square: TAKEN_OFF}, square, label, tool=TAKEN_OFF)


def _move_choices(so_far: SetupDraft) -> Iterator[Choice]:
    """Yield each unit to each other square; who stands there changes places with it."""
    for start, rank in so_far.places.items():
        for end in so_far.setup_zone:
            there = so_far.places.get(end, TAKEN_OFF)
            if there != rank:
                moved = _setup_choice({start: there, end: rank}, end, Phrase("to %(end)s", end=end))
                named = figure_name(rank, start)
                yield replace(
                    moved,
                    piece=start,
                    origin=start,
                    way=(start, end),
                    name=named,
                    kind=NAMES[rank],
                )


def _bulk_choices(so_far: SetupDraft) -> Iterator[Choice]:
    """Yield what sets many units at once: a good set-up, the rest, the same mirrored."""
    size, seat, places = so_far.size, so_far.seat, so_far.places
    if not places:
        for named, rows in USUAL_CAMPS:
            yield _setup_choice(camp_from_rows(size, seat, rows), "", named)
        return
    if len(places) < len(so_far.setup_zone):
        yield _setup_choice(fill_rest(so_far), "", Phrase("Fill the rest"))
    cleared, turned = dict.fromkeys(places, TAKEN_OFF), mirror_places(size, seat, places)
    if turned != places:
        yield _setup_choice(cleared | turned, "", Phrase("Mirror left and right"))
    yield _setup_choice(cleared, "", Phrase("Take all off"))


def fill_rest(so_far: SetupDraft) -> Places:
    """Return a draft with all that is left put where the usual set-up has it, as far as that is
    free, and in its order else."""
    found, left = dict(so_far.places), missing_ranks(so_far.places)
    model = standard_camp(so_far.seat, so_far.size)
    for square, rank in model.items():
        if square not in found and rank in left:
            found[square] = rank
            left.remove(rank)
    for square in model:
        if square not in found:
            found[square] = left.pop(0)
    return found


def _setup_choice(changes: Places, target: Square, label: Phrase, *, tool: str = "") -> Choice:
    """Return what changes some squares of a draft."""
    return Choice(write_setup(changes), "", "", target, 0, False, label, tool=tool)
