"""The views of actions beside the turn, such as offering a draw, and of declining an offer."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages import game as pages
from games.pages.access import (
    form_value,
    parse_number,
    player_action,
    private,
    redirect_to_game,
    started_visit_or_404,
)
from games.play import clock, offers
from games.play.knowledge import known_game
from games.play.refusals import no_seat_refusal


@private
@login_required
@require_safe
def show_side_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a side action means, with the button that does it.

    Redirect to the game if the action cannot be done now.
    """
    visit = started_visit_or_404(request, pk)
    actions = pages.side_actions(visit, known_game(visit.game, visit.viewer))
    action = next((one for one in actions if one.text == request.GET.get("act", "")), None)
    if action is None:
        return redirect("game", pk)
    context = {"visit": visit, "game": visit.game, "act": action, "key": uuid.uuid4().hex}
    return render(request, "games/act.html", context)


@player_action
def decline_offer(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline what is offered to the visitor, so that they are not asked for it any more."""
    visit = started_visit_or_404(request, pk)
    if visit.mine is None or visit.is_stand_in:
        return pages.render_game(request, visit, refusal=no_seat_refusal())
    seen = parse_number(form_value(request, "seen")) or 0
    if offers.decline_offer(visit.mine, seen, now=clock.now()):
        messages.success(request, _("You have declined."))
    return redirect_to_game(request, visit.game)
