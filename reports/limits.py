"""How much somebody may report within a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import Person
from reports.models import Report
from reports.refusals import ReportRefused

DAY = timedelta(days=1)


def require_room(person: Person, now: datetime) -> None:
    """Refuse a person who has reported as much as they may within a day.

    :raises ReportRefused: with the one sentence that says so.
    """
    lately = Report.objects.filter(person=person, reported_at__gt=now - DAY)
    if lately.count() >= settings.REPORTS_A_DAY:
        raise ReportRefused(_("You have reported much within a day. Go on tomorrow."))
