"""Notices of changes to seats and tables: who missed a turn, is absent, is back, has left or plays
on; and what waits for the host or was decided by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games.letters import by_letter, seats
from games.letters.context import LetterNotice
from games.models import Decision, Game, Seat
from games.play import clock, decisions, tables
from mail import times


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of a ``seat`` as a ``reader`` is told of it: the ``person`` it is about, and the
    ``successor`` who plays on there."""

    seat: Seat
    reader: Person
    person: Person | None
    successor: Person | None

    @property
    def person_name(self) -> str:
        return self.person.name if self.person else _("nobody")

    @property
    def side_name(self) -> str:
        return self.seat.game.rules.seating.names[self.seat.name].translate_with(_)


def missed_notice(decision: Decision, seat: Seat, reader: Person) -> LetterNotice:
    """Return the notice to somebody whose time ran out, with what follows from it."""
    until = times.full_time(decision.due_at, reader.zone)
    words = _("Your time was up on %(deadline)s, and silence has answered for you.")
    rest = _absence_paragraphs(seat) if seat.is_absent else _patience_warning(seat)
    action = _("Come back to the game") if seat.is_absent else ""
    return LetterNotice(
        _missed_subject(decision),
        (words % {"deadline": until}, *rest),
        action=action,
        by_letter=by_letter.return_sentences() if seat.is_absent else (),
    )


def vacation_notice(decision: Decision, back: date) -> LetterNotice:
    """Return the notice to somebody whose vacation has begun as their time for a decision was up,
    until the day on which they are ``back``."""
    words = _(
        "Your time was up. So your vacation has begun by itself, as you wanted, and your clocks"
        " rest until %(day)s."
    )
    return LetterNotice(
        _("Your vacation has begun"),
        (words % {"day": date_format(back)}, _("It does so once, unless you ask for it again.")),
        due_at=decision.due_at,
    )


def _missed_subject(decision: Decision) -> str:
    ask, number = decision.ask, decision.number
    if ask.pace == clock.TURN and not ask.parallel:
        return _("You missed turn %(number)s") % {"number": number}
    values = {"what": ask.named.translate_with(_), "number": number}
    return _("Your time was up: %(what)s in turn %(number)s") % values


def _patience_warning(seat: Seat) -> tuple[str, ...]:
    """Return how many more times a seat may be silent before it is absent."""
    more = decisions.pace_of(seat.game).absent_after - seat.timeouts_in_row
    if more < 1:
        return ()
    words = ngettext(
        "If you miss the next time, too, you are absent.",
        "If you miss the next %(n)s times, too, you are absent.",
        more,
    )
    return (words % {"n": more},)


def _absence_paragraphs(seat: Seat) -> tuple[str, ...]:
    """Return what being absent means, and how the reader comes back."""
    back = _return_sentence()
    end = _("If you are not back when the game ends, it counts as if you had left it.")
    if seat.friend is not None:
        words = _("You are absent from now on: %(name)s plays for you, as you have agreed.")
        return words % {"name": seat.friend.name}, back, end
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
    return words % names, back, end


def _return_sentence() -> str:
    return _("The button “I am back” on the page of the game brings you back, as does any move.")


def seat_notice(what: str, change: SeatChange) -> LetterNotice | None:
    """Return the notice of a change of a seat; ``None`` if later events have made it untrue."""
    return SEATS[what](change)


def _absent_notice(change: SeatChange) -> LetterNotice | None:
    seat = change.seat
    # Letters are written when they are sent: the player may be back, or replaced, by then.
    if not seat.is_absent or seat.person != change.person:
        return None
    if seat.person == change.reader:
        return _own_handover_notice(change)
    return LetterNotice(
        _("%(name)s is absent") % {"name": change.person_name}, (seats.absence_sentence(seat),)
    )


def _own_handover_notice(change: SeatChange) -> LetterNotice | None:
    """Return the notice for a person on vacation that others play for them now."""
    if change.seat.absent_until is None:
        return None
    until = times.full_time(change.seat.absent_until, change.reader.zone)
    words = _(
        "You have had more days off in a row than this table bears. Others play for you until"
        " %(until)s, or until you are back. Nobody takes your seat over meanwhile."
    )
    return LetterNotice(
        _("Others play for you while you are away"),
        (words % {"until": until}, _return_sentence()),
        action=_("Come back to the game"),
    )


