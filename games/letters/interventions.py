"""What the staff has done to a game, in words for each of those who play there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import Person
from games.letters import seats
from games.letters.context import LetterNotice
from games.models import Decision, Intervention, Seat

What = Intervention.What


@dataclass(frozen=True, slots=True)
class InterventionCase:
    """A deed as somebody hears of it: the seat that he has or had, and what is asked there."""

    done: Intervention
    reader: Person
    seat: Seat
    asked: Decision | None

    @property
    def is_about_reader(self) -> bool:
        return self.done.person_id == self.reader.pk

    @property
    def person_name(self) -> str:
        """Return how the one is called to whom it was done."""
        return self.done.person.name if self.done.person else _("nobody")

    @property
    def side_name(self) -> str:
        seat = self.done.seat or self.seat
        return seat.game.rules.seating.names[seat.name].translate_with(_)


def intervention_notice(deed: InterventionCase) -> LetterNotice | None:
    """Tell a deed to somebody; ``None`` where it has been overtaken by what came after."""
    return NOTICES[What(deed.done.what)](deed)


def reason_sentence(done: Intervention) -> str:
    """Return the sentence with the reason of the staff."""
    return _("The reason: %(reason)s") % {"reason": done.reason}


def _retry_notice(deed: InterventionCase) -> LetterNotice | None:
    return LetterNotice(
        _("A fault held up this game"),
        (_("The fault was the site’s, not yours. It is tried again now, and no move is lost."),),
    )


def _extend_notice(deed: InterventionCase) -> LetterNotice | None:
    asked = Decision.objects.filter(seat=deed.done.seat, closed_at=None).first()
    if asked is None or asked.due_at != deed.done.until:
        return None
    brief = _("You have more time")
    if not deed.is_about_reader:
        brief = _("%(name)s has more time") % {"name": deed.person_name}
    return LetterNotice(brief, due_at=asked.due_at)


def _pause_notice(deed: InterventionCase) -> LetterNotice | None:
    if not deed.seat.game.is_paused:
        return None
    words = _(
        "Nothing can be handed in, and no clock runs. You get a letter as soon as it goes on."
    )
    return LetterNotice(_("The game is paused"), (words,))


def _resume_notice(deed: InterventionCase) -> LetterNotice | None:
    if not deed.seat.game.is_running or deed.seat.game.is_paused:
        return None
    words = _("The clocks run on as they were; everybody has at least a day.")
    asked = deed.asked
    headline = (f"{asked.ask.of_you.translate_with(_)}.",) if asked else ()
    return LetterNotice(_("The game goes on"), (words, *headline), asked.due_at if asked else None)


def _vacate_notice(deed: InterventionCase) -> LetterNotice | None:
    if deed.is_about_reader:
        return LetterNotice(_("Your seat was taken from you"), (seats.seat_loss_sentence(),))
    assert deed.done.seat is not None
    words = seats.vacant_seat_sentence(deed.done.seat, deed.side_name)
    return LetterNotice(_("%(name)s does not play any more") % {"name": deed.person_name}, (words,))


def _substitute_notice(deed: InterventionCase) -> LetterNotice | None:
    after = deed.done.successor
    assert after is not None
    if after == deed.reader:
        words = _("You play %(side)s from now on.") % {"side": deed.side_name}
        return LetterNotice(_("You play on in this game"), (words,))
    return seats.substitute_notice(deed.reader, deed.done.person, after, deed.side_name)


def _annul_notice(deed: InterventionCase) -> LetterNotice | None:
    return LetterNotice(
        _("The game is annulled"),
        (
            _("It does not count, whoever has won or would have."),
            _("All that happened in it can still be looked at."),
        ),
    )


def _close_notice(deed: InterventionCase) -> LetterNotice | None:
    theirs = deed.seat.game.seats.filter(person=deed.done.person, is_absent=True)
    seat = theirs.select_related("stand_in").first()
    if seat is None:
        return None
    return LetterNotice(
        _("%(name)s is absent") % {"name": deed.person_name}, (seats.absence_sentence(seat),)
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
