"""Turns by letter: orders are shown first, and count once their author says yes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Preview
from games.planner import typed_orders
from games.planner.review import TurnReview, review_turn
from games.play.refusals import MAX_PLAN_CHARS, off_turn_refusal, too_long_refusal
from games.replies import at_once, premoves
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.previews import save_preview
from games.replies.refusals import refuse_submission
from games.replies.reviews import review_parts
from games.replies.routes import question_review
from games.replies.submission import answer_stale_orders, keep_draft, submit_orders


def answer_orders(case: Correspondence, text: str) -> Answer:
    """Return the answer to orders: what they would do, with the question whether they shall
    count; or what they did, if their author has chosen that turns count at once."""
    text = typed_orders.normalize_orders(text)
    if len(text) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if repeated := at_once.repeat_answer(case, text):
        return repeated
    if not case.owes_turn:
        return _answer_off_turn(case, text)
    if not case.is_present:
        return answer_stale_orders(case, text)
    return _answer_turn(case, text)


def _answer_turn(case: Correspondence, text: str) -> Answer:
    """Hand in a turn that counts at once, or show what it would do."""
    review = review_turn(case.known, text)
    if not case.person.turns_at_once:
        return _show_turn(case, review)
    if at_once.is_whole(review):
        return at_once.hand_in_turn(case, review.text)
    not_yet = _("This has not counted at once: look first at what it does and what it leaves open.")
    return _show_turn(case, review, not_yet)


def _answer_off_turn(case: Correspondence, text: str) -> Answer:
    """Show orders as a turn handed in ahead, where that is possible, or keep them as a draft."""
    is_kept = keep_draft(case, text)
    if premoves.can_file(case):
        gone_on = _("The game has gone on since that letter.")
        return premoves.preview_premove(case, text, *(() if case.is_present else (gone_on,)))
    refusal = off_turn_refusal(case.game, case.seat, text)
    kept = (_("They are kept as your draft."),) if is_kept else ()
    return refuse_submission(case, refusal, more=kept)


def preview_turn(case: Correspondence, text: str, *notes: str) -> Answer:
    """Return what a turn would do, kept so that a yes hands it in; or why it cannot be."""
    return _show_turn(case, review_turn(case.known, text), *notes)


def _show_turn(case: Correspondence, review: TurnReview, *notes: str) -> Answer:
    if question := question_review(case, review):
        return question
    preview = save_preview(case, Preview.Kind.TURN, review.text)
    assert case.decision is not None
    headline = case.decision.ask.review.question.translate_with(_)
    return Answer(
        outcome="preview",
        brief=headline,
        headline=headline,
        paragraphs=(
            *notes,
            _("Answer this letter with YES, and exactly this is handed in."),
            _("Until then nothing has happened. Answer with other orders to change it."),
        ),
        parts=tuple(review_parts(case, review)),
        seat=preview.seat_id,
        preview=preview.pk,
        plan=review.text,
    )


def confirm_turn(case: Correspondence, preview: Preview) -> Answer:
    """Hand in the turn of a preview, if the position is still the one it was made for."""
    seen = case.game.version if case.is_present else preview.version
    return submit_orders(case, preview.text, seen=seen, key=f"preview-{preview.pk}")