def _back_notice(change: SeatChange) -> LetterNotice | None:
    if change.seat.is_absent or change.seat.person != change.person:
        return None
    return LetterNotice(
        _("%(name)s is back") % {"name": change.person_name},
        (
            _("%(name)s plays %(side)s again.")
            % {"name": change.person_name, "side": change.side_name},
        ),
    )


def _left_notice(change: SeatChange) -> LetterNotice | None:
    seat = change.seat
    if seat.person is not None:  # another letter names the successor
        return LetterNotice(_("%(name)s has left the game") % {"name": change.person_name})
    words = seats.vacant_seat_sentence(seat, change.side_name)
    return LetterNotice(_("%(name)s has left the game") % {"name": change.person_name}, (words,))


def _taken_notice(change: SeatChange) -> LetterNotice | None:
    assert change.successor is not None
    return seats.substitute_notice(change.reader, change.person, change.successor, change.side_name)


def _sought_notice(change: SeatChange) -> LetterNotice | None:
    return _search_notice(change, seats.pool_sentence(change.side_name))


def _advertised_notice(change: SeatChange) -> LetterNotice | None:
    return _search_notice(change, seats.vacancy_sentence(change.side_name), *_vacancy_link(change))


def _search_notice(change: SeatChange, *words: str) -> LetterNotice | None:
    """Return the notice that the search for a substitute goes on, to the absent player with how
    they come back; ``None`` if somebody plays there again."""
    seat = change.seat
    if not seat.can_be_taken_over or seat.person != change.person:
        return None
    brief = _("A substitute is looked for")
    if seat.person == change.reader:
        return LetterNotice(brief, (*words, _return_sentence()), action=_("Come back to the game"))
    return LetterNotice(brief, words)


def _vacancy_link(change: SeatChange) -> tuple[str, str]:
    url = settings.SITE_URL + change.seat.game.get_absolute_url()
    return _("This link leads there, also for people who are not signed in:"), url


SEATS: Mapping[str, Callable[[SeatChange], LetterNotice | None]] = {
    "absent": _absent_notice,
    "back": _back_notice,
    "left": _left_notice,
    "taken": _taken_notice,
    "sought": _sought_notice,
    "advertised": _advertised_notice,
}


def table_notice(what: str, game: Game, reader: Person) -> LetterNotice | None:
    """Return the notice of what happened to a table; ``None`` if later events have made it
    untrue."""
    return TABLES[what](game, reader)


def _full_notice(game: Game, reader: Person) -> LetterNotice | None:
    seats = list(game.seats.select_related("person"))
    if game.status != Game.Status.OPEN or any(seat.person is None for seat in seats):
        return None
    names = ", ".join(seat.person.name for seat in seats if seat.person)
    return LetterNotice(
        _("Your table is full"),
        (
            _("At the table so far: %(names)s.") % {"names": names},
            _("The game begins when you start it, on the page of the table."),
        ),
        by_letter=by_letter.start_sentences(),
    )


def _waiting_notice(game: Game, reader: Person) -> LetterNotice | None:
    if game.status != Game.Status.OPEN:
        return None
    days = {
        "since": times.full_day(game.opened_at, reader.zone),
        "day": times.full_day(tables.called_off_at(game), reader.zone),
    }
    return LetterNotice(
        _("Your table waits to begin"),
        (
            _("It has been open since %(since)s, and the game has not begun.") % days,
            _("If it has not begun by %(day)s, the table is called off.") % days,
        ),
    )


def _called_off_notice(game: Game, reader: Person) -> LetterNotice | None:
    words = _("%(host)s, the host, has called it off before the game began.")
    return LetterNotice(_("The table is called off"), (words % {"host": game.host.name},))


def _given_up_notice(game: Game, reader: Person) -> LetterNotice | None:
    words = _("It had been open since %(since)s, and the game was not begun in three weeks.")
    since = times.full_day(game.opened_at, reader.zone)
    return LetterNotice(_("The table is called off"), (words % {"since": since},))


def _removed_notice(game: Game, reader: Person) -> LetterNotice | None:
    words = _("%(host)s, the host, has taken you from the table before the game began.")
    return LetterNotice(
        _("You do not sit at this table any more"), (words % {"host": game.host.name},)
    )


TABLES: Mapping[str, Callable[[Game, Person], LetterNotice | None]] = {
    "full": _full_notice,
    "waits": _waiting_notice,
    "called-off": _called_off_notice,
    "given-up": _given_up_notice,
    "removed": _removed_notice,
}
