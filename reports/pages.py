"""Reports as their author sees them: the form, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Person
from reports.filing import find_report
from reports.matters import Matter, sign_matter
from reports.models import MAX_SENTENCE_CHARS, Reason, Report

MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportForm:
    """The form of a report: what is meant as it is shown, ``text`` "" if it is shown nowhere any
    more, and where its reader goes back to."""

    matter: Matter
    text: str
    shown: str
    is_reported: bool
    back: str
    reasons: Sequence[tuple[str, Any]]
    most_chars: int = MAX_SENTENCE_CHARS


@dataclass(frozen=True, slots=True)
class OwnReport:
    """A report of one's own: ``state`` says what became of it, and never what was done."""

    report: Report
    state: str


def report_form(person: Person, matter: Matter, back: str) -> ReportForm:
    """Return the form by which a person reports a matter."""
    return ReportForm(
        matter=matter,
        text=matter.text if matter.is_shown else "",
        shown=sign_matter(matter),
        is_reported=find_report(person, matter) is not None,
        back=back,
        reasons=Reason.choices,
    )


def list_own_reports(person: Person) -> Sequence[OwnReport]:
    """Return a person's newest reports."""
    rows = Report.objects.filter(person=person).order_by("-pk").select_related("about", "game")
    return [OwnReport(row, _state(row, row.settled_at)) for row in rows[:MOST]]


def _state(report: Report, settled_at: datetime | None) -> str:
    if settled_at is None:
        return _("The staff will look at it.")
    if report.outcome == Report.Outcome.ACTED:
        return _("The staff has looked at it, and has done something.")
    return _("The staff has looked at it, and has found nothing to do.")
