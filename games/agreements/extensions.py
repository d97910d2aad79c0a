"""Extensions: players who are asked take more time, as often as the terms of the table allow.

Each is taken while the game is locked, by a row of its own, and the others hear of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.agreements import players
from games.models import Decision, Extension, Seat
from games.play import decisions, notices, turns
from mail import failpoints


@dataclass(frozen=True, slots=True)
class ExtensionTerms:
    """How often each seat may take more time in a game, and how many ``hours``."""

    times: int = 0
    hours: int = 0


def read_terms(pace: Mapping[str, Any]) -> ExtensionTerms:
    """Return what the pace of a table says of extensions: old tables allow none."""
    return ExtensionTerms(*pace.get("extensions", ()))


def extensions_left(seat: Seat) -> int:
    """Return how many more extensions a seat may take."""
    times = read_terms(seat.game.pace).times
    return times - Extension.objects.filter(game=seat.game, seat=seat).count() if times else 0


def take_extension(game_id: int, person: Person, *, now: datetime, form_key: str = "") -> Extension:
    """Move the deadline of what a person is asked for by the hours of the table; return the
    extension, the first one of a form that is sent twice.

    Raises ``turns.Rejected`` if they have none left, are not asked, or their time is up.
    """
    # The deadline, the row that counts it and the letters are one transaction.
    with transaction.atomic():
        seat = players.lock_seat(game_id, person)
        if known := _find_by_form(seat, person, form_key):
            return known
        players.require_unpaused(seat.game)
        extension = _extend(seat, players.require_decision(seat), now)
        extension.person, extension.form_key = person, form_key
        extension.save()
        notices.notify_extension(extension)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return extension


def _extend(seat: Seat, decision: Decision, now: datetime) -> Extension:
    """Move the deadline of a decision, and return the extension that tells of it."""
    terms, left = read_terms(seat.game.pace), extensions_left(seat)
    if not terms.times:
        raise turns.Rejected(_("At this table nobody can take more time."))
    if left < 1:
        raise turns.Rejected(_("You have taken all the extensions that this table allows."))
    if decision.due_at <= now:
        raise turns.Rejected(_("The time for this is up."))
    until = decisions.extended_until(decision, timedelta(hours=terms.hours))
    moved = turns.extend_deadline(decision.pk, until, now=now)
    return Extension(
        game=seat.game,
        seat=seat,
        decision=moved,
        number=terms.times - left + 1,
        allowed=terms.times,
        hours=terms.hours,
        until=moved.due_at,
        at=now,
    )


def _find_by_form(seat: Seat, person: Person, form_key: str) -> Extension | None:
    """Return what a form has taken before, if it has."""
    taken = Extension.objects.filter(game=seat.game, seat=seat, person=person)
    return taken.filter(form_key=form_key or None).first()
