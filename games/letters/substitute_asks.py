"""The letter that asks somebody of the pool whether they play on at an absent seat."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games import labels
from games.letters.context import LetterNotice
from games.models import SubstituteAsk
from games.play import substitute_search
from games.reliability.words import describe_asked
from mail import times


def ask_notice(ask: SubstituteAsk) -> LetterNotice:
    """Return the question whether its reader plays on, with what they would take over."""
    brief = _("You are asked to play on as %(side)s") % {"side": _side(ask)}
    return LetterNotice(brief, tuple(_paragraphs(ask)), action=_("See the game"))


def ask_reason() -> str:
    """Return why somebody gets a letter about a game in which they do not play."""
    return _("You get this letter because you want to be asked when a substitute is looked for.")


def _paragraphs(ask: SubstituteAsk) -> Iterator[str]:
    game, lapses_at = ask.game, ask.asked_at + substitute_search.GOOD_FOR
    yield _(
        "The player of this seat is absent or has left, and the others wish that somebody plays on."
        " Several people are asked: the first who takes the seat has it."
    )
    yield _("Pace: %(pace)s.") % {
        "pace": labels.describe_pace(game.pace, game.rules.judgement.decision_kinds)
    }
    if asked := describe_asked(game):
        yield asked
    yield _(
        "The game counts for you in the league only if you play at least half of the turns of this"
        " seat."
    )
    until = times.full_day(lapses_at, ask.person.zone)
    yield _("You need not answer. This question lapses on %(day)s.") % {"day": until}


def _side(ask: SubstituteAsk) -> str:
    return ask.game.rules.seating.names[ask.seat.name].translate_with(_)
