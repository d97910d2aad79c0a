"""The views of substitutes: for which games somebody wants to be asked, and to say no."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.pages.access import player_action, signed_in_person, started_visit_or_404
from games.play import substitute_search
from games.substitutes.forms import PoolForm, save_pool, wanted_rulesets


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_pool(request: HttpRequest) -> HttpResponse:
    """Ask somebody for which games they want to be asked as a substitute; a POST keeps it."""
    person = signed_in_person(request)
    if request.method != "POST":
        return _render_pool(request, PoolForm(initial={"rulesets": wanted_rulesets(person)}))
    form = PoolForm(request.POST)
    if not form.is_valid():
        return _render_pool(request, form)
    save_pool(person, form.cleaned_data["rulesets"])
    messages.success(request, _("Saved."))
    return redirect("substitutes")


def _render_pool(request: HttpRequest, form: PoolForm) -> HttpResponse:
    context = {"form": form, "most": substitute_search.MOST_A_WEEK}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "substitutes/pool.html", context, status=status)


@player_action
def decline_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no to the question whether the visitor plays on at a seat."""
    visit = started_visit_or_404(request, pk)
    substitute_search.decline_ask(pk, signed_in_person(request))
    messages.success(request, _("You have said no. Others are asked."))
    return redirect(visit.game)
