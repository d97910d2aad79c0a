"""Drafts of set-ups: the units placed so far, and what can be done with the tray.

A draft is a list of set-ups, one after the other: each place in them adds a unit, changes one, or
with ``-`` takes one off; of two places for the same square the later one counts. It is handed in
as one set-up of the notation.
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
    """Return the sketch of a draft: what it looks like so far, and what can follow it."""
    try:
        places = read_draft(state, seat, text)
    except Refused as refused:
        return Sketch(
            steps=(), pauses=(), state=state, close=state, refused=refused, rest=split_words(text)
        )
    placed = evolve(state, Mustered(seat=seat, places=places)) if places else state
    lacking, is_begun = missing_ranks(places), bool(split_words(text))
    phrase = Phrase("Set up: %(ranks)s.", ranks=list_ranks(places.values()))
    # Only a whole army makes anything happen.
    step = PlannedStep(write_setup(places), phrase, kinds=() if lacking else ("mustered",))
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
    """Whether all orders are set-ups; with any other order a text is not a draft."""
    return all(order.split()[0] == SETUP for order in orders)


def read_draft(state: State, seat: Seat, text: str) -> Places:
    """Return the ranks that a draft places, by square.

    :raises Refused: if it places a unit outside the zone, or more of a rank than there are.
    """
    own, places = setup_zone(seat, state.size), Places()
    for word in (word for order in split_words(text) for word in order.split()[1:]):
        match = _PLACE.fullmatch(word)
        if match is None or match[1] not in own:
            # Refuses a word that is no place at all; what it reads lies outside the zone.
            read_orders(state, seat, f"{SETUP} {word}")
            raise refusals.outside_zone(word.partition("=")[0])
        places[match[1]] = match[2].upper()
    placed = {square: places[square] for square in own if places.get(square, "-") != TAKEN_OFF}
    for rank, n in count_ranks(placed.values()).items():
        if n > ARMY[rank]:
            raise refusals.too_many_of_rank(rank)
    return placed


def missing_ranks(places: Places) -> list[Rank]:
    """Return the ranks still to be placed, each as often as it is missing."""
    placed = list(places.values())
    return [rank for rank, n in ARMY.items() for _ in range(n - placed.count(rank))]


def _tray_tools(places: Places) -> tuple[Tool, ...]:
    left = missing_ranks(places)
    if not left:
        return (_TAKE_OFF,)
    ranks = tuple(Tool(rank, NAMES[rank], rank, left.count(rank)) for rank in RANKS)
    return (*ranks, _TAKE_OFF) if places else ranks


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """The units of a seat placed so far, on a board of a size."""

    size: int
    seat: Seat
    places: Places

    @property
    def setup_zone(self) -> tuple[Square, ...]:
        """The squares on which the army is set up."""
        return setup_zone(self.seat, self.size)


def _draft_choices(draft: SetupDraft) -> tuple[Choice, ...]:
    return (
        *_placing_choices(draft),
        *_removal_choices(draft),
        *_move_choices(draft),
        *_bulk_choices(draft),
    )


def _placing_choices(draft: SetupDraft) -> Iterator[Choice]:
    """Yield each rank of the tray on each square; a unit already there goes back to the tray."""
    places = draft.places
    for rank in dict.fromkeys(missing_ranks(places)):
        for square in draft.setup_zone:
            if places.get(square) != rank:
                label = Phrase("%(piece)s on %(square)s", piece=NAMES[rank], square=square)
                laid = _setup_choice({square: rank}, square, label, tool=rank)
                # Without its word, a place joins the set-up that the text ends with.
                is_new = bool(places) and square not in places
                yield replace(laid, text=laid.text.removeprefix(f"{SETUP} ")) if is_new else laid


def _removal_choices(draft: SetupDraft) -> Iterator[Choice]:
    for square, rank in draft.places.items():
        label = Phrase("take off %(figure)s", figure=figure_name(rank, square))
        yield _setup_choice({square: TAKEN_OFF}, square, label, tool=TAKEN_OFF)


def _move_choices(draft: SetupDraft) -> Iterator[Choice]:
    """Yield each unit to each other square; a unit that stands there changes places with it."""
    for start, rank in draft.places.items():
        for end in draft.setup_zone:
            other = draft.places.get(end, TAKEN_OFF)
            if other != rank:
                moved = _setup_choice({start: other, end: rank}, end, Phrase("to %(end)s", end=end))
                name = figure_name(rank, start)
                yield replace(
                    moved,
                    piece=start,
                    origin=start,
                    way=(start, end),
                    name=name,
                    kind=NAMES[rank],
                )


def _bulk_choices(draft: SetupDraft) -> Iterator[Choice]:
    """Yield the choices for many units: the usual set-ups, the rest, mirroring, taking all off."""
    size, seat, places = draft.size, draft.seat, draft.places
    if not places:
        for label, rows in USUAL_CAMPS:
            yield _setup_choice(camp_from_rows(size, seat, rows), "", label)
        return
    if len(places) < len(draft.setup_zone):
        yield _setup_choice(fill_rest(draft), "", Phrase("Fill the rest"))
    cleared, mirrored = dict.fromkeys(places, TAKEN_OFF), mirror_places(size, seat, places)
    if mirrored != places:
        yield _setup_choice(cleared | mirrored, "", Phrase("Mirror left and right"))
    yield _setup_choice(cleared, "", Phrase("Take all off"))


def fill_rest(draft: SetupDraft) -> Places:
    """Return a draft with all remaining units where the usual set-up has them, if that square is
    free, and else on the free squares in its order."""
    places, left = dict(draft.places), missing_ranks(draft.places)
    model = standard_camp(draft.seat, draft.size)
    for square, rank in model.items():
        if square not in places and rank in left:
            places[square] = rank
            left.remove(rank)
    for square in model:
        if square not in places:
            places[square] = left.pop(0)
    return places


def _setup_choice(changes: Places, target: Square, label: Phrase, *, tool: str = "") -> Choice:
    """Return the choice that changes some squares of a draft."""
    return Choice(write_setup(changes), "", "", target, 0, False, label, tool=tool)
