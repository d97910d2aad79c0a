"""What may be done beside a turn or out of it, such as offering a draw: asked before it is done."""

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
    """Say what an act means, with the button that does it; what cannot be done now leads back."""
    visit = started_visit_or_404(request, pk)
    acts = pages.side_actions(visit, known_game(visit.game, visit.viewer))
    act = next((one for one in acts if one.text == request.GET.get("act", "")), None)
    if act is None:
        return redirect("game", pk)
    context = {"visit": visit, "game": visit.game, "act": act, "key": uuid.uuid4().hex}
    return render(request, "games/act.html", context)
