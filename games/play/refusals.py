"""Why something that was handed in does not count: one answer for pages, letters and programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from conquest.core import Refused, Sketch
from games.models import Game, Seat
from games.play import history, turns
from games.play.history import HistoryStep

MAX_PLAN_CHARS = 16 * 1024
STATUS = {
    turns.NotSeated: 403,
    turns.NothingPending: 409,
    turns.GameIsOver: 409,
    turns.GameIsPaused: 409,
    turns.StaleVersion: 409,
}


@dataclass(frozen=True, slots=True)
class SubmissionRefusal:
    """Why a submission does not count: a ``sentence`` or what the rules say (``refused``).

    ``status`` is what HTTP calls it, ``text`` what was handed in, ``missed`` what happened since
    its author looked at the game.
    """

    status: int
    sentence: str = ""
    refused: Refused | None = None
    text: str = ""
    missed: tuple[HistoryStep, ...] = ()


def too_long_refusal(text: str) -> SubmissionRefusal:
    """Return the refusal of a text that is longer than any turn."""
    return SubmissionRefusal(413, _("This text is too long to be a turn."), text=text)


def no_seat_refusal(text: str = "") -> SubmissionRefusal:
    """Return the refusal of a person without a seat in the game."""
    return as_refusal(turns.NotSeated(), text)


def off_turn_refusal(game: Game, seat: Seat | None, text: str) -> SubmissionRefusal:
    """Return the refusal of orders from a seat that owes no turn, or from nobody's seat."""
    if seat is None:
        return no_seat_refusal(text)
    if not game.is_running:
        return as_refusal(turns.GameIsOver(), text)
    if game.is_paused:
        return as_refusal(turns.GameIsPaused(), text)
    return SubmissionRefusal(409, _("It is not your turn in this game now."), text=text)


def as_refusal(rejection: turns.Rejected, text: str = "") -> SubmissionRefusal:
    """Return a refusal that has nothing to do with the rules."""
    return SubmissionRefusal(STATUS.get(type(rejection), 403), str(rejection), text=text)


def empty_plan_refusal(text: str) -> SubmissionRefusal:
    """Return the refusal of a text that has no order."""
    return SubmissionRefusal(422, _("Your plan is empty: there is no order in it."), text=text)


def incomplete_turn_refusal(sketch: Sketch[Any], text: str) -> SubmissionRefusal:
    """Return why a text is no turn: what the rules refuse, what it lacks, or that it is empty."""
    if sketch.refused:
        return SubmissionRefusal(422, "", sketch.refused, text)
    if sketch.lacks is None:
        return empty_plan_refusal(text)
    return SubmissionRefusal(422, sketch.lacks.translate_with(_), text=text)


def explain_refusal(
    game: Game, seat: str | None, orders: turns.Orders, error: turns.Rejected | Refused
) -> SubmissionRefusal:
    """Return why ``turns.submit`` did not take orders, with what the seat has missed if they are
    stale."""
    if isinstance(error, Refused):
        # To count the orders of a text that has none would puzzle its author.
        if not game.rules.notation.split_words(orders.text):
            return empty_plan_refusal(orders.text)
        return SubmissionRefusal(422, refused=error, text=orders.text)
    missed: tuple[HistoryStep, ...] = ()
    if isinstance(error, turns.StaleVersion):
        missed = tuple(history.recent_steps(game, seat, after=orders.seen_version))
    return SubmissionRefusal(STATUS[type(error)], str(error), text=orders.text, missed=missed)
