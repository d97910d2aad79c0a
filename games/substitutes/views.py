"""The views of substitutes: for which games somebody wants to be asked, who plays for them, and the
answers of those who are asked."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.pages.access import player_action, signed_in_person, started_visit_or_404
from games.play import clock, stand_in_friends, substitute_search
from games.play.stand_in_friends import FriendRefused
from games.substitutes.forms import FriendForm, PoolForm, save_pool, wanted_rulesets


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_pool(request: HttpRequest) -> HttpResponse:
    """Ask somebody for which games they want to be asked as a substitute; a POST keeps it."""
    if request.method != "POST":
        return _render_page(request)
    form = PoolForm(request.POST)
    if not form.is_valid():
        return _render_page(request, pool=form)
    save_pool(signed_in_person(request), form.cleaned_data["rulesets"])
    messages.success(request, _("Saved."))
    return redirect("substitutes")


@login_required
@require_POST
def name_friend(request: HttpRequest) -> HttpResponse:
    """Ask a friend to play for the visitor while they are absent."""
    form = FriendForm(request.POST)
    if not form.is_valid():
        return _render_page(request, friend=form)
    try:
        person, name = signed_in_person(request), form.cleaned_data["name"]
        asked = stand_in_friends.name_friend(person, name, now=clock.now())
    except FriendRefused as refusal:
        form.add_error("name", str(refusal))
        return _render_page(request, friend=form)
    words = _("%(name)s is asked. It counts once they have said yes.")
    messages.success(request, words % {"name": asked.friend.name})
    return redirect("substitutes")


@login_required
@require_POST
def withdraw_friend(request: HttpRequest) -> HttpResponse:
    """Let the friend of the visitor play for them no longer."""
    stand_in_friends.withdraw(signed_in_person(request))
    messages.success(request, _("Nobody is to play for you from now on."))
    return redirect("substitutes")


@login_required
@require_POST
def accept_friend(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to play for somebody while they are absent."""
    try:
        row = stand_in_friends.accept(pk, signed_in_person(request), now=clock.now())
    except FriendRefused as refusal:
        messages.error(request, str(refusal))
    else:
        words = _("You play for %(name)s while they are absent.")
        messages.success(request, words % {"name": row.person.name})
    return redirect("substitutes")


@login_required
@require_POST
def decline_friend(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no to somebody, or play for them no longer."""
    try:
        row = stand_in_friends.decline(pk, signed_in_person(request), now=clock.now())
    except FriendRefused as refusal:
        messages.error(request, str(refusal))
    else:
        words = _("You do not play for %(name)s. They are told.")
        messages.success(request, words % {"name": row.person.name})
    return redirect("substitutes")


def _render_page(
    request: HttpRequest, *, pool: PoolForm | None = None, friend: FriendForm | None = None
) -> HttpResponse:
    person = signed_in_person(request)
    context = {
        "form": pool or PoolForm(initial={"rulesets": wanted_rulesets(person)}),
        "most": substitute_search.MOST_A_WEEK,
        "friend_form": friend or FriendForm(),
        "friend": stand_in_friends.own_friend(person),
        "promises": stand_in_friends.asked_of(person),
        "seats": stand_in_friends.seats_played_for_others(person),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if pool or friend else HTTPStatus.OK
    return render(request, "substitutes/pool.html", context, status=status)


@player_action
def decline_seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no to the question whether the visitor plays on at a seat."""
    visit = started_visit_or_404(request, pk)
    substitute_search.decline_ask(pk, signed_in_person(request))
    messages.success(request, _("You have said no. Others are asked."))
    return redirect(visit.game)
