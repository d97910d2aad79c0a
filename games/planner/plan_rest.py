"""The rest of a plan that stopped: what is left of it, where it stopped, and why.

A plan waits while others answer a capture. An answer can end it, and so can an order that is no
longer possible; only its author sees what was not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conquest.core import Refused, Seat
from games.models import Submission
from games.planner.plan_reader import sketch_plan
from games.play import history
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame


@dataclass(frozen=True, slots=True)
class PlanRest:
    """What is left of a plan: its ``orders``, and the ``text`` that resumes them.

    ``answer`` is the loss at which it stopped, ``refused`` why its first order cannot be carried
    out now, if so.
    """

    orders: tuple[str, ...]
    text: str
    answer: HistoryStep | None
    refused: Refused | None


def rest_of_plan(known: KnownGame, last: Submission | None) -> PlanRest | None:
    """Return what is left of the plan in the ``last`` turn that a seat handed in, None if
    nothing."""
    seat, judgement = known.viewer, known.rules.judgement
    if last is None or seat is None or "answer" not in judgement.clocks:
        return None
    seq, orders = history.last_dropped_orders(known.game, seat, after=last.last_seq)
    end_word = judgement.end_word(known.state, seat)
    # The word that ends the turn is no order to resume: it would end the turn at once.
    words = [order for order in orders if order != end_word]
    if not words:
        return None
    text = known.rules.notation.join_words(words)
    start = history.recent_start(known.game, last.last_seq)
    steps = history.list_steps(known.game, seat, after=start, upto=seq)
    return PlanRest(
        tuple(words), text, _stopping_loss(steps, seat, seq), _first_refusal(known, seat, text)
    )


def _stopping_loss(steps: Sequence[HistoryStep], seat: Seat, seq: int) -> HistoryStep | None:
    """Return the step in which the seat lost a piece right before its plan ended."""
    loss_steps = (step for step in steps if any(loss.seat == seat for loss in step.losses))
    return next((step for step in loss_steps if step.seq == seq - 1), None)


def _first_refusal(known: KnownGame, seat: Seat, text: str) -> Refused | None:
    """Return why the first order of a rest is refused, if the seat is on turn."""
    if seat not in known.rules.judgement.to_act(known.state):
        return None
    sketch = sketch_plan(known.rules, known.state, seat, text)
    refused = None if sketch.steps else sketch.refused
    # Without the number of the order: it would count within the rest, which the reader never wrote.
    return type(refused)(refused.phrase, refused.rule) if refused else None
