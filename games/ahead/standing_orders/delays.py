"""When standing orders answer whose owner wants them to take a while, as the owner would (CP4).

An answer at once tells that there are orders; one that comes after a time drawn around the owner's
habit tells nothing that their own answer would not.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from statistics import median

from accounts.models import Person
from games.models import Decision, ReliabilityRecord
from games.reliability.figures import latest_records

LEAST = timedelta(minutes=5)
USUAL = timedelta(hours=2)  # of somebody who has hardly answered yet
FEW = 3
SPREAD = timedelta(hours=1)  # over which answers are spread that quiet hours have put off
TICK = timedelta(seconds=1)


def habit_of(person: Person) -> timedelta:
    """Return how long a person usually takes for an answer, or for a turn where little is known of
    their answers."""
    rows = [row for row in latest_records(person) if row[1] and row[2] is not None]
    for kind in (ReliabilityRecord.Kind.ANSWER, ReliabilityRecord.Kind.TURN):
        times = [seconds for of, _is_kept, seconds, _game in rows if of == kind and seconds]
        if len(times) >= FEW:
            return timedelta(seconds=median(times))
    return USUAL


def draw_moment(decision: Decision, owner: Person, habit: timedelta, lot: float) -> datetime:
    """Return when standing orders answer a decision: after half to twice the owner's ``habit`` by a
    ``lot`` from 0 to 1, never in their quiet hours, unless half of the time would be over. Pure."""
    since = decision.opened_at
    latest = since + (decision.due_at - since) / 2
    wanted = since + max(LEAST, habit * 2 ** (2 * lot - 1))
    quiet_end = owner.quiet_until(wanted)
    if quiet_end is not None:
        wanted = quiet_end + LEAST + SPREAD * lot
    # Later than the decision in any case: at its own moment it would be drawn again.
    return max(min(wanted, latest), since + TICK)


def put_off_moment(decision: Decision, until: datetime, lot: float) -> datetime | None:
    """Return when standing orders answer whose owner has days off ``until`` then, None if a quarter
    of an hour of the time would not be left. Pure."""
    wanted = until + LEAST + SPREAD * lot
    return wanted if wanted + 3 * LEAST < decision.due_at else None
