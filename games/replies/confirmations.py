"""YES and NO: what was shown counts or is forgotten, an offer is accepted or declined."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from games.letters import by_letter
from games.models import Preview
from games.play.refusals import SubmissionRefusal
from games.replies import (
    conditional_turns,
    premoves,
    questions,
    side_actions,
    standing_orders,
    turns,
)
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.previews import discard_preview
from games.replies.refusals import refuse_submission, refuse_words
from games.replies.words import Command


def answer_yes(case: Correspondence, command: Command) -> Answer:
    """Let count what a preview has shown, or say yes to what is asked or offered."""
    if command.argument and (case.preview is None or case.preview.kind != Preview.Kind.PREMOVE):
        return refuse_words(case, _("Write YES alone."))
    if case.preview is not None:
        return _confirm_preview(case, case.preview, is_careful=bool(command.argument))
    is_yes = case.is_questioned and questions.has_yes(case)
    if accepted := None if is_yes else questions.accept_offer(case):
        return accepted
    return questions.answer_question(case, command) if case.is_questioned else _refuse_yes(case)


def answer_agreement(case: Correspondence, preview: Preview) -> Answer:
    """Let count what a preview has shown, since its reader agrees; ask before what ends more than a
    turn."""
    if preview.kind == Preview.Kind.ACTION:
        return ask_for_yes(case, preview)
    return _confirm_preview(case, preview, is_careful=False)


def answer_no(case: Correspondence, command: Command) -> Answer:
    """Forget what a preview has shown, or say no to what is asked or offered."""
    if case.preview is not None:
        return discard_preview(case, case.preview)
    if case.is_questioned:
        return questions.answer_question(case, command)
    return questions.decline_offer(case) or _refuse_yes(case)


def _confirm_preview(case: Correspondence, preview: Preview, *, is_careful: bool) -> Answer:
    match preview.kind:
        case Preview.Kind.STANDING:
            return standing_orders.confirm_standing(case, preview)
        case Preview.Kind.PREMOVE:
            filed = premoves.confirm_premove(case, preview, is_careful=is_careful)
            return filed or _show_premove_again(case, preview)
        case Preview.Kind.CONDITIONAL:
            return conditional_turns.confirm_lines(case, preview)
        case Preview.Kind.ACTION:
            return side_actions.confirm_action(case, preview)
        case _:
            return turns.confirm_turn(case, preview)


def _show_premove_again(case: Correspondence, preview: Preview) -> Answer:
    """Show a turn that was to be handed in ahead as it would be now: the game has gone on."""
    gone_on = _("The game has gone on since then, so that nothing was handed in ahead.")
    if case.owes_turn:
        return turns.preview_turn(case, preview.text, gone_on)
    if premoves.can_file(case):
        return premoves.preview_premove(case, preview.text, gone_on)
    return refuse_submission(case, SubmissionRefusal(409, gone_on, text=preview.text))


def _refuse_yes(case: Correspondence) -> Answer:
    if not case.owes_turn:
        return refuse_words(case, _("Nothing is asked of you now, so that YES or NO says nothing."))
    at_once = case.person.turns_at_once
    how = by_letter.order_sentences(case.known, at_once=at_once)
    return refuse_words(case, _("No orders of yours wait for a YES or NO."), *how)


def ask_for_yes(case: Correspondence, preview: Preview) -> Answer:
    """Return the question whether a courtesy was to be a yes: it has to be said in one word."""
    sentence = _("Did you mean YES? Answer with YES or NO: what you were shown waits for that.")
    return msgspec.structs.replace(refuse_words(case, sentence), preview=preview.pk)
