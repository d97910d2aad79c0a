"""In which manner, and when, a person wants to hear of what happens; pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

DAY = timedelta(days=1)
MARGIN = timedelta(hours=2)  # so much time a digest must leave for an answer


class Manner(models.TextChoices):
    """How a person wants to hear of a kind of things."""

    NOW = "now", _("at once")
    DIGEST = "digest", _("together, in a digest")
    NEAR = "near", _("only when the time runs out")
    NEVER = "never", _("not at all")


class Topic(models.TextChoices):
    """The kinds of things for which a person chooses a manner: turns and answers that are asked
    for, what happens in their games, tables and seats, and words. The rest comes at once."""

    TURN = "turns_manner"
    ANSWER = "answers_manner"
    EVENT = "events_manner"
    TABLE = "tables_manner"
    WORDS = "words_manner"


ASKED = {Topic.TURN, Topic.ANSWER}


def manners_of(topic: Topic) -> list[tuple[str, object]]:
    """Return the manners that there are for a topic: only what is asked has a deadline."""
    return [
        (manner.value, manner.label) for manner in Manner if manner != Manner.NEAR or topic in ASKED
    ]


def next_digest(now: datetime, hours: Collection[int], zone: ZoneInfo) -> datetime:
    """Return the first instant (UTC), not before ``now``, at which one of these hours of the day
    begins in a zone."""
    today = now.astimezone(zone).date()
    # An hour that daylight saving skips begins later; so yesterday's can still be to come.
    starts = (
        datetime.combine(today + days * DAY, time(hour), zone).astimezone(UTC)
        for days in range(-1, 3)
        for hour in hours
    )
    return min(start for start in starts if start >= now)
