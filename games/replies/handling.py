"""The one function that acts on a mail, with one effect and one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeAlias

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Person
from games.play.damage import DamagedError
from games.play.lock_queue import BusyError
from games.play.refusals import MAX_PLAN_CHARS, too_long_refusal
from games.replies import (
    absence,
    board,
    confirmations,
    extensions,
    help,
    limits,
    other_apps,
    premoves,
    private_texts,
    questions,
    rules,
    seat_requests,
    set_ups,
    side_actions,
    standing_orders,
    status,
    tables,
    turns,
    unproved,
)
from games.replies.answers import Answer, post_answer
from games.replies.correspondence import Correspondence, NoEffectError, find_correspondence
from games.replies.notation import find_cut_order, is_draw_order
from games.replies.quotes import shorten_quote
from games.replies.refusals import refuse_submission, refuse_words, say_too_late
from games.replies.signatures import drop_signature
from games.replies.words import Command, Word, is_agreement, is_courtesy, read_command
from inbox.handling import MailOutcome
from inbox.received import ReceivedMail, RetryLaterError


def answer_mail(mail: ReceivedMail, now: datetime) -> MailOutcome:
    """Do what a mail asks for and post its answer, in the caller's transaction; return what came
    of it. An answer that is one too many of its kind is left out."""
    try:
        case = find_correspondence(mail, now)
        if mail.is_authentic:
            limits.require_room(case.person, now)
        # The answer refers to them. Locked only then, it might wait for them while the turn holds
        # the lock of the whole site that is to be the last one.
        Person.objects.keep_person(case.person.pk)
        with translation.override(case.person.language):
            answer = _bind_to_version(case, _answer(case))
    except NoEffectError as error:
        return MailOutcome(error.word)
    except (DamagedError, BusyError) as error:  # the game may be mended, or left alone
        raise RetryLaterError("the game is damaged or busy") from error
    # An unknown robot answers what we answer: that ends with the first answer that is left out.
    if limits.is_one_too_many(case.person, answer.outcome, now):
        # What somebody else may have written uses up nothing of the person's, and is not kept.
        author = case.person.pk if mail.is_authentic else None
        return MailOutcome(f"{answer.outcome}-unanswered", author)
    post_answer(mail, case.person, answer, now=now)
    return MailOutcome(answer.outcome, case.person.pk)


def _bind_to_version(case: Correspondence, answer: Answer) -> Answer:
    """Return an answer bound to the game as it tells of it."""
    # The game may go on before it is sent, and only a position is drawn at that time.
    is_of_now = case.seat is not None and answer.seat == case.seat.pk and not answer.shows_board
    if answer.version or not is_of_now:
        return answer
    return msgspec.structs.replace(answer, version=case.game.version)


def _answer(case: Correspondence) -> Answer:
    if case.mail.unreadable:
        return _say_unreadable(case)
    command = read_command(drop_signature(case)) or read_command(case.mail.subject)
    if not case.mail.is_authentic:
        return unproved.keep_unproved(case, command)
    if case.is_expired:
        return _say_expired(case)
    if command is None:
        return _say_empty(case)
    asks_for_help = command.word == Word.HELP and not command.argument  # as the letter says
    reply = None if asks_for_help else other_apps.find_reply(case.topic.purpose)
    if reply is not None:
        return reply(case)
    goes_with_orders = command.word in IN_GAME or command.word not in ANYWHERE
    cut = command.cut if goes_with_orders else ()
    if stray := command.stray or find_cut_order(case, command.word, cut):
        return _refuse_mixed(case, stray)
    # Other orders are another matter, where it is known which game they are for.
    too_late = (Word.YES, Word.NO) if case.seat else (None, Word.YES, Word.NO)
    if case.is_too_late and (command.word in too_late or _agrees(command)):
        return say_too_late(case)
    act = _find_act(case, command)
    return act(case, command) if act else _say_unknown(case)


def _find_act(case: Correspondence, command: Command) -> Act | None:
    """Return what does a command: first what goes with the seat that the mail is about."""
    if seat_requests.is_asked(case, command):
        return seat_requests.answer_request
    if case.seat is None:
        return ANYWHERE.get(command.word, status.ask_which_game)
    if command.word == Word.DRAW and is_draw_order(case, command.line):
        return _answer_draw_order
    return IN_GAME.get(command.word) or ANYWHERE.get(command.word)


def _answer_draw_order(case: Correspondence, command: Command) -> Answer:
    """Answer "draw!", by which a draw is accepted: alone, the word offers one."""
    return questions.accept_offer(case) or turns.answer_orders(case, command.line)


def _answer_plain(case: Correspondence, command: Command) -> Answer:
    """Answer what begins with no word: what is asked of the seat, or else orders."""
    if len(command.argument) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if case.preview is not None and _agrees(command):
        return confirmations.answer_agreement(case, case.preview)
    if case.preview is not None and is_courtesy(command.argument):
        return confirmations.ask_for_yes(case, case.preview)
    if case.is_questioned:
        return questions.answer_question(case, command)
    if command.ahead is not None:
        return refuse_words(case, _("AHEAD goes below the answer to a question, not below a turn."))
    kept = set_ups.find_kept_orders(case, command.argument)
    return turns.answer_orders(case, kept or command.argument)


def _agrees(command: Command) -> bool:
    is_alone = command.word is None and command.ahead is None
    return is_alone and is_agreement(command.argument)


def _refuse_mixed(case: Correspondence, line: str) -> Answer:
    """Refuse a mail that says several things: it would not be certain which of them count."""
    refused = refuse_words(
        case,
        _("This line does not go with what stands above it: “%(line)s”")
        % {"line": shorten_quote(line)},
        _("A mail says one thing: orders, an answer, or one word with what belongs to it."),
    )
    is_question = case.seat is not None and case.is_questioned
    return questions.with_answers(case, refused) if is_question else refused


def _say_expired(case: Correspondence) -> Answer:
    return Answer(
        outcome="expired",
        brief=_("Not handed in"),
        headline=_("That letter is too old to be answered."),
        paragraphs=(_("Nothing was handed in. Answer this letter instead."),),
        seat=case.seat.pk if case.seat else None,
        shows_board=case.seat is not None,
    )


def _say_unreadable(case: Correspondence) -> Answer:
    return Answer(
        outcome="unreadable",
        brief=_("Not readable"),
        headline=_("We could not read your mail."),
        paragraphs=(_("Write plain text above the letter that you answer, and attach nothing."),),
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
        parts=help.list_commands(case),
        seat=case.seat.pk if case.seat else None,
        decision=help.listed_decision(case),
    )


Act: TypeAlias = Callable[[Correspondence, Command], Answer]

# What each word does, None for what begins with no word: with a seat, and without one.
IN_GAME: Mapping[Word | None, Act] = {
    None: _answer_plain,
    Word.YES: confirmations.answer_yes,
    Word.NO: confirmations.answer_no,
    Word.AHEAD: premoves.answer_ahead,
    Word.STANDING: standing_orders.answer_standing,
    Word.RESIGN: side_actions.resign,
    Word.DRAW: side_actions.offer_draw,
    Word.EXTEND: extensions.extend_deadline,
    Word.DRAFT: private_texts.answer_draft,
    Word.NOTE: private_texts.answer_note,
    Word.SETUP: set_ups.answer_setup,
}
ANYWHERE: Mapping[Word | None, Act] = {
    Word.BOARD: board.show_board,
    Word.STATUS: status.show_status,
    Word.RULES: rules.send_rules,
    Word.HELP: help.show_help,
    Word.AWAY: absence.go_away,
    Word.BACK: absence.come_back,
    Word.YES: tables.accept_invitation,
    Word.NO: tables.decline_invitation,
    Word.JOIN: tables.join_table,
    Word.NEW: tables.open_table,
    Word.INVITE: tables.invite_people,
}
