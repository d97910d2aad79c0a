"""What people keep for themselves, by letter: drafts of their plans, and notes on pieces."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import queries
from games.models.note import MAX_TEXT_CHARS
from games.notes import pins
from games.notes.pins import NotedPiece
from games.planner import drafts, typed_orders
from games.play.refusals import MAX_PLAN_CHARS, off_turn_refusal, too_long_refusal
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.quotes import MOST_ORDER_CHARS, shorten_quote
from games.replies.refusals import refuse_submission, refuse_words
from games.replies.words import Command


def answer_draft(case: Correspondence, command: Command) -> Answer:
    """Keep orders as the draft of the seat, in place of any other; without orders, show it."""
    text = typed_orders.normalize_orders(command.argument).strip()
    if not text:
        return _show_draft(case)
    if len(text) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if not case.game.is_running:
        return refuse_submission(case, off_turn_refusal(case.game, case.seat, text))
    drafts.save_draft(
        case.own_seat, case.person, text, version=case.game.version, seen=None, now=case.now
    )
    return _show_draft(case)


def answer_note(case: Correspondence, command: Command) -> Answer:
    """Pin a note to the piece of another player on a field; one without words removes it."""
    if not case.game.rules.knowledge.has_hidden_pieces:
        return refuse_words(
            case, _("This game knows no notes: everybody sees which piece is which.")
        )
    field, _blank, words = command.argument.partition(" ")
    text = " ".join(words.split())
    piece = _find_piece(case, field)
    if piece is None:
        words = _("A note is pinned to a piece of somebody else: NOTE, its field, and a text.")
        return refuse_words(case, words)
    if len(text) > MAX_TEXT_CHARS:
        return refuse_words(case, _("A note has at most %(n)s characters.") % {"n": MAX_TEXT_CHARS})
    pins.pin_note(case.game, case.person, piece.name, text)
    headline = _("Your note is kept.") if text else _("Your note is removed.")
    return Answer(
        outcome="noted",
        brief=_("Your note"),
        headline=headline,
        paragraphs=(f"{piece.field}: {text}",) if text else (),
        seat=case.own_seat.pk,
        version=case.game.version,
    )


def _show_draft(case: Correspondence) -> Answer:
    draft = drafts.find_draft(case.own_seat, case.person)
    text = drafts.waiting_text(draft, queries.last_composed(case.game, case.own_seat))
    kept = _("It is kept on the page of the game. Nothing was handed in.")
    return Answer(
        outcome="draft",
        brief=_("Your draft"),
        headline=_("Your draft") if text else _("You have no draft."),
        paragraphs=(shorten_quote(text, MOST_ORDER_CHARS), kept) if text else (),
        seat=case.own_seat.pk,
        version=case.game.version,
    )


def _find_piece(case: Correspondence, field: str) -> NotedPiece | None:
    """Return the piece of somebody else on a field, None if there is none to be noted."""
    if not case.game.is_running:
        return None
    texts = pins.read_notes(case.game, case.person)
    notes = pins.notes_on_board(case.known.rules, case.known.state, case.own_seat.name, texts)
    named = (piece for piece in notes.pieces if piece.field.casefold() == field.casefold())
    return next(named, None)
