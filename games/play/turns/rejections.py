"""Why something cannot be done in a game for a reason outside the rules, in one sentence."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class Rejected(Exception):
    """A refusal for a reason outside the rules, with one sentence for the player."""

    sentence: ClassVar[str] = ""

    def __str__(self) -> str:
        return super().__str__() or _(self.sentence)


class NotSeated(Rejected):
    """The person has no seat in this game."""

    sentence = gettext_noop("You have no seat in this game.")


class ProgramStopped(Rejected):
    """The person is a program account that was stopped while its request waited."""

    sentence = gettext_noop("This bot was stopped, and does nothing any more.")


class NothingPending(Rejected):
    """This seat owes nothing now."""

    sentence = gettext_noop("There is nothing for you to do in this game now.")


class GameIsOver(Rejected):
    """The game is over."""

    sentence = gettext_noop("This game is over.")


class GameIsPaused(Rejected):
    """The staff or its players have paused the game."""

    sentence = gettext_noop("This game is paused. Nothing is lost; it can be played on later.")


class StaleVersion(Rejected):
    """The person saw an older version of the game than the present one."""

    sentence = gettext_noop("The game has gone on since you looked at it.")
