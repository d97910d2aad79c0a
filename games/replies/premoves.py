"""Turns handed in ahead by letter: shown first, filed after a yes, taken back by a word."""

from __future__ import annotations

from django.utils.translation import gettext as _

from conquest.core import Refused
from games.ahead import conditional_turns as ahead
from games.ahead import premoves
from games.models import Premove, Preview
from games.planner import typed_orders
from games.planner.review import review_turn
from games.play.refusals import (
    MAX_PLAN_CHARS,
    SubmissionRefusal,
    off_turn_refusal,
    too_long_refusal,
)
from games.replies import conditional_turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.previews import save_preview
from games.replies.refusals import refuse_submission, refuse_words
from games.replies.reviews import review_parts
from games.replies.routes import question_review
from games.replies.words import Command, is_nothing


def answer_ahead(case: Correspondence, command: Command) -> Answer:
    """Show the next turn as it would be handed in ahead, or lines of turns, or what waits, or take
    that back."""
    text = typed_orders.normalize_orders(command.argument)
    if is_nothing(text):
        return _withdraw(case)
    if case.is_questioned:
        return refuse_words(case, *_with_answer_sentences(case))
    if not text:
        return _show_waiting(case)
    if len(text) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if conditional_turns.says_lines(text) and conditional_turns.can_file(case):
        return conditional_turns.preview_lines(case, text)
    if not can_file(case):
        return _refuse_premove(case, text)
    return preview_premove(case, text)


def can_file(case: Correspondence) -> bool:
    """Whether the seat can hand in its next turn ahead."""
    return premoves.can_file_premove(case.known, case.own_seat)


def preview_premove(case: Correspondence, text: str, *notes: str) -> Answer:
    """Return what the next turn would do as things stand, kept so that a yes hands it in ahead."""
    review = review_turn(case.known, text)
    if question := question_review(case, review):
        return question
    preview = save_preview(case, Preview.Kind.PREMOVE, review.text)
    return Answer(
        outcome="preview",
        brief=_("Is this your next turn?"),
        headline=_("Is this your next turn?"),
        paragraphs=(*notes, *_preview_sentences()),
        parts=tuple(review_parts(case, review)),
        seat=preview.seat_id,
        preview=preview.pk,
        plan=review.text,
    )


def confirm_premove(case: Correspondence, preview: Preview, *, is_careful: bool) -> Answer | None:
    """File the turn of a preview ahead; None if the game has gone on since."""
    try:
        premove = premoves.file_premove(
            case.game.pk, case.person, preview.text,
            seen_version=preview.version, is_careful=is_careful, now=case.now,
        )  # fmt: skip
    except premoves.PremoveRejected:
        return None
    except Refused as refused:
        return refuse_submission(case, SubmissionRefusal(422, refused=refused, text=preview.text))
    return _filed_answer(case, premove)


def _preview_sentences() -> tuple[str, ...]:
    return (
        _("It is not your turn now. The board is shown as it would be if nobody did anything"
          " before."),
        _("Answer this letter with YES, and it is handed in ahead: it is played as soon as it is"
          " your turn, if you have lost nothing by then. After YES CAREFUL it is played only if"
          " none of your pieces has come into reach of others either."),
        _("Otherwise, or if it cannot be carried out any more, you are asked as usual. Nobody else"
          " sees it before."),
    )  # fmt: skip


def _filed_answer(case: Correspondence, premove: Premove) -> Answer:
    return Answer(
        outcome="filed",
        brief=_("Handed in ahead"),
        headline=_("Handed in ahead."),
        paragraphs=(premove.text, *_waiting_sentences(premove)),
        seat=case.own_seat.pk,
    )


def _waiting_sentences(premove: Premove) -> tuple[str, ...]:
    """Return when a premove is played, and how it is taken back."""
    plain = _("It is played as soon as it is your turn, if you have lost nothing by then."
              " Otherwise you are asked.")  # fmt: skip
    careful = _(
        "It is played as soon as it is your turn, if you have lost nothing by then and none of your"
        " pieces has come into reach of others. Otherwise you are asked."
    )
    back = _("Answer with AHEAD NO to take it back, or with AHEAD and other orders to change it.")
    return (careful if premove.is_careful else plain, back)


def _show_waiting(case: Correspondence) -> Answer:
    premove = premoves.waiting_premove(case.own_seat)
    if row := ahead.waiting_turns(case.own_seat):
        return conditional_turns.filed_answer(case, row)
    if premove is None:
        return refuse_words(
            case,
            _("Nothing is handed in ahead."),
            _("Write AHEAD and your orders, and they are shown to you first."),
        )
    return _filed_answer(case, premove)


def _withdraw(case: Correspondence) -> Answer:
    """Take back what waits: a premove, conditional turns or both."""
    has_premove = premoves.withdraw_premove(case.game.pk, case.person)
    if not ahead.withdraw_turns(case.game.pk, case.person) and not has_premove:
        return refuse_words(case, _("There is nothing to take back any more."))
    return Answer(
        outcome="withdrawn",
        brief=_("Taken back"),
        headline=_("Taken back."),
        paragraphs=(_("You will be asked for your turn."),),
        seat=case.own_seat.pk,
    )


def _refuse_premove(case: Correspondence, text: str) -> Answer:
    """Return why no turn can be handed in ahead now."""
    if case.owes_turn:
        due = _("Your turn is asked for already: write your orders without AHEAD.")
        return refuse_submission(case, SubmissionRefusal(409, due, text=text))
    refusal = off_turn_refusal(case.game, case.seat, text)
    if case.game.is_running and not case.game.is_paused:
        sentence = _("A turn cannot be handed in ahead now.")
        refusal = SubmissionRefusal(409, sentence, text=text)
    return refuse_submission(case, refusal)


def _with_answer_sentences(case: Correspondence) -> tuple[str, ...]:
    """Return how to say ahead what shall answer further questions of the turn under way."""
    standing = case.game.rules.standing
    if standing is None:
        return (_("Something else is asked of you now. Answer that first."),)
    say = _("Something is asked of you now. Answer that, and say below your answer what shall count"
            " if more of yours is taken in this turn, such as:")  # fmt: skip
    preset = typed_orders.localize_orders(standing.presets[0].text, case.game.rules.notation)
    return (say, _("AHEAD %(orders)s") % {"orders": preset})
