"""The staff's answers to an appeal: two buttons above it, each of which leads to a page that asks
for the reason. Its person reads that."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.play import clock
from games.play.interventions import StaffRequest
from games.play.turns import Rejected
from ops.interventions import ReasonForm
from reports import appeals
from reports.models import Appeal

ANSWER = "reports.answer_appeal"
TITLES = {"grant": _("take it back"), "decline": _("let it stand")}
WORDS = {
    "grant": _("What was decided is taken back at once. Its person reads the reason in a letter."),
    "decline": _("What was decided stands. Its person reads the reason in a letter."),
}


def available_appeal_answers(request: HttpRequest, row: Model | None) -> list[tuple[str, str]]:
    """Return the answers that its reader can give to an appeal, as pairs of label and URL."""
    if not isinstance(row, Appeal) or not isinstance(request.user, Person):
        return []
    if row.outcome != Appeal.Outcome.OPEN or not request.user.has_perm(ANSWER):
        return []
    if appeals.refuse_answerer(request.user, row):
        return []
    return [
        (str(title), reverse("admin:answer_appeal", args=[how, row.pk]))
        for how, title in TITLES.items()
    ]


def answer_page(request: HttpRequest, how: str, pk: int, context: dict[str, Any]) -> HttpResponse:
    """Ask for the reason of an answer to an appeal; a POST gives it."""
    assert isinstance(request.user, Person)
    if how not in TITLES:
        raise Http404
    row = get_object_or_404(Appeal.objects.exclude(intervention__person=request.user), pk=pk)
    if not request.user.has_perm(ANSWER):
        raise PermissionDenied
    form = ReasonForm(request.POST or None, initial={"key": uuid.uuid4().hex})
    back = reverse("admin:reports_appeal_change", args=[pk])
    if form.is_valid() and _try_answer(request, how, pk, form):
        return redirect(back)
    details = {"form": form, "title": TITLES[how], "row": row, "words": WORDS[how], "back": back}
    return render(request, "admin/reason_form.html", {**context, **details})


def _try_answer(request: HttpRequest, how: str, pk: int, form: ReasonForm) -> bool:
    """Answer the appeal, or put the refusal on the form; return whether it was done."""
    assert isinstance(request.user, Person)
    reason, key = form.cleaned_data["reason"], form.cleaned_data["key"]
    try:
        if how == "grant":
            staff_request = StaffRequest(by=request.user, reason=reason, key=key)
            appeals.grant_appeal(pk, staff_request, now=clock.now())
        else:
            appeals.decline_appeal(pk, request.user, reason, now=clock.now())
    except Rejected as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, gettext("The appeal is answered."))
    return True
