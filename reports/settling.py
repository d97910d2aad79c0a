"""What the staff answers to reports: a measure, or that there is nothing to be done.

One answer answers all open reports of the same matter.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Intervention
from games.play import notices
from games.play.turns import Rejected
from reports.models import Report
from reports.staff import refuse_staff

Outcome = Report.Outcome


def act_on_report(
    report_id: int, by: Person, act: Callable[[], Intervention], *, now: datetime
) -> Intervention:
    """Take a measure about the person of a report, and answer the report by it. A form that is sent
    twice takes it once.

    :raises Rejected: if ``by`` may not, it is answered already, or the measure is refused.
    """
    with transaction.atomic():
        report = _lock_report(report_id, by)
        done = act()
        if done.person_id != report.about_id:
            raise Rejected(_("This report is about somebody else."))
        if report.intervention_id != done.pk:
            _settle(report, now, outcome=Outcome.ACTED, settled_by=by, intervention=done)
        return done


def dismiss_report(report_id: int, by: Person, note: str, *, now: datetime) -> None:
    """Answer a report by saying, to the staff alone, why nothing is to be done.

    :raises Rejected: if ``by`` may not, or it is answered already.
    """
    with transaction.atomic():
        report = _lock_report(report_id, by)
        _settle(report, now, outcome=Outcome.DISMISSED, settled_by=by, note=note)


def _lock_report(report_id: int, by: Person) -> Report:
    # Locked, so that of two of the staff at once the second finds it answered.
    report = Report.objects.select_for_update().get(pk=report_id)
    if refusal := refuse_staff(by, report):
        raise Rejected(refusal)
    return report


def _settle(report: Report, now: datetime, **answer: Any) -> None:
    if report.outcome != Outcome.OPEN:
        raise Rejected(_("This report is answered already."))
    same = Report.objects.filter(matter=report.matter, outcome=Outcome.OPEN)
    reporters = [
        (row.pk, row.person) for row in same.select_related("person").order_by("pk") if row.person
    ]
    same.update(settled_at=now, **answer)
    if answer["outcome"] == Outcome.ACTED:
        notices.notify_reporters(reporters, now=now)
