"""The page of somebody's days off, and how they take them and give them back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person
from games.days_off.forms import Days, DaysOffForm, VacationByItselfForm
from games.pages.access import signed_in_person
from games.play import clock, days_off, turns


@login_required
@never_cache
@require_safe
def show_days_off(request: HttpRequest) -> HttpResponse:
    """Show somebody the days that they have off, and the form for more."""
    return _render_days_off(request, DaysOffForm())


@login_required
@require_POST
def take_days_off(request: HttpRequest) -> HttpResponse:
    """Take days off."""
    form = DaysOffForm(request.POST)
    if form.is_valid():
        try:
            turns.take_days_off(signed_in_person(request), now=clock.now(), **form.cleaned_data)
        except days_off.DaysRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Your clocks rest on these days."))
            return redirect("days_off")
    return _render_days_off(request, form)


@login_required
@require_POST
def return_days_off(request: HttpRequest) -> HttpResponse:
    """Give days back that have not begun."""
    form = Days(request.POST)
    if form.is_valid():
        turns.return_days_off(signed_in_person(request), now=clock.now(), **form.cleaned_data)
        messages.success(request, _("Your clocks run on these days."))
    return redirect("days_off")


@login_required
@require_POST
def save_vacation_by_itself(request: HttpRequest) -> HttpResponse:
    """Save whether somebody's vacation begins by itself."""
    form = VacationByItselfForm(request.POST)
    if form.is_valid():
        person = Person.objects.filter(pk=signed_in_person(request).pk, leaving_at=None)
        person.update(**form.cleaned_data)
        messages.success(request, _("Saved."))
    return redirect("days_off")


def _render_days_off(request: HttpRequest, form: DaysOffForm) -> HttpResponse:
    person, now = signed_in_person(request), clock.now()
    today = now.astimezone(person.zone).date()
    stretches = days_off.list_stretches(person, today)
    shown: dict[str, Any] = {
        "form": form,
        "by_itself": VacationByItselfForm(instance=person),
        "stretches": stretches,
        "today": today,
        "left": days_off.days_left(person, today.year),
        "allowed": {kind: days_off.days_allowed(kind) for kind in days_off.Kind.values},
    }
    return render(request, "days_off/days.html", shown, status=422 if form.is_bound else 200)
