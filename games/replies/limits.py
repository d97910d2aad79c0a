"""How many answers of a kind somebody gets: two robots do not write to each other for ever."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Person
from inbox.models import IncomingMail

# More than a person needs who learns what letters can say.
LIMITS = {timedelta(hours=1): 30, timedelta(days=1): 100}
OF_TURNS = ("preview", "counted")
TURNS_TO_ONE = 10  # somebody may play a whole game at one sitting


def is_one_too_many(person: Person, outcome: str, now: datetime) -> bool:
    """Return whether a person has had their fill of answers of one kind."""
    factor = TURNS_TO_ONE if outcome in OF_TURNS else 1
    alike = IncomingMail.objects.filter(person=person, outcome=outcome)
    return any(
        alike.filter(handled_at__gt=now - span).count() >= factor * limit
        for span, limit in LIMITS.items()
    )
