"""What people may not do for a time: asked wherever they would do it, ended by time alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Restriction
from mail import times

Kind = Restriction.Kind


def restricted_until(person: Person, kind: Kind, now: datetime) -> datetime | None:
    """Return until when a person may not do something, None if they may."""
    rows = Restriction.objects.filter(person=person, kind=kind, until__gt=now)
    return rows.values_list("until", flat=True).first()


def refuse_words(person: Person, now: datetime) -> str:
    """Return why a person can say nothing at tables now, "" if they can."""
    return _refuse(person, [Kind.SILENCE], now)


def refuse_table(person: Person, *, is_rated: bool, now: datetime) -> str:
    """Return why a person can open no table, sit down at none and take over no seat now, "" if they
    can: at all, or where games count for the league."""
    return _refuse(person, _of_tables(is_rated), now)


def kept_from_tables(*, is_rated: bool, now: datetime) -> QuerySet[Restriction, int]:
    """Select who can sit down at no table now: at all, or where games count for the league."""
    rows = Restriction.objects.filter(kind__in=_of_tables(is_rated), until__gt=now)
    return rows.values_list("person", flat=True)


def _of_tables(is_rated: bool) -> list[Kind]:
    return [Kind.NO_TABLES, Kind.UNRATED] if is_rated else [Kind.NO_TABLES]


def restrict(person: Person, kind: Kind, until: datetime) -> None:
    """Keep a person from something until a time, in place of the time before."""
    # An upsert in one statement: two of the staff at once cannot make two rows.
    Restriction.objects.bulk_create(
        [Restriction(person=person, kind=kind, until=until)],
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["until"],
    )


def lift(person: Person, kind: Kind, now: datetime) -> bool:
    """Let a person do something again; return whether they could not."""
    rows = Restriction.objects.filter(person=person, kind=kind)
    could_not = rows.filter(until__gt=now).exists()
    rows.delete()
    return could_not


def restriction_sentence(kind: Kind, until: str) -> str:
    """Return what somebody cannot do, and until when."""
    return SENTENCES[kind]() % {"until": until}


def _refuse(person: Person, kinds: list[Kind], now: datetime) -> str:
    # What holds for the owner of a program account holds for it, too.
    whose = (person, person.answerable)
    row = Restriction.objects.filter(person__in=whose, kind__in=kinds, until__gt=now).first()
    if row is None:
        return ""
    return restriction_sentence(Kind(row.kind), times.full_time(row.until, person.zone))


SENTENCES: Mapping[Kind, Callable[[], str]] = {
    Kind.SILENCE: lambda: _(
        "As the staff has decided, you say nothing at tables until %(until)s. You can read, and"
        " play on as before."
    ),
    Kind.NO_TABLES: lambda: _(
        "As the staff has decided, you open no table, sit down at none and take over no seat until"
        " %(until)s. Your running games go on."
    ),
    Kind.UNRATED: lambda: _(
        "As the staff has decided, you begin no game that counts for the league until %(until)s."
        " Others are open to you."
    ),
}
