"""What the staff has done to a game, in words for each of those who play there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Decision, Intervention, Seat

What = Intervention.What


@dataclass(frozen=True, slots=True)
class Told:
    """What a letter says of a deed: ``brief`` in its subject, the rest inside; ``due_at`` is the
    deadline that has come of it."""

    brief: str
    paragraphs: tuple[str, ...] = ()
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed as somebody hears of it: the seat that he has or had, and what is asked there."""

    done: Intervention
    reader: Person
    seat: Seat
    asked: Decision | None

    @property
    def is_about_reader(self) -> bool:
        return self.done.person_id == self.reader.pk

    @property
    def name(self) -> str:
        """Return how the one is called to whom it was done."""
        return self.done.person.name if self.done.person else _("nobody")

    @property
    def side(self) -> str:
        seat = self.done.seat or self.seat
        return seat.game.rules.seating.names[seat.name].said(_)


def told(deed: Deed) -> Told | None:
    """Tell a deed to somebody; ``None`` where it has been overtaken by what came after."""
    return TOLD[What(deed.done.what)](deed)


def why(done: Intervention) -> str:
    """Return the sentence with the reason of the staff."""
    return _("The reason: %(reason)s") % {"reason": done.reason}


def _retried(deed: Deed) -> Told | None:
    return Told(
        _("A fault held up this game"),
        (_("The fault was the site’s, not yours. It is tried again now, and no move is lost."),),
    )


def _extended(deed: Deed) -> Told | None:
    asked = Decision.objects.filter(seat=deed.done.seat, closed_at=None).first()
    if asked is None or asked.due_at != deed.done.until:
        return None
    brief = _("You have more time")
    if not deed.is_about_reader:
        brief = _("%(name)s has more time") % {"name": deed.name}
    return Told(brief, due_at=asked.due_at)


def _paused(deed: Deed) -> Told | None:
    if not deed.seat.game.is_paused:
        return None
    words = _(
        "Nothing can be handed in, and no clock runs. You get a letter as soon as it goes on."
    )
    return Told(_("The game is paused"), (words,))


def _resumed(deed: Deed) -> Told | None:
    if not deed.seat.game.is_running or deed.seat.game.is_paused:
        return None
    words = _("The clocks run on as they were; everybody has at least a day.")
    asked = deed.asked
    headline = (asked.ask.of_you.said(_),) if asked else ()
    return Told(_("The game goes on"), (words, *headline), asked.due_at if asked else None)


def _vacated(deed: Deed) -> Told | None:
    if deed.is_about_reader:
        return Told(_("Your seat was taken from you"), (_gone(),))
    words = _(
        "The seat of %(side)s is free for anybody who has none in this game. Until somebody sits "
        "down there, it plays as silence does."
    )
    return Told(
        _("%(name)s does not play any more") % {"name": deed.name}, (words % {"side": deed.side},)
    )


def _gone() -> str:
    return _("You do not play in this game any more. It counts as if you had left it.")


def _replaced(deed: Deed) -> Told | None:
    after = deed.done.successor
    assert after is not None
    names = {"name": deed.name, "successor": after.name, "side": deed.side}
    if after == deed.reader:
        return Told(_("You play on in this game"), (_("You play %(side)s from now on.") % names,))
    if deed.is_about_reader:
        plays_on = _("%(successor)s plays on for you.") % names
        return Told(_("Your seat was taken from you"), (_gone(), plays_on))
    if deed.done.person is None:
        return Told(_("%(successor)s plays %(side)s from now on") % names)
    return Told(_("%(successor)s plays on for %(name)s") % names)


def _annulled(deed: Deed) -> Told | None:
    return Told(
        _("The game is annulled"),
        (
            _("It does not count, whoever has won or would have."),
            _("All that happened in it can still be looked at."),
        ),
    )


def _closed(deed: Deed) -> Told | None:
    words = _(
        "That seat plays as silence does, until its player comes back or somebody takes it over."
    )
    return Told(_("%(name)s is absent") % {"name": deed.name}, (words,))


TOLD: Mapping[What, Callable[[Deed], Told | None]] = {
    What.RETRY: _retried,
    What.EXTEND: _extended,
    What.PAUSE: _paused,
    What.RESUME: _resumed,
    What.VACATE: _vacated,
    What.REPLACE: _replaced,
    What.ANNUL: _annulled,
    What.CLOSE: _closed,
}
