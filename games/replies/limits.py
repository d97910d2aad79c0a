"""How many answers somebody gets: two robots do not write to each other for ever."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from accounts.models import Person
from games.replies.correspondence import NoEffectError
from inbox.models import IncomingMail

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# More than a person needs who learns what letters can say.
LIMITS = {HOUR: 30, DAY: 100}
OF_TURNS = ("preview", "counted")
TURNS_TO_ONE = 10  # somebody may play a whole game at one sitting
# Anybody can write in somebody's name, who needs to hear of that, but not each time.
UNPROVED = "unproved"
WARNINGS, WARNING_LIMITS = (UNPROVED, "expired"), {HOUR: 1, DAY: 4}
MAILS_A_DAY = 1500


def require_room(person: Person, now: datetime) -> None:
    """Check that a person has not sent more mails within a day than anybody writes.

    :raises NoEffectError: if they have.
    """
    handled = IncomingMail.objects.filter(person=person, handled_at__gt=now - DAY)
    if handled[:MAILS_A_DAY].count() == MAILS_A_DAY:
        raise NoEffectError("too-many")


def is_one_too_many(person: Person, outcome: str, now: datetime) -> bool:
    """Return whether a person has had their fill of answers of one kind."""
    alike = IncomingMail.objects.filter(person=person, outcome=outcome)
    return any(
        alike.filter(handled_at__gt=now - span).count() >= limit
        for span, limit in _limits_of(outcome).items()
    )


def _limits_of(outcome: str) -> Mapping[timedelta, int]:
    if outcome in WARNINGS:
        return WARNING_LIMITS
    factor = TURNS_TO_ONE if outcome in OF_TURNS else 1
    return {span: factor * limit for span, limit in LIMITS.items()}
