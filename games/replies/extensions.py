"""EXTEND: more time for what a seat is asked for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import labels
from games.agreements.extensions import take_extension
from games.play import turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.refusals import refuse_words
from games.replies.submission import mail_key
from games.replies.words import Command
from mail import times


def extend_deadline(case: Correspondence, _command: Command) -> Answer:
    """Take more time for what the seat is asked for."""
    try:
        taken = take_extension(case.game.pk, case.person, now=case.now, form_key=mail_key(case))
    except turns.Rejected as rejection:
        return refuse_words(case, str(rejection))
    until = times.full_time(taken.until, case.person.zone)
    return Answer(
        outcome="extended",
        brief=_("You have more time"),
        headline=_("You have %(time)s more.") % {"time": labels.hours_in_words(taken.hours)},
        paragraphs=(_("Deadline: %(deadline)s") % {"deadline": until}, _("The others are told.")),
        seat=case.own_seat.pk,
    )
