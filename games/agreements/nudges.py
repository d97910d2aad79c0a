"""Nudges: a player who waits reminds the one who is asked, once a day in a game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Person
from games.agreements import players
from games.models import Decision, Nudge, Seat
from games.play import days_off, keeping_away, notices, turns
from mail.models import Channel

DAY = timedelta(days=1)


def nudge_player(game_id: int, decision_id: int, person: Person, *, now: datetime) -> Nudge:
    """Remind the player who is asked for a decision that a person waits for it; return the nudge.

    Raises ``turns.Rejected`` if it is not asked any more, has been open for less than a day, or the
    one who is asked is away or wants no nudges, or was nudged within a day.
    """
    # The locked row of the game makes two nudges at once one after the other.
    with transaction.atomic():
        seat = players.lock_seat(game_id, person)
        players.require_unpaused(seat.game)
        players.require_present(seat)
        decision = _find_decision(seat, decision_id)
        if refusal := refuse_nudge(decision, seat, now):
            raise turns.Rejected(refusal)
        _require_company(decision, person)
        nudge = Nudge.objects.create(
            game=seat.game,
            seat=decision.seat,
            decision=decision,
            person=person,
            on=now.astimezone(UTC).date(),
            at=now,
        )
        notices.notify_nudge(nudge)
        return nudge


def refuse_nudge(decision: Decision, by: Seat, now: datetime) -> str:
    """Return why somebody at a seat cannot nudge the one who is asked for a decision, "" if they
    can."""
    if refusal := _refuse_person(decision.seat, now):
        return refusal
    if decision.told_at is None or decision.opened_at > now - DAY:
        return _("You can nudge somebody who has been asked for a day.")
    if _is_nudged(decision.seat, by, now):
        return _("One nudge a day is enough.")
    return ""


def _require_company(decision: Decision, person: Person) -> None:
    """Refuse to nudge somebody who is kept away, or keeps the other away."""
    asked = decision.seat.person
    # Not asked before: the button stays on pages, as for everybody.
    if asked is not None and keeping_away.is_kept_away(person, asked):
        raise turns.Rejected(_("%(name)s wants no nudges.") % {"name": asked.name})


def _refuse_person(asked: Seat, now: datetime) -> str:
    """Return why the player at a seat is not nudged at all, "" if they are."""
    person = asked.person
    if person is None or person.is_house or asked.is_absent:
        return _("A house player, or nobody, plays there.")
    values = {"name": person.name}
    if person.is_away(now) or days_off.resting_until(person, now):
        return _("%(name)s is away.") % values
    if not (person.nudges and _can_be_told(person)):
        return _("%(name)s wants no nudges.") % values
    return ""


def _can_be_told(person: Person) -> bool:
    """Whether a letter or a channel reaches a person."""
    channels = Channel.objects.filter(person=person, switched_off_at=None)
    return person.hears_letters or (person.hears_notices and channels.exists())


def _is_nudged(asked: Seat, by: Seat, now: datetime) -> bool:
    """Whether a seat was nudged within a day, or somebody in its game by this one."""
    recent = Q(at__gt=now - DAY) | Q(on=now.astimezone(UTC).date())
    nudges = Nudge.objects.filter(recent, game=asked.game_id)
    return nudges.filter(Q(seat=asked) | Q(person=by.person_id)).exists()


def _find_decision(seat: Seat, decision_id: int) -> Decision:
    """Return what another seat of a game is asked for."""
    others = Decision.objects.filter(game=seat.game, closed_at=None).exclude(seat=seat)
    decision = others.filter(pk=decision_id).select_related("seat__person").first()
    if decision is None:
        raise turns.Rejected(_("This is not asked any more."))
    return decision
