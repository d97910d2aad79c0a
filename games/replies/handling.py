"""The one function that acts on a mail, with one effect and one answer."""

from __future__ import annotations

from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Preview
from games.replies import questions, turns
from games.replies.answers import Answer, post_answer
from games.replies.correspondence import Correspondence, NoEffectError, find_correspondence
from games.replies.words import Command, Word, read_command
from inbox.handling import MailOutcome
from inbox.received import ReceivedMail


def answer_mail(mail: ReceivedMail, now: datetime) -> MailOutcome:
    """Do what a mail asks for and post its answer, in the caller's transaction; return what came
    of it."""
    try:
        case = find_correspondence(mail, now)
    except NoEffectError as error:
        return MailOutcome(error.word)
    with translation.override(case.person.language):
        answer = _answer(case)
    post_answer(mail, case.person, answer, now=now)
    return MailOutcome(answer.outcome, case.person.pk)


def _answer(case: Correspondence) -> Answer:
    command = read_command(case.mail.text) or read_command(case.mail.subject)
    if not case.mail.is_authentic:
        return _keep_unproved(case, command)
    if command is None:
        return _say_empty(case)
    if case.seat is None:
        return _say_unknown(case)
    return _answer_in_game(case, command)


def _answer_in_game(case: Correspondence, command: Command) -> Answer:
    answer = None
    match command.word:
        case Word.YES if case.preview is not None:
            answer = _confirm(case, case.preview)
        case Word.YES:
            answer = questions.accept_offer(case)
        case Word.NO:
            answer = questions.decline_offer(case)
    if answer is not None:
        return answer
    decision = case.decision
    if decision is not None and decision.ask.how == "choose":
        return questions.answer_question(case, command)
    if command.word is None:
        return turns.answer_orders(case, command.argument)
    return _say_unknown(case)


def _confirm(case: Correspondence, preview: Preview) -> Answer:
    return turns.confirm_turn(case, preview)


def _keep_unproved(case: Correspondence, command: Command | None) -> Answer:
    """Keep orders whose author is not certain as a draft, and say so to the person themselves."""
    is_order = case.seat is not None and command is not None and command.word is None
    if is_order and command is not None:
        turns.keep_draft(case, command.argument)
    kept = _("Its orders are kept as your draft: on the page of the game you can hand them in.")
    return Answer(
        outcome="unproved",
        brief=_("Not handed in"),
        headline=_("We cannot be sure that a mail comes from you."),
        paragraphs=(
            _("Your mail provider does not vouch for a mail in your name. Nothing was handed in."),
            *((kept,) if is_order else ()),
        ),
        seat=case.seat.pk if case.seat else None,
    )


def _say_empty(case: Correspondence) -> Answer:
    return Answer(
        outcome="empty",
        brief=_("Nothing to read"),
        headline=_("We have found nothing in your mail."),
        paragraphs=(_("Write your orders above the letter that you answer."),),
        seat=case.seat.pk if case.seat else None,
    )


def _say_unknown(case: Correspondence) -> Answer:
    return Answer(
        outcome="unknown",
        brief=_("Not understood"),
        headline=_("We have not understood your mail."),
        seat=case.seat.pk if case.seat else None,
    )
