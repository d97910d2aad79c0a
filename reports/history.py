"""What there was before about a person who is reported."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import Person
from games.models import Intervention
from reports.models import Report

MOST = 20


def earlier_reports(report: Report) -> Sequence[Report]:
    """Return the newest other reports about the same person."""
    rows = Report.objects.filter(about=report.about_id).exclude(pk=report.pk)
    return list(rows.order_by("-reported_at", "-pk")[:MOST])


def earlier_interventions(person: Person) -> Sequence[Intervention]:
    """Return the newest interventions that concerned a person."""
    return list(Intervention.objects.filter(person=person).order_by("-pk")[:MOST])
