"""What who runs the site may do to games and accounts: each deed with its reason, kept for good,
and told to those concerned, all in one transaction. Stored events stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Attempt, Game, Intervention, Seat
from games.play import attempts, notices, tables, turns
from games.play.turns import Rejected
from mail import failpoints

What = Intervention.What


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRequest:
    """Who does something and why, and the ``key`` of the form with which he says so."""

    by: Person
    reason: str
    key: str


def retry_attempt(attempt_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Have what failed again and again tried at the next tick."""

    def do() -> Intervention:
        tried = Attempt.objects.select_related("decision__seat").get(pk=attempt_id)
        if not tried.decision.is_open:
            raise Rejected(_("This is not asked any more."))
        _require_uninvolved(charge.by, tried.decision.game_id)
        Attempt.objects.filter(pk=attempt_id).update(retry_at=now)
        return _record_for_seat(charge, What.RETRY, now, tried.decision.seat)

    return _do_once(charge, do)


def extend(
    decision_id: int, charge: StaffRequest, *, until: datetime, now: datetime
) -> Intervention:
    """Give somebody more time for what is asked of him."""

    def do() -> Intervention:
        seat = turns.extend_deadline(decision_id, until, now=now).seat
        _require_uninvolved(charge.by, seat.game_id)
        return _record_for_seat(charge, What.EXTEND, now, seat, person=seat.person, until=until)

    return _do_once(charge, do)


def pause(game_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Halt a game until it is told to go on."""
    return _intervene_in_game(charge, What.PAUSE, turns.pause_game, game_id, now)


def resume(game_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Let a paused game go on."""
    return _intervene_in_game(charge, What.RESUME, turns.resume_game, game_id, now)


def annul(game_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Let a game count for nothing."""
    return _intervene_in_game(charge, What.ANNUL, turns.annul_game, game_id, now)


def vacate(seat_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Take somebody's seat from him."""

    def do() -> Intervention:
        seat = Seat.objects.get(pk=seat_id)
        _require_uninvolved(charge.by, seat.game_id)
        gone = turns.vacate_seat(seat.game_id, seat.name, now=now)
        return _record_for_seat(charge, What.VACATE, now, seat, person=gone)

    return _do_once(charge, do)


def substitute_player(
    seat_id: int, charge: StaffRequest, *, person: Person, now: datetime
) -> Intervention:
    """Let somebody else play on at a seat."""

    def do() -> Intervention:
        if person.is_house or not person.is_active:
            raise Rejected(_("This person cannot play."))
        seat = Seat.objects.get(pk=seat_id)
        _require_uninvolved(charge.by, seat.game_id)
        gone = turns.substitute_player(seat.game_id, seat.name, person, now=now)
        return _record_for_seat(charge, What.REPLACE, now, seat, person=gone, successor=person)

    return _do_once(charge, do)


def close_account(person_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Close somebody's account: he cannot sign in, his seats are absent, his letters stop."""

    def do() -> Intervention:
        person = _closable_person(person_id, charge.by)
        left = _leave_all_games(person, now)
        Person.objects.filter(pk=person.pk).update(is_active=False)
        person.end_sessions()
        done = _record_intervention(charge, What.CLOSE, now, person=person)
        notices.notify_account_change(done, left)
        return done

    return _do_once(charge, do)


def reopen_account(person_id: int, charge: StaffRequest, *, now: datetime) -> Intervention:
    """Open a closed account again; its seats wait for their person to come back."""

    def do() -> Intervention:
        person = _closable_person(person_id, charge.by)
        if person.is_active:
            raise Rejected(_("This account is open."))
        Person.objects.filter(pk=person.pk).update(is_active=True)
        done = _record_intervention(charge, What.REOPEN, now, person=person)
        notices.notify_account_change(done, ())
        return done

    return _do_once(charge, do)


def _require_uninvolved(by: Person, game_id: int) -> None:
    """Refuse deeds in one's own games; who may do everything may do that, too."""
    if not by.is_superuser and Seat.objects.filter(game=game_id, person=by).exists():
        raise Rejected(_("You play in this game yourself: ask somebody else of the staff."))


def _closable_person(person_id: int, by: Person) -> Person:
    """Return a person whose account one of the staff may close or open."""
    person = Person.objects.get(pk=person_id)
    if person.is_house or person == by or (person.is_staff and not by.is_superuser):
        raise Rejected(_("This account is not yours to close or to open."))
    return person


def _leave_all_games(person: Person, now: datetime) -> list[Game]:
    """Let somebody be absent in his games, which are returned, and stand up from all tables."""
    if not person.is_active:
        raise Rejected(_("This account is closed."))
    plays = Q(status=Game.Status.RUNNING, seats__person=person)
    waits = Q(status=Game.Status.OPEN) & (Q(host=person) | Q(seats__person=person))
    found = list(Game.objects.filter(plays | waits).distinct().order_by("pk"))
    for game in found:  # in one order, so that two who do so wait for each other and no longer
        if game.is_running:
            turns.mark_person_absent(game.pk, person, now=now)
        else:
            tables.stand_up(game.pk, person, now=now)
    return [game for game in found if game.is_running]


def _intervene_in_game(
    charge: StaffRequest, what: What, change: Callable[..., None], game_id: int, now: datetime
) -> Intervention:
    def do() -> Intervention:
        _require_uninvolved(charge.by, game_id)
        change(game_id, now=now)
        done = _record_intervention(charge, what, now, game=Game.objects.get(pk=game_id))
        notices.notify_intervention(done)
        return done

    return _do_once(charge, do)


def _record_for_seat(
    charge: StaffRequest, what: What, now: datetime, seat: Seat, **more: Any
) -> Intervention:
    done = _record_intervention(charge, what, now, game=seat.game, seat=seat, **more)
    notices.notify_intervention(done)
    return done


def _record_intervention(
    charge: StaffRequest, what: What, now: datetime, **about: Any
) -> Intervention:
    return Intervention.objects.create(
        key=charge.key, by=charge.by, reason=charge.reason, what=what, at=now, **about
    )


def _do_once(charge: StaffRequest, do: Callable[[], Intervention]) -> Intervention:
    """Do what a form wants, or return what it has brought about before."""
    try:
        with transaction.atomic():
            known = _find_intervention(charge)
            done = known or do()
            failpoints.hit("before_commit")
    except (IntegrityError, Rejected):
        known = _find_intervention(charge)
        if known is None:
            raise
        return known
    failpoints.hit("after_commit")
    return done


def _find_intervention(charge: StaffRequest) -> Intervention | None:
    return Intervention.objects.filter(key=charge.key).first()


def find_halt(game: Game) -> Intervention | None:
    """Return what has paused or annulled a game, if it is so."""
    what = What.ANNUL if game.status == Game.Status.ANNULLED else What.PAUSE
    if not game.is_paused and what != What.ANNUL:
        return None
    return Intervention.objects.filter(game=game, what=what).order_by("-pk").first()


def failing_attempts() -> QuerySet[Attempt]:
    """Select the attempts at what is still asked that fail again and again."""
    return Attempt.objects.filter(count__gt=attempts.ALARM, decision__closed_at=None)
