"""The staff's answers to a report: buttons above it, which lead to a measure about its person, or
to the page that says why nothing is to be done."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.models import Intervention
from games.play import clock
from games.play.turns import Rejected
from ops.interventions import ReasonForm, available_interventions
from reports import settling
from reports.models import Report
from reports.staff import refuse_staff

What = Intervention.What
MEASURES = {What.WARN, What.SILENCE, What.NO_TABLES, What.UNRATED, What.CLOSE, What.RENAME}
SETTLE = "reports.settle_report"


class DismissForm(ReasonForm):
    """Why nothing is to be done."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text=_("For the staff alone."),
    )


def available_answers(request: HttpRequest, row: Model | None) -> list[tuple[str, str]]:
    """Return the answers that its reader can give to a report, as pairs of label and URL."""
    if not isinstance(row, Report) or not isinstance(request.user, Person):
        return []
    if row.outcome != Report.Outcome.OPEN or refuse_staff(request.user, row):
        return []
    found = [(label, f"{url}?report={row.pk}") for label, url in _possible_measures(request, row)]
    if request.user.has_perm(SETTLE):
        found.append((gettext("nothing to be done"), reverse("admin:dismiss", args=[row.pk])))
    return found


def _possible_measures(request: HttpRequest, report: Report) -> list[tuple[str, str]]:
    found = available_interventions(request, report.about, MEASURES)
    if report.kind == Report.Kind.TITLE:
        found += available_interventions(request, report.game, {What.RETITLE})
    return found


def dismiss_page(request: HttpRequest, pk: int, context: dict[str, Any]) -> HttpResponse:
    """Ask why nothing is to be done about a report; a POST answers it by that."""
    assert isinstance(request.user, Person)
    if not request.user.has_perm(SETTLE):
        raise PermissionDenied
    row = get_object_or_404(Report.objects.exclude(about=request.user), pk=pk)
    form = DismissForm(request.POST or None, initial={"key": uuid.uuid4().hex})
    back = reverse("admin:reports_report_change", args=[pk])
    if form.is_valid() and _try_dismissal(request, row, form):
        return redirect(back)
    details = {
        "form": form,
        "title": gettext("nothing to be done"),
        "row": row,
        "words": gettext("Who has reported it reads that nothing was done, and not why."),
        "back": back,
    }
    return render(request, "admin/reason_form.html", {**context, **details})


def _try_dismissal(request: HttpRequest, row: Report, form: DismissForm) -> bool:
    """Answer the report, or put the refusal on the form; return whether it was done."""
    assert isinstance(request.user, Person)
    try:
        reason = form.cleaned_data["reason"]
        settling.dismiss_report(row.pk, request.user, reason, now=clock.now())
    except Rejected as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, gettext("The report is answered."))
    return True
