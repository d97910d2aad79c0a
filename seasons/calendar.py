"""When seasons and rounds begin and end, known before anybody enters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from seasons.models import Championship, Stage

DAY = timedelta(days=1)
WAITS = 60 * DAY  # a cup without a day, until it begins with those who have entered
CLOSES_BEFORE = DAY  # so that entries close before a season is drawn


class MilestoneKind(StrEnum):
    """What the people of a group are told as time goes by."""

    BEGINS = "begins"
    HALF_TIME = "half-time"
    NEAR = "near"
    LAST_DAYS = "last-days"
    ENDED = "ended"


# How long before the end of a stage they are told that games will be adjudicated.
BEFORE_END = {MilestoneKind.NEAR: 14 * DAY, MilestoneKind.LAST_DAYS: 3 * DAY}


@dataclass(frozen=True, slots=True)
class Milestone:
    """A moment of a stage at which something is told."""

    at: datetime
    kind: MilestoneKind


def list_milestones(stage: Stage) -> tuple[Milestone, ...]:
    """Return the milestones of a stage in their order; short stages have no others than their
    beginning and their end."""
    return tuple(sorted(_find_milestones(stage), key=lambda one: one.at))


def _find_milestones(stage: Stage) -> Iterator[Milestone]:
    yield Milestone(stage.begins_at, MilestoneKind.BEGINS)
    length = stage.ends_at - stage.begins_at
    for notice, before in BEFORE_END.items():
        # What would be told in the first half would be told to people who have hardly begun.
        if length >= 2 * before:
            yield Milestone(stage.ends_at - before, notice)
    if length >= 2 * BEFORE_END[MilestoneKind.NEAR]:
        yield Milestone(half_time(stage), MilestoneKind.HALF_TIME)
    yield Milestone(stage.ends_at, MilestoneKind.ENDED)


def half_time(stage: Stage) -> datetime:
    """Return when a stage is half over: all its games have begun by then."""
    return stage.begins_at + (stage.ends_at - stage.begins_at) / 2


def next_begin(championship: Championship, begins_at: datetime) -> datetime:
    """Return when the season begins that comes after one that begins at a moment."""
    return begins_at + (championship.days + championship.break_days) * DAY


def entry_closes(begins_at: datetime) -> datetime:
    """Return until when one can enter a season."""
    return begins_at - CLOSES_BEFORE
