"""Sketch a turn that is being composed: its steps as far as they can be foreseen, and what follows.

If a hidden rank decides, the step says so, and the next step is worded for both results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from conquest.core import (
    Choice,
    Mark,
    Phrase,
    PlannedStep,
    Refused,
    Seat,
    Sketch,
    Unforeseen,
    as_sentence,
)
from conquest.kit.hidden_army import is_draft, sketch_setup
from conquest.kit.sketch import step_of_events
from conquest.kit.submission import OrderProgress
from conquest.rulesets.espionage import refusals
from conquest.rulesets.espionage.army import SETUP
from conquest.rulesets.espionage.choices import first_choices, second_choices, step_choice
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import KINDS, Event, Fought, Lapsed, State, Stepped
from conquest.rulesets.espionage.moves import (
    certain_second_steps,
    check_first_step,
    check_second_step,
)
from conquest.rulesets.espionage.orders import (
    EspionageTurn,
    PieceStep,
    read_order,
    split_words,
    write_order,
    write_step,
)
from conquest.rulesets.espionage.rules import (
    Progress,
    carry_out_later,
    check_on_turn,
    decide,
    end_after_move,
    end_turn,
    progress_after_turn,
    step_event,
    to_act,
)
from conquest.rulesets.espionage.telling import describe_event, event_marks

SECOND = Phrase("A turn is two moves by pieces of different kinds: add the second one.")
SECOND_PIECE = Phrase("A turn is two moves by different pieces: add the second one.")
PERHAPS = Phrase("A second move could follow onto the attacked square; none is needed.")
TOO_LATE = Phrase("The game is over before this move; it only has to be named.")
ONWARDS = Phrase("if the attack before it fails, this piece goes on to %(end)s; else it stays")


def sketch(state: State, seat: Seat, text: str) -> Sketch[State]:
    """Return what a text would do if a seat handed it in, as far as can be foreseen.

    Nothing is raised: a refusal is part of the sketch.
    """
    words = split_words(text)
    if to_act(state).get(seat) == "setup" and is_draft(words):
        return sketch_setup(SETUP, state, seat, text)
    draft = _SketchBuilder(state, seat)
    for place, order in enumerate(words):
        refused, rest = draft.play_order(order)
        if refused:
            return draft.build_sketch(refused.at_order(place), (*rest, *words[place + 1 :]))
    return draft.build_sketch()


class _SketchBuilder:
    """A sketch being built.

    ``before`` is the state before the turn, ``after_turn`` what is known after it; both are None
    until the turn begins. ``made`` are the steps of the turn so far, ``stayed`` those that must not
    be taken back (EP9), and ``is_open`` says that a hidden rank decides one of them.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = self.close = state
        self.seat = seat
        self.steps: list[PlannedStep] = []
        self.before: State | None = None
        self.after_turn: Progress | None = None
        self.made: list[PieceStep] = []
        self.stayed: list[str] = []
        self.is_open = False

    def play_order(self, words: str) -> tuple[Refused | None, tuple[str, ...]]:
        """Play an order; return its refusal, if any, and the words from there on."""
        try:
            order = read_order(words.split(), self.state.size)
            if self.after_turn is not None:
                carry_out_later(self.after_turn, self.seat, order)
            if isinstance(order, EspionageTurn):
                return self._play_turn(order)
            if self.before is None or not self.state.outcome:
                # after a turn that ends the game it is dropped
                self._add_step(write_order(order), decide(self.state, self.seat, (order,)))
                self.close = self.state
        except Refused as refused:
            return refused, (words,)
        return None, ()

    def _play_turn(self, turn: EspionageTurn) -> tuple[Refused | None, tuple[str, ...]]:
        check_on_turn(self.state, self.seat)
        self.before, self.after_turn = self.state, progress_after_turn(self.state, self.seat)
        for place, step in enumerate(turn.steps):
            try:
                self._check_step(step)
            except Refused as refused:
                self._settle_turn()
                return refused, tuple(map(write_step, turn.steps[place:]))
            self.made.append(step)
            if self.state.outcome:
                self.steps.append(PlannedStep(text=write_step(step), phrase=TOO_LATE))
            else:
                self._play_step(step)
        self._settle_turn()
        return None, ()

    def _check_step(self, step: PieceStep) -> None:
        assert self.before is not None
        if not self.made:
            check_first_step(self.before, self.seat, step)
        elif self.before.moves == 1:
            raise refusals.one_step_only()
        else:
            check_second_step(self.before, self.seat, self.made[0], step)

    def _play_step(self, step: PieceStep) -> None:
        """Play a step, or note that a hidden rank decides its result."""
        if self._is_into_open_fight(step):
            self._add_open_step(step, Phrase(ONWARDS.template, end=step.end))
            return
        if self.is_open and step.end == self.made[0].start:
            # An attacker leaves its square, whether it wins or falls.
            self.state = _without_piece(self.state, step.end)
        try:
            event = step_event(self.state, step, write_step(step))
        except Unforeseen as unforeseen:
            self._add_open_step(step, unforeseen.phrase)
            return
        if isinstance(event, Stepped) or (isinstance(event, Fought) and event.result == "won"):
            self.stayed.append(write_step(step))
        after = evolve(self.state, event)
        over = None if isinstance(event, Lapsed) else end_after_move(after, event)
        self._add_step(write_step(step), (event, over) if over else (event,))

    def _is_into_open_fight(self, step: PieceStep) -> bool:
        """Whether a step goes onto the square of an attack whose result is not known."""
        return self.is_open and len(self.made) > 1 and step.end == self.made[0].end

    def _add_open_step(self, step: PieceStep, why: Phrase) -> None:
        self.is_open = True
        self.state = replace(self.state, quiet=0)  # a fight, however it ends
        assert self.before is not None
        words = as_sentence(step_choice(self.before, step).words)
        marks = (Mark("arrow", (step.start, step.end), self.seat),)
        why = as_sentence(why)
        self.steps.append(PlannedStep(write_step(step), words, marks=marks, unforeseen=why))

    def _settle_turn(self) -> None:
        """Pass the turn if it is complete."""
        self.close = self.state
        if self.made and not self.lacks_second_move and not self.state.outcome:
            progress: Progress = OrderProgress(evolve, self.state)
            end_turn(progress, self.seat, tuple(sorted(self.stayed)))
            self.state = progress.state

    @property
    def lacks_second_move(self) -> bool:
        """Whether a second move is compulsory, because one is certain (EP5)."""
        if self.before is None or self.before.moves == 1 or len(self.made) != 1:
            return False
        return next(certain_second_steps(self.before, self.seat, self.made[0]), None) is not None

    def _add_step(self, text: str, events: Sequence[Event]) -> None:
        # Each event is described on the position before it, which may know a rank it does not name.
        phrases = list[Phrase | None]()
        for event in events:
            phrases.append(describe_event(event, self.seat, self.state))
            self.state = evolve(self.state, event)
        phrase = next(filter(None, phrases), None)
        self.steps.append(step_of_events(text, phrase, events, event_marks))

    def build_sketch(
        self, refused: Refused | None = None, rest: tuple[str, ...] = ()
    ) -> Sketch[State]:
        return Sketch(
            steps=tuple(self.steps),
            state=self.state,
            close=self.close,
            refused=refused,
            rest=rest,
            list_choices=self._choice_lister(),
            refusal_for=self._refusal_for,
            lacks=self._lacks_phrase(),
            is_partial=self.lacks_second_move,
        )

    def _choice_lister(self) -> Callable[[], tuple[Choice, ...]]:
        if self.before is None or not self.made:
            return partial(first_choices, self.state, self.seat)
        if self.before.moves == 1 or len(self.made) != 1:
            return tuple
        return partial(second_choices, self.before, self.seat, self.made[0])

    def _lacks_phrase(self) -> Phrase | None:
        if self.before is None or not self.made:
            return None
        if self.lacks_second_move:
            return SECOND if self.before.pair == KINDS else SECOND_PIECE
        return PERHAPS if self._choice_lister()() else None

    def _refusal_for(self, piece: str, target: str, _tool: str) -> Refused | None:
        """Return why a piece cannot go to a square next."""
        state = self.before or self.state
        # The first piece no longer stands where ``before`` has it, but can still be chosen.
        moved = self.made[0].end if self.made else ""
        if not state.is_set_up or state.outcome or piece not in {*state.pieces, moved}:
            return None
        try:
            if not self.made:
                check_first_step(state, self.seat, PieceStep(piece, target))
            elif state.moves > 1 and len(self.made) == 1:
                check_second_step(state, self.seat, self.made[0], PieceStep(piece, target))
        except Refused as refused:
            return refused
        return None


def _without_piece(state: State, square: str) -> State:
    pieces = {at: piece for at, piece in state.pieces.items() if at != square}
    return replace(state, pieces=pieces)
