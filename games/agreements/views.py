"""The views of agreements: take more time."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.agreements import extensions
from games.pages.access import (
    form_key,
    player_action,
    redirect_to_game,
    signed_in_person,
    started_visit_or_404,
)
from games.pages.game import render_game
from games.play import clock, turns
from games.play.refusals import SubmissionRefusal, no_seat_refusal


@player_action
def extend_deadline(request: HttpRequest, pk: int) -> HttpResponse:
    """Take more time for what the visitor is asked for."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None:
        return render_game(request, visit, refusal=no_seat_refusal())
    person, key = signed_in_person(request), form_key(request)
    try:
        extensions.take_extension(pk, person, now=clock.now(), form_key=key)
    except turns.Rejected as rejection:
        return _show_rejection(request, pk, rejection)
    messages.success(request, _("You have more time. The others are told."))
    return redirect_to_game(request, visit.game)


def _show_rejection(request: HttpRequest, pk: int, rejection: turns.Rejected) -> HttpResponse:
    """Show why it was rejected, on the page of the game as it is now."""
    refusal = SubmissionRefusal(HTTPStatus.CONFLICT, str(rejection))
    return render_game(request, started_visit_or_404(request, pk), refusal=refusal)
