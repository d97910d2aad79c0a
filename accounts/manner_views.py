"""The page on which a person chooses when, and in which manner, they hear of things."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.manner_forms import MannersForm
from accounts.models import Person


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose_manners(request: HttpRequest) -> HttpResponse:
    """Show and take how a person hears of things."""
    person = Person.objects.get(pk=cast(Person, request.user).pk)
    form = MannersForm(person, request.POST if request.method == "POST" else None)
    if form.is_valid():
        Person.objects.filter(pk=person.pk, leaving_at=None).update(**form.as_fields)
        messages.success(request, _("Saved. It holds for what comes from now on."))
        return redirect("manners")
    status = 422 if form.errors else 200
    return render(request, "accounts/manners.html", {"form": form}, status=status)
