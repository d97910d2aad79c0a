"""Notices of what the staff has done to a game, in words for each of its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Person
from games.letters import seats
from games.letters.context import LetterNotice
from games.models import Decision, Intervention, Restriction, Seat
from games.play import measures, restrictions
from mail import times

What = Intervention.What


@dataclass(frozen=True, slots=True)
class InterventionCase:
    """An intervention as one reader is told of it: the seat that they have or had, and the decision
    that waits there."""

    done: Intervention
    reader: Person
    seat: Seat
    asked: Decision | None

    @property
    def is_about_reader(self) -> bool:
        return self.done.person_id == self.reader.pk

    @property
    def person_name(self) -> str:
        """The name of the person whom the intervention is about."""
        return self.done.person.name if self.done.person else _("nobody")

    @property
    def side_name(self) -> str:
        seat = self.done.seat or self.seat
        return seat.game.rules.seating.names[seat.name].translate_with(_)


def intervention_notice(case: InterventionCase) -> LetterNotice | None:
    """Return the notice of an intervention to a reader; ``None`` if later events have made it
    untrue."""
    return NOTICES[What(case.done.what)](case)


def measure_notice(done: Intervention, now: datetime) -> LetterNotice | None:
    """Return the notice of a measure to its person; ``None`` if later ones have made it untrue."""
    assert done.person is not None
    what = What(done.what)
    if what in measures.IMPOSED:
        return _restriction_notice(done, done.person, measures.IMPOSED[what], now)
    if what in measures.LIFTED:
        kind = measures.LIFTED[what]
        if restrictions.restricted_until(done.person, kind, now):
            return None
        return LetterNotice(LIFTED[kind](), (_("What was decided does not hold any more."),))
    if what in RESET_SENTENCES:
        return LetterNotice(measure_title(what), (RESET_SENTENCES[what](),))
    if measures.is_warned(done.person) != (what == What.WARN):
        return None
    if what == What.UNWARN:
        return LetterNotice(measure_title(what), (_("It counts for nothing any more."),))
    return LetterNotice(
        measure_title(what),
        (_("The staff asks you to heed it. You can say, play and open what you could before."),),
    )


def measure_title(what: What) -> str:
    """Return what a measure is called to its person."""
    if what in measures.IMPOSED:
        return IMPOSED[measures.IMPOSED[what]]()
    if what in measures.LIFTED:
        return LIFTED[measures.LIFTED[what]]()
    return TITLES[what]()


def _restriction_notice(
    done: Intervention, person: Person, kind: Restriction.Kind, now: datetime
) -> LetterNotice | None:
    until = restrictions.restricted_until(person, kind, now)
    # An end that was moved again has a letter of its own.
    if until is None or until != done.until:
        return None
    sentence = restrictions.restriction_sentence(kind, times.full_time(until, person.zone))
    return LetterNotice(IMPOSED[kind](), (sentence,))


def reason_sentence(done: Intervention) -> str:
    """Return the sentence with the reason that the staff gave."""
    return _("The reason: %(reason)s") % {"reason": done.reason}


def _retry_notice(case: InterventionCase) -> LetterNotice | None:
    return LetterNotice(
        _("A fault held up this game"),
        (_("The fault was the site’s, not yours. It is tried again now, and no move is lost."),),
    )


def _extend_notice(case: InterventionCase) -> LetterNotice | None:
    decision = Decision.objects.filter(seat=case.done.seat, closed_at=None).first()
    # A deadline that was moved again has a letter of its own.
    if decision is None or decision.due_at != case.done.until:
        return None
    brief = _("You have more time")
    if not case.is_about_reader:
        brief = _("%(name)s has more time") % {"name": case.person_name}
    return LetterNotice(brief, due_at=decision.due_at)


def _pause_notice(case: InterventionCase) -> LetterNotice | None:
    if not case.seat.game.is_paused:
        return None
    words = _(
        "Nothing can be handed in, and no clock runs. You get a letter as soon as it goes on."
    )
    return LetterNotice(_("The game is paused"), (words,))


def _resume_notice(case: InterventionCase) -> LetterNotice | None:
    if not case.seat.game.is_running or case.seat.game.is_paused:
        return None
    words = _("The clocks run on as they were; everybody has at least a day.")
    decision = case.asked
    headline = (f"{decision.ask.of_you.translate_with(_)}.",) if decision else ()
    return LetterNotice(
        _("The game goes on"), (words, *headline), decision.due_at if decision else None
    )


def _vacate_notice(case: InterventionCase) -> LetterNotice | None:
    if case.is_about_reader:
        return LetterNotice(_("Your seat was taken from you"), (seats.seat_loss_sentence(),))
    assert case.done.seat is not None
    words = seats.vacant_seat_sentence(case.done.seat, case.side_name)
    return LetterNotice(_("%(name)s does not play any more") % {"name": case.person_name}, (words,))


def _substitute_notice(case: InterventionCase) -> LetterNotice | None:
    successor = case.done.successor
    assert successor is not None
    if successor == case.reader:
        words = _("You play %(side)s from now on.") % {"side": case.side_name}
        return LetterNotice(_("You play on in this game"), (words,))
    return seats.substitute_notice(case.reader, case.done.person, successor, case.side_name)


def _annul_notice(case: InterventionCase) -> LetterNotice | None:
    return LetterNotice(
        _("The game is annulled"),
        (
            _("It does not count, no matter who has won or would have."),
            _("All that happened in it can still be looked at."),
        ),
    )


def _close_notice(case: InterventionCase) -> LetterNotice | None:
    theirs = case.seat.game.seats.filter(person=case.done.person, is_absent=True)
    seat = theirs.select_related("stand_in").first()
    if seat is None:
        return None
    return LetterNotice(
        _("%(name)s is absent") % {"name": case.person_name}, (seats.absence_sentence(seat),)
    )


NOTICES: Mapping[What, Callable[[InterventionCase], LetterNotice | None]] = {
    What.RETRY: _retry_notice,
    What.EXTEND: _extend_notice,
    What.PAUSE: _pause_notice,
    What.RESUME: _resume_notice,
    What.VACATE: _vacate_notice,
    What.REPLACE: _substitute_notice,
    What.ANNUL: _annul_notice,
    What.CLOSE: _close_notice,
}
IMPOSED: Mapping[Restriction.Kind, Callable[[], str]] = {
    Restriction.Kind.SILENCE: lambda: _("Your words are off for a time"),
    Restriction.Kind.NO_TABLES: lambda: _("No new tables for a time"),
    Restriction.Kind.UNRATED: lambda: _("No games that count for a time"),
}
LIFTED: Mapping[Restriction.Kind, Callable[[], str]] = {
    Restriction.Kind.SILENCE: lambda: _("Your words are on again"),
    Restriction.Kind.NO_TABLES: lambda: _("You can open tables and sit down again"),
    Restriction.Kind.UNRATED: lambda: _("You can play games that count again"),
}
TITLES: Mapping[What, Callable[[], str]] = {
    What.CLOSE: lambda: _("Your account is closed"),
    What.REOPEN: lambda: _("Your account is open again"),
    What.WARN: lambda: _("A word of warning"),
    What.UNWARN: lambda: _("A warning is taken back"),
    What.RENAME: lambda: _("You have another name"),
    What.RETITLE: lambda: _("A table of yours has another title"),
}
RESET_SENTENCES: Mapping[What, Callable[[], str]] = {
    What.RENAME: lambda: _(
        "The staff has put a name in the place of yours. In your preferences you can choose one."
    ),
    What.RETITLE: lambda: _("The staff has put the name of the game in the place of its title."),
}
