"""What the staff may do to games and accounts.

One transaction holds each intervention, its row with the reason, and the letters to those
concerned. No intervention writes an event: events stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Attempt, Game, Intervention, PlayersPause, Seat
from games.play import attempts, notices, turns, withdrawal
from games.play.turns import Rejected
from mail import failpoints

What = Intervention.What


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRequest:
    """Who intervenes and why, with the ``key`` of the form that was sent."""

    by: Person
    reason: str
    key: str


def retry_attempt(attempt_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Have a task that failed again and again tried at the next tick."""

    def do() -> Intervention:
        attempt = Attempt.objects.select_related("decision__seat").get(pk=attempt_id)
        if not attempt.decision.is_open:
            raise Rejected(_("This is not asked any more."))
        _require_uninvolved(request.by, attempt.decision.game_id)
        Attempt.objects.filter(pk=attempt_id).update(retry_at=now)
        return _record_for_seat(request, What.RETRY, now, attempt.decision.seat)

    return do_once(request, do)


def extend(
    decision_id: int, request: StaffRequest, *, until: datetime, now: datetime
) -> Intervention:
    """Move the deadline of a decision to a later time."""

    def do() -> Intervention:
        seat = turns.extend_deadline(decision_id, until, now=now).seat
        _require_uninvolved(request.by, seat.game_id)
        return _record_for_seat(request, What.EXTEND, now, seat, person=seat.person, until=until)

    return do_once(request, do)


def pause(game_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Pause a game until it is resumed."""
    return _intervene_in_game(request, What.PAUSE, turns.pause_game, game_id, now)


def resume(game_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Resume a paused game."""
    return _intervene_in_game(request, What.RESUME, turns.resume_game, game_id, now)


def annul(game_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Annul a game, so that it counts for nothing."""
    return _intervene_in_game(request, What.ANNUL, turns.annul_game, game_id, now)


def vacate(seat_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Take a seat from its person."""

    def do() -> Intervention:
        seat = Seat.objects.get(pk=seat_id)
        _require_uninvolved(request.by, seat.game_id)
        person = turns.vacate_seat(seat.game_id, seat.name, now=now)
        return _record_for_seat(request, What.VACATE, now, seat, person=person)

    return do_once(request, do)


def substitute_player(
    seat_id: int, request: StaffRequest, *, person: Person, now: datetime
) -> Intervention:
    """Give a seat to another person."""

    def do() -> Intervention:
        if person.is_machine or person.is_guest or not person.is_active:
            raise Rejected(_("This person cannot play."))
        if person == request.by:  # they would see what the seat hides, superusers, too
            raise Rejected(_("Nobody seats themselves: ask somebody else of the staff."))
        seat = Seat.objects.get(pk=seat_id)
        _require_uninvolved(request.by, seat.game_id)
        before = turns.substitute_player(seat.game_id, seat.name, person, now=now)
        return _record_for_seat(request, What.REPLACE, now, seat, person=before, successor=person)

    return do_once(request, do)


def close_account(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Close an account: its person cannot sign in, their seats are absent, their letters stop."""

    def do() -> Intervention:
        person = _closable_person(person_id, request.by)
        games = _leave_all_games(person, now)
        Person.objects.filter(pk=person.pk).update(is_active=False)
        person.end_sessions()
        intervention = record_intervention(request, What.CLOSE, now, person=person)
        notices.notify_account_change(intervention, games)
        return intervention

    return do_once(request, do)


def reopen_account(person_id: int, request: StaffRequest, *, now: datetime) -> Intervention:
    """Reopen a closed account; its seats stay absent until their person returns to them."""

    def do() -> Intervention:
        person = _closable_person(person_id, request.by)
        if person.is_active:
            raise Rejected(_("This account is open."))
        if person.leaving_at or person.is_deleted:
            raise Rejected(_("This account is being deleted, or was."))
        Person.objects.filter(pk=person.pk).update(is_active=True)
        intervention = record_intervention(request, What.REOPEN, now, person=person)
        notices.notify_account_change(intervention, ())
        return intervention

    return do_once(request, do)


def _require_uninvolved(by: Person, game_id: int) -> None:
    """Refuse interventions in games of the person who intervenes."""
    # Superusers are excepted, since a small site may have nobody else.
    if not by.is_superuser and Seat.objects.filter(game=game_id, person=by).exists():
        raise Rejected(_("You play in this game yourself: ask somebody else of the staff."))


def _closable_person(person_id: int, by: Person) -> Person:
    """Return a person, if the staff member ``by`` may close or reopen their account."""
    person = Person.objects.get(pk=person_id)
    if person.is_machine or person == by or (person.is_staff and not by.is_superuser):
        raise Rejected(_("This account is not yours to close or to open."))
    return person


def _leave_all_games(person: Person, now: datetime) -> list[Game]:
    """Withdraw a person and their program accounts from all games and tables; return the running
    games of the person."""
    if not person.is_active:
        raise Rejected(_("This account is closed."))
    left = withdrawal.withdraw_accounts([person, *person.program_accounts.all()], now=now)
    return [game for game, one in left if one == person]


def _intervene_in_game(
    request: StaffRequest, what: What, change: Callable[..., None], game_id: int, now: datetime
) -> Intervention:
    def do() -> Intervention:
        _require_uninvolved(request.by, game_id)
        change(game_id, now=now)
        intervention = record_intervention(request, what, now, game=Game.objects.get(pk=game_id))
        notices.notify_intervention(intervention)
        return intervention

    return do_once(request, do)


def _record_for_seat(
    request: StaffRequest, what: What, now: datetime, seat: Seat, **more: Any
) -> Intervention:
    intervention = record_intervention(request, what, now, game=seat.game, seat=seat, **more)
    notices.notify_intervention(intervention)
    return intervention


def record_intervention(
    request: StaffRequest, what: What, now: datetime, **about: Any
) -> Intervention:
    """Write the row of an intervention, and return it."""
    return Intervention.objects.create(
        key=request.key, by=request.by, reason=request.reason, what=what, at=now, **about
    )


def do_once(request: StaffRequest, do: Callable[[], Intervention]) -> Intervention:
    """Do what a form asks for, or return the intervention that the same form has led to before."""
    # A form sent twice at once fails here by its unique key, or because its work is done already.
    try:
        with transaction.atomic():
            known = _find_intervention(request)
            intervention = known or do()
            failpoints.hit("before_commit")
    except (IntegrityError, Rejected):
        known = _find_intervention(request)
        if known is None:
            raise
        return known
    failpoints.hit("after_commit")
    return intervention


def _find_intervention(request: StaffRequest) -> Intervention | None:
    return Intervention.objects.filter(key=request.key).first()


def find_halt(game: Game) -> Intervention | None:
    """Return the intervention that has paused or annulled a game, None if it is neither."""
    what = What.ANNUL if game.status == Game.Status.ANNULLED else What.PAUSE
    if what == What.PAUSE and not is_paused_by_staff(game):
        return None
    return Intervention.objects.filter(game=game, what=what).order_by("-pk").first()


def is_paused_by_staff(game: Game) -> bool:
    """Whether a game is paused, and not by what its players have agreed on."""
    agreed = PlayersPause.objects.filter(game=game, ended_at=None, started_at=game.paused_at)
    return game.is_paused and not agreed.exists()


def failing_attempts() -> QuerySet[Attempt]:
    """Select the attempts at open decisions that fail again and again."""
    return Attempt.objects.filter(count__gt=attempts.ALARM, decision__closed_at=None)
