"""Questions by letter, such as for a recapture: an answer counts at once."""

from __future__ import annotations

from django.utils.translation import gettext as _

from conquest.core import Choice, as_sentence
from games.marks import NO_LETTER, label_choices
from games.planner import typed_orders
from games.play import offers
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.turns import answer_stale_orders, refuse_submission, submit_orders
from games.replies.words import Command, Word


def answer_question(case: Correspondence, command: Command) -> Answer:
    """Hand in the answer to a question: its letter, NO, or its text in notation."""
    first, _break, ahead = command.argument.partition("\n")
    words = "no" if command.word == Word.NO else typed_orders.normalize_orders(first)
    if not case.is_present:
        return answer_stale_orders(case, words)
    text = _find_text(case, words)
    if text is None:
        return _ask_again(case, words)
    return submit_orders(
        case, text, seen=case.game.version, key=_mail_key(case), ahead=ahead.strip()
    )


def accept_offer(case: Correspondence) -> Answer | None:
    """Accept what is offered to the seat, such as a draw; None if nothing is."""
    assert case.seat is not None
    offer = offers.open_offer(case.known, case.seat)
    if offer is None:
        return None
    if not case.is_present:
        return answer_stale_orders(case, offer.text)
    return submit_orders(case, offer.text, seen=case.game.version, key=_mail_key(case))


def decline_offer(case: Correspondence) -> Answer | None:
    """Decline what is offered to the seat; None if nothing is."""
    assert case.seat is not None
    if not offers.decline_offer(case.seat, case.topic.version, now=case.now):
        return None
    words = _("You have declined.")
    return Answer(outcome="declined", brief=_("Declined"), headline=words, seat=case.seat.pk)


def _find_text(case: Correspondence, words: str) -> str | None:
    """Return the text of the answer that is meant, None if that is not certain."""
    labelled = _labelled_answers(case)
    if words == "no":
        labelled = [(letter, choice) for letter, choice in labelled if letter == NO_LETTER]
        return labelled[0][1].text if len(labelled) == 1 else None
    texts = [choice.text for letter, choice in labelled if letter == words.upper()]
    if len(texts) == 1:
        return texts[0]
    # A letter alone is no notation: it would be refused as an order, and puzzle its author.
    return words if len(words) > 1 else None


def _labelled_answers(case: Correspondence) -> list[tuple[str, Choice]]:
    assert case.seat is not None
    legal = case.known.rules.composing.legal_choices(case.known.state, case.seat.name)
    return list(label_choices(legal))


def _ask_again(case: Correspondence, words: str) -> Answer:
    """Return the possible answers, since what was written is none of them."""
    sentence = _("“%(words)s” is none of the possible answers.") % {"words": words}
    refused = refuse_submission(case, SubmissionRefusal(422, sentence))
    lines = tuple(
        (letter, as_sentence(choice.label).translate_with(_), choice.text)
        for letter, choice in _labelled_answers(case)
    )
    return _with_part(refused, Part(_("What you can answer"), lines))


def _with_part(answer: Answer, part: Part) -> Answer:
    return Answer(
        outcome=answer.outcome,
        brief=answer.brief,
        headline=answer.headline,
        paragraphs=answer.paragraphs,
        parts=(*answer.parts, part),
        seat=answer.seat,
        shows_board=answer.shows_board,
    )


def _mail_key(case: Correspondence) -> str:
    """Return the idempotency key of what a mail hands in."""
    return f"mail-{case.mail.key[-58:]}"
