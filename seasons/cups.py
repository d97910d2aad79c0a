"""Cups: people open them, and those that recur are opened again by a rule of the calendar."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from dateutil.rrule import rrulestr
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import Person
from games.play import restrictions
from games.reliability.figures import load_reliability
from seasons.bounds import find_usual_turns
from seasons.formats import least_entries
from seasons.groups import arrange_seats, table_size_of
from seasons.models import Competition

MOST_OPEN = 3  # cups of a person that are not over
MOST_A_MONTH = 6
MONTH = timedelta(days=30)
MOST_ENTRIES = 1_000
MOST_IN_ROUND_ROBIN = 24  # of a thousand, each would have as many games
# What the form offers: rules of iCalendar can name days that never come, or each second.
RULE = re.compile(r"FREQ=(WEEKLY|MONTHLY)(;INTERVAL=[1-9])?")
AHEAD = timedelta(days=366)
Kind, Status = Competition.Kind, Competition.Status
TIE_BREAKS = {
    Kind.SWISS: ("buchholz", "wins", "direct", "progress"),
    Kind.ROUND_ROBIN: ("direct", "wins", "sonneborn_berger"),
    Kind.GROUPS: ("direct", "wins", "sonneborn_berger"),
    Kind.KNOCKOUT: ("wins",),
}
REPEATED = (
    "kind", "title", "ruleset", "options", "pace", "group_size", "meetings", "at_once", "days",
    "asks_in_time", "asks_finished", "table_size", "rounds", "least_entries", "most_entries",
    "usual_turns", "is_rated", "is_private", "welcomes_bots", "for_newcomers", "least_rating",
    "most_rating", "tie_breaks", "directed_by_id", "recurs",
)  # fmt: skip


class CupRefused(Exception):
    """Why somebody cannot open a cup, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupTerms:
    """How a cup is played, and who may enter it: each field is one of ``Competition``."""

    kind: str
    title: str
    ruleset: str
    pace: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
    group_size: int = 4
    meetings: int = 1
    at_once: int = 3
    days: int = 30
    rounds: int = 0
    most_entries: int | None = None
    begins_at: datetime | None = None
    is_rated: bool = True
    is_private: bool = False
    welcomes_bots: bool = False
    for_newcomers: bool = False
    least_rating: int | None = None
    most_rating: int | None = None
    asks_in_time: int = 0
    asks_finished: int = 0
    recurs: str = ""


def open_cup(director: Person, terms: CupTerms, *, now: datetime, form_key: str) -> Competition:
    """Open a cup for entries; return the same one for a form that is sent twice.

    :raises CupRefused: if the person may not, or has opened many.
    """
    with transaction.atomic():
        # Locked before the limits are asked for: two forms at once cannot both pass them.
        Person.objects.select_for_update(no_key=True).get(pk=director.pk)
        known = Competition.objects.filter(directed_by=director, form_key=form_key).first()
        if known is not None:
            return known
        if reason := refuse_director(director, now=now):
            raise CupRefused(reason)
        size = table_size_of(terms.ruleset, terms.options)
        return Competition.objects.create(
            directed_by=director,
            opened_at=now,
            form_key=form_key,
            table_size=size,
            least_entries=least_entries(terms.kind, size, terms.group_size),
            usual_turns=find_usual_turns(terms.ruleset),
            tie_breaks=list(TIE_BREAKS[Kind(terms.kind)]),
            entry_closes_at=terms.begins_at,
            **{
                **asdict(terms),
                "most_entries": min(terms.most_entries or MOST_ENTRIES, most_people(terms.kind)),
                "group_size": max(size, terms.group_size),
                "options": arrange_seats(terms.ruleset, terms.options),
            },
        )


def most_people(kind: str) -> int:
    """Return how many people at most can enter a cup of a kind."""
    return MOST_IN_ROUND_ROBIN if kind == Kind.ROUND_ROBIN else MOST_ENTRIES


def refuse_director(person: Person, *, now: datetime) -> str:
    """Return why a person cannot open a cup, "" if they can."""
    if person.is_guest or person.is_machine or not person.is_active:
        return _("Only who has an account can open a cup.")
    if reason := restrictions.refuse_table(person, is_rated=True, now=now):
        return reason
    if not person.is_staff and load_reliability(person).is_new:
        return _("Play some turns first: then you can open a cup.")
    return _refuse_number(person, now)


def _refuse_number(person: Person, now: datetime) -> str:
    own = Competition.objects.filter(directed_by=person)
    if own.filter(status__in=[Status.ENTRY, Status.RUNNING]).count() >= MOST_OPEN:
        return _("You direct many cups. Please end one of them first.")
    if own.filter(opened_at__gt=now - MONTH, repeats=None).count() >= MOST_A_MONTH:
        return _("You have opened many cups this month. Please go on later.")
    return ""


def next_by_rule(recurs: str, begins_at: datetime) -> datetime | None:
    """Return when the next cup of a series begins, None if there is none within a year.

    :raises ValueError: if it is no rule that a cup can have.
    """
    if not RULE.fullmatch(recurs):
        raise ValueError("a cup is repeated by weeks or by months")
    rule = rrulestr(recurs, dtstart=begins_at.astimezone(UTC))
    following: datetime | None = rule.after(begins_at)
    if following is None or following - begins_at > AHEAD:
        return None
    return following


def cups_to_repeat() -> Iterable[int]:
    """Return the cups of a series that have begun, and that no other one follows."""
    following = Competition.objects.filter(repeats=OuterRef("pk"))
    begun = Competition.objects.exclude(recurs="").exclude(status=Status.ENTRY)
    begun = begun.filter(directed_by__is_active=True, begins_at__isnull=False)
    return list(begun.exclude(Exists(following)).values_list("pk", flat=True)[:100])


def repeat_cup(competition_id: int, *, now: datetime) -> bool:
    """Open the next cup of a series for entries; return whether there is one.

    A series ends when nobody has come, or when its director may open no cup.
    """
    before = Competition.objects.get(pk=competition_id)
    begins_at = _find_next_begin(before, now)
    if begins_at is None:
        Competition.objects.filter(pk=before.pk).update(recurs="")
        return False
    terms = {name: getattr(before, name) for name in REPEATED}
    try:
        with transaction.atomic():
            Competition.objects.create(
                repeats=before, opened_at=now, begins_at=begins_at, entry_closes_at=begins_at,
                **terms,
            )  # fmt: skip
    except IntegrityError:  # another worker was first
        return False
    return True


def _find_next_begin(before: Competition, now: datetime) -> datetime | None:
    """Return when the cup that follows on one begins, None if none does."""
    assert before.directed_by is not None
    assert before.begins_at is not None
    if not before.entries.exists() or restrictions.refuse_table(
        before.directed_by, is_rated=True, now=now
    ):
        return None
    begins_at = next_by_rule(before.recurs, before.begins_at)
    while begins_at is not None and begins_at <= now:
        begins_at = next_by_rule(before.recurs, begins_at)
    return begins_at
