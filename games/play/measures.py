"""Measures of the staff about people: a word of warning, and what they may not do for a time.

Each is an intervention, with a reason, a row and a letter to its person, and each can be taken
back. Closing an account is among the interventions.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import former_names, names
from accounts.deleted_user import stored_name
from accounts.models import Person
from games.models import Game, Intervention, Restriction, Seat
from games.play import interventions, notices, restrictions, tables
from games.play.interventions import StaffRequest
from games.play.turns import Rejected

What = Intervention.What
Kind = Restriction.Kind
LONGEST = timedelta(days=366)
DRAWS = 10  # of names that may be taken
IMPOSED: Mapping[What, Kind] = {
    What.SILENCE: Kind.SILENCE,
    What.NO_TABLES: Kind.NO_TABLES,
    What.UNRATED: Kind.UNRATED,
}
LIFTED: Mapping[What, Kind] = {
    What.SPEAK: Kind.SILENCE,
    What.TABLES: Kind.NO_TABLES,
    What.RATED: Kind.UNRATED,
}
UNDONE_BY: Mapping[What, What] = {
    What.WARN: What.UNWARN,
    What.SILENCE: What.SPEAK,
    What.NO_TABLES: What.TABLES,
    What.UNRATED: What.RATED,
    What.CLOSE: What.REOPEN,
}


def is_in_force(measure: Intervention, now: datetime) -> bool:
    """Whether a measure about a person holds: it has not ended, no later one has taken its place,
    and none has taken it back. What takes measures back is none itself."""
    if measure.what not in UNDONE_BY or (measure.until is not None and measure.until <= now):
        return False
    kinds = [measure.what, UNDONE_BY[What(measure.what)]]
    later = Intervention.objects.filter(person=measure.person_id, what__in=kinds)
    return not later.filter(pk__gt=measure.pk).exists()


def warn(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Send a word of warning to a person."""

    def do() -> Intervention:
        return _record(request, What.WARN, _find_person(person_id, request.by), now)

    return interventions.do_once(request, do)


