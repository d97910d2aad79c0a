"""The people of a simulated year: where they live, how they play, how they want to hear of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.manners import Manner, Topic
from accounts.models import REMINDER_MARKS, Person
from mail.channels import order, registration

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SATURDAY = 5
WAKING = range(7, 23)  # at other hours of their own nobody plays
ZONES = (
    "Africa/Cairo", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo",
    "America/St_Johns", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe",
    "Europe/Berlin", "Europe/Berlin", "Europe/London", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC",
)  # fmt: skip
QUIET = (None, None, (22, 7), (23, 8), (0, 6), (20, 9), (12, 14))
FORMS = ("json", "ntfy", "discord", "slack")
HOST = "ntfy.sh"


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody plays: half of what they are asked they answer within some ``hours``, and
    some of it they ``forget``."""

    name: str
    share: int
    hours: float
    forget: float = 0.02
    only_weekends: bool = False


HABITS = (
    Habit("quick", 30, 1.5),
    Habit("every evening", 30, 12),
    Habit("late", 15, 40, 0.08),
    Habit("at weekends", 15, 20, 0.05, only_weekends=True),
    Habit("seldom", 10, 30, 0.45),
)


def make_people(count: int, dice: random.Random, now: datetime) -> dict[Person, Habit]:
    """Make people, with habits, and with channels of some of them."""
    habits = dice.choices(HABITS, [one.share for one in HABITS], k=count)
    return {_make_person(number, dice, now): habit for number, habit in enumerate(habits, start=1)}


def _make_person(number: int, dice: random.Random, now: datetime) -> Person:
    person = Person.objects.create_user(
        f"player-{number}@example.org",
        name=f"Player {number}",
        language=dice.choice(["en", "de"]),
        time_zone=dice.choice(ZONES),
        letters=dice.random() < 0.92,
        **_draw_wishes(dice),
    )
    for place in range(dice.choice([0, 0, 0, 1, 1, 2])):
        url = f"https://{HOST}/{person.pk}-{place}"
        form, says_little = dice.choice(FORMS), dice.random() < 0.3
        channel = registration.add_webhook(
            person.pk, form, HOST, url, says_little=says_little, now=now
        )
        if dice.random() < 0.25:
            order.tell_in_turn(person.pk)
        if dice.random() < 0.5:
            order.move_earlier(person.pk, channel.pk)
    return person


def _draw_wishes(dice: random.Random) -> dict[str, Any]:
    """Return when, and in which manner, somebody wants to hear of things."""
    quiet = dice.choice(QUIET)
    manners = _draw_manners(dice)
    return {
        **manners,
        "quiet_from": quiet[0] if quiet else None,
        "quiet_to": quiet[1] if quiet else None,
        "urgent_breaks_quiet": dice.random() < 0.6,
        "digest_hours": _draw_digest_hours(quiet, dice),
        "letters_an_hour": dice.choice([None, None, 1, 2, 4]),
        "reminders": dice.random() < 0.85,
        "reminder_hours": sorted(dice.sample(REMINDER_MARKS, dice.choice([0, 0, 0, 1, 2]))),
        "nudges": dice.random() < 0.8,
        "vacation_by_itself": dice.random() < 0.3,
    }


def _draw_manners(dice: random.Random) -> dict[str, Manner]:
    """Return the manner for each topic: most people want all at once, or most of it together."""
    if dice.random() < 0.3:
        return {}
    usual = dice.choice([Manner.NOW, Manner.DIGEST, Manner.DIGEST, Manner.NEAR])
    asked = [usual, usual, usual, *Manner]
    told = [usual if usual != Manner.NEAR else Manner.NOW, Manner.DIGEST, Manner.NEVER]
    topics = {Topic.TURN: asked, Topic.ANSWER: asked, Topic.EVENT: told, Topic.TABLE: told}
    return {topic.value: dice.choice(manners) for topic, manners in topics.items()}


def _draw_digest_hours(quiet: tuple[int, int] | None, dice: random.Random) -> list[int]:
    """Return one hour for digests or two, which are no quiet ones."""
    quiet_hours = set(_hours_of(quiet)) if quiet else set()
    hours = [hour for hour in range(24) if hour not in quiet_hours]
    return sorted(dice.sample(hours, dice.choice([1, 1, 2])))


def _hours_of(span: tuple[int, int]) -> Iterator[int]:
    hour, end = span
    while hour != end:
        yield hour
        hour = (hour + 1) % 24


def answer_time(person: Person, habit: Habit, asked: datetime, dice: random.Random) -> datetime:
    """Return when somebody comes to what they are asked: at an hour and on a day of theirs."""
    moment = asked + habit.hours * HOUR * dice.lognormvariate(0, 0.7)
    while not _is_there(person, habit, moment):
        moment += HOUR
    return moment


def _is_there(person: Person, habit: Habit, moment: datetime) -> bool:
    local = moment.astimezone(person.zone)
    return local.hour in WAKING and (local.weekday() >= SATURDAY or not habit.only_weekends)


def draw_players(people: Sequence[Person], count: int, dice: random.Random) -> list[Person]:
    """Return who sits down at a table together."""
    return dice.sample(people, count)
