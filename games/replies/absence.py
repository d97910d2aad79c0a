"""Absence by letter: away until a day, and back again."""

from __future__ import annotations

from datetime import date, timedelta

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.absence import check_back_on, save_back_on
from conquest.registry import get_ruleset
from games.models import Game
from games.play import turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence, select_seats
from games.replies.dates import read_day
from games.replies.quotes import shorten_quote
from games.replies.refusals import refuse_words
from games.replies.words import Command

AN_EXAMPLE = timedelta(days=14)


def go_away(case: Correspondence, command: Command) -> Answer:
    """Let nobody wait for a person's answers until a day."""
    words = command.argument.partition("\n")[0]
    back_on = read_day(words, _today(case))
    if back_on is None:
        unread = _("“%(words)s” is no day that we can read.") % {"words": shorten_quote(words)}
        return _ask_for_day(case, unread if words else "")
    try:
        check_back_on(case.person, back_on, case.now)
    except ValidationError:
        past = _("%(day)s is over already.") % {"day": date_format(back_on)}
        return _ask_for_day(case, past)
    save_back_on(case.person, back_on)
    return _confirm_absence(case, back_on)


def come_back(case: Correspondence, _command: Command) -> Answer:
    """Let a person be back: at the seat that the mail is about, and from their absence."""
    is_absent = case.seat is not None and case.seat.is_absent
    # The seat first: turns lock games before people.
    refusal = _return_to_seat(case) if is_absent else ""
    was_away = case.person.is_away(case.now)
    if was_away:
        save_back_on(case.person, None)
    if refusal and not was_away:
        return refuse_words(case, refusal)
    if is_absent and not refusal:
        return _welcome_to_seat(case)
    return _welcome(case, was_away=was_away)


def _return_to_seat(case: Correspondence) -> str:
    """Let a person play their seat again; return why that cannot be, "" if it can."""
    try:
        turns.return_to_seat(case.game.pk, case.person, now=case.now)
    except turns.Rejected as rejection:
        return str(rejection)
    return ""


def _welcome(case: Correspondence, *, was_away: bool) -> Answer:
    words = _("You are back.") if was_away else _("You are not away: nothing has changed.")
    rest = (_("Everybody waits for your answers again, as ever."),) if was_away else ()
    return _about_absence(case, "back", _("Welcome back"), words, rest)


def _welcome_to_seat(case: Correspondence) -> Answer:
    return Answer(
        outcome="back",
        brief=_("Welcome back"),
        headline=_("You are back in the game."),
        paragraphs=(_("You play your seat yourself again, and the others hear of it."),),
        seat=case.own_seat.pk,
        shows_board=True,
    )


def _confirm_absence(case: Correspondence, back_on: date) -> Answer:
    rest = (_what_absence_does(case), _("Answer BACK if you are here before."))
    words = _("You are away, and back on %(day)s.") % {"day": date_format(back_on)}
    return _about_absence(case, "away", _("You are away"), words, rest)


def _what_absence_does(case: Correspondence) -> str:
    """Return what it changes that somebody is away, in the games that they play now."""
    playing = select_seats(case).filter(game__status=Game.Status.RUNNING)
    slugs = playing.order_by().values_list("game__ruleset", flat=True).distinct()
    if any(get_ruleset(slug).standing for slug in slugs):
        return _(
            "Until that day nobody waits for your answers to captures: your standing orders give"
            " them at once, or else what counts when the time is up. Your turns wait as ever."
        )
    return _("In the games that you play now, all that is asked of you waits for you as ever.")


def _ask_for_day(case: Correspondence, reason: str) -> Answer:
    """Ask on which day a person is back; ``reason`` says why it is not clear, if it was named."""
    example = date_format(_today(case) + AN_EXAMPLE)
    rest = (
        *filter(None, [reason]),
        _("Answer with AWAY and the day on which you are back, such as AWAY until %(day)s.")
        % {"day": example},
    )
    headline = _("On which day are you back?")
    return _about_absence(case, "asked-day", _("Which day?"), headline, rest)


def _about_absence(
    case: Correspondence, outcome: str, brief: str, headline: str, rest: tuple[str, ...]
) -> Answer:
    seat = case.seat.pk if case.seat else None
    return Answer(outcome=outcome, brief=brief, headline=headline, paragraphs=rest, seat=seat)


def _today(case: Correspondence) -> date:
    return case.now.astimezone(case.person.zone).date()
