"""A mail that answers a letter with words at a table is said there, by the door of the page."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from games import queries
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.notation import read_orders
from games.replies.refusals import refuse_words
from games.replies.signatures import drop_signature
from games.replies.words import Word, read_command
from talk import read_marks, saying
from talk.models import Audience, Remark
from talk.refusals import RemarkRefused

# Set-ups, even with mistakes, and what people keep for themselves.
SET_UP = re.compile(r"\b[a-z]{1,3}\d{1,3}\s*=", re.IGNORECASE)
HIDDEN = {Word.SETUP, Word.DRAFT, Word.NOTE, Word.AHEAD, Word.STANDING}


def answer_words(case: Correspondence) -> Answer:
    """Say to the players of a table what a mail says, and return what came of it."""
    visit, text = queries.load_visit(case.topic.about, case.person), drop_signature(case)
    if visit is None:
        return refuse_words(case, _("You cannot say anything to them here."))
    # Orders may hold what nobody else is to know: nothing of an answer to the wrong letter is said.
    if _may_be_orders(case, text):
        return refuse_words(case, _(
            "This can be read as orders, so it was not said. Orders answer the letter that asks for"
            " them; on the page you can say anything."
        ))  # fmt: skip
    audience = _answered_audience(case)
    words_said = saying.Words(audience, text, form_key=f"mail-{case.mail.number}")
    try:
        saying.say_words(visit, words_said, now=case.now)
    except RemarkRefused as refused:
        return refuse_words(case, str(refused))
    read_marks.mark_words_read(visit.game, case.person, case.topic.version)
    return Answer(
        outcome="said",
        brief=_("Said at the table"),
        headline=_said_sentence(audience),
        seat=case.seat.pk if case.seat else None,
        table=None if case.seat else visit.game.pk,
    )


def _answered_audience(case: Correspondence) -> str:
    """Return to whom a mail answers: partners alone, if the letter told what they have said; "" if
    it is not known any more, as their account is deleted."""
    said = Remark.objects.filter(pk=case.topic.version, game=case.topic.about).first()
    if said is None:
        return ""
    return Audience.PARTNERS if said.audience == Audience.PARTNERS else Audience.PLAYERS


def _said_sentence(audience: str) -> str:
    if audience == Audience.PARTNERS:
        return _("It is said to your partner alone.")
    return _("It is said at the table, to all who play.")


def _may_be_orders(case: Correspondence, text: str) -> bool:
    """Whether a text says what belongs into orders, or one of its lines can be read in the notation
    of a game that runs."""
    if case.seat is None or not case.game.is_running:
        return False
    command = read_command(text)
    if SET_UP.search(text) or (command and command.word in HIDDEN):
        return True
    lines = [line.strip() for line in text.splitlines()[: saying.MAX_LINES]]
    return any(read_orders(case, line) for line in lines if line)
