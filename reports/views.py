"""The forms by which something is reported, and the page of what one has reported."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.letters.interventions import measure_title
from games.models import Intervention
from games.models.intervention import ABOUT_PEOPLE
from games.pages.access import form_value, private, signed_in_person, visit_or_404
from games.play import clock
from leagues import league_table
from reports import appeals, filing, matters, measures, pages
from reports.matters import Matter
from reports.models import MAX_APPEAL_CHARS
from reports.refusals import ReportRefused

View = Callable[..., HttpResponse]


def _member_page(view: View) -> View:
    """Make a view for people with an account; pages are closed to guests where it is not said
    otherwise."""
    guarded: Any = login_required(require_http_methods(["GET", "HEAD", "POST"])(view))
    return private(guarded)  # type: ignore[no-any-return]


@private
@login_required
@require_safe
def list_reports(request: HttpRequest) -> HttpResponse:
    """Show what the visitor has reported, and what became of it."""
    reports = pages.list_own_reports(signed_in_person(request))
    return render(request, "reports/list.html", {"reports": reports})


@private
@login_required
@require_safe
def list_measures(request: HttpRequest) -> HttpResponse:
    """Show what the staff has decided about the visitor."""
    found = measures.list_measures(signed_in_person(request), clock.now())
    return render(request, "reports/measures.html", {"measures": found})


@_member_page
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form by which the person of a measure appeals against it; a POST appeals."""
    person, now, refusal = signed_in_person(request), clock.now(), ""
    measure = get_object_or_404(Intervention, pk=pk, person=person, what__in=ABOUT_PEOPLE)
    try:
        if request.method == "POST":
            appeals.file_appeal(pk, person, form_value(request, "text"), now=now)
            messages.success(request, _("The staff looks at it once more. You get one answer."))
            return redirect("measures")
        refusal = appeals.refuse_appeal(measure, now)
    except ReportRefused as refused:
        refusal = str(refused)
    context = {
        "measure": measure,
        "title": measure_title(Intervention.What(measure.what)),
        "refusal": refusal,
        "text": form_value(request, "text"),
        "most_chars": MAX_APPEAL_CHARS,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "reports/appeal.html", context, status=status)


@_member_page
def report_words(request: HttpRequest, pk: int, remark: int) -> HttpResponse:
    """Show the form that reports words at a table; a POST reports them."""
    visit = visit_or_404(request, pk)
    matter = matters.find_words(visit, remark)
    if matter is None:
        raise Http404
    return _report_page(request, matter, reverse("words", args=[pk]))


@_member_page
def report_title(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form that reports the title of a table or game; a POST reports it."""
    game = visit_or_404(request, pk).game
    return _report_page(request, matters.title_matter(game), game.get_absolute_url())


@_member_page
def report_name(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form that reports the name of a player; a POST reports it."""
    # Of nobody else a name is shown: who has no page is not told to those who count through.
    person = get_object_or_404(league_table.listed_players(), pk=pk)
    return _report_page(request, matters.name_matter(person), reverse("player", args=[pk]))


def _report_page(request: HttpRequest, matter: Matter, back: str) -> HttpResponse:
    person = signed_in_person(request)
    complaint = filing.Complaint(
        reason=form_value(request, "reason"),
        sentence=form_value(request, "sentence"),
        shown=form_value(request, "shown"),
    )
    refusal = ""
    try:
        filing.require_reportable(person, matter)
        if request.method == "POST":
            filing.file_report(person, matter, complaint, now=clock.now())
            messages.success(request, _("Thank you. The staff will look at it."))
            return redirect(back)
    except ReportRefused as refused:
        refusal = str(refused)
    context = {
        "form": pages.report_form(person, matter, back),
        "complaint": complaint,
        "refusal": refusal,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "reports/form.html", context, status=status)
