"""The review of a turn before it counts: what its author means, and what to ask them about it.

It works on what a seat knows of its game and on nothing else, so that a page, an answered letter
and a program get the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from conquest.core import Choice, Seat, Sketch
from games.planner import composer, plan_reader
from games.planner.plan_reader import Reading
from games.play.knowledge import KnownGame
from games.play.refusals import SubmissionRefusal, incomplete_turn_refusal


@dataclass(frozen=True)
class TurnReview:
    """A turn that a seat could hand in: the whole ``text``, and the ``reading`` of the plan it was
    made of."""

    known: KnownGame
    reading: Reading
    text: str

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        assert self.known.viewer is not None
        return self.known.viewer

    @cached_property
    def sketch(self) -> Sketch[Any]:
        """What the turn would do, as far as the seat can know."""
        if self.text == self.reading.text:
            return self.reading.sketch
        return plan_reader.sketch_plan(self.known.rules, self.known.state, self.seat, self.text)

    @property
    def routes(self) -> tuple[Choice, ...]:
        """The routes that its first order could mean, if there are several: its author is asked to
        choose."""
        return self.reading.ways

    @cached_property
    def refusal(self) -> SubmissionRefusal | None:
        """Why it cannot be handed in, ``None`` if it can."""
        if not self.sketch.is_blocked and self.sketch.steps:
            return None
        return incomplete_turn_refusal(self.sketch, self.text)

    @cached_property
    def is_open(self) -> bool:
        """Whether the seat still owes the same turn after it; a turn that chance or hidden pieces
        decide counts as over."""
        if any(step.unforeseen for step in self.sketch.steps):
            return False
        present = plan_reader.state_on_turn(self.known.rules, self.known.state, self.seat)
        return self._pending_turn(present) == self._pending_turn(self.sketch.state)

    @cached_property
    def wasted_points(self) -> int:
        """How many points lapse that could be spent: its author is asked about them once."""
        left = self.sketch.left
        if not left or self.is_open:
            return 0
        choices = self.known.rules.composing.legal_choices(self.sketch.close, self.seat)
        return left if any(choice.origin for choice in choices) else 0

    def _pending_turn(self, state: Any) -> tuple[str | None, int]:
        judgement = self.known.rules.judgement
        return judgement.to_act(state).get(self.seat), judgement.turn_number(state)


def review_turn(known: KnownGame, text: str, end: str = "") -> TurnReview:
    """Return the review of a turn, as its author means it.

    ``text`` is what they wrote, ``end`` the word of the button that ends their turn, "" if they
    pressed none.
    """
    assert known.viewer is not None
    reading = plan_reader.read_plan(known.rules, known.state, known.viewer, text)
    return TurnReview(known, reading, composer.with_end_word(known.rules, reading.text, end))
