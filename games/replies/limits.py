"""How many answers somebody gets: two robots do not write to each other for ever."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Q

from accounts.models import Person
from games.replies.correspondence import NoEffectError
from inbox.models import IncomingMail
from inbox.received import TooFastError

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# More than a person needs who learns what letters can say.
LIMITS = {HOUR: 30, DAY: 100}
OF_TURNS = ("preview", "counted")
TURNS_TO_ONE = 10  # somebody may play a whole game at one sitting
# Anybody can write in somebody's name, who needs to hear of that, but not each time.
UNPROVED = "unproved"
WARNINGS, WARNING_LIMITS = (UNPROVED, "expired"), {HOUR: 1, DAY: 4}
MAILS_A_DAY = 1500
# More than thumbs write, also after a day without a network.
HANDLED = {MINUTE: 50, HOUR: 600}


def require_room(person: Person, now: datetime) -> None:
    """Check that a person has not sent more mails within a day than anybody writes.

    :raises NoEffectError: if they have.
    """
    handled = IncomingMail.objects.filter(person=person, handled_at__gt=now - DAY)
    if handled[:MAILS_A_DAY].count() == MAILS_A_DAY:
        raise NoEffectError("too-many")


def require_pace(person: Person, now: datetime) -> None:
    """Check that no more mails of a person were handled lately than leave workers time for others.

    :raises TooFastError: if there were; it says when there is time for the next one.
    """
    # Mails that nobody vouches for have no person, but for those few that are answered: a stranger
    # does not use up the pace of one.
    longest, most_of_all = max(HANDLED), max(HANDLED.values())
    handled = IncomingMail.objects.filter(person=person, handled_at__gt=now - longest)
    newest_first = handled.order_by("-handled_at").values_list("handled_at", flat=True)
    times = [at for at in newest_first[:most_of_all] if at]
    for span, most in HANDLED.items():
        if len(times) >= most and times[most - 1] > now - span:
            raise TooFastError(times[most - 1] + span)


def is_one_too_many(person: Person, outcome: str, now: datetime) -> bool:
    """Return whether a person has had their fill of answers of one kind."""
    limits = _limits_of(outcome)
    recent = Q(person=person, outcome=outcome, handled_at__gt=now - max(limits, default=HOUR))
    within = {
        f"within_{span.total_seconds():.0f}": Count("pk", filter=Q(handled_at__gt=now - span))
        for span in limits
    }
    counts = IncomingMail.objects.filter(recent).aggregate(**within)
    return any(count >= most for count, most in zip(counts.values(), limits.values(), strict=True))


def _limits_of(outcome: str) -> Mapping[timedelta, int]:
    if outcome in WARNINGS:
        return WARNING_LIMITS
    factor = TURNS_TO_ONE if outcome in OF_TURNS else 1
    return {span: factor * limit for span, limit in LIMITS.items()}
