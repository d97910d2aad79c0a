"""YES and NO to a letter that asks the host of a game for an absent seat."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.reply_address import Purpose
from games.models import SeatRequest
from games.play import seat_requests, turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.refusals import refuse_words
from games.replies.words import Command, Word


def is_waiting(case: Correspondence) -> bool:
    """Whether the letter that was answered asks for a seat, and still waits for a yes or no."""
    if case.topic.purpose != Purpose.REQUEST:
        return False
    waiting = seat_requests.waiting_requests().filter(game__host=case.person)
    return waiting.filter(pk=case.topic.about).exists()


def is_asked(case: Correspondence, command: Command) -> bool:
    """Whether a mail says yes or no to a request for a seat."""
    is_answer = command.word in (Word.YES, Word.NO)
    return is_answer and case.topic.purpose == Purpose.REQUEST


def answer_request(case: Correspondence, command: Command) -> Answer:
    """Give the seat to the person who asks for it, or decline."""
    if command.argument:
        return refuse_words(case, _("Write YES alone."))
    accept, decline = seat_requests.accept_request, seat_requests.decline_request
    answer = accept if command.word == Word.YES else decline
    try:
        request = answer(case.topic.about, case.person, now=case.now)
    except turns.Rejected as rejection:
        return refuse_words(case, str(rejection))
    return _tell(case, request)


def _tell(case: Correspondence, request: SeatRequest) -> Answer:
    """Return what has come of a request."""
    headline, *more = _sentences(request)
    return Answer(
        outcome=request.outcome,
        brief=headline.rstrip("."),
        headline=headline,
        paragraphs=tuple(more),
        seat=case.seat.pk if case.seat else None,
        table=None if case.seat else request.game_id,
    )


def _sentences(request: SeatRequest) -> tuple[str, ...]:
    name = {"name": request.person.name}
    if request.is_accepted:
        return (_("%(name)s plays on in this seat.") % name,)
    if request.is_declined:
        return (_("You have declined."),)
    lapsed = _("%(name)s cannot take over this seat any more: the request has lapsed.")
    return _("Nothing was changed."), lapsed % name
