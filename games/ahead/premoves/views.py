"""The view that hands in the next turn ahead, or takes it back."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from conquest.core import Refused
from games.ahead import premoves
from games.models import Game, Seat
from games.pages import game as pages
from games.pages.access import (
    form_orders,
    form_value,
    parse_number,
    player_action,
    signed_in_person,
    started_visit_or_404,
)
from games.play import clock, history
from games.play.refusals import (
    MAX_PLAN_CHARS,
    SubmissionRefusal,
    no_seat_refusal,
    off_turn_refusal,
    too_long_refusal,
)


@player_action
def file_premove(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in the visitor's next turn ahead, or withdraw the one that waits."""
    try:
        return (
            _withdraw_premove(request, pk)
            if form_value(request, "withdraw")
            else _hand_in_ahead(request, pk)
        )
    except Game.DoesNotExist:
        raise Http404 from None
    except Seat.DoesNotExist:
        return pages.render_game(
            request, started_visit_or_404(request, pk), refusal=no_seat_refusal()
        )


def _hand_in_ahead(request: HttpRequest, pk: int) -> HttpResponse:
    text = form_orders(request)
    if len(text) > MAX_PLAN_CHARS:
        return pages.render_game(
            request, started_visit_or_404(request, pk), refusal=too_long_refusal("")
        )
    seen, is_careful = (
        parse_number(form_value(request, "seen")) or 0,
        form_value(request, "only") == "careful",
    )
    try:
        premoves.file_premove(
            pk, signed_in_person(request), text,
            seen_version=seen, is_careful=is_careful, now=clock.now(),
        )  # fmt: skip
    except premoves.PremoveRejected:
        # The game has changed since the form was shown, and a premove rests on what its author saw.
        return _show_too_late(request, pk, text, seen)
    except Refused as refused:
        refusal = SubmissionRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, refused=refused, text=text)
        return pages.render_game(
            request, started_visit_or_404(request, pk), text=text, refusal=refusal
        )
    messages.success(request, _("Handed in ahead. It is played as soon as it is your turn."))
    return redirect("game", pk)


def _withdraw_premove(request: HttpRequest, pk: int) -> HttpResponse:
    if premoves.withdraw_premove(pk, signed_in_person(request)):
        messages.success(request, _("Taken back. You will be asked for your turn."))
    else:
        messages.warning(request, _("There is nothing to take back any more."))
    return redirect("game", pk)


def _show_too_late(request: HttpRequest, pk: int, text: str, seen: int) -> HttpResponse:
    """Say that the turn can no longer be handed in ahead, and what has happened meanwhile."""
    visit = started_visit_or_404(request, pk)
    if visit.game.is_paused or not visit.game.is_running:
        return pages.render_game(
            request, visit, text=text, refusal=off_turn_refusal(visit.game, visit.mine, text)
        )
    sentence = _("The game has gone on since you looked at it. Nothing was handed in ahead.")
    missed = tuple(history.recent_steps(visit.game, visit.viewer, after=seen)) if seen else ()
    refusal = SubmissionRefusal(HTTPStatus.CONFLICT, sentence, text=text, missed=missed)
    return pages.render_game(request, visit, text=text, refusal=refusal)
