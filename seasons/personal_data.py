"""Personal data in seasons and cups: what somebody has entered, and what was ruled about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from accounts.models import Person
from seasons.models import (
    Assistant,
    Competition,
    Entrant,
    Fixture,
    FixtureSeat,
    Group,
    Member,
    Ruling,
    Stage,
)

ERASED = (Assistant,)
KEPT = (Competition, Entrant, Fixture, FixtureSeat, Group, Member, Ruling, Stage)


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield where a person takes or took part, what they direct, and what was ruled about them."""
    entries = Entrant.objects.filter(person=person).order_by("pk")
    fields = ("competition_id", "entered_at", "is_reserve", "is_lasting", "at_once", "left", "rank")
    yield "competitions", list(entries.values(*fields, title=F("competition__title")))
    directed = Competition.objects.filter(directed_by=person).order_by("pk")
    yield "directed-cups", list(directed.values("id", "title", "kind", "opened_at"))
    assists = Assistant.objects.filter(person=person).order_by("pk")
    yield "assisted-cups", list(assists.values("competition_id"))
    rulings = Ruling.objects.filter(entry__person=person).order_by("pk")
    yield "rulings", list(rulings.values("competition_id", "what", "reason", "at", "until"))


def erase(person: Person) -> None:
    """Take a person out of what has not begun; results stay, with an empty name."""
    Assistant.objects.filter(person=person).delete()
    open_entries = Entrant.objects.filter(
        person=person, competition__status=Competition.Status.ENTRY, seeding=None
    )
    open_entries.delete()
