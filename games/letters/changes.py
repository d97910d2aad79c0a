"""What has become of seats and tables, in words: who missed something, is absent, is back, has left
or plays on; and what waits for the host, or was decided by him."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games.letters import seats
from games.letters.context import Told
from games.models import Decision, Game, Seat
from games.play import clock, decisions, tables
from mail import times


@dataclass(frozen=True, slots=True)
class Change:
    """What a letter tells of a ``seat`` to a ``reader``: the ``person`` of whom it tells, and the
    ``successor`` who plays on there."""

    seat: Seat
    reader: Person
    person: Person | None
    successor: Person | None

    @property
    def name(self) -> str:
        return self.person.name if self.person else _("nobody")

    @property
    def side(self) -> str:
        return self.seat.game.rules.seating.names[self.seat.name].translate_with(_)


def missed(decision: Decision, seat: Seat, reader: Person) -> Told:
    """Tell somebody that he let his time go by, and what comes of it."""
    until = times.full(decision.due_at, reader.zone)
    words = _("Your time was up on %(deadline)s, and silence has answered for you.")
    rest = _absent(seat) if seat.is_absent else _patience(seat)
    action = _("Come back to the game") if seat.is_absent else ""
    return Told(_missed(decision), (words % {"deadline": until}, *rest), action=action)


def _missed(decision: Decision) -> str:
    ask, number = decision.ask, decision.number
    if ask.pace == clock.TURN and not ask.parallel:
        return _("You missed turn %(number)s") % {"number": number}
    told = {"what": ask.named.translate_with(_), "number": number}
    return _("Your time was up: %(what)s in turn %(number)s") % told


def _patience(seat: Seat) -> tuple[str, ...]:
    """Say how often a seat may be silent still before it is absent."""
    more = decisions.pace_of(seat.game).absent_after - seat.timeouts_in_row
    if more < 1:
        return ()
    words = ngettext(
        "If you miss the next time, too, you are absent.",
        "If you miss the next %(n)s times, too, you are absent.",
        more,
    )
    return (words % {"n": more},)


def _absent(seat: Seat) -> tuple[str, ...]:
    """Say what it means to somebody that he is absent, and how he comes back."""
    back = _("The button “I am back” on the page of the game brings you back, as does any move.")
    if seat.stand_in is None:
        words = _(
            "You are absent from now on: your seat plays as silence does, and anybody may take it"
            " over."
        )
        return words, back
    names = {"name": seat.stand_in.name}
    words = _(
        "You are absent from now on: %(name)s, a house player, plays for you, and anybody may take"
        " your seat over."
    )
    end = _("If you are not back when the game ends, it counts as if you had left it.")
    return words % names, back, end


def of_seat(what: str, change: Change) -> Told | None:
    """Tell a change of a seat; ``None`` where it has been overtaken by what came after."""
    return SEATS[what](change)


def _is_absent(change: Change) -> Told | None:
    seat = change.seat
    if not seat.is_absent or seat.person != change.person:
        return None
    return Told(_("%(name)s is absent") % {"name": change.name}, (seats.meanwhile(seat),))


def _is_back(change: Change) -> Told | None:
    if change.seat.is_absent or change.seat.person != change.person:
        return None
    return Told(
        _("%(name)s is back") % {"name": change.name},
        (_("%(name)s plays %(side)s again.") % {"name": change.name, "side": change.side},),
    )


def _has_left(change: Change) -> Told | None:
    seat = change.seat
    if seat.person is not None:  # who plays on is told by another letter
        return Told(_("%(name)s has left the game") % {"name": change.name})
    words = seats.left_behind(seat, change.side)
    return Told(_("%(name)s has left the game") % {"name": change.name}, (words,))


def _is_taken(change: Change) -> Told | None:
    assert change.successor is not None
    return seats.replaced(change.reader, change.person, change.successor, change.side)


SEATS: Mapping[str, Callable[[Change], Told | None]] = {
    "absent": _is_absent,
    "back": _is_back,
    "left": _has_left,
    "taken": _is_taken,
}


def of_table(what: str, game: Game, reader: Person) -> Told | None:
    """Tell what has become of a table; ``None`` where it has been overtaken."""
    return TABLES[what](game, reader)


def _is_full(game: Game, reader: Person) -> Told | None:
    seats = list(game.seats.select_related("person"))
    if game.status != Game.Status.OPEN or any(seat.person is None for seat in seats):
        return None
    names = ", ".join(seat.person.name for seat in seats if seat.person)
    return Told(
        _("Your table is full"),
        (
            _("At the table so far: %(names)s.") % {"names": names},
            _("The game begins when you start it, on the page of the table."),
        ),
    )


def _waits(game: Game, reader: Person) -> Told | None:
    if game.status != Game.Status.OPEN:
        return None
    days = {
        "since": times.day(game.opened_at, reader.zone),
        "day": times.day(tables.called_off_at(game), reader.zone),
    }
    return Told(
        _("Your table waits to begin"),
        (
            _("It has been open since %(since)s, and the game has not begun.") % days,
            _("If it has not begun by %(day)s, the table is called off.") % days,
        ),
    )


def _is_called_off(game: Game, reader: Person) -> Told | None:
    words = _("%(host)s, the host, has called it off before the game began.")
    return Told(_("The table is called off"), (words % {"host": game.host.name},))


def _is_given_up(game: Game, reader: Person) -> Told | None:
    words = _("It had been open since %(since)s, and the game was not begun in three weeks.")
    since = times.day(game.opened_at, reader.zone)
    return Told(_("The table is called off"), (words % {"since": since},))


def _is_removed(game: Game, reader: Person) -> Told | None:
    words = _("%(host)s, the host, has taken you from the table before the game began.")
    return Told(_("You do not sit at this table any more"), (words % {"host": game.host.name},))


TABLES: Mapping[str, Callable[[Game, Person], Told | None]] = {
    "full": _is_full,
    "waits": _waits,
    "called-off": _is_called_off,
    "given-up": _is_given_up,
    "removed": _is_removed,
}
