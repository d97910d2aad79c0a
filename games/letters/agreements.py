"""Notices of what players agree on beside their turns: more time, pauses, take-backs, nudges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Person
from games import labels
from games.letters.context import LetterNotice
from games.models import Decision, Extension, Nudge, PlayersPause, Seat, TakeBack
from mail import times


@dataclass(frozen=True, slots=True)
class PauseCase:
    """A pause by consent as the person at a ``seat`` is told of it; ``actor`` has declined it."""

    pause: PlayersPause
    seat: Seat
    actor: Person | None

    @property
    def words(self) -> dict[str, str]:
        """The names in what is told of it, and until when it lasts, in the reader's zone."""
        assert self.seat.person is not None
        return {
            "name": self.pause.person.name,
            "other": self.actor.name if self.actor else _("somebody"),
            "until": times.full_time(self.pause.until, self.seat.person.zone),
        }


def pause_notice(what: str, case: PauseCase) -> LetterNotice | None:
    """Return the notice of what is asked or has become of a pause; ``None`` if later events have
    made it untrue."""
    return PAUSES[what](case)


def extension_notice(extension: Extension) -> LetterNotice | None:
    """Return the notice that a player has taken more time; ``None`` if they have answered."""
    decision = extension.decision
    if not decision.is_open:
        return None
    values = {"name": extension.person.name, "time": labels.hours_in_words(extension.hours)}
    left = extension.allowed - extension.number
    words = _("%(name)s may take as much again %(times)s in this game.")
    again = words % {"name": extension.person.name, "times": labels.times_in_words(left)}
    none = _("It was the last time in this game that %(name)s can.") % values
    return LetterNotice(
        _("%(name)s has taken %(time)s more") % values,
        (again if left else none,),
        due_at=decision.due_at,
    )


@dataclass(frozen=True, slots=True)
class TakeBackCase:
    """A turn to be taken back as the person at a ``seat`` is told of it at ``now``; ``actor`` has
    refused it."""

    take_back: TakeBack
    seat: Seat
    actor: Person | None
    now: datetime

    @property
    def words(self) -> dict[str, str]:
        """The names in what is told of it, the step it goes back to, and until when it is asked."""
        assert self.seat.person is not None
        return {
            "name": self.take_back.person.name,
            "other": self.actor.name if self.actor else _("somebody"),
            "step": str(self.take_back.to),
            "until": times.full_time(self.take_back.lapses_at, self.seat.person.zone),
        }


def take_back_notice(what: str, case: TakeBackCase) -> LetterNotice | None:
    """Return the notice of a turn that is to be taken back, or what became of that; ``None`` if
    later events have made it untrue."""
    return TAKE_BACKS[what](case)


def nudge_notice(nudge: Nudge, decision: Decision, reader: Person) -> LetterNotice:
    """Return the notice to a player who is asked for a decision that another waits for it."""
    since = times.full_time(decision.opened_at, reader.zone)
    return LetterNotice(
        _("%(name)s waits for you") % {"name": nudge.person.name},
        (
            f"{decision.ask.of_you.translate_with(_)}.",
            _("You were asked on %(day)s.") % {"day": since},
            _("Players can nudge you once a day in a game, unless you switch that off."),
        ),
        due_at=decision.due_at,
        action=_("Open the game"),
    )


def _asked_notice(case: PauseCase) -> LetterNotice | None:
    pause, game = case.pause, case.seat.game
    has_agreed = pause.consents.filter(person=case.seat.person).exists()
    if not pause.is_open or has_agreed or game.is_paused:
        return None
    assert case.seat.person is not None
    paragraphs = [
        _("The game would be paused until %(until)s at the latest. Any player can end it before.")
        % case.words,
        _("It begins when all have agreed. One who declines is enough to stop it."),
    ]
    if pause.silent_at is not None:
        by = times.full_time(pause.silent_at, case.seat.person.zone)
        words = _("If you have not answered by %(day)s, you have agreed: so the table says.")
        paragraphs.append(words % {"day": by})
    brief = _("%(name)s proposes to pause the game") % case.words
    return LetterNotice(brief, tuple(paragraphs), action=_("Answer"))


def _agreed_notice(case: PauseCase) -> LetterNotice | None:
    if case.pause.ended_at is not None or not case.seat.game.is_paused:
        return None
    return LetterNotice(
        _("The players have paused the game"),
        (
            _("%(name)s has proposed it, and nobody has declined.") % case.words,
            _("It is paused until %(until)s at the latest. Nothing can be handed in until then,"
              " and no clock runs.") % case.words,
            _("Any player can end the pause before, on the page of the game."),
        ),
    )  # fmt: skip


def _declined_notice(case: PauseCase) -> LetterNotice | None:
    words = _("%(other)s has declined the pause until %(until)s that %(name)s had proposed.")
    return LetterNotice(_("The game is not paused"), (words % case.words,))


def _ended_notice(case: PauseCase) -> LetterNotice | None:
    if case.seat.game.is_paused:
        return None
    ended_by = case.pause.ended_by
    first = _("The last day of the pause has come.")
    if ended_by is not None:
        first = _("%(name)s has ended the pause.") % {"name": ended_by.name}
    words = _("The clocks run on as they were; everybody has at least a day.")
    decision = Decision.objects.filter(seat=case.seat, closed_at=None).first()
    headline = (f"{decision.ask.of_you.translate_with(_)}.",) if decision else ()
    due_at = decision.due_at if decision else None
    return LetterNotice(_("The game goes on"), (first, words, *headline), due_at)


PAUSES: Mapping[str, Callable[[PauseCase], LetterNotice | None]] = {
    "asked": _asked_notice,
    "agreed": _agreed_notice,
    "declined": _declined_notice,
    "ended": _ended_notice,
}


def _asked_back_notice(case: TakeBackCase) -> LetterNotice | None:
    has_agreed = case.take_back.consents.filter(person=case.seat.person).exists()
    if not case.take_back.is_open(case.now) or has_agreed or case.seat.game.is_paused:
        return None
    paragraphs = (
        _("The game would go on as it was after step %(step)s, and %(name)s would be asked for that"
          " turn again.") % case.words,
        _("It counts if all agree by %(until)s, and before anybody plays on.") % case.words,
        _("The record of the game keeps what was taken back."),
    )  # fmt: skip
    brief = _("%(name)s asks to take a turn back") % case.words
    return LetterNotice(brief, paragraphs, action=_("Answer"))


def _taken_back_notice(case: TakeBackCase) -> LetterNotice | None:
    first = _("The game goes on as it was after step %(step)s. All have agreed.") % case.words
    dropped = _("Plans and turns handed in ahead since then are dropped.")
    decision = Decision.objects.filter(seat=case.seat, closed_at=None).first()
    headline = (f"{decision.ask.of_you.translate_with(_)}.",) if decision else ()
    brief = _("%(name)s has taken a turn back") % case.words
    due_at = decision.due_at if decision else None
    return LetterNotice(brief, (first, dropped, *headline), due_at)


def _refused_back_notice(case: TakeBackCase) -> LetterNotice | None:
    words = _(
        "%(other)s does not agree that %(name)s takes a turn back. The game goes on as it is."
    )
    return LetterNotice(_("No turn is taken back"), (words % case.words,))


TAKE_BACKS: Mapping[str, Callable[[TakeBackCase], LetterNotice | None]] = {
    "asked": _asked_back_notice,
    "agreed": _taken_back_notice,
    "refused": _refused_back_notice,
}
