"""Why a note cannot be pinned: one answer for pages and programs."""

from __future__ import annotations

from http import HTTPStatus

from django.utils.translation import gettext as _

from games import queries
from games.models.note import MAX_TEXT_CHARS
from games.pages import game as pages
from games.play import turns
from games.play.knowledge import known_game
from games.play.refusals import SubmissionRefusal, as_refusal, no_seat_refusal


def refuse_note(visit: queries.Visit, piece: str, text: str) -> SubmissionRefusal | None:
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
