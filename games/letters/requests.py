"""Notices of requests for absent seats: to the host, who is asked, and to the person who asks."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.letters import by_letter
from games.letters.context import LetterNotice
from games.models import SeatRequest
from games.play import seat_requests
from mail import times


def request_notice(request: SeatRequest) -> LetterNotice:
    """Return the notice to the host of a game that somebody asks for a seat."""
    asked_until = request.asked_at + seat_requests.GOOD_FOR
    until = times.full_day(asked_until, request.game.host.zone)
    return LetterNotice(
        _("%(name)s asks to take over the seat of %(side)s") % _names(request),
        (
            _(
                "The player of this seat is absent or has left."
                " %(name)s has finished few games here."
            )
            % _names(request),
            _("A person who takes over a seat sees what it hides from others."),
            _("If you have not answered by %(day)s, the request lapses.") % {"day": until},
        ),
        action=_("Answer"),
        by_letter=by_letter.request_sentences(),
    )


def answer_notice(request: SeatRequest, now: datetime) -> LetterNotice:
    """Return the notice of what has come of a request to the person who has asked."""
    match request.outcome:
        case SeatRequest.Outcome.ACCEPTED:
            words = _("%(host)s, the host, has accepted.")
            turn = _("You get a letter as soon as it is your turn.")
            brief = _("You play %(side)s from now on") % _names(request)
            return LetterNotice(brief, (words % _names(request), turn))
        case SeatRequest.Outcome.DECLINED:
            brief = _("You do not get the seat of %(side)s") % _names(request)
            words = _("%(host)s, the host, has declined.")
            return LetterNotice(brief, (words % _names(request),), action=_("See the game"))
        case _:
            brief = _("You do not get the seat of %(side)s") % _names(request)
            return LetterNotice(brief, (_lapse_sentence(request, now),), action=_("See the game"))


def request_reason() -> str:
    """Return why somebody gets a letter about a game in which they do not play."""
    return _("You get this letter because you have asked for a seat in this game.")


def _lapse_sentence(request: SeatRequest, now: datetime) -> str:
    """Return why a request has lapsed, as far as that is still to be seen."""
    if not request.game.is_running:
        return _("This game is over.")
    if not request.seat.is_absent:
        return _("Somebody plays in this seat again.")
    if now < request.asked_at + seat_requests.GOOD_FOR:
        return _("The seat cannot be taken over any more.")
    return _("%(host)s, the host, has not answered within a week.") % _names(request)


def _names(request: SeatRequest) -> dict[str, str]:
    game = request.game
    side = game.rules.seating.names[request.seat.name].translate_with(_)
    return {"name": request.person.name, "host": game.host.name, "side": side}
