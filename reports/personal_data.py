"""Personal data in reports: what a person has reported, and what was reported about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Case, F, Value, When

from accounts.models import Person
from reports.models import Appeal, Report

ERASED, KEPT = (Report, Appeal), ()
FACTS = ("kind", "game_id", "reported_at", "outcome", "settled_at")

# What was withdrawn before it was reported is read by nobody, who has reported it neither.
_SHOWN = Case(When(was_shown=True, then=F("evidence")), default=Value(""))


def export(person: Person) -> Iterator[tuple[str, Any]]:
    """Yield what a person has reported; and of what was reported about them what something came of,
    without who has reported it."""
    own = Report.objects.filter(person=person).order_by("pk")
    yield "reports", list(own.values(*FACTS, "reason", "sentence", text=_SHOWN))
    about = Report.objects.filter(about=person, outcome=Report.Outcome.ACTED).order_by("pk")
    yield "reports-about-me", list(about.values(*FACTS, text=F("evidence")))
    appeals = Appeal.objects.filter(intervention__person=person).order_by("pk")
    said = ("intervention_id", "text", "made_at", "outcome", "answered_at", "answer")
    yield "appeals", list(appeals.values(*said))


def erase(person: Person) -> None:
    """Delete what was reported about a person, and their appeals; what they have reported stays,
    without them."""
    Appeal.objects.filter(intervention__person=person).delete()
    Appeal.objects.filter(answered_by=person).update(answered_by=None)
    Report.objects.filter(about=person).delete()
    Report.objects.filter(person=person).update(person=None, sentence="")
    Report.objects.filter(settled_by=person).update(settled_by=None)
