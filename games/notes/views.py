"""Private notes that a player pins to pieces of others."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games import queries
from games.models.note import MAX_TEXT_CHARS
from games.notes import pins
from games.pages import game as pages
from games.pages.access import (
    ROTATION_PARAM,
    form_value,
    is_script,
    player_action,
    signed_in_person,
    started_visit_or_404,
)
from games.play import turns
from games.play.knowledge import known_game
from games.play.refusals import SubmissionRefusal, as_refusal, no_seat_refusal

KEPT = ("plan", "piece", "tool", ROTATION_PARAM)


@player_action
def save_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Pin a note to another player's piece, in place of the one before; an empty one removes it.

    A form is redirected to the game, a script gets 204.
    """
    visit, piece = started_visit_or_404(request, pk), form_value(request, "piece")
    text = " ".join(form_value(request, "text").split())
    refusal = _note_refusal(visit, piece, text)
    if refusal is not None:
        return pages.render_game(request, visit, refusal=refusal)
    pins.pin_note(visit.game, signed_in_person(request), piece, text)
    if is_script(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect(_return_url(request, pk))


def _note_refusal(visit: queries.Visit, piece: str, text: str) -> SubmissionRefusal | None:
    """Return why a note cannot be pinned, None if it can."""
    if visit.mine is None:
        return no_seat_refusal()
    if not visit.game.is_running:
        return as_refusal(turns.GameIsOver())
    board_notes = pages.board_notes(visit, known_game(visit.game, visit.viewer).state)
    if piece not in {piece_note.name for piece_note in board_notes.pieces}:
        return SubmissionRefusal(HTTPStatus.CONFLICT, _("This piece is not on the board any more."))
    # There are never more notes than pieces, so their length is all that needs a limit.
    if len(text) > MAX_TEXT_CHARS:
        words = _("A note has at most %(n)s characters.") % {"n": MAX_TEXT_CHARS}
        return SubmissionRefusal(HTTPStatus.UNPROCESSABLE_ENTITY, words)
    return None


def _return_url(request: HttpRequest, pk: int) -> str:
    """Return the URL of the game as it was looked at, with the plan in its query."""
    params = {name: request.GET[name] for name in KEPT if name in request.GET}
    return f"{reverse('game', args=[pk])}{'?' if params else ''}{urlencode(params)}#notes"
