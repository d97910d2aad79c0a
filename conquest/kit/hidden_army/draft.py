"""The draft of a set-up on a page: the pieces placed so far, and what the tray can still do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from conquest.core import Choice, Phrase, PlannedStep, Refused, Seat, Sketch, Tool
from conquest.kit.hidden_army.model import Mustered, Places
from conquest.kit.hidden_army.orders import SETUP_WORD, write_setup
from conquest.kit.hidden_army.setup import TAKEN_OFF, ArmySetup, State
from conquest.kit.hidden_army.squares import Square

_TAKE_OFF = Tool(TAKEN_OFF, Phrase("take off"))


def sketch_setup(setup: ArmySetup[State], state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return the sketch of a draft: the pieces on the board, and the choices that can follow."""
    orders = setup.notation.split_words(text)
    try:
        places = setup.read_draft(state, seat, text)
    except Refused as refused:
        return Sketch(state=state, close=state, refused=refused, rest=orders)
    # the event of a complete set-up also shows a partial one: it is only drawn, never stored
    placed = setup.evolve(state, Mustered(seat=seat, places=places)) if places else state
    ranks, lacking = setup.words.list_ranks, setup.missing_ranks(state.size, places)
    phrase = Phrase("Set up: %(ranks)s.", ranks=ranks(places.values()))
    step = PlannedStep(write_setup(places), phrase, kinds=() if lacking else ("mustered",))
    missing = Phrase("Still to be set up: %(ranks)s.", ranks=ranks(lacking))
    draft = _Draft(setup, state.size, seat, places)
    return Sketch(
        steps=(step,) if orders else (),
        state=placed,
        close=placed,
        list_choices=draft.list_choices,
        tray=draft.tray_tools(),
        lacks=missing if lacking else setup.all_stand,
        is_partial=bool(lacking),
        merged_text=step.text if orders else "",
    )


@dataclass(frozen=True, slots=True)
class _Draft:
    """The pieces that a seat has placed so far, on a board of a size."""

    setup: ArmySetup[Any]
    size: int
    seat: Seat
    places: Places

    def tray_tools(self) -> tuple[Tool, ...]:
        names, left = self.setup.words.names, self.setup.missing_ranks(self.size, self.places)
        if not left:
            return (_TAKE_OFF,)
        ranks = (Tool(rank, names[rank], rank, left.count(rank)) for rank in self.setup.words.ranks)
        return (*ranks, _TAKE_OFF) if self.places else tuple(ranks)

    def list_choices(self) -> tuple[Choice, ...]:
        return (
            *self._placing_choices(),
            *self._removal_choices(),
            *self._move_choices(),
            *self._bulk_choices(),
        )

    def _placing_choices(self) -> Iterator[Choice]:
        """Yield each rank of the tray on each square; a piece already there returns to the tray."""
        places, zone = self.places, self.setup.zone(self.seat, self.size)
        for rank in dict.fromkeys(self.setup.missing_ranks(self.size, places)):
            for square in zone:
                if places.get(square) != rank:
                    label = self.setup.words.place_name(rank, square)
                    laid = _setup_choice({square: rank}, square, label, tool=rank)
                    # without its word, a place joins the set-up that the text ends with
                    is_new = bool(places) and square not in places
                    text = laid.text.removeprefix(f"{SETUP_WORD} ")
                    yield replace(laid, text=text) if is_new else laid

    def _removal_choices(self) -> Iterator[Choice]:
        for square, rank in self.places.items():
            figure = self.setup.words.figure_name(rank, square)
            label = Phrase("take off %(figure)s", figure=figure)
            yield _setup_choice({square: TAKEN_OFF}, square, label, tool=TAKEN_OFF)

    def _move_choices(self) -> Iterator[Choice]:
        """Yield the moves of each piece to each other square; a piece there changes places."""
        words, zone = self.setup.words, self.setup.zone(self.seat, self.size)
        for start, rank in self.places.items():
            name, kind = words.figure_name(rank, start), words.names[rank]
            for end in zone:
                other = self.places.get(end, TAKEN_OFF)
                if other != rank:
                    label = Phrase("to %(end)s", end=end)
                    moved = _setup_choice({start: other, end: rank}, end, label)
                    way = (start, end)
                    yield replace(moved, piece=start, origin=start, way=way, name=name, kind=kind)

    def _bulk_choices(self) -> Iterator[Choice]:
        """Yield choices for many pieces: a usual set-up, the rest, the mirror image, all off."""
        setup, size, seat, places = self.setup, self.size, self.seat, self.places
        if not places:
            for label, rows in setup.camps(size):
                yield _setup_choice(setup.camp_from_rows(size, seat, rows), "", label)
            return
        if (filled := setup.fill_rest(size, seat, places)) != places:
            yield _setup_choice(filled, "", Phrase("Fill the rest"))
        cleared = dict.fromkeys(places, TAKEN_OFF)
        mirrored = setup.mirror_places(size, seat, places)
        if mirrored != places:
            yield _setup_choice(cleared | mirrored, "", Phrase("Mirror left and right"))
        yield _setup_choice(cleared, "", Phrase("Take all off"))


def _setup_choice(changes: Places, target: Square, label: Phrase, *, tool: str = "") -> Choice:
    """Return the choice that changes some squares of a draft."""
    return Choice(write_setup(changes), "", "", target, 0, False, label, tool=tool)
