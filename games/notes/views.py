"""Private notes that a player pins to pieces of others."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from games.notes import pins
from games.notes.refusals import refuse_note
from games.pages import game as pages
from games.pages.access import (
    ROTATION_PARAM,
    form_value,
    is_script,
    player_action,
    signed_in_person,
    started_visit_or_404,
)

KEPT = ("plan", "piece", "tool", ROTATION_PARAM)


@player_action
def save_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Pin a note to another player's piece, in place of the one before; an empty one removes it.

    A form is redirected to the game, a script gets 204.
    """
    visit, piece = started_visit_or_404(request, pk), form_value(request, "piece")
    text = " ".join(form_value(request, "text").split())
    refusal = refuse_note(visit, piece, text)
    if refusal is not None:
        return pages.render_game(request, visit, refusal=refusal)
    pins.pin_note(visit.game, signed_in_person(request), piece, text)
    if is_script(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(_return_url(request, pk))


def _return_url(request: HttpRequest, pk: int) -> str:
    """Return the URL of the game as it was looked at, with the plan in its query."""
    params = {name: request.GET[name] for name in KEPT if name in request.GET}
    return f"{reverse('game', args=[pk])}{'?' if params else ''}{urlencode(params)}#notes"