def unwarn(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Take the last warning of a person back."""

    def do() -> Intervention:
        person = _find_person(person_id, request.by)
        if not is_warned(person):
            raise Rejected(_("There is no warning to be taken back."))
        return _record(request, What.UNWARN, person, now)

    return interventions.do_once(request, do)


def is_warned(person: Person) -> bool:
    """Whether a person has been warned, and the last warning stands."""
    warnings = Intervention.objects.filter(person=person, what__in=[What.WARN, What.UNWARN])
    last = warnings.order_by("-pk").values_list("what", flat=True).first()
    return last == What.WARN


def impose(
    what: What, person_id: int, request: StaffRequest, *, until: datetime, now: datetime
) -> Intervention:
    """Keep a person from something until a time, in place of the time before; they leave tables
    that have not begun and would be against it."""

    def do() -> Intervention:
        person, kind = _find_person(person_id, request.by), IMPOSED[what]
        if not now < until <= now + LONGEST:
            raise Rejected(_("The end must lie ahead, and within a year."))
        _stand_up(person, kind, now)
        # Locked after the tables, as by people who sit down: who does so now waits, and is refused.
        Person.objects.lock_person(person.pk, no_key=True)
        restrictions.restrict(person, kind, until)
        if _open_tables(person, kind):
            raise Rejected(_("They have sat down at a table just now: try it again."))
        return _record(request, what, person, now, until=until)

    return interventions.do_once(request, do)


def lift(what: What, person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Let a person do again what they may not do, before its time."""

    def do() -> Intervention:
        person = _find_person(person_id, request.by)
        Person.objects.lock_person(person.pk, no_key=True)
        if not restrictions.lift(person, LIFTED[what], now):
            raise Rejected(_("There is nothing to be lifted."))
        return _record(request, what, person, now)

    return interventions.do_once(request, do)


def rename(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Give a person a name that says nothing; they can choose another one."""

    def do() -> Intervention:
        _find_named(person_id, request.by)
        person = Person.objects.lock_person(person_id)
        before = stored_name(person)
        _give_plain_name(person)
        former_names.keep_former_name(person, before, now=now)
        return _record(request, What.RENAME, person, now)

    return interventions.do_once(request, do)


def _give_plain_name(person: Person) -> None:
    for number in range(DRAWS):
        name = f"Player {person.pk}" + f" {number}" * bool(number)
        person.name = names.mark_program(name) if person.is_program else name
        try:
            # A transaction of its own, so that a name that is taken spoils nothing.
            with transaction.atomic():
                person.save(update_fields=["name"])
                return
        except IntegrityError:
            continue
    raise Rejected(_("No free name was found: try it again."))


def retitle(
    game_id: int, request: StaffRequest, *, author: Person | None = None, now: datetime
) -> Intervention:
    """Give a table or game the title of its rules; its ``author`` is the host, if nobody else."""

    def do() -> Intervention:
        game = Game.objects.select_for_update(of=("self",)).select_related("host").get(pk=game_id)
        whose = _find_person(author.pk if author else game.host_id, request.by)
        with translation.override(whose.language):
            title = game.rules.title.translate_with(_)
        Game.objects.filter(pk=game_id).update(title=title)
        return _record(request, What.RETITLE, whose, now, game=game)

    return interventions.do_once(request, do)


def _find_person(person_id: int, by: Person) -> Person:
    """Return a person, if the staff member ``by`` may decide about them."""
    person = _find_named(person_id, by)
    if person.is_program:
        raise Rejected(_("This is a bot: decide about its owner."))
    return person


def _find_named(person_id: int, by: Person) -> Person:
    """Return a person or a program account, if the staff member ``by`` may decide about them."""
    person = Person.objects.get(pk=person_id)
    if person.is_house or person.is_guest or person.is_deleted or person.leaving_at:
        raise Rejected(_("There is nobody here whom this could be about."))
    if refusal := refuse_decider(by, person.answerable):
        raise Rejected(refusal)
    return person


def refuse_decider(by: Person, person: Person) -> str:
    """Return why somebody of the staff decides nothing about a person, "" if they may."""
    if person == by or (person.is_staff and not by.is_superuser):
        return _("You do not decide about this person: ask somebody else of the staff.")
    # Superusers are excepted, since a small site may have nobody else.
    if not by.is_superuser and _meet(person, by):
        return _("You play with this person: ask somebody else of the staff.")
    return ""


def _meet(person: Person, by: Person) -> bool:
    """Whether two people sit at a table or in a game that goes on."""
    going_on = [Game.Status.OPEN, Game.Status.RUNNING]
    theirs = Seat.objects.filter(person=person, game__status__in=going_on).values("game")
    return Seat.objects.filter(person=by, game__in=theirs).exists()


def _stand_up(person: Person, kind: Kind, now: datetime) -> None:
    # In the order of their ids, so that two transactions cannot deadlock.
    for pk in _open_tables(person, kind):
        tables.stand_up(pk, person, now=now)


def _open_tables(person: Person, kind: Kind) -> list[int]:
    """Return the tables where a person sits, or whose host they are, against a restriction."""
    if kind == Kind.SILENCE:
        return []
    games = Game.objects.filter(status=Game.Status.OPEN)
    if kind == Kind.UNRATED:
        games = games.filter(is_rated=True)
    sat_at = games.filter(seats__person=person).values_list("pk", flat=True)
    hosted = games.filter(host=person).values_list("pk", flat=True)
    return sorted({*sat_at, *hosted})


def _record(
    request: StaffRequest, what: What, person: Person, now: datetime, **more: Any
) -> Intervention:
    done = interventions.record_intervention(request, what, now, person=person, **more)
    notices.notify_account_change(done, ())
    return done
