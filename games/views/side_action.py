"""The view that asks before an action beside the turn, such as offering a draw."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.pages import game as pages
from games.pages.access import private, started_visit_or_404
from games.play.knowledge import known_game


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
